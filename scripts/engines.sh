# shellcheck shell=sh
# Sourced after venv.sh by the scripts that run the journeys in browsers other than Chromium: installs Debian's WebKit,
# with a screen in memory for its window, and Debian's Firefox, if they are missing and may be installed.

# need_engines: if one is not available, prints one line and continues; its journeys are then skipped, or fail if CI is set.
need_engines() {
    lacking=''
    command -v WebKitWebDriver >/dev/null 2>&1 || lacking="$lacking webkit2gtk-driver"
    command -v Xvfb >/dev/null 2>&1 || lacking="$lacking xvfb"
    command -v firefox-esr >/dev/null 2>&1 || command -v firefox >/dev/null 2>&1 || lacking="$lacking firefox-esr"
    [ -n "$lacking" ] || return 0
    by_hand="install them, on Debian with 'sudo apt-get install$lacking'."
    if ! can_install; then
        say "missing:$lacking; no tests in WebKit and Firefox without them; $by_hand"
        return 0
    fi
    say "missing:$lacking; installing them (once; a minute or two) ..."
    # One by one: if one is not available, the others may be.
    for package in $lacking; do
        install_package "$package" || say "the package $package could not be installed, see above; $by_hand"
    done
}
