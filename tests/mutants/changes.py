"""Small changes that break a rule: found in a module's syntax tree, made one at a time.

Texts are left alone: what is in a message, a reason or a formatted string decides nothing.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import CodeType

OPERATORS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
YES_OR_NO = (ast.Eq, ast.NotEq, ast.In, ast.NotIn, ast.Is, ast.IsNot)
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}
TEXTS = {
    "tr", "plural", "listed", "either", "mark", "Message", "Reason",
    "Refusal", "BadInput", "error", "warning", "not_checked",
}  # fmt: skip
"""Calls whose arguments are words for people."""

MODULE = "<module>"


@dataclass(frozen=True)
class Mutant:
    """One change in a module. `name` identifies it by function and source text, so that it survives edits elsewhere.

    `parent.field`, or its item `index`, becomes `new`. `at_import`: it only runs when the module is imported.
    """

    function: str
    line: int
    name: str
    at_import: bool
    parent: ast.AST
    field: str
    index: int | None
    new: object

    @contextmanager
    def made(self) -> Iterator[None]:
        """The tree with this change; restored afterwards."""
        old = getattr(self.parent, self.field)
        value = self.new
        if self.index is not None:
            value = [*old[: self.index], *([] if value is None else [value]), *old[self.index + 1 :]]
        setattr(self.parent, self.field, value)
        try:
            yield
        finally:
            setattr(self.parent, self.field, old)


class Module:
    """A module's tree and all the changes that can be made in it."""

    def __init__(self, path: str, source: str) -> None:
        self.path = path
        self.tree = ast.parse(source)
        self.mutants = _numbered(_Finder().found(self.tree))

    def code(self, mutant: Mutant) -> CodeType:
        with mutant.made():
            return compile(self.tree, self.path, "exec", dont_inherit=True)


def _numbered(mutants: list[Mutant]) -> list[Mutant]:
    """Equal changes in one function are told apart by their number."""
    seen: Counter[str] = Counter()
    out = []
    for mutant in mutants:
        seen[mutant.name] += 1
        number = seen[mutant.name]
        name = mutant.name if number == 1 else f"{mutant.name} [{number}]"
        out.append(Mutant(**{**vars(mutant), "name": name}))
    return out


class _Finder:
    def __init__(self) -> None:
        self.mutants: list[Mutant] = []
        self._classes = {""}

    def found(self, tree: ast.Module) -> list[Mutant]:
        self._body(tree, "body", "")
        return self.mutants

    def _add(
        self, scope: str, node: ast.AST, parent: ast.AST, field: str, index: int | None, new: ast.AST | None, text: str
    ) -> None:
        line = getattr(node, "lineno", 0)
        if isinstance(new, ast.AST):
            ast.copy_location(new, node)
            ast.fix_missing_locations(new)
        function = scope or MODULE
        self.mutants.append(
            Mutant(function, line, f"{function}: {text}", scope in self._classes, parent, field, index, new)
        )

    # Statements

    def _body(self, parent: ast.AST, field: str, scope: str) -> None:
        for index, statement in enumerate(getattr(parent, field)):
            self._statement(statement, parent, field, index, scope)

    def _statement(self, node: ast.stmt, parent: ast.AST, field: str, index: int, scope: str) -> None:
        match node:
            case ast.FunctionDef():
                for at, default in enumerate(node.args.defaults):
                    self._expression(default, node.args, "defaults", at, scope)
                for at, keyword_default in enumerate(node.args.kw_defaults):
                    if keyword_default is not None:
                        self._expression(keyword_default, node.args, "kw_defaults", at, scope)
                self._body(node, "body", f"{scope}.{node.name}" if scope else node.name)
            case ast.ClassDef():
                inside = f"{scope}.{node.name}" if scope else node.name
                self._classes.add(inside)
                self._body(node, "body", inside)
            case ast.Import() | ast.ImportFrom() | ast.Raise() | ast.Assert():
                pass
            case ast.Expr(value=ast.Constant()):
                pass
            case ast.Expr():
                self._add(scope, node, parent, field, index, ast.Pass(), f"{_text(node)} → dropped")
                self._expression(node.value, node, "value", None, scope)
            case ast.AnnAssign():
                if node.value is not None:
                    self._expression(node.value, node, "value", None, scope)
            case ast.If():
                # A refusal that always happens is noticed by everything.
                self._test(
                    node, "test", None, scope, (False,) if isinstance(node.body[-1], ast.Raise) else (True, False)
                )
                self._body(node, "body", scope)
                self._body(node, "orelse", scope)
            case ast.While():
                self._expression(node.test, node, "test", None, scope)
                self._body(node, "body", scope)
            case _:
                self._children(node, scope)

    def _children(self, node: ast.AST, scope: str) -> None:
        for field, value in ast.iter_fields(node):
            for index, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
                if isinstance(child, ast.stmt):
                    assert index is not None
                    self._statement(child, node, field, index, scope)
                elif isinstance(child, ast.expr):
                    self._expression(child, node, field, index, scope)
                elif isinstance(child, ast.operator):
                    self._operator(child, node, field, None, scope, node)
                elif isinstance(child, ast.AST):
                    self._children(child, scope)

    # Expressions

    def _test(self, node: ast.AST, field: str, index: int | None, scope: str, always: tuple[bool, ...]) -> None:
        """A condition, and what happens if it is always or never true."""
        value = getattr(node, field)
        test: ast.expr = value if index is None else value[index]
        if isinstance(test, ast.Name) and test.id == "TYPE_CHECKING":
            return
        for constant in always:
            self._add(scope, test, node, field, index, ast.Constant(constant), f"if {_text(test)} → if {constant}")
        self._expression(test, node, field, index, scope, turned=False)

    def _expression(
        self, node: ast.expr, parent: ast.AST, field: str, index: int | None, scope: str, turned: bool = True
    ) -> None:
        """`turned`: also swaps yes and no, which adds nothing if each was tried on its own."""

        def add(new: ast.expr) -> None:
            self._add(scope, node, parent, field, index, new, f"{_text(node)} → {_text(new)}")

        match node:
            case ast.JoinedStr():
                return
            case ast.Call(func=ast.Name(id="zip")):
                # Its `strict` says what is always so.
                for at, argument in enumerate(node.args):
                    self._expression(argument, node, "args", at, scope)
                return
            case ast.Call(func=ast.Name(id=name)) if name in TEXTS:
                return
            case ast.Constant(value=bool() | int() as value):
                other = not value if isinstance(value, bool) else value + 1
                text = f"{_around(parent, node)}: {value} → {other}"
                self._add(scope, node, parent, field, index, ast.Constant(other), text)
            case ast.UnaryOp(op=ast.Not()):
                if turned:
                    add(node.operand)
                self._expression(node.operand, node, "operand", None, scope, turned=False)
                return
            case ast.BoolOp():
                for at in range(len(node.values)):
                    rest = [*node.values[:at], *node.values[at + 1 :]]
                    add(rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest))
                    self._expression(node.values[at], node, "values", at, scope, turned=False)
                return
            case ast.Compare():
                for at, op in enumerate(node.ops):
                    if turned or not isinstance(op, YES_OR_NO):
                        self._operator(op, node, "ops", at, scope, node)
                    self._members(op, node.comparators[at], scope)
            case ast.IfExp():
                self._test(node, "test", None, scope, (True, False))
                self._expression(node.body, node, "body", None, scope)
                self._expression(node.orelse, node, "orelse", None, scope)
                return
            case ast.Name(id=name, ctx=ast.Load()) if name in NAMES:
                self._add(
                    scope, node, parent, field, index, ast.Name(NAMES[name], ast.Load()),
                    f"{_text(parent)}: {name} → {NAMES[name]}",
                )  # fmt: skip
            case ast.Lambda():
                self._expression(node.body, node, "body", None, f"{scope}.<lambda>" if scope else "<lambda>")
                return
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                for loop in node.generators:
                    for at, test in enumerate(loop.ifs):
                        text = f"… for {_text(loop.target)} … if {_text(test)} → without if"
                        self._add(scope, test, loop, "ifs", at, None, text)
                        self._expression(test, loop, "ifs", at, scope, turned=False)
                    self._expression(loop.iter, loop, "iter", None, scope)
                for name in ("elt", "key", "value"):
                    if (part := getattr(node, name, None)) is not None:
                        self._expression(part, node, name, None, scope)
                return
        self._children(node, scope)

    def _operator(
        self, op: ast.AST, parent: ast.AST, field: str, index: int | None, scope: str, whole: ast.AST
    ) -> None:
        if type(op) not in OPERATORS:
            return
        new = OPERATORS[type(op)]()
        old_text = _text(whole)
        with Mutant("", 0, "", False, parent, field, index, new).made():
            text = f"{old_text} → {_text(whole)}"
        self._add(scope, whole, parent, field, index, new, text)

    def _members(self, op: ast.AST, among: ast.expr, scope: str) -> None:
        """x in (a, b): each of them is left out in turn."""
        if isinstance(op, ast.In | ast.NotIn) and isinstance(among, ast.Tuple | ast.Set | ast.List):
            for at, item in enumerate(among.elts if len(among.elts) > 1 else ()):
                self._add(scope, item, among, "elts", at, None, f"… in {_text(among)} → without {_text(item)}")


def _around(parent: ast.AST, node: ast.AST) -> str:
    """Where a number is, in words short enough to read."""
    if isinstance(parent, ast.keyword):
        return f"{parent.arg}={_text(node)}"
    return _text(parent)


def _text(node: ast.AST) -> str:
    """The source of a node on one line, its middle left out where it is long."""
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 160 else f"{text[:100]} … {text[-50:]}"
