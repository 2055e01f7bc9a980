"""What the regulations of Legend of the Five Rings expect of players, spectators and staff, in words of our own."""

from __future__ import annotations

from muster.game import Expectation, Settings, Topic, mark

TIERS = {
    "relaxed": Expectation(
        Topic.EVENT,
        mark(
            "A relaxed event: everyone is welcome, however much they have played, and having a good time comes first."
        ),
        "L5R-135",
    ),
    "formal": Expectation(
        Topic.EVENT,
        mark("A formal event: know the rules, play at a fair pace, and make clear what you are doing."),
        "L5R-136",
    ),
    "premier": Expectation(
        Topic.EVENT,
        mark(
            "A premier event, the highest level: have some experience, and know the newest Rules Reference and the "
            "tournament regulations."
        ),
        "L5R-137",
    ),
}

HELP = {
    "relaxed": Expectation(
        Topic.PLAY,
        mark("You may help each other learn, as long as that does not hold up the game."),
        "L5R-135",
    ),
    "formal": Expectation(
        Topic.PLAY, mark("Say clearly what you do. Unclear or sloppy moves cost both of you time."), "L5R-136"
    ),
    "premier": Expectation(
        Topic.PLAY, mark("Expect a strong opponent and strict rules, the same for both of you."), "L5R-137"
    ),
}

SLEEVED = Expectation(Topic.BRING, mark("Opaque sleeves for both decks, and a few spare ones."), "L5R-048")
ALIKE = Expectation(
    Topic.BRING, mark("Opaque sleeves, or else cards whose backs all look the same within a deck."), "L5R-052"
)

TOKENS = mark("The marshal decides whether a token is allowed.")

BEFORE = (
    Expectation(
        Topic.EVENT,
        mark(
            "Everyone here has a role: organiser, marshal, judge, player or spectator. The first three run the event."
        ),
        "L5R-005",
    ),
    Expectation(
        Topic.BRING, mark("Everything you need to play: both decks, provinces, stronghold and tokens."), "L5R-014"
    ),
)

DURING = (
    Expectation(
        Topic.BRING,
        mark(
            "Your own tokens, if you like. They must not cover what matters on a card or be easily knocked over, and "
            "both players must know what each one means. One may count for several."
        ),
        "L5R-060",
    ),
    Expectation(
        Topic.PLAY,
        mark("Both of you keep the game right: name every effect that must happen, your opponent’s too."),
        "L5R-078",
    ),
    Expectation(
        Topic.PLAY, mark("If you forgot an effect, you may use it late only if your opponent agrees."), "L5R-078"
    ),
    Expectation(
        Topic.PLAY,
        mark("Make no notes and look nothing up during a round, except the official rules. You may ask a judge."),
        "L5R-080",
    ),
    Expectation(
        Topic.PLAY,
        mark("If a card is missing or damaged, tell the staff before you play on."),
        "L5R-053",
    ),
    Expectation(Topic.FAIR, mark("Treat everyone with respect, on both sides of the table and around it."), "L5R-021"),
    Expectation(
        Topic.FAIR,
        mark("Do not play slowly on purpose, slam cards down, insult anyone or cheat. You can lose your place for it."),
        "L5R-023",
    ),
    Expectation(Topic.FAIR, mark("Never agree with others who wins or what is reported."), "L5R-024"),
    Expectation(Topic.FAIR, mark("Do not distract or rush your opponent so that they miss something."), "L5R-079"),
    Expectation(
        Topic.DISPUTE,
        mark("Try to settle it between you. If you cannot, you must call a judge."),
        "L5R-021",
    ),
    Expectation(
        Topic.DISPUTE,
        mark("The marshal decides what a card means."),
        "L5R-022",
    ),
    Expectation(Topic.DISPUTE, TOKENS, "L5R-061"),
    Expectation(Topic.WATCH, mark("Between your games you are a spectator."), "L5R-014"),
    Expectation(Topic.WATCH, mark("Do not disturb a game, and do not help the players in it."), "L5R-015"),
    Expectation(
        Topic.WATCH,
        mark(
            "If you see a rule being broken, tell the staff. A chance that somebody misses is not for you to mention."
        ),
        "L5R-016",
    ),
    Expectation(
        Topic.LEAVE,
        mark("You may leave the event: tell the organiser, and you are not paired again."),
        "L5R-087",
    ),
)

STAFF = (
    Expectation(
        Topic.STAFF,
        mark("Play goes by the newest Rules Reference. Where the tournament regulations differ, they come first."),
        "L5R-002",
    ),
    Expectation(
        Topic.STAFF,
        mark("If you see a rule not being followed, at a table you watch or were called to, say so."),
        "L5R-012",
    ),
    Expectation(
        Topic.STAFF,
        mark("The marshal says what a card means, and may also correct an error in the rules documents."),
        "L5R-022",
    ),
    Expectation(Topic.STAFF, TOKENS, "L5R-061"),
    Expectation(
        Topic.LIST_CHANGED,
        mark("If this changes the deck in a way that could help the player, consider whether it was cheating."),
        "L5R-047",
    ),
)


def expects(settings: Settings) -> tuple[Expectation, ...]:
    """The tier determines what players can expect and what is expected of them (L5R-134 to L5R-138)."""
    tier = settings.text("tier")
    sleeves = ALIKE if tier == "relaxed" else SLEEVED
    return (TIERS[tier], *BEFORE, sleeves, *DURING, HELP[tier], *STAFF)
