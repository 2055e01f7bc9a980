"""The venue in the words of the log."""

from __future__ import annotations

from muster.app.log.names import because
from muster.app.speech import plural, tr
from muster.core.record.facts import venue


def tell(fact: venue.VenueFact) -> str:
    match fact:
        case venue.TerrainStocked():
            if not fact.count:
                return tr("Terrain “{piece}” removed from the stock", piece=fact.piece.name)
            return tr("Terrain in stock: {count} × “{piece}”", count=fact.count, piece=fact.piece.name)
        case venue.LayoutSaved():
            layout = fact.layout
            pieces = plural(len(layout.pieces), "{n} piece", "{n} pieces")
            if fact.draw:
                stated = {"name": layout.name, "draw": fact.draw, "pieces": pieces}
                return tr("Layout “{name}” drawn as “{draw}”: {pieces}", **stated)
            return tr("Layout “{name}” saved: {pieces}", name=layout.name, pieces=pieces) + because(fact.reason)
        case venue.LayoutRemoved():
            return tr("Layout “{name}” removed", name=fact.name)
        case venue.TerrainAssigned():
            if not fact.layout:
                return tr("Table {table} has no layout from round {round} on", table=fact.table, round=fact.round)
            return tr(
                "Table {table} has the layout “{name}” from round {round} on",
                table=fact.table,
                name=fact.layout,
                round=fact.round,
            )
        case venue.TerrainReviewed():
            return tr("Terrain checked before round {round}", round=fact.round) + because(fact.note)
        case venue.GroundLaid() | venue.SheetAttached() | venue.VariantSaved() if fact.seal:
            return tr("Something set for a scenario (not shown in this copy)")
        case venue.GroundLaid():
            elements = plural(len(fact.ground.elements), "{n} element", "{n} elements")
            return tr("Scenario “{name}”: positions of {elements}", name=fact.ground.scenario, elements=elements)
        case venue.SheetAttached():
            if not fact.data:
                return tr("Scenario “{name}”: own sheet removed", name=fact.scenario)
            return tr("Scenario “{name}”: own sheet attached: {file}", name=fact.scenario, file=fact.file)
        case venue.VariantSaved():
            if not fact.text and not fact.objectives:
                return tr("Own scenario “{name}” removed", name=fact.scenario)
            if fact.variant_of:
                return tr("Own scenario “{name}” saved, a variant of “{of}”", name=fact.scenario, of=fact.variant_of)
            return tr("Own scenario “{name}” saved", name=fact.scenario)
