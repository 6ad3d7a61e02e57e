"""Whether tests would notice: one-point changes of the sources, and which of them the tests let pass.

``python tools/mutants.py --room tuning --seconds 600 --seed 1`` takes changes of a room at random (a
comparison, a sign, a number, a condition, a statement that goes), makes each alone in a copy of the
repository, and runs the tests of the line and then those of the room. The working tree is not touched. What
survives wants a test, unless the change means nothing.
"""

from __future__ import annotations

import argparse
import ast
import json
import math
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, count
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
PACKAGE = Path("src/pitchpipe")
#: By source and line, the tests that run it.
Traces = dict[str, dict[str, list[str]]]
#: Tests that check a room beside its own, which have its name: what a verb prints, what all metrics keep.
BESIDE = {
    "agreement": ["tests/cli/test_meta.py"],
    "aligning": ["tests/cli/test_align.py"],
    "auditing": ["tests/cli/test_audit.py"],
    "batch": ["tests/metrics/test_base.py", "tests/conformance"],
    "choosing": ["tests/cli/test_choose.py"],
    "cli": ["tests/test_bad_input.py", "tests/comparing/test_grids.py"],
    "comparing": ["tests/cli/test_compare.py", "tests/cli/test_runs.py"],
    "fitting": ["tests/cli/test_fit.py"],
    "lang": ["tests/cli/test_lang.py", "tests/cli/test_lang_lm.py", "tests/cli/test_lang_phrase_table.py"],
    "measuring": [f"tests/cli/test_{name}.py" for name in ("score", "show_alignment", "order", "confidence")],
    "metrics": ["tests/conformance"],
    "showing": ["tests/comparing/test_grids.py", "tests/cli/test_score.py", "tests/cli/test_compare.py"],
    "text": ["tests/cli/test_score.py", "tests/test_bad_input.py"],
    "tuning": ["tests/cli/test_tune.py", "tests/cli/test_stream.py"],
}
#: Tests of a line that are tried first: those that do least beside it.
NEAREST = 40
#: A changed source may go round for ever: so many times as long as the unchanged one, and this in seconds.
PATIENCE = 3.0
LEAST = 30.0

_COMPARISONS: dict[type[ast.cmpop], tuple[str, str]] = {
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
}
_OPERATIONS: dict[type[ast.operator], tuple[str, str]] = {
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

    def _between(self, left: ast.expr, right: ast.expr, old: str, new: str) -> None:
        """Changes the operator between two operands, around which there may be brackets and breaks."""
        begin, end = self._span(left)[1], self._span(right)[0]
        gap = self.source[begin:end]
        place = gap.find(old.encode())
        if place >= 0 and b"#" not in gap:
            self._add(left, new, (begin + place, begin + place + len(old)))

    def visit_Compare(self, node: ast.Compare) -> None:
        for left, op, right in zip([node.left, *node.comparators], node.ops, node.comparators, strict=False):
            self._between(left, right, *_COMPARISONS[type(op)])
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if (swap := _OPERATIONS.get(type(node.op))) is not None and not _is_text(node):
            self._between(node.left, node.right, *swap)
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        swap = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        for left, right in zip(node.values, node.values[1:], strict=False):
            self._between(left, right, *swap)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        operand = self.source[slice(*self._span(node.operand))].decode()
        if isinstance(node.op, ast.Not | ast.USub):
            self._add(node, f"({operand})")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self._add(node, str(not node.value))
        elif isinstance(node.value, int | float) and math.isfinite(node.value):
            self._add(node, repr(node.value + 1))

    def visit_keyword(self, node: ast.keyword) -> None:
        if node.arg not in _DECLARED:
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

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_arg(self, node: ast.arg) -> None:
        """Types of arguments are for type checkers."""

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Texts are what they are."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        # Everything but the type that is returned.
        for child in (*node.decorator_list, node.args, *node.body):
            self.visit(child)


def _is_text(node: ast.BinOp) -> bool:
    return any(
        isinstance(part, ast.JoinedStr) or (isinstance(part, ast.Constant) and isinstance(part.value, str))
        for part in (node.left, node.right)
    )


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


def rooms() -> list[str]:
    """All rooms that are folders."""
    return sorted(path.parent.name for path in (ROOT / PACKAGE).glob("*/__init__.py"))


def modules_of(room: str) -> list[Path]:
    """The modules of a room, as paths in the repository."""
    return sorted(path.relative_to(ROOT) for path in (ROOT / PACKAGE / room).rglob("*.py"))


def checks_of(room: str) -> list[str]:
    """What tests a room: the folder of its name, the examples in it, what is beside, and for all rooms."""
    own = [f"tests/{room}"] if (ROOT / "tests" / room).is_dir() else []
    return [*own, str(PACKAGE / room), *BESIDE.get(room, []), "tests/test_defaults.py"]


def copied(folder: Path) -> None:
    """The repository's files, and the compiled core, in another folder."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    compiled = [path.relative_to(ROOT) for path in (ROOT / PACKAGE).glob("_core.*") if path.suffix != ".pyi"]
    for path in [*map(Path, listed.stdout.splitlines()), *compiled]:
        if (ROOT / path).is_file():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / path, folder / path)


def passes(
    folder: Path, tests: Sequence[str], patience: float | None = None, traced: Path | None = None
) -> bool:
    """Whether all tests pass there, in time; which lines each runs is written to ``traced``."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(folder / "src"),
        # Results do not depend on threads, and other work goes on beside this.
        "PITCHPIPE_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "PITCHPIPE_SHARED": os.environ.get("PITCHPIPE_SHARED", str(ROOT.parent / "shared")),
    }
    if traced is not None:
        environment["PITCHPIPE_TRACE"] = str(traced)
    how = ["-x"] if traced is None else ["-p", "tools.tracing"]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *how, *tests]
    with subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        # Tests start programs, too: all of them end together.
        start_new_session=True,
    ) as process:
        try:
            return process.wait(patience) == 0
        except subprocess.TimeoutExpired:
            return False
        finally:
            if process.poll() is None:
                os.killpg(process.pid, 9)


_moments = count(1_000_000_000)


def write_anew(place: Path, source: bytes) -> None:
    """Writes a source at a time of its own: a compiled file passes for one of the same time and size."""
    place.write_bytes(source)
    moment = next(_moments)
    os.utime(place, (moment, moment))


def near(path: Path) -> list[str]:
    """The tests of the module's name, or else those that import it."""
    tests = sorted(ROOT.glob("tests/**/test_*.py"))
    module = ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
    imported = re.compile(rf"\bpitchpipe\.{module} import")
    found = [test for test in tests if test.stem == f"test_{path.stem}"] or [
        test for test in tests if imported.search(test.read_text(encoding="utf-8"))
    ]
    return [str(test.relative_to(ROOT)) for test in found]


def stages_of(room: str, change: Change, traces: Traces) -> list[list[str]]:
    """Tests that run the line, or else those near the module, which catch most; then all of the room."""
    lines = traces.get(str(change.path.relative_to("src")), {})
    first = lines.get(str(change.line), [])[:NEAREST] or near(change.path)
    return [first, checks_of(room)] if first else [checks_of(room)]


def tried(
    room: str, folder: Path, seconds: float, most: int | None, chance: random.Random
) -> Iterator[tuple[Change, bool]]:
    """Changes of a room at random until time or number is reached, and whether the tests noticed each."""
    begun = time.monotonic()
    traced = folder / "traced.json"
    # A test of time may fail for being traced alone.
    if not passes(folder, checks_of(room), traced=traced) and not passes(folder, checks_of(room)):
        raise SystemExit(f"{room}: the tests do not pass as it is: {' '.join(checks_of(room))}")
    patience = LEAST + PATIENCE * (time.monotonic() - begun)
    traces: Traces = json.loads(traced.read_text(encoding="utf-8"))
    changes = [change for path in modules_of(room) for change in changes_of(path, (ROOT / path).read_bytes())]
    begun = time.monotonic()
    for change in chance.sample(changes, len(changes))[:most]:
        if time.monotonic() - begun > seconds:
            return
        place = folder / change.path
        source = place.read_bytes()
        write_anew(place, change.applied(source))
        try:
            stages = stages_of(room, change, traces)
            yield change, not all(passes(folder, tests, patience) for tests in stages)
        finally:
            write_anew(place, source)


def report(room: str, outcomes: Iterable[tuple[Change, bool]]) -> None:
    """Says what survives as it is found, and the share at the end."""
    caught = total = 0
    for change, noticed in outcomes:
        total += 1
        caught += noticed
        if not noticed:
            print(f"survived  {change}", flush=True)
    share = f" ({100 * caught / total:.0f} %)" if total else ""
    print(f"{room}: {caught} of {total} changes caught{share}", flush=True)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--room", action="append", choices=rooms(), help="a room; all of them by default")
    parser.add_argument("--seconds", type=float, default=600.0, help="for changes, all rooms together")
    parser.add_argument("--changes", type=int, help="at most so many of each room")
    parser.add_argument("--seed", type=int, default=1, help="decides which changes are tried")
    options = parser.parse_args()
    # Told to end, it takes the tests along that it started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    # In the background of a shell Ctrl-C is ignored, and would be in tests of it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    chosen = options.room or rooms()
    print(f"seed {options.seed}, {options.seconds:g} seconds", flush=True)
    with TemporaryDirectory() as name:
        folder = Path(name)
        copied(folder)
        for room in chosen:
            seconds = options.seconds / len(chosen)
            chance = random.Random(f"{options.seed} {room}")
            report(room, tried(room, folder, seconds, options.changes, chance))


if __name__ == "__main__":
    main()
