"""The plain walk that club scripts use: from the top, everybody meets the next one not met before. No library."""

from __future__ import annotations

from bench.pairing.field import BYE, Field, Pairs

Ready = list[tuple[int, set[int], bool]]


def prepare(field: Field) -> Ready:
    return [(p, field.met(p), field.had_bye(p)) for p in field.best_first()]


def pair(ready: Ready) -> Pairs:
    bye = next((p for p, _, had in reversed(ready) if not had), ready[-1][0]) if len(ready) % 2 else BYE
    pairs: Pairs = []
    waiting: list[tuple[int, set[int]]] = []
    for player, met, _ in ready:
        if player == bye:
            continue
        k = next((k for k, (other, _) in enumerate(waiting) if other not in met), None)
        if k is None:
            waiting.append((player, met))
        else:
            pairs.append((waiting.pop(k)[0], player))
    pairs += [(a, b) for (a, _), (b, _) in zip(waiting[::2], waiting[1::2], strict=True)]
    return pairs if bye == BYE else [*pairs, (bye, BYE)]


def read(ready: Ready, answer: Pairs) -> Pairs:
    return answer
