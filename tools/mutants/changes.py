"""One-point changes of a source: a comparison, a sign, a number, a condition, a statement that goes."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from pathlib import Path

#: The signs of operators, and what takes their place.
_SWAPS: dict[type[ast.AST], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.And: ("and", "or"),
    ast.Or: ("or", "and"),
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "/"),
    ast.Div: ("/", "*"),
    ast.FloorDiv: ("//", "/"),
    ast.Mod: ("%", "*"),
}
#: What an argument of these names says is checked by type checkers, or is never wrong.
_DECLARED = frozenset(
    {"compare", "eq", "exist_ok", "frozen", "init", "kw_only", "missing_ok", "parents", "repr", "strict"}
)
#: Numbers of which none is wrong: how large something is drawn, how much is remembered, how long a digest is.
_SIZES = frozenset(
    {
        *(
            "digest_size",
            "maxsize",
            "fontSize",
            "labelFontSize",
            "subtitleFontSize",
            "labelLimit",
            "labelPadding",
        ),
        *("offset", "opacity", "padding", "size", "strokeDash", "strokeWidth", "tickCount"),
    }
)
#: The same as constants of a module.
_DRAWN = frozenset({"WIDTH", "ROW", "LONGEST_NAME"})
_NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True)
class Change:
    """Bytes of a file from ``start`` to ``end``, and what takes their place."""

    path: Path
    line: int
    start: int
    end: int
    old: str
    new: str
    #: The line it begins in, for people.
    text: str

    def __str__(self) -> str:
        old = " ".join(self.old.split())
        shown = old if len(old) <= 60 else f"{old[:60]}…"
        return f"{self.path}:{self.line}: {shown} -> {self.new}  in  {self.text}"

    def applied(self, source: bytes) -> bytes:
        """The source with this change."""
        return source[: self.start] + self.new.encode() + source[self.end :]


@dataclass
class _Finder(ast.NodeVisitor):
    """Collects the changes of a module; types, messages and docstrings stay as they are."""

    path: Path
    source: bytes
    found: list[Change] = field(default_factory=list)

    def __post_init__(self) -> None:
        # Not splitlines(), which knows more ends of lines than Python's grammar does.
        self._lines = self.source.split(b"\n")
        self._starts = [0, *accumulate(len(line) + 1 for line in self._lines)]

    def _place(self, line: int, column: int) -> int:
        return self._starts[line - 1] + column

    def _span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._place(node.lineno, node.col_offset), self._place(node.end_lineno, node.end_col_offset)

    def _add(self, node: ast.expr | ast.stmt, new: str, span: tuple[int, int] | None = None) -> None:
        start, end = span or self._span(node)
        old = self.source[start:end].decode()
        line = self.source.count(b"\n", 0, start)
        text = self._lines[line].decode().strip()
        self.found.append(Change(self.path, line + 1, start, end, old, new, text))

    def _between(self, left: ast.expr, operator: ast.AST, right: ast.expr) -> None:
        """Changes the operator between two operands, around which there may be brackets and breaks."""
        if type(operator) not in _SWAPS:
            return
        old, new = _SWAPS[type(operator)]
        begin, end = self._span(left)[1], self._span(right)[0]
        gap = self.source[begin:end]
        place = gap.find(old.encode())
        if place >= 0 and b"#" not in gap:
            self._add(left, new, (begin + place, begin + place + len(old)))

    def visit_Compare(self, node: ast.Compare) -> None:
        if ast.unparse(node.left) == "sys.version_info":
            return  # there is one Python here
        for left, op, right in zip([node.left, *node.comparators], node.ops, node.comparators, strict=False):
            self._between(left, op, right)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if isinstance(node.op, ast.LShift) and _is_number(node.left) and _is_number(node.right):
            return  # the size of a block or a cache: of time and memory, not of results
        if not _is_text(node):
            self._between(node.left, node.op, node.right)
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        for left, right in pairwise(node.values):
            self._between(left, node.op, right)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        operand = self.source[slice(*self._span(node.operand))].decode()
        if isinstance(node.op, ast.Not | ast.USub):
            self._add(node, f"({operand})")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self._add(node, str(not node.value))
        elif isinstance(node.value, int | float) and node.value + 1 != node.value:
            self._add(node, repr(node.value + 1))

    def visit_keyword(self, node: ast.keyword) -> None:
        if node.arg not in _DECLARED and not (node.arg in _SIZES and _is_number(node.value)):
            self.visit(node.value)

    def visit_Name(self, node: ast.Name) -> None:
        if node.id in _NAMES:
            self._add(node, _NAMES[node.id])

    def _condition(self, node: ast.If | ast.While | ast.IfExp) -> None:
        # Comparisons and the like change by themselves.
        if isinstance(node.test, ast.Name | ast.Attribute | ast.Call):
            start, end = self._span(node.test)
            self._add(node.test, f"(not {self.source[start:end].decode()})")
        self.generic_visit(node)

    def visit_If(self, node: ast.If) -> None:
        if not (isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"):
            self._condition(node)

    visit_While = visit_IfExp = _condition  # noqa: N815

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Call):
            self._add(node, "pass")
        if not isinstance(node.value, ast.Constant):
            self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self._add(node, "pass")
        self.generic_visit(node)

    def visit_Continue(self, node: ast.Continue | ast.Break) -> None:
        self._add(node, "pass")

    visit_Break = visit_Continue  # noqa: N815

    def visit_Raise(self, node: ast.Raise) -> None:
        # What is raised is a message; that it is raised is what counts.
        self._add(node, "pass")

    def visit_Assign(self, node: ast.Assign) -> None:
        names = {
            part.id for target in node.targets for part in ast.walk(target) if isinstance(part, ast.Name)
        }
        if not names <= _DRAWN:
            self.visit(node.value)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_arg(self, node: ast.arg) -> None:
        """Types of arguments are for type checkers."""

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Texts are what they are."""

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if ast.unparse(node.value) != "Literal":
            self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        # Everything but the type that is returned.
        for child in (*node.decorator_list, node.args, *node.body):
            self.visit(child)


def _is_text(node: ast.BinOp) -> bool:
    return any(
        isinstance(part, ast.JoinedStr) or (isinstance(part, ast.Constant) and isinstance(part.value, str))
        for part in (node.left, node.right)
    )


def _is_number(node: ast.expr) -> bool:
    """Whether it is written out as a number, or as numbers."""
    return isinstance(node, ast.Constant) or (isinstance(node, ast.List) and all(map(_is_number, node.elts)))


def changes_of(path: Path, source: bytes) -> list[Change]:
    """All changes of a module that can still be compiled."""
    finder = _Finder(path, source)
    finder.visit(ast.parse(source))
    return [change for change in finder.found if _compiles(change.applied(source))]


def _compiles(source: bytes) -> bool:
    try:
        compile(source, "changed", "exec")
    except (SyntaxError, ValueError):
        return False
    return True
