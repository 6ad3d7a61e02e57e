"""The map in CONTRIBUTING.md is true: every room has a line, and imports go one way only."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools.floor_plan import FRONT_DOOR, Facts, House, declared_paths, declared_rooms, draw

ROOT = Path(__file__).parents[1]
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
ORDER = declared_rooms(CONTRIBUTING)
HOUSE = House.at(ROOT / "src")

#: Imports from left to right that only type checkers see.
FOR_TYPE_CHECKERS = {
    ("pitchpipe.text.testset", "pitchpipe.aligning.requests"),
    ("pitchpipe.text.testset", "pitchpipe.lang.annotation.remembering"),
}


def test_the_map_shows_every_room_and_no_other() -> None:
    assert set(ORDER) == set(HOUSE.files) - set(FRONT_DOOR)
    assert len(ORDER) == len(set(ORDER))


def test_the_map_shows_every_package() -> None:
    packages = {
        f"{path.parent.relative_to(ROOT / 'src/pitchpipe').as_posix()}/"
        for path in (ROOT / "src/pitchpipe").rglob("__init__.py")
    }
    listed = {path for path in declared_paths(CONTRIBUTING, "src/pitchpipe/") if path.endswith("/")}
    assert listed == packages - {"./"}


def test_the_map_shows_the_core() -> None:
    core = ROOT / "rust/core/src"
    there = {f"{path.name}/" if path.is_dir() else path.name for path in core.iterdir()} - {"lib.rs"}
    assert set(declared_paths(CONTRIBUTING, "rust/core/src/")) == there


def test_the_picture_is_of_this_house() -> None:
    """``python tools/floor_plan.py docs/_static/house-after.svg --title After`` draws it anew."""
    drawn = (ROOT / "docs/_static/house-after.svg").read_text(encoding="utf-8")
    assert drawn == draw(HOUSE, ORDER, "After")


def test_imports_go_from_right_to_left() -> None:
    assert HOUSE.rightward(ORDER, "import", "lazy") == []


def test_imports_for_type_checkers_are_listed() -> None:
    found = {(one.importer, one.imported) for one in HOUSE.rightward(ORDER, "typing")}
    assert found == FOR_TYPE_CHECKERS


@pytest.mark.parametrize("of_rooms", [True, False], ids=["rooms", "modules"])
def test_nothing_imports_itself_in_a_circle(of_rooms: bool) -> None:
    assert HOUSE.knots(of_rooms=of_rooms) == []


# -- the checks themselves notice ------------------------------------------------------------------


def house(folder: Path, **modules: str) -> House:
    """A small house: modules by name, ``room__module``, with their sources."""
    for name, source in modules.items():
        path = folder / "pitchpipe" / f"{name.replace('__', '/')}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source, encoding="utf-8")
    return House.at(folder)


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("from pitchpipe.late.one import x", "import"),
        ("from pitchpipe.late import one", "import"),
        ("import pitchpipe.late.one", "import"),
        ("def f():\n    from pitchpipe.late.one import x", "lazy"),
        ("f = lambda: __import__('pitchpipe.late.one')", "lazy"),
        ("TABLE = {'verb': 'pitchpipe.late.one'}", "lazy"),
        ("if TYPE_CHECKING:\n    from pitchpipe.late.one import x", "typing"),
    ],
)
def test_every_way_to_import_is_seen(tmp_path: Path, source: str, kind: str) -> None:
    built = house(tmp_path, early__one=source, late__one="x = 1")
    found = built.rightward(["early", "late"], "import", "lazy", "typing")
    assert [(one.importer, one.imported, one.kind) for one in found] == [
        ("pitchpipe.early.one", "pitchpipe.late.one", kind)
    ]
    assert not built.rightward(["late", "early"], "import", "lazy", "typing")


def test_circles_are_found(tmp_path: Path) -> None:
    built = house(
        tmp_path,
        a__one="import pitchpipe.b.one",
        b__one="def f():\n    import pitchpipe.c.one",
        c__one="import pitchpipe.a.one",
        d__one="import pitchpipe.d.two\nimport pitchpipe.a.one",
        d__two="import pitchpipe.d.one",
    )
    assert built.knots(of_rooms=True) == [("a", "b", "c")]
    assert built.knots(of_rooms=False)[1] == ("pitchpipe.d.one", "pitchpipe.d.two")


def test_a_new_room_needs_a_line(tmp_path: Path) -> None:
    built = house(tmp_path, known__one="", unknown__one="")
    assert set(built.files) - {"known"} == {"unknown"}
    lines = ["  __init__.py  door", "  known/  a", "    inner/  b", "      most/  c", "  deep.py  d"]
    plan = "\n".join(["src/pitchpipe/", *lines, "tests/"])
    assert declared_rooms(plan) == ["known", "deep"]
    assert declared_paths(plan, "src/pitchpipe/")[1:] == [
        "known/",
        "known/inner/",
        "known/inner/most/",
        "deep.py",
    ]


def test_the_picture_shows_what_is_wrong(tmp_path: Path) -> None:
    built = house(tmp_path, early__one="import pitchpipe.late.one", late__one="import pitchpipe.early.one")
    facts = Facts.of(built, ["early", "late"])
    assert (facts.rightward, facts.room_circles, facts.module_circles, facts.largest_circle) == (1, 1, 1, 2)
    assert draw(built, ["early", "late"], "x").count('class="bad"') == 1
    assert draw(built, ["early", "late"], "x").count('class="ok"') == 1
