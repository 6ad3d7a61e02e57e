"""The rooms of the package, and which way its imports go.

The map in CONTRIBUTING.md declares the rooms in order: what stands lower may import from what stands higher,
never the other way round. ``python tools/floor_plan.py FIGURE.svg`` draws the rooms with all imports between
them; ``tests/test_floor_plan.py`` checks them.
"""

from __future__ import annotations

import argparse
import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from itertools import takewhile
from pathlib import Path
from typing import Literal

ROOT = Path(__file__).parents[1]
PACKAGE = "pitchpipe"
#: Everybody comes in here: these lead to all rooms, and no room leads to them.
FRONT_DOOR = ("__init__", "__main__")

#: When an import happens: with the module, while it runs, or never but for type checkers.
Kind = Literal["import", "lazy", "typing"]
#: Rooms alone are not meant: "pitchpipe.metrics" is the name of an entry point, too.
_MODULE = re.compile(rf"{PACKAGE}(\.\w+){{2,}}")


@dataclass(frozen=True, order=True)
class Import:
    """One module importing another."""

    importer: str
    imported: str
    kind: Kind

    @property
    def rooms(self) -> tuple[str, str]:
        """The rooms of both."""
        return room_of(self.importer), room_of(self.imported)


def room_of(module: str) -> str:
    """The room of a module: the package below ours, or the module itself."""
    _, _, inside = module.partition(".")
    return inside.partition(".")[0] or FRONT_DOOR[0]


@dataclass(frozen=True)
class House:
    """The modules of a source tree, and the imports among them."""

    modules: Mapping[str, Path]

    @classmethod
    def at(cls, source: Path) -> House:
        """The house below a source folder."""
        found = {}
        for path in sorted((source / PACKAGE).rglob("*.py*")):
            if path.suffix in {".py", ".pyi"}:
                parts = path.relative_to(source).with_suffix("").parts
                found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
        return cls(found)

    @cached_property
    def files(self) -> Counter[str]:
        """How many files each room has."""
        return Counter(map(room_of, self.modules))

    @cached_property
    def imports(self) -> tuple[Import, ...]:
        """All imports among modules, each once for every kind."""
        found = {
            Import(module, imported, kind)
            for module, path in self.modules.items()
            for imported, kind in _imports(ast.parse(path.read_bytes()), self.modules)
        }
        return tuple(sorted(found))

    def between_rooms(self, *kinds: Kind) -> list[Import]:
        """The imports from one room to another, but those of the front door."""
        return [
            one
            for one in self.imports
            if one.kind in kinds and one.rooms[0] != one.rooms[1] and one.rooms[0] not in FRONT_DOOR
        ]

    def rightward(self, order: Sequence[str], *kinds: Kind) -> list[Import]:
        """The imports from a room to one that stands later in the order."""
        return [
            one for one in self.between_rooms(*kinds) if order.index(one.rooms[0]) < order.index(one.rooms[1])
        ]

    def knots(self, *, of_rooms: bool) -> list[tuple[str, ...]]:
        """Groups of modules (or rooms) that can all be reached from each other, the largest first."""
        edges: dict[str, set[str]] = {}
        for one in self.imports:
            ends = one.rooms if of_rooms else (one.importer, one.imported)
            if one.kind != "typing" and ends[0] != ends[1] and one.rooms[0] not in FRONT_DOOR:
                edges.setdefault(ends[0], set()).add(ends[1])
        reach = {start: _reachable(start, edges) for start in edges}
        knots = {
            tuple(sorted(other for other in reach[start] if start in reach.get(other, ())))
            for start in reach
            if start in reach[start]
        }
        return sorted(knots, key=lambda knot: (-len(knot), knot))


def _imports(tree: ast.AST, modules: Mapping[str, Path], kind: Kind = "import") -> Iterator[tuple[str, Kind]]:
    for node in ast.iter_child_nodes(tree):
        inner = kind
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            inner = "typing"
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) and kind == "import":
            inner = "lazy"
        for name in _named(node):
            if found := _known(name, modules):
                # A module that is only named in a text is loaded when somebody asks for it.
                yield found, "lazy" if isinstance(node, ast.Constant) and inner == "import" else inner
        yield from _imports(node, modules, inner)


def _named(node: ast.AST) -> list[str]:
    """What a node may import: modules, names in modules, and texts that look like a module."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        return [f"{node.module}.{alias.name}" for alias in node.names]
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and _MODULE.fullmatch(node.value):
        return [node.value]
    return []


def _known(name: str, modules: Mapping[str, Path]) -> str | None:
    """The module of ours that a dotted name stands for, or lies in."""
    if not f"{name}.".startswith(f"{PACKAGE}."):
        return None
    while name not in modules:
        name = name.rpartition(".")[0]
    return None if name == PACKAGE else name


def _reachable(start: str, edges: Mapping[str, set[str]]) -> set[str]:
    found: set[str] = set()
    waiting = [start]
    while waiting:
        new = edges.get(waiting.pop(), set()) - found
        found |= new
        waiting += new
    return found


def declared_rooms(contributing: str) -> list[str]:
    """The rooms in the order of the map in CONTRIBUTING.md, without the front door."""
    names = [
        path.partition("/")[0].partition(".")[0] for path in declared_paths(contributing, "src/pitchpipe/")
    ]
    return [name for name in dict.fromkeys(names) if name not in FRONT_DOOR]


def declared_paths(contributing: str, root: str) -> list[str]:
    """What the map lists below one of its roots, as paths from there: ``lang/annotation/``."""
    lines = contributing.split("\n")
    begin = next(number for number, line in enumerate(lines) if line.split(" ")[0] == root) + 1
    found: list[str] = []
    above: list[str] = []
    for line in takewhile(lambda line: line.startswith("  "), lines[begin:]):
        depth = (len(line) - len(line.lstrip())) // 2
        above[depth - 1 :] = [line.split()[0]]
        found.append("".join(above))
    return found


# -- the figure ------------------------------------------------------------------------------------

_ROW, _TOP, _AXIS, _WIDTH = 26, 100, 250, 500
_STYLE = (
    "text{font:13px system-ui,sans-serif;fill:#24292f}"
    ".head{font-weight:600;font-size:15px}.small{font-size:12px;fill:#57606a}"
    ".ok{stroke:#8c959f}.bad{stroke:#cf222e}path{fill:none;opacity:.55}"
    "@media(prefers-color-scheme:dark){text{fill:#e6edf3}.small{fill:#9198a1}}"
)


@dataclass(frozen=True)
class Facts:
    """What the figure says in numbers."""

    rooms: int
    files: int
    #: The room with most files right in it, and how many.
    crowded: tuple[str, int]
    #: Imports from a room to one that stands later.
    rightward: int
    #: Groups of rooms, and of modules, that import each other in a circle; the size of the largest.
    room_circles: int
    module_circles: int
    largest_circle: int

    @classmethod
    def of(cls, house: House, order: Sequence[str]) -> Facts:
        """The facts of a house whose rooms are to stand in this order."""
        folders = Counter(str(path.parent) for path in house.modules.values())
        folder, most = folders.most_common(1)[0]
        knots = house.knots(of_rooms=False)
        return cls(
            len(order),
            sum(house.files.values()),
            (folder.rpartition(f"{PACKAGE}/")[2], most),
            len(house.rightward(order, "import", "lazy")),
            len(house.knots(of_rooms=True)),
            len(knots),
            max(map(len, knots), default=0),
        )

    def lines(self) -> list[str]:
        """In words."""
        plural = "" if self.room_circles == 1 else "s"
        circles = f"{self.room_circles} circle{plural} of rooms, {self.module_circles} of modules"
        folder, most = self.crowded
        return [
            f"{self.rooms} rooms, {self.files} files, at most {most} in a folder ({folder})",
            f"{self.rightward} imports against the order",
            circles + (f", the largest of {self.largest_circle}" if self.largest_circle else ""),
        ]


def draw(house: House, order: Sequence[str], title: str) -> str:
    """The rooms in their order, imports as arcs: on the right as they should go, on the left the others."""
    height = _TOP + _ROW * len(order) + 8
    facts = Facts.of(house, order).lines()
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" role="img">',
        f"<title>{escape(title)}: {escape('; '.join(facts))}</title><style>{_STYLE}</style>",
        f'<text class="head" x="12" y="22">{escape(title)}</text>',
        *(
            f'<text class="small" x="12" y="{44 + 18 * k}">{escape(line)}</text>'
            for k, line in enumerate(facts)
        ),
    ]
    at = {room: _TOP + _ROW * k + 14 for k, room in enumerate(order)}
    between = Counter(one.rooms for one in house.between_rooms("import", "lazy"))
    for (importer, imported), count in sorted(between.items()):
        parts.append(_arc(at[importer], at[imported], count))
    parts += [
        f'<text x="{_AXIS - 8}" y="{at[room] + 4}" text-anchor="end">{escape(room)}</text>'
        f'<text class="small" x="{_AXIS + 4}" y="{at[room] + 4}">{house.files[room]}</text>'
        for room in order
    ]
    return "\n".join([*parts, "</svg>", ""])


def _arc(importer: int, imported: int, count: int) -> str:
    """An arc from a room to one above it, on the right; to one below it, on the left, in red."""
    good = imported < importer
    start = _AXIS + 30 if good else _AXIS - 120
    reach = min(abs(importer - imported) * 0.42 + 14, 205 if good else 115)
    bend = start + reach if good else start - reach
    width = 0.8 + min(count, 40) ** 0.5 * 0.45
    return (
        f'<path class="{"ok" if good else "bad"}" stroke-width="{width:.2f}" '
        f'd="M{start} {importer}C{bend:.0f} {importer},{bend:.0f} {imported},{start} {imported}"/>'
    )


def main() -> None:
    """Draws the house as it is."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("figure", type=Path)
    parser.add_argument("--source", type=Path, default=ROOT / "src")
    parser.add_argument("--map", type=Path, default=ROOT / "CONTRIBUTING.md")
    parser.add_argument("--title", default="The rooms of Pitchpipe")
    arguments = parser.parse_args()
    order = declared_rooms(arguments.map.read_text(encoding="utf-8"))
    arguments.figure.write_text(draw(House.at(arguments.source), order, arguments.title), encoding="utf-8")


if __name__ == "__main__":
    main()
