#!/usr/bin/env bash
# Runs every check: format, lint, types, import rules, tests. The same command here, on a new machine and in CI.
#
#     bash installers/test.sh                          everything
#     bash installers/test.sh tests/app -k search      the same checks, but only these tests (words go to pytest)
#
# All checks run even if one fails. The list of what failed and the closing line of the tests come last.
set -euo pipefail

# shellcheck source=installers/common.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

take_turns
make_environment
prepare_system required sound window test
install_packages desktop worker dev
install_voices
fetch_prometheus
fetch_speech_models base tiny.en
give_turn

# The tests live in a sandboxed home; the speech models they share lie outside it.
VIVAVOCE_TEST_MODELS="${VIVAVOCE_TEST_MODELS:-$(models_folder)}"
export VIVAVOCE_TEST_MODELS
export QT_QPA_PLATFORM="${QT_QPA_PLATFORM:-offscreen}"
# pyright's package holds its program and a Node.js to run it; it need not ask whether a newer one exists.
export PYRIGHT_PYTHON_IGNORE_WARNINGS=1
unset PYRIGHT_PYTHON_FORCE_VERSION PYRIGHT_PYTHON_PYLANCE_VERSION

cd -- "$ROOT"
PATH="$VENV/bin:$PATH"
export PATH

failed=()
closing_line=""

check() {
    local name="$1"
    shift
    printf '\n== %s\n' "$name"
    "$@" || failed+=("$name")
}

# Every line as it comes, but the last one is kept for the very end.
run_tests() {
    local line status
    exec 8< <(
        status=0
        python -m pytest "$@" 2>&1 || status=$?
        printf 'pytest ended with %s\n' "$status"
    )
    while IFS= read -r line <&8; do
        case "$line" in
            'pytest ended with '*) status="${line##* }" ;;
            *)
                if [ -n "$closing_line" ]; then printf '%s\n' "$closing_line"; fi
                closing_line="$line"
                ;;
        esac
    done
    exec 8<&-
    return "${status:-1}"
}

# The window's tests have a process of their own: Qt's objects then live beside none of other tests' leftovers. Others
# have one too, for most of what tests do is to wait for sound and processes. What they say is shown when they are done.
beside=()

start_beside() {
    local said
    said="$(mktemp)"
    set -m # else what runs beside, and all that it starts, would never hear Ctrl-C: some tests send it
    (
        status=0
        python -m pytest "$@" >"$said" 2>&1 || status=$?
        exit "$status"
    ) &
    beside+=("$!" "$said")
    set +m
    trap 'kill_beside' EXIT
}

kill_beside() {
    local at
    for ((at = 0; at < ${#beside[@]}; at += 2)); do kill "${beside[at]}" 2>/dev/null || true; done
}

# passed_beside N: the N-th that was started, from 0.
passed_beside() {
    local status=0
    wait "${beside[$1 * 2]}" || status=$?
    cat -- "${beside[$1 * 2 + 1]}"
    rm -f -- "${beside[$1 * 2 + 1]}"
    return "$status"
}

check "format" python -m ruff format --check .
check "lint" python -m ruff check .
check "types" python -m pyright
check "import rules" lint-imports
if [ $# -gt 0 ]; then
    check "tests" run_tests "$@"
else
    start_beside tests/ui
    start_beside tests/app tests/journeys
    check "tests" run_tests tests --ignore tests/ui --ignore tests/app --ignore tests/journeys
    check "tests of the window" passed_beside 0
    check "tests of the services" passed_beside 1
    trap - EXIT
fi

printf '\n'
if [ ${#failed[@]} -gt 0 ]; then
    printf 'FAILED: %s\n' "${failed[@]}"
else
    printf 'All checks passed.\n'
fi
printf '%s\n' "${closing_line:-The tests said nothing.}"
[ ${#failed[@]} -eq 0 ]
