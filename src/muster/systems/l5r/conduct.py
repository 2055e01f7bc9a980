"""Conduct at an event of Legend of the Five Rings: who of the staff may play and decide what, what is unsporting."""

from __future__ import annotations

from muster.game import (
    GAME_LOSS,
    RECOMMEND,
    WARNING,
    Conduct,
    Infraction,
    Refusal,
    Role,
    Settings,
    Subject,
    mark,
    menu,
    tr,
)
from muster.systems.l5r.expected import expects
from muster.systems.l5r.options import TIERS


def may_play(settings: Settings, others: int) -> None:
    """In the relaxed tier beside at least one other leader (L5R-017, L-31), in the others not at all (L5R-020)."""
    tier = settings.text("tier")
    if tier != "relaxed":
        raise Refusal(
            "In a {tier} event staff do not play: the event has their full attention.",
            clause="L5R-020",
            tier=tr(TIERS[tier]),
        )
    if not others:
        raise Refusal(
            "Staff may play only while another staff member is there. Invite a marshal or a judge first.",
            clause="L5R-017",
        )


INFRACTIONS = (
    Infraction("stalling", mark("Playing slowly on purpose"), "L5R-023"),
    Infraction("slamming", mark("Slamming cards or tokens down"), "L5R-023"),
    Infraction("behaviour", mark("Improper behaviour"), "L5R-023"),
    Infraction("discourtesy", mark("Discourtesy to an opponent"), "L5R-023"),
    Infraction("cheating", mark("Cheating"), "L5R-023"),
    Infraction("distraction", mark("Distracting or rushing an opponent"), "L5R-079"),
    Infraction("collusion", mark("Agreeing on a result with other players"), "L5R-024", by=Role.MARSHAL),
    Infraction("other", mark("Other unsporting conduct"), "L5R-023"),
)

SUBJECTS = (
    Subject("rule", mark("A rule that was not followed"), "L5R-012"),
    Subject("inquiry", mark("Possible cheating, under investigation"), "L5R-047"),
    Subject("card", mark("What a card means"), "L5R-022", by=Role.MARSHAL),
    Subject("document", mark("An error in the rules documents"), "L5R-022", by=Role.MARSHAL),
    Subject("token", mark("A token or marker that somebody objects to"), "L5R-061", by=Role.MARSHAL),
)

CONDUCT = Conduct(
    may_play=may_play,
    own_game="L5R-018",
    two_of_staff="L5R-019",
    last_word_clause="L5R-013",
    penalties=menu(
        marshal=(GAME_LOSS, RECOMMEND), clauses={WARNING: "L5R-012", GAME_LOSS: "L5R-009", RECOMMEND: "L5R-009"}
    ),
    expects=expects,
    infractions=INFRACTIONS,
    subjects=SUBJECTS,
)
