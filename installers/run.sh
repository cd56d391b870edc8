#!/usr/bin/env bash
# Starts Vivavoce, and makes everything it needs the first time.
#
#     bash installers/run.sh                                   opens the window
#     bash installers/run.sh transcribe talk.mp3 --to srt      any other words are the command line ("--help" shows it)
#
# Results go to standard output, everything this script says to standard error. The steps are in common.sh.
set -euo pipefail

# shellcheck source=installers/common.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

take_turns
make_environment
if [ $# -eq 0 ]; then
    prepare_system required sound window
else
    prepare_system wanted sound # recording needs it; a transcript of a file does not
fi
install_packages desktop
install_voices
fetch_speech_models base
give_turn

if [ $# -eq 0 ] && [ "$(uname -s)" = Linux ] && [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}${QT_QPA_PLATFORM:-}" ]; then
    say "Everything is ready, but there is no screen here to open the window on."
    fail "Without a screen, use the command line: bash installers/run.sh transcribe FILE --to srt"
fi
exec "$VENV/bin/vivavoce" "$@"
