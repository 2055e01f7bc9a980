# shellcheck shell=sh
# Sourced after venv.sh by the scripts that walk the journeys in other browsers than Chromium: adds Debian's WebKit, with
# a screen in memory for its window, and Debian's Firefox, where they are missing and may be added.

# need_engines: says one line and goes on where there are none to be had; the journeys then skip, or fail where CI is set.
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
    # One by one: where one cannot be had, the others may.
    for package in $lacking; do
        install_package "$package" || say "the package $package could not be installed, see above; $by_hand"
    done
}
