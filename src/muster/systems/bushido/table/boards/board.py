"""What somebody sees of a Bushido game: the board of the set-up, of a phase, or of the end."""

from __future__ import annotations

from dataclasses import replace

from muster.game import Board, Emphasis, Eye, Now, Press, tr
from muster.systems.bushido.table.boards.end import end_board, over_board
from muster.systems.bushido.table.boards.main import main_board
from muster.systems.bushido.table.boards.setup import setup_board
from muster.systems.bushido.table.boards.starting import starting_board
from muster.systems.bushido.table.state import BushidoGame, BushidoPhase

PHASES = {
    BushidoPhase.STARTING: starting_board,
    BushidoPhase.MAIN: main_board,
    BushidoPhase.END: end_board,
}


def board(game: BushidoGame, eye: Eye, now: Now) -> Board:
    if game.ended is not None:
        return over_board(game, eye)
    if not game.turn:
        return setup_board(game, eye, now)
    shown = PHASES[game.phase](game, eye, now)
    if eye.side is None:
        return shown
    ask = tr("Concede the game to {name}?", name=game.names[1 - eye.side])
    give_up = Press(tr("Concede"), "concede", emphasis=Emphasis.DANGER, ask=ask)
    return replace(shown, presses=(*shown.presses, give_up))
