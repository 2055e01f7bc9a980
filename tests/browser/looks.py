"""What a machine can see of a page: axe's violations, sideways scroll, and things to press that are too small."""

from __future__ import annotations

from importlib.resources import files

from playwright.sync_api import Page

AXE = (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")
LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
LABELS = "label-content-name-mismatch"
"""WCAG 2.5.3, which axe only checks on request: what is read aloud contains the visible words, in order."""
COLOURS = "color-contrast"
TOUCH = 44


def unfold(page: Page) -> None:
    """Everything that a reader can open is checked open."""
    page.evaluate("document.querySelectorAll('details').forEach((fold) => { fold.open = true; })")


def violations(page: Page, only: list[str] | None = None, but_for: tuple[str, ...] = ()) -> list[str]:
    """For all rules, for some, or for all but some.

    Run as a value: a script element would violate the pages' own policy, which stays in force. What sticks to the lower
    edge covers others only until they are scrolled, so it is put in its normal place.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    page.evaluate("document.querySelectorAll('.dock').forEach((dock) => { dock.style.position = 'static'; })")
    what = {"type": "rule", "values": only} if only else {"type": "tag", "values": LEVELS}
    rules = {} if only else {LABELS: {"enabled": True}} | {rule: {"enabled": False} for rule in but_for}
    found = page.evaluate(
        "([what, rules]) => axe.run(document, {runOnly: what, rules, resultTypes: ['violations'], elementRef: false})",
        [what, rules],
    )
    return [
        f"{one['id']}: {node['html'][:120]}: {node['failureSummary'].splitlines()[-1].strip()}"
        for one in found["violations"]
        for node in one["nodes"]
    ]


def sideways(page: Page) -> int:
    """How much wider the page is than its window, once it is complete."""
    page.wait_for_load_state()
    found: int = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return found


# A link in running text is exempt, as in WCAG 2.5.8: its size is the line's. A choice is as large as its label.
SMALL = """(least) => {
  const small = [];
  const pressed = "a[href], button, input:not([type=hidden]), select, textarea, summary";
  for (const one of document.querySelectorAll(pressed)) {
    const target = one.matches("[type=radio], [type=checkbox]") ? one.closest("label") || one : one;
    if (!target.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (target.closest("[aria-hidden=true]")) continue;
    const box = target.getBoundingClientRect();
    if (box.width < 2 || box.right <= 0 || box.bottom + scrollY <= 0) continue;
    const text = target.textContent.trim();
    const around = target.closest("p, li, td, dd, dt, label, legend, h1, h2")?.textContent.trim() || text;
    const inline = getComputedStyle(target).display.startsWith("inline") && text && text !== around;
    if (target.tagName === "A" && inline) continue;
    if (Math.min(box.width, box.height) < least - 0.5) {
      small.push(`${Math.round(box.width)}x${Math.round(box.height)}: ${target.outerHTML.slice(0, 120)}`);
    }
  }
  return small;
}"""


def small_targets(page: Page) -> list[str]:
    found: list[str] = page.evaluate(SMALL, TOUCH)
    return found


CUT = """(longest) => {
  const found = new Set(), walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = new Range();
  while (walk.nextNode()) {
    const { data, parentElement } = walk.currentNode;
    if (!parentElement.checkVisibility() || getComputedStyle(parentElement).hyphens === "auto") continue;
    for (const word of data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
      if (word[0].length > longest) continue;
      range.setStart(walk.currentNode, word.index);
      range.setEnd(walk.currentNode, word.index + word[0].length);
      if (new Set([...range.getClientRects()].map((line) => Math.round(line.top))).size > 1) found.add(word[0]);
    }
  }
  return [...found];
}"""
ORDINARY = 12
"""Letters of a word that fits on a line anywhere."""


def cut_words(page: Page) -> list[str]:
    """Ordinary words that are broken in two without a hyphen."""
    found: list[str] = page.evaluate(CUT, ORDINARY)
    return found
