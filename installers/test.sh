#!/usr/bin/env bash
# Runs every check: format, lint, types, import rules, tests. The same command here, on a new machine and in CI.
#
#     bash installers/test.sh                          everything
#     bash installers/test.sh tests/app -k search      the same checks, but only these tests (words go to pytest)
#
# All checks run even if one fails. The list of what failed and the closing line of the tests come last. A test that fails
# while three runs share the processors is run once more with nothing beside it, and named: what fails twice fails.
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

# What each run remembers of its failures; pytest keeps it there.
notes="$(mktemp -d)"
trap 'rm -rf -- "$notes"' EXIT

# More than so many are no accident of a busy machine.
MOST_TRIED_AGAIN=8

check() {
    local name="$1"
    shift
    printf '\n== %s\n' "$name"
    "$@" || failed+=("$name")
}

# How pytest is run anywhere, but that it may remember what failed: elsewhere nobody wants its notes in the tree.
addopts="$(python -c 'import tomllib
with open("pyproject.toml", "rb") as file:
    print(tomllib.load(file)["tool"]["pytest"]["ini_options"]["addopts"].replace("-p no:cacheprovider", ""))')"

# pytest_noting NAME ARGUMENTS: pytest, which remembers under this name what failed.
pytest_noting() {
    local name="$1"
    shift
    python -m pytest -o addopts="$addopts" -o cache_dir="$notes/$name" "$@"
}

# run_tests NAME ARGUMENTS: every line as it comes, but the last one is kept for the very end.
run_tests() {
    local line status
    exec 8< <(
        status=0
        pytest_noting "$@" 2>&1 || status=$?
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

# start_beside NAME ARGUMENTS
start_beside() {
    local said="$notes/$1.said"
    set -m # else what runs beside, and all that it starts, would never hear Ctrl-C: some tests send it
    (
        status=0
        pytest_noting "$@" >"$said" 2>&1 || status=$?
        exit "$status"
    ) &
    beside+=("$!" "$said")
    set +m
    trap 'kill_beside; rm -rf -- "$notes"' EXIT
}

kill_beside() {
    local at
    for ((at = 0; at < ${#beside[@]}; at += 2)); do kill -- "-${beside[at]}" 2>/dev/null || true; done
}

# passed_beside N: the N-th that was started, from 0.
passed_beside() {
    local status=0
    wait "${beside[$1 * 2]}" || status=$?
    cat -- "${beside[$1 * 2 + 1]}"
    return "$status"
}

# again NAME: runs the tests that failed in a run of this name once more, alone. The same status as a run.
again() {
    local known="$notes/$1/v/cache/lastfailed" count
    count="$(python -c 'import json, sys; print(len(json.load(open(sys.argv[1]))))' "$known" 2>/dev/null)" || return 1
    [ "$count" -gt 0 ] && [ "$count" -le "$MOST_TRIED_AGAIN" ] || return 1
    printf '\n== once more, alone: %s failed beside other runs\n' "$count"
    cat -- "$known"
    printf '\n'
    run_tests "$1" --last-failed --last-failed-no-failures none
}

# check_tests TITLE NAME COMMAND: as check, but what failed gets its second try when nothing runs beside it.
tried_again=()
check_tests() {
    local title="$1" name="$2" status=0
    shift 2
    printf '\n== %s\n' "$title"
    "$@" || status=$?
    case "$status" in
        0) ;;
        1) tried_again+=("$title" "$name") ;; # some tests failed; anything else is worse
        *) failed+=("$title") ;;
    esac
}

check "format" python -m ruff format --check .
check "lint" python -m ruff check .
check "types" python -m pyright
check "import rules" lint-imports
if [ $# -gt 0 ]; then
    check "tests" run_tests chosen "$@"
else
    start_beside window tests/ui
    start_beside services tests/app tests/journeys
    check_tests "tests" rest run_tests rest tests --ignore tests/ui --ignore tests/app --ignore tests/journeys
    check_tests "tests of the window" window passed_beside 0
    check_tests "tests of the services" services passed_beside 1
    beside=()
    for ((at = 0; at < ${#tried_again[@]}; at += 2)); do
        again "${tried_again[at + 1]}" || failed+=("${tried_again[at]}")
    done
fi

printf '\n'
if [ ${#failed[@]} -gt 0 ]; then
    printf 'FAILED: %s\n' "${failed[@]}"
else
    printf 'All checks passed.\n'
fi
printf '%s\n' "${closing_line:-The tests said nothing.}"
[ ${#failed[@]} -eq 0 ]
