# shellcheck shell=sh disable=SC2154
# Sourced by ./muster and by the scripts here, with $root set to the project's top folder.
# Keeps $root/.venv in step with a lock file. All its messages go to stderr.
#
# A lock file that was installed completely is copied into .venv as the last step. So one `cmp` tells
# whether there is anything to do, and an interrupted installation never looks complete. When a lock has changed, the
# environment is updated in place: anything else installed in it, such as a game, stays. The scan extra leaves its own
# lock in .venv when it is installed; it is updated with the others, and installed again in a new environment.

venv=$root/.venv
venv_python=$venv/bin/python
scan_lock=src/muster/scan/scan.lock

# need_venv LOCK: afterwards $venv_python runs with everything in $root/LOCK installed.
need_venv() {
    venv_is_ready "$1" || (make_venv "$1") || exit 1
}

venv_is_ready() {
    [ -x "$venv_python" ] && cmp -s -- "$root/$1" "$venv/$1" && scan_is_ready
}

# scan_is_ready: whether the scan extra, if it is installed, is this version's.
scan_is_ready() {
    [ ! -e "$venv/scan.lock" ] || cmp -s -- "$root/$scan_lock" "$venv/scan.lock"
}

say() {
    printf 'muster: %s\n' "$*" >&2
}

fail() {
    say "$*"
    exit 1
}

make_venv() {
    unset PIP_USER PIP_TARGET PIP_PREFIX
    find_python
    take_turn
    if venv_is_ready "$1"; then return 0; fi

    scans=''
    [ ! -e "$venv/scan.lock" ] || scans=yes
    if venv_is_ready requirements.lock; then
        say "adding what $1 lists to '$venv' (once) ..."
    elif venv_can_stay; then
        say "bringing '$venv' up to date (once; what you added to it stays) ..."
        rm -f -- "$venv/requirements.lock" "$venv/requirements-dev.lock"
    else
        say "setting up '$venv' with Python $python_version (once; half a minute or so) ..."
        [ "$ability" = able ] || add_venv_package
        say_what_goes
        rm -f -- "$venv/requirements.lock" "$venv/requirements-dev.lock"
        "$python" -I -m venv --clear -- "$venv" >&2 || fail "'$python -m venv' failed, see above."
        for packages in "$venv"/lib/python3*/site-packages; do
            printf '../../../../src\n' >"$packages/muster-source.pth"
        done
    fi
    install_lock "$1"
    [ -z "$scans" ] || keep_scan
    for lock in requirements.lock "$1"; do
        cp -- "$root/$lock" "$venv/$lock" || fail "cannot write in '$venv', see above."
    done
}

# venv_can_stay: whether .venv's Python still works, and is the one that MUSTER_PYTHON asks for.
venv_can_stay() {
    [ -x "$venv_python" ] && "$venv_python" -I -c 'import pip' >/dev/null 2>&1 || return 1
    [ -n "${MUSTER_PYTHON:-}" ] || return 0
    found=$(probe_python "$venv_python") && [ "${found#*" "*" "}" = "$python" ]
}

# say_what_goes: lists what is in .venv besides the locked packages, before .venv is made again without it.
say_what_goes() {
    gone=''
    for info in "$venv"/lib/python3*/site-packages/*.dist-info; do
        [ -d "$info" ] || continue
        name=${info##*/}
        name=$(printf '%s' "${name%%-*}" | tr '[:upper:]_.' '[:lower:]--')
        case $name in pip | setuptools) continue ;; esac
        grep -q "^$name==" "$root"/requirements*.lock "$venv"/requirements*.lock 2>/dev/null || gone="$gone $name"
    done
    [ -z "$gone" ] || say "what was added to it is lost; to get it back: '$venv_python' -m pip install$gone"
}

# take_turn: waits for another start that is installing. The lock belongs to file descriptor 9, which the installing
# processes inherit, so it ends with them, however they end.
take_turn() {
    (: >>"$root/.venv.lock") 2>/dev/null ||
        fail "cannot write in '$root'; copy the folder to a place of your own and start it there."
    exec 9>>"$root/.venv.lock"
    "$python" -I -c '
import fcntl, sys
try:
    fcntl.flock(9, fcntl.LOCK_EX | fcntl.LOCK_NB)
except BlockingIOError:
    print("muster: waiting for another start that is setting up .venv ...", file=sys.stderr)
    fcntl.flock(9, fcntl.LOCK_EX)
' || fail "cannot lock '$root/.venv.lock', see above."
}

# keep_scan: the scan extra as this version needs it. Everything else works without it, so a failure here ends nothing.
keep_scan() {
    rm -f -- "$venv/scan.lock"
    if "$venv_python" -I -m pip install --quiet --no-input --disable-pip-version-check --no-deps --only-binary :all: \
        --require-hashes --requirement "$root/$scan_lock" >>"$venv/pip.log" 2>&1; then
        cp -- "$root/$scan_lock" "$venv/scan.lock"
    else
        say "what reads slips could not be installed again; the page “Scan slips” offers it."
    fi
}

install_lock() {
    log=$venv/pip.log
    if "$venv_python" -I -m pip install --quiet --no-input --disable-pip-version-check \
        --require-hashes --requirement "$root/$1" >"$log" 2>&1; then return 0; fi
    cat -- "$log" >&2
    if grep -q 'DO NOT MATCH THE HASHES' "$log"; then
        fail "a downloaded package differs from the one locked in $1, so it was not installed."
    fi
    fail "pip could not install $1 (its message is above); check the network connection and start again."
}

# find_python: sets $python to the newest Python of this machine that can make a virtual environment, or else to the
# newest that lacks only ensurepip; $ability says which. MUSTER_PYTHON names the one to use instead.
find_python() {
    python='' python_version='' ability='' too_old=''
    if [ -n "${MUSTER_PYTHON:-}" ]; then
        set -- "$MUSTER_PYTHON"
    else
        set -- python3.14 python3.13 python3.12 python3.11 python3 python
    fi
    for name; do
        found=$(probe_python "$name") || continue
        version=${found%%" "*} found=${found#*" "}
        case ${found%%" "*} in
            able) ability=able python=${found#*" "} python_version=$version; return 0 ;;
            bare) [ -n "$python" ] || { ability=bare python=${found#*" "} python_version=$version; } ;;
            *) too_old=${too_old:-"$version (${found#*" "})"} ;;
        esac
    done
    [ -n "$python" ] || no_python
}

# probe_python NAME: prints "VERSION ABILITY PATH"; fails if there is no such Python. The path is the real file, so
# that a later upgrade of `python3` to another version leaves a dead link, which is noticed and repaired.
probe_python() {
    command -v "$1" >/dev/null 2>&1 || return 1
    "$1" -I -c '
import os, sys
try:
    import ensurepip, venv
    ability = "able"
except ImportError:
    ability = "bare"
if sys.version_info < (3, 11):
    ability = "old"
base = getattr(sys, "_base_executable", None) or sys.executable
print("%d.%d %s %s" % (sys.version_info[0], sys.version_info[1], ability, os.path.realpath(base)))
' 2>/dev/null
}

no_python() {
    [ -z "${MUSTER_PYTHON:-}" ] || fail "MUSTER_PYTHON is '$MUSTER_PYTHON', which is not a Python 3.11 or newer."
    if [ "$(uname -s)" = Darwin ]; then
        way_out="install one with 'brew install python' or the installer of the Python project"
    elif ! command -v apt-get >/dev/null 2>&1; then
        way_out="install one, with its venv and pip modules"
    elif [ -n "$too_old" ]; then
        way_out="upgrade the system or try 'sudo apt-get install python3.11 python3.11-venv'"
    else
        way_out="install it with 'sudo apt-get install python3 python3-venv'"
    fi
    fail "needs Python 3.11 or newer, found ${too_old:-none}; $way_out, then start again."
}

# add_venv_package: Debian and Ubuntu keep ensurepip in a separate package; installs it if no password is needed.
add_venv_package() {
    package=python$python_version-venv
    case $python in
        /usr/bin/*) command -v apt-get >/dev/null 2>&1 ;;
        *) false ;;
    esac || fail "'$python' lacks the ensurepip module; install that, or another Python 3.11 or newer, then start again."
    by_hand="install it with 'sudo apt-get install $package', then start again."
    can_install || fail "the package $package is missing; $by_hand"
    say "the package $package is missing; installing it ..."
    install_package "$package" || fail "the package $package could not be installed, see above; $by_hand"
}

# can_install: whether Debian's packages can be installed here without a password.
can_install() {
    command -v apt-get >/dev/null 2>&1 || return 1
    as_root=''
    [ "$(id -u)" -ne 0 ] || return 0
    as_root='sudo -n'
    command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null
}

# install_package NAME: after can_install.
install_package() {
    apt_get install -y --no-install-recommends "$1" 2>/dev/null ||
        { apt_get update && apt_get install -y --no-install-recommends "$1"; }
}

apt_get() {
    # $as_root is either nothing or two words.
    # shellcheck disable=SC2086
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq "$@" >/dev/null
}
