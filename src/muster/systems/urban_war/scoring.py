"""What a game, a bye or a missed round is worth in an Urban War event, and which results cannot be."""

from __future__ import annotations

from dataclasses import dataclass

from muster.game import BadInput, Ending, Game, Lots, Outcome, Player, Raw, Reason, Scalar, Score, Settings, mark
from muster.systems.urban_war.casualties import CasualtyLevel, degree_between, level_of, points_for, thresholds

GAVE_UP = {Ending.CONCESSION: "conceded", Ending.DISQUALIFIED: "disqualified"}
"""Endings in which the player named counts as having lost every model."""

INVENTED_BONUS = 4
"""The most bonus points in a made-up game; campaign documents have their own numbers."""


@dataclass(frozen=True, slots=True)
class Force:
    """One side at the end of a game."""

    player: Player
    models: int
    reported: int
    withdrew: bool
    bonus: int
    gave_up: bool

    @property
    def lost(self) -> int:
        """UW-54: a player who gives up counts as having lost all models, the opponent only those really lost."""
        return self.models if self.gave_up else self.reported

    @property
    def level(self) -> CasualtyLevel:
        return level_of(self.models, self.lost, withdrew=self.withdrew)


def models_of(player: Player) -> int:
    models = player.values["models"]
    assert isinstance(models, int), f"{player.name} has no number of models"
    return models


def forces(game: Game) -> tuple[Force, Force]:
    return _force(game, game.a), _force(game, game.b)


def _force(game: Game, player: Player) -> Force:
    def given(key: str) -> Scalar:
        """A value of this side; None if a game that was given up has none, which counts as 0 (U-31)."""
        value = game.result.values.get(key)
        return value[game.side(player.id)] if isinstance(value, list) else None

    return Force(
        player=player,
        models=models_of(player),
        reported=int(given("lost") or 0),
        withdrew=bool(given("withdrew")),
        bonus=int(given("bonus") or 0),
        gave_up=game.result.ending in GAVE_UP and player.id in game.result.by,
    )


def score(game: Game) -> tuple[Score, Score]:
    """UW-46: what both sides score, from their casualty levels."""
    a, b = forces(game)
    return _score(a, b, game.result.ending), _score(b, a, game.result.ending)


def _score(own: Force, other: Force, ending: Ending) -> Score:
    """UW-51, UW-52; bonus points are added, without a cap (UW-47, U-24)."""
    level, against = own.level, other.level
    points = points_for(level, against)
    outcome = Outcome.DRAW if level == against else Outcome.WIN if level < against else Outcome.LOSS
    code, clause = _told(own, other, ending)
    figures = {
        "level": level.title,
        "lost": own.lost,
        "models": own.models,
        "other_level": against.title,
        "other_lost": other.lost,
        "other_models": other.models,
        "degree": SEEN[degree_between(level, against).title, outcome],
        "points": points,
        "bonus": own.bonus,
    }
    return Score(points + own.bonus, outcome, Reason(code, figures, clause), {"bonus": own.bonus})


SEEN = {
    ("Draw", Outcome.DRAW): mark("Draw"),
    ("Minor", Outcome.WIN): mark("Minor Victory"),
    ("Minor", Outcome.LOSS): mark("Minor Loss"),
    ("Major", Outcome.WIN): mark("Major Victory"),
    ("Major", Outcome.LOSS): mark("Major Loss"),
    ("Crushing", Outcome.WIN): mark("Crushing Victory"),
    ("Crushing", Outcome.LOSS): mark("Crushing Loss"),
}
"""A degree from the winner's, drawn or loser's side."""


def _told(own: Force, other: Force, ending: Ending) -> tuple[str, str]:
    """The sentence for this side's score, and the clause behind it."""
    if own.gave_up:
        code, clause = GAVE_UP[ending], "UW-54"
    elif other.gave_up:
        code, clause = f"other_{GAVE_UP[ending]}", "UW-55" if own.bonus else "UW-54"
    else:
        code = {
            (False, False): "casualties",
            (True, False): "withdrew",
            (False, True): "other_withdrew",
            (True, True): "both_withdrew",
        }[own.withdrew, other.withdrew]
        clause = "UW-47" if own.bonus else "UW-52" if code == "casualties" else "UW-50"
    return (f"{code}_bonus" if own.bonus else code), clause


def check(game: Game) -> None:
    """U-21: nobody can lose more models than the force began with. UW-47, UW-55: who may score bonus points."""
    for force in forces(game):
        name = force.player.name
        if force.reported > force.models:
            raise BadInput(
                "Models lost: “{reported}” for {name} should be {models} at most, the number of models "
                "the force began with.",
                clause="U-21",
                reported=force.reported,
                name=name,
                models=force.models,
            )
        if force.bonus and not game.settings.flag("campaign"):
            raise BadInput(
                "Bonus points: “{bonus}” for {name} should be 0, unless the option campaign is set to "
                "yes: they belong to campaign events.",
                clause="UW-47",
                bonus=force.bonus,
                name=name,
            )
        if force.bonus and force.gave_up:
            raise BadInput(
                "Bonus points: “{bonus}” for {name} should be 0: in a game that is given up only the "
                "opponent scores them.",
                clause="UW-55",
                bonus=force.bonus,
                name=name,
            )


def bye(settings: Settings) -> Score:
    """UW-40: as much as the best result, without bonus points."""
    points = settings.number("bye_points")
    return Score(points, Outcome.WIN, Reason("bye_score", {"points": points}, "UW-40"), {"bonus": 0})


def unpaired(settings: Settings) -> Score:
    return Score(0, Outcome.LOSS, Reason("unpaired_score", {"points": 0}, "X-04"), {"bonus": 0})


def double_loss(settings: Settings) -> Score:
    return Score(0, Outcome.LOSS, Reason("double_loss_score", {"points": 0}, "X-11"), {"bonus": 0})


def invent(a: Player, b: Player, settings: Settings, lots: Lots) -> dict[str, Raw]:
    """Any losses; from the break point of half the force on (UW-43, U-17), a side may have had to withdraw."""
    lost: list[Scalar] = []
    withdrew: list[Scalar] = []
    bonus: list[Scalar] = []
    for player in (a, b):
        models = models_of(player)
        _, break_point, _ = thresholds(models)
        gone = lots.below(models + 1)
        lost.append(gone)
        withdrew.append(break_point <= gone < models and lots.below(2) == 0)
        bonus.append(lots.below(INVENTED_BONUS + 1) if settings.flag("campaign") else 0)
    return {"lost": lost, "withdrew": withdrew, "bonus": bonus}
