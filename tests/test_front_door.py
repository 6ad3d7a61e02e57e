"""Every verb is a function at the top level, every room a module, whatever was imported before."""

from __future__ import annotations

import ast
import inspect
import itertools
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from tools.floor_plan import House, declared_rooms

import pitchpipe as pp
from pitchpipe import _NAMES, _ROOMS, _VERBS
from pitchpipe.cli import COMMANDS

ROOT = Path(__file__).parents[1]
#: Commands that are nouns, and so rooms.
NOUNS = {"lang", "metrics"}
#: What stands below the rooms, and what is no room for people to use.
OTHERS = {
    "_core",
    "brief",
    "caches",
    "errors",
    "interruption",
    "pickling",
    "programs",
    "threads",
    "wording",
    "cli",
}


def in_a_fresh_process(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_every_verb_of_the_command_line_is_a_function() -> None:
    assert set(_VERBS) == set(COMMANDS) - NOUNS
    for verb in _VERBS:
        function = getattr(pp, verb)
        assert inspect.isfunction(function)
        assert function.__name__ == verb


def test_every_room_is_a_module_and_has_no_verbs_name() -> None:
    declared = declared_rooms((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"))
    assert set(_ROOMS) == set(declared) - OTHERS
    assert not set(_ROOMS) & set(_VERBS)
    assert all(inspect.ismodule(getattr(pp, room)) for room in _ROOMS)


@pytest.mark.parametrize("name", [*_VERBS, *_NAMES, *_ROOMS])
def test_each_access_alone(name: str) -> None:
    kind = "module" if name in _ROOMS else "function" if name in _VERBS else "object"
    code = (
        f"import inspect, pitchpipe as pp; x = pp.{name}; "
        "print('module' if inspect.ismodule(x) else 'function' if inspect.isfunction(x) else 'object')"
    )
    found = in_a_fresh_process(code)
    assert found == kind or (kind == "object" and found == "function")


def test_each_access_after_each_room() -> None:
    """Importing a room never hides a function, in whichever order; each pair of rooms is tried both ways."""
    orders = [list(_ROOMS), list(reversed(_ROOMS)), sorted(_ROOMS, key=lambda room: room[::-1])]
    for order in orders:
        code = "\n".join(
            [
                "import importlib, inspect, pitchpipe as pp",
                f"for room in {order!r}:",
                "    importlib.import_module(f'pitchpipe.{room}')",
                f"    assert all(inspect.isfunction(getattr(pp, verb)) for verb in {list(_VERBS)!r}), room",
                f"    assert all(inspect.ismodule(getattr(pp, other)) for other in {list(_ROOMS)!r}), room",
                "print('fine')",
            ]
        )
        assert in_a_fresh_process(code) == "fine"


MODULES = [name for name in House.at(ROOT / "src").modules if not name.endswith("__main__")]


def not_importable(modules: list[list[str]]) -> str:
    """What cannot be imported, each list of modules in a process where nothing else is loaded."""
    code = "\n".join(
        [
            "import importlib, os, sys",
            # What others wrote takes most of the time, and is loaded for all.
            "import click, numpy, scipy.optimize, scipy.stats",
            f"for modules in {modules!r}:",
            "    pid = os.fork()",
            "    if pid == 0:",
            "        for module in modules:",
            "            try:",
            "                importlib.import_module(module)",
            "            except BaseException as error:",
            "                print(module, repr(error), flush=True)",
            "                os._exit(1)",
            "        os._exit(0)",
            "    os.waitpid(pid, 0)",
        ]
    )
    return in_a_fresh_process(code)


def test_every_room_can_be_imported_first() -> None:
    """And its modules in another order than usual; that nothing imports itself is checked elsewhere."""
    rooms: dict[str, list[str]] = {}
    for module in reversed(MODULES):
        rooms.setdefault(module.rpartition(".")[0], []).append(module)
    assert not_importable(list(rooms.values())) == ""


@pytest.mark.full
def test_every_module_can_be_imported_first() -> None:
    """Also the deepest one: no module relies on another having been loaded before."""
    assert not_importable([[module] for module in MODULES]) == ""


def test_type_checkers_are_told_the_same() -> None:
    tree = ast.parse(Path(pp.__file__).read_bytes())
    (block,) = (node for node in tree.body if isinstance(node, ast.If))
    told = {
        alias.name: node.module
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    places = {name: f"pitchpipe.{place}" for name, place in {**_VERBS, **_NAMES}.items()}
    assert told == {**places, **dict.fromkeys(_ROOMS, "pitchpipe")}


def test_no_two_public_things_have_one_name() -> None:
    """What rooms offer under one name is one thing."""
    offered: dict[str, dict[int, str]] = {}
    for room in _ROOMS:
        module = import_module(f"pitchpipe.{room}")
        for name in getattr(module, "__all__", ()):
            offered.setdefault(name, {})[id(getattr(module, name))] = room
    for name in (*_VERBS, *_NAMES):
        offered.setdefault(name, {})[id(getattr(pp, name))] = "pitchpipe"
    assert {name: sorted(places.values()) for name, places in offered.items() if len(places) > 1} == {}


def test_light() -> None:
    heavy = {"numpy", "scipy", "click", "pitchpipe.metrics", "pitchpipe.text"}
    heavy |= {"altair", "vl_convert", "pandas", "polars", "pyarrow"}
    code = f"import sys, pitchpipe; print(sorted({heavy!r} & set(sys.modules)))"
    assert in_a_fresh_process(code) == "[]"


def test_scoring_loads_little() -> None:
    """Some functions of numpy load masked arrays, which takes longer than scoring a hundred lines."""
    heavy = {"scipy", "click", "numpy.ma", "pandas"}
    scored = "get('bleu:tokenize=zh').corpus_score(['我们去了。'], [['我们走了。']])"
    loaded = f"sorted({heavy!r} & set(sys.modules))"
    code = f"import sys; from pitchpipe.metrics import get; {scored}; print({loaded})"
    assert in_a_fresh_process(code) == "[]"


def test_unknown_names_are_refused() -> None:
    with pytest.raises(AttributeError, match="no attribute 'significance'"):
        _ = pp.significance
    assert set(itertools.chain(_VERBS, _NAMES, _ROOMS)) <= set(dir(pp))
