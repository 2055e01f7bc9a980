# shellcheck shell=sh
# Sourced after venv.sh by the script that runs the tests: installs Debian's PostgreSQL if it is missing and may be
# installed.
# The tests start their own cluster with it (tests/postgres.py) and never use one that is already running. MUSTER_POSTGRES
# names the folder with its programs if it is not Debian's.

# need_postgres: if it is not available, prints one line and continues; its tests are then skipped, or fail if CI is set.
need_postgres() {
    if [ -n "${MUSTER_POSTGRES:-}" ]; then
        set -- "$MUSTER_POSTGRES/initdb"
    else
        set -- /usr/lib/postgresql/*/bin/initdb
    fi
    for program; do
        [ ! -x "$program" ] || return 0
    done
    if command -v initdb >/dev/null 2>&1; then return 0; fi
    by_hand="install it, on Debian with 'sudo apt-get install postgresql', to run them."
    if ! can_install; then
        say "no PostgreSQL, no tests on it; $by_hand"
        return 0
    fi
    say "the package postgresql is missing; installing it (once; a minute) ..."
    install_package postgresql || say "the package postgresql could not be installed, see above; no tests on it; $by_hand"
}
