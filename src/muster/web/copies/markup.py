"""A page as it is in a copy: links lead to other files of the copy, and what needs a server is not there."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from html.parser import HTMLParser

FileFor = Callable[[str], str | None]
"""The file in the copy that an address leads to, with its fragment; None if it is not in the copy."""

GONE = frozenset({"script", "form"})
"""Elements that do nothing without a server; removed with their content."""

BUTTONS = frozenset({"btn", "link", "whybtn"})
"""Links with these classes are buttons: one that leads nowhere is removed. Other links also show names, which stay."""

ADDRESSES = frozenset({"href", "src"})

VOID = frozenset({"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"})


class _Page(HTMLParser):
    def __init__(self, file_for: FileFor) -> None:
        super().__init__(convert_charrefs=False)
        self._file_for = file_for
        self.out: list[str] = []
        self._gone = ""
        """The element being left out, and how many of its kind are open inside it."""
        self._depth = 0
        self._links: list[str] = []
        """What the open links have become."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._gone:
            self._depth += tag == self._gone
            return
        if tag in GONE:
            self._gone, self._depth = tag, 1
            return
        if tag == "a":
            self._link(dict(attrs))
            return
        self.out.append(self._as_it_was(tag, attrs))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """For drawings: an element without content."""
        if not self._gone:
            self.out.append(self._as_it_was(tag, attrs, "/>"))

    def _as_it_was(self, tag: str, attrs: list[tuple[str, str | None]], end: str = ">") -> str:
        """Unchanged, unless it is a link."""
        leads = any(name in ADDRESSES for name, _ in attrs)
        return self._written(tag, attrs, end) if leads else self.get_starttag_text() or ""

    def _link(self, attrs: dict[str, str | None]) -> None:
        file = self._file_for(attrs.get("href") or "")
        if file is not None:
            self._links.append("a")
            self.out.append(self._written("a", [*({**attrs, "href": file}).items()]))
        elif BUTTONS & set((attrs.get("class") or "").split()):
            self._gone, self._depth = "a", 1
        else:
            self._links.append("span")
            kept = [(name, value) for name, value in attrs.items() if name in ("class", "id", "lang")]
            self.out.append(self._written("span", kept))

    def _written(self, tag: str, attrs: list[tuple[str, str | None]], end: str = ">") -> str:
        written = [tag]
        for name, value in attrs:
            file = self._file_for(value or "") if name in ADDRESSES and tag != "a" else value
            written.append(name if file is None else f'{name}="{escape(file)}"')
        return f"<{' '.join(written)}{end}"

    def handle_endtag(self, tag: str) -> None:
        if self._gone:
            self._depth -= tag == self._gone
            if not self._depth:
                self._gone = ""
        elif tag == "a":
            self.out.append(f"</{self._links.pop()}>")
        elif tag not in VOID:
            self.out.append(f"</{tag}>")

    def _kept(self, text: str) -> None:
        if not self._gone:
            self.out.append(text)

    def handle_data(self, data: str) -> None:
        self._kept(data)

    def handle_entityref(self, name: str) -> None:
        self._kept(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self._kept(f"&#{name};")

    def handle_decl(self, decl: str) -> None:
        self._kept(f"<!{decl}>")


def copied(page: str, file_for: FileFor) -> str:
    """Comments are removed too: some are placeholders for what a server inserts."""
    parser = _Page(file_for)
    parser.feed(page)
    parser.close()
    return "".join(parser.out)
