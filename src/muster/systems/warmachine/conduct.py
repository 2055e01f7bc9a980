"""Conduct at a Masters or Champions event: what is expected of players, what is unsporting, and who decides."""

from __future__ import annotations

from muster.game import (
    GAME_LOSS,
    RECOMMEND,
    WARNING,
    Conduct,
    Expectation,
    Infraction,
    Role,
    Settings,
    Topic,
    mark,
    menu,
)

INFRACTIONS = (
    Infraction("rudeness", mark("Rudeness to an opponent or the organiser"), "WMH-058", only=RECOMMEND),
    Infraction("abuse", mark("Offensive or abusive conduct"), "WMH-059"),
    Infraction("bullying", mark("Bullying"), "WMH-059"),
    Infraction("cheating", mark("Cheating"), "WMH-059"),
    Infraction("arguing", mark("Arguing about rules again and again"), "WMH-059"),
    Infraction("improper_play", mark("Improper play"), "WMH-059"),
    Infraction("stalling", mark("Playing slowly on purpose"), "WMH-059"),
    Infraction("clock", mark("Misuse of the Deathclock"), "WMH-061"),
    Infraction("measuring", mark("A measuring tool that gives an advantage"), "WMH-061"),
    Infraction("conversion", mark("A misleading conversion"), "WMH-061"),
    Infraction("exploiting", mark("Other exploiting of the rules"), "WMH-061"),
    Infraction("concession", mark("An unsporting concession"), "WMH-064"),
    Infraction("other", mark("Other improper acts"), "WMH-059"),
)
"""By WMH-058 rudeness leads to disqualification; a person confirms it (W-52)."""

EXPECTED = (
    Expectation(
        Topic.BRING,
        mark("Your own models, stat cards, dice, measuring tools, markers, proxy bases, tokens and templates."),
        "WMH-013",
    ),
    Expectation(
        Topic.PLAY,
        mark(
            "Put tokens and templates next to what they affect. Only those for effects that are in play belong on the "
            "table."
        ),
        "WMH-014",
    ),
    Expectation(
        Topic.PLAY,
        mark("Point out your conversions before the game. Each must be easy to recognise as what it is."),
        "WMH-053",
    ),
    Expectation(
        Topic.FAIR,
        mark("Play by the rules, answer your opponent’s questions honestly, and hold them to the same."),
        "WMH-056",
    ),
    Expectation(
        Topic.FAIR,
        mark("Be polite to your opponent and the organiser. Rudeness means disqualification."),
        "WMH-058",
    ),
    Expectation(
        Topic.FAIR,
        mark("Abuse, bullying, cheating, endless arguing, improper play or stalling can end in a disqualification."),
        "WMH-059",
    ),
    Expectation(
        Topic.FAIR,
        mark("Using gaps in the rules, such as clock tricks, can cost you a warning, the game or the event."),
        "WMH-061",
    ),
    Expectation(
        Topic.DISPUTE,
        mark(
            "Tell your opponent what bothers you and what would put it right. If it goes on, call the organiser, whose "
            "word is final."
        ),
        "WMH-057",
    ),
    Expectation(
        Topic.LEAVE,
        mark("You may concede a game, and then score nothing for it. An unsporting concession can disqualify you."),
        "WMH-064",
    ),
)


def expects(settings: Settings) -> tuple[Expectation, ...]:
    """Painting is never required (WMH-041); in Champions there is an award for it (WMH-087)."""
    text = mark("A painted army is welcome, but not required.")
    if settings.text("kind") == "champions":
        text = mark("A painted army is welcome, but not required. The best painted one wins an award.")
    return (*EXPECTED, Expectation(Topic.BRING, text, "WMH-041"))


CONDUCT = Conduct(
    last_word=Role.ORGANISER,
    last_word_clause="WMH-057",
    penalties=menu(marshal=(GAME_LOSS,), clauses={WARNING: "WMH-061", GAME_LOSS: "WMH-061", RECOMMEND: "WMH-059"}),
    expects=expects,
    infractions=INFRACTIONS,
)
"""The organiser has the final word; only they, or a marshal in their place, can give a game loss."""
