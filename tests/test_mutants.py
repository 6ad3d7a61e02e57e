"""The changes that ``make mutants`` tries: each is one point, can be run, and is somewhere else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tools.mutants.changes import Change, changes_of
from tools.mutants.checks import BESIDE, NEAREST, ROOT, checks_of, modules_of, rooms, stages_of
from tools.mutants.trying import copied, passes, write_anew

SOURCE = '''\
"""Not 1 < 2."""

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import numpy


def f(x: Literal[1], y: int = 2, *, z: bool = False) -> Literal[3]:
    """Not this either: 4 + 5."""
    if not x and y >= (
        7
    ):
        raise ValueError(f"not {x + 1} " + "this")
    for k in (x, y):
        if z:
            continue
        x += k - max(x, y)
        print(k)
    return "é" if x in (y,) else x * y
'''


def found(source: str) -> set[tuple[int, str, str]]:
    changes = changes_of(Path("m.py"), source.encode())
    return {(change.line, " ".join(change.old.split()), change.new) for change in changes}


def test_what_is_changed() -> None:
    assert found(SOURCE) == {
        (9, "2", "3"),
        (9, "False", "True"),
        (11, "not x", "(x)"),
        (11, "and", "or"),
        (11, ">=", ">"),
        (12, "7", "8"),
        (14, 'raise ValueError(f"not {x + 1} " + "this")', "pass"),
        (16, "z", "(not z)"),
        (17, "continue", "pass"),
        (18, "x += k - max(x, y)", "pass"),
        (18, "-", "+"),
        (18, "max", "min"),
        (19, "print(k)", "pass"),
        (20, "in", "not in"),
        (20, "*", "/"),
    }


def test_what_has_no_wrong_number_stays() -> None:
    source = "f(1, size=2, strokeDash=[3, 4], opacity=5 + k, text=6)\n"
    others = "BLOCK, MOST = 1 << 16, 1e100\nKind = Literal[7, True]\nold = sys.version_info < (3, 14)\n"
    assert found(source + others) == {
        (1, "f(1, size=2, strokeDash=[3, 4], opacity=5 + k, text=6)", "pass"),
        *((1, str(number), str(number + 1)) for number in (1, 5, 6)),
        (1, "+", "-"),
    }


@pytest.mark.parametrize("path", modules_of("comparing"), ids=str)
def test_one_place_is_another_and_the_rest_stays(path: Path) -> None:
    source = (ROOT / path).read_bytes()
    for change in changes_of(path, source):
        changed = change.applied(source)
        assert changed != source
        assert source[change.start : change.end].decode() == change.old
        assert len(changed) == len(source) - len(change.old.encode()) + len(change.new.encode())


def test_every_room_has_tests() -> None:
    assert set(BESIDE) <= set(rooms())
    for room in rooms():
        for test in checks_of(room):
            assert (ROOT / test).exists(), test
        assert any(test.startswith("tests/") for test in checks_of(room)), room


def change(path: str, line: int) -> Change:
    return Change(Path(path), line, 0, 0, "", "", "")


def test_the_nearest_tests_come_first() -> None:
    loop = "src/pitchpipe/tuning/loop.py"
    rest = ["tests/tuning", "src/pitchpipe/tuning", *BESIDE["tuning"], "tests/test_defaults.py"]
    traces = {"pitchpipe/tuning/loop.py": {"7": ["tests/a.py::test_x"], "9": [f"t{k}" for k in range(99)]}}
    assert stages_of("tuning", change(loop, 7), traces) == [["tests/a.py::test_x"], rest]
    assert stages_of("tuning", change(loop, 9), traces)[0] == [f"t{k}" for k in range(NEAREST)]
    # Nothing is known of this line, or nothing at all: by name, by what is imported, or all of the room.
    assert stages_of("tuning", change(loop, 8), traces) == [["tests/tuning/test_loop.py"], rest]
    first, _ = stages_of("tuning", change("src/pitchpipe/tuning/devset.py", 1), {})
    assert "tests/tuning/test_loop.py" in first
    assert stages_of("tuning", change("src/pitchpipe/tuning/gains.py", 1), {}) == [checks_of("tuning")]


@pytest.mark.full
def test_which_tests_run_a_line(tmp_path: Path) -> None:
    copied(tmp_path)
    traced = tmp_path / "traced.json"
    tests = ["tests/showing/test_widths.py", "tests/showing/test_heads.py"]
    assert passes(tmp_path, tests, traced=traced)
    traces = json.loads(traced.read_text())
    source = (ROOT / "src/pitchpipe/showing/widths.py").read_text().splitlines()
    (line,) = (number for number, text in enumerate(source, 1) if "return len(text)" in text)
    assert traces["pitchpipe/showing/widths.py"][str(line)][0] == f"{tests[0]}::test_columns_of_a_text"


def test_a_change_is_noticed_in_the_copy_and_only_there(tmp_path: Path) -> None:
    copied(tmp_path)
    path = Path("src/pitchpipe/comparing/sign.py")
    source = (ROOT / path).read_bytes()
    (noticed,) = (one for one in changes_of(path, source) if one.old == ">" and "signs.better" in one.text)
    tests = ["tests/comparing/test_sign.py::test_no_winner_without_a_majority"]
    assert passes(tmp_path, tests)
    assert not passes(tmp_path, tests, patience=0.01)
    write_anew(tmp_path / path, noticed.applied(source))
    assert not passes(tmp_path, tests)
    write_anew(tmp_path / path, source)
    assert passes(tmp_path, tests)
    assert (ROOT / path).read_bytes() == source
