# shellcheck shell=sh
# Sourced after venv.sh by the scripts that run browser tests: installs Debian's Chromium if it is missing and may be installed.
# It is the package without a window, which renders the same pages in three quarters of the time.

# need_chromium: if it is not available, prints one line and continues; the browser tests are then skipped, or fail if CI is set.
need_chromium() {
    for name in chromium-headless-shell chromium chromium-browser; do
        if command -v "$name" >/dev/null 2>&1; then return 0; fi
    done
    package=chromium-headless-shell
    by_hand="install it, on Debian with 'sudo apt-get install $package', to run them."
    if ! can_install; then
        say "no Chromium, no browser tests; $by_hand"
        return 0
    fi
    say "the package $package is missing; installing it (once; a minute or two) ..."
    install_package "$package" || say "the package $package could not be installed, see above; no browser tests; $by_hand"
}
