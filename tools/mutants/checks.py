"""Which tests check a room, and which of them come first for a line of it."""

from __future__ import annotations

import re
from pathlib import Path

from tools.mutants.changes import Change

ROOT = Path(__file__).parents[2]
PACKAGE = Path("src/pitchpipe")
#: By source and line, the tests that run it.
Traces = dict[str, dict[str, list[str]]]
#: Tests that check a room beside its own, which have its name: what a verb prints or draws, and what all
#: metrics keep.
BESIDE = {
    "agreement": ["tests/cli/test_meta.py", "tests/charts"],
    "aligning": ["tests/cli/test_align.py"],
    "auditing": ["tests/cli/test_audit.py", "tests/charts"],
    "batch": ["tests/metrics/test_base.py", "tests/conformance"],
    "choosing": ["tests/cli/test_choose.py"],
    "cli": ["tests/test_bad_input.py", "tests/comparing/test_grids.py"],
    "comparing": ["tests/cli/test_compare.py", "tests/cli/test_runs.py", "tests/charts"],
    "fitting": ["tests/cli/test_fit.py", "tests/charts"],
    "lang": ["tests/cli/test_lang.py", "tests/cli/test_lang_lm.py", "tests/cli/test_lang_phrase_table.py"],
    "measuring": [
        *(f"tests/cli/test_{name}.py" for name in ("score", "show_alignment", "order", "confidence")),
        "tests/charts",
    ],
    "metrics": ["tests/conformance", "tests/fitting/test_presets.py"],
    "showing": ["tests/comparing/test_grids.py", "tests/cli/test_score.py", "tests/cli/test_compare.py"],
    "text": [
        *(f"tests/cli/test_{name}.py" for name in ("score", "outputs")),
        *("tests/metrics/test_external.py", "tests/test_bad_input.py"),
    ],
    "tuning": ["tests/cli/test_tune.py", "tests/cli/test_stream.py"],
}
#: Tests of a line that are tried first: those that do least beside it.
NEAREST = 40


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
