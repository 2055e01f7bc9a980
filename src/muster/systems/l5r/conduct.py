"""Leaders of an event of Legend of the Five Rings: who of them may play, whose word is last, who punishes."""

from __future__ import annotations

from muster.game import GAME_LOSS, RECOMMEND, WARNING, Conduct, Refusal, Settings, menu, tr
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


CONDUCT = Conduct(
    may_play=may_play,
    own_game="L5R-018",
    two_leaders="L5R-019",
    last_word_clause="L5R-013",
    penalties=menu(
        marshal=(GAME_LOSS, RECOMMEND), clauses={WARNING: "L5R-012", GAME_LOSS: "L5R-009", RECOMMEND: "L5R-009"}
    ),
)
