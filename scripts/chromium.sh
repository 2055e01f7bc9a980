# shellcheck shell=sh
# Sourced after venv.sh by the scripts that run browser tests: adds Debian's Chromium where it is missing and may be added.

# need_chromium: says one line and goes on where there is none to be had; the browser tests then skip, or fail where CI is set.
need_chromium() {
    if command -v chromium >/dev/null 2>&1 || command -v chromium-browser >/dev/null 2>&1; then return 0; fi
    by_hand="install it, on Debian with 'sudo apt-get install chromium', to run them."
    if ! can_install; then
        say "no Chromium, no browser tests; $by_hand"
        return 0
    fi
    say "the package chromium is missing; installing it (once; a minute or two) ..."
    install_package chromium || say "the package chromium could not be installed, see above; no browser tests; $by_hand"
}
