"""Muster as the books pair, random within score groups: their objective is not the one that the engines share."""

from __future__ import annotations

from bench.pairing.engines.muster_objects import Ready, prepare, read
from muster.core.kit.lots import Lots
from muster.core.pairing.swiss import SwissRound, pair_players

__all__ = ["pair", "prepare", "read"]


def pair(ready: Ready) -> SwissRound[int]:
    return pair_players(ready, Lots("bench", "pairing"))
