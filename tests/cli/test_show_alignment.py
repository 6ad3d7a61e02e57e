"""``pitchpipe score --show-alignment`` draws what a metric matched."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands import Run

GOOD, SHORT = "examples/systems/good.en", "examples/systems/short.en"
REFERENCES = ["-r", "examples/reference.a.en", "-r", "examples/reference.b.en"]


def drawings(run: Run, *arguments: str) -> list[str]:
    """What is below the table and its signatures, drawing by drawing."""
    done = run("score", *arguments)
    assert (done.code, done.err) == (0, "")
    _, _, *below = done.out.removesuffix("\n").split("\n\n")
    return below


def test_a_path(run: Run) -> None:
    (drawn,) = drawings(run, GOOD, *REFERENCES, "-m", "4-grr", "--show-alignment", "5")
    assert drawn.splitlines() == [
        "good.en, segment 5, 4-grr against reference.a.en: 50.00",
        "ref  Bus drivers to get more money",
        "hyp  Bus drivers    get more money",
        "     =   =       D  =   =    =",
        "= match 5, S substitution 0, I insertion 0, D deletion 1",
    ]


def test_links(run: Run) -> None:
    (drawn,) = drawings(run, GOOD, *REFERENCES, "-m", "hlepor", "--show-alignment", "5")
    assert drawn.splitlines() == [
        "good.en, segment 5, hlepor against reference.a.en: 85.15",
        "  1  bus      →    1  bus",
        "  2  drivers  →    2  drivers",
        "  3  get      →    4  get",
        "  4  more     →    5  more",
        "  5  money    →    6  money",
    ]


def test_every_system_segment_and_metric_that_can(run: Run) -> None:
    arguments = [SHORT, GOOD, *REFERENCES, "-m", "bleu", "-m", "wrr", "-m", "nlepor"]
    drawn = drawings(run, *arguments, "--show-alignment", "2", "--show-alignment", "31")
    heads = [drawing.partition(" against ")[0] for drawing in drawn]
    assert heads == [
        f"{system}, segment {segment}, {metric}"
        for segment in (2, 31)
        for system in ("short.en", "good.en")
        for metric in ("wrr", "nlepor")
    ]


def test_an_empty_hypothesis(run: Run) -> None:
    path, links = drawings(run, SHORT, *REFERENCES, "-m", "4-grr", "-m", "hlepor", "--show-alignment", "31")
    assert path.endswith("= match 0, S substitution 0, I insertion 0, D deletion 35")
    assert links.endswith("hlepor against reference.a.en: 0.00")


def test_long_lines_are_wrapped(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    (drawn,) = drawings(run, GOOD, *REFERENCES, "-m", "4-grr", "--show-alignment", "31")
    _, *lines, _ = drawn.splitlines()
    assert len(lines) > 6
    assert all(len(line) <= 40 for line in lines)
    assert [line[:4] for line in lines] == ["ref ", "hyp ", "    "] * (len(lines) // 3)
    words = " ".join(line[5:] for line in lines[::3]).split()
    assert " ".join(words).startswith('It\'s " m . schuster " , then the at sign')


def test_wide_characters_stay_below_each_other(run: Run, tmp_path: Path) -> None:
    (tmp_path / "hyp").write_text("東京 に x\n", encoding="utf-8")
    (tmp_path / "ref").write_text("東京 へ 行く x\n", encoding="utf-8")
    hyp, ref = str(tmp_path / "hyp"), str(tmp_path / "ref")
    (drawn,) = drawings(run, hyp, "-r", ref, "-m", "wrr:tokenize=none", "--show-alignment", "1")
    # An ideograph is as wide as two letters.
    assert drawn.splitlines()[1:4] == [
        "ref  東京 へ 行く x",
        "hyp  東京    に   x",
        "     =    D  S    =",
    ]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        pytest.param(
            ["-m", "bleu", "--show-alignment", "1"], "try -m 4-grr or -m hlepor", id="no metric can"
        ),
        pytest.param(
            ["-m", "bleu", "-m", "chrf", "--show-alignment", "1"], "none of the metrics", id="nor do several"
        ),
        pytest.param(["-m", "4-grr", "--show-alignment", "49"], "1 to 48", id="no such segment"),
        pytest.param(["-m", "4-grr", "--show-alignment", "0"], "no segment 0", id="segments count from 1"),
        pytest.param(["-m", "4-grr", "--show-alignment", "x"], "not a valid integer", id="not a number"),
        pytest.param(
            ["-m", "hlepor:mode=perl", "--show-alignment", "1"],
            "mode=paper only",
            id="the scripts do not say",
        ),
        pytest.param(
            ["-m", "4-grr", "--format", "json", "--show-alignment", "1"], "--format table", id="not in JSON"
        ),
        pytest.param(
            ["-m", "4-grr", "--format", "tsv", "--show-alignment", "1"], "--format table", id="not in TSV"
        ),
    ],
)
def test_refused(run: Run, arguments: list[str], says: str) -> None:
    done = run("score", GOOD, *REFERENCES, *arguments)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("error: ")
    assert done.err.count("\n") == 1
    assert says in done.err
