"""Kinds of terrain in a picture: told apart by their hatching alone."""

from __future__ import annotations

from xml.etree import ElementTree

from muster.app.venue.terrain_hatching import hatches_of
from muster.app.venue.terrain_picture import svg
from muster.core.record.terrain import Hatch
from muster.core.rules import layouts
from tests.app.hall import Hall
from tests.app.venue.test_terrain import hall, own_layout


def test_each_kind_has_a_hatching_of_its_own() -> None:
    """Distinguishable without colour: in grey print and to every eye. A combination has both its kinds' hatchings."""
    rules = layouts.rules_of(Hall("warmachine", 0).system)
    assert set(rules.hatches) == set(rules.kinds) and len(set(rules.hatches.values())) == len(rules.kinds) == 10
    found = hall()
    layout = own_layout(found, ("Burning copse", 24, 24), ("Pond", 12, 12))
    root = ElementTree.fromstring(svg(layout, known=rules.hatches, number=3))
    drawn = [g for g in root.iter() if g.attrib.get("class", "").startswith("piece")]
    over = [[c.attrib["fill"] for c in g if c.attrib.get("class") == "over"] for g in drawn]
    assert over == [["url(#t3-trees)", "url(#t3-crosses)"], ["url(#t3-waves)"]]
    patterns = {one.attrib["id"]: ElementTree.tostring(one[0]) for one in root.iter() if one.tag.endswith("pattern")}
    assert set(patterns) == {"t3-trees", "t3-crosses", "t3-waves"} and len(set(patterns.values())) == 3
    key = ["".join(g.itertext()) for g in root.iter() if g.attrib.get("class") == "key"]
    assert key == ["forest", "hazard", "shallow water"]


def test_kinds_in_the_organisers_own_words_differ_too() -> None:
    """BUS-26: the book names only one kind, which keeps its hatching."""
    known = {"impassable": Hatch.MESH}
    names = [f"kind {n}" for n in range(9)]
    found = hatches_of(["impassable", *names], known)
    assert found["impassable"] is Hatch.MESH and len(set(found.values())) == 10
    assert len(hatches_of([f"kind {n}" for n in range(40)], {})) == 40
