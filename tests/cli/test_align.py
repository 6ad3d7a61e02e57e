"""``pitchpipe align``."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands import Run

SOURCE = "das haus ist klein\ndas haus\nist klein\nklein ist das haus\n"
TARGET = "the house is small\nthe house\nis small\nsmall is the house\n"


@pytest.fixture
def pair(tmp_path: Path) -> tuple[str, str]:
    source, target = tmp_path / "a.de", tmp_path / "a.en"
    source.write_text(SOURCE * 5)
    target.write_text(TARGET * 5)
    return str(source), str(target)


def test_links_of_the_text_itself(run: Run, pair: tuple[str, str]) -> None:
    done = run("align", *pair)
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[:4] == ["0-0 1-1 2-2 3-3", "0-0 1-1", "0-0 1-1", "0-0 1-1 2-2 3-3"]
    assert len(done.out.splitlines()) == 20


def test_a_model_is_saved_applied_and_trained_further(
    run: Run, pair: tuple[str, str], tmp_path: Path
) -> None:
    model, links = str(tmp_path / "m.align"), tmp_path / "links"
    assert run("align", *pair, "--save", model, "-o", str(links)).code == 0
    again = run("align", *pair, "--model", model)
    assert again.out == links.read_text()
    more = tmp_path / "more.align"
    done = run("align", *pair, "--model", model, "--continue", "--save", str(more), "--decode", "viterbi")
    assert done.code == 0
    assert more.stat().st_size > 0


def test_agreement_with_gold_links(run: Run, pair: tuple[str, str], tmp_path: Path) -> None:
    lines = "0-0 1-1 2-2 3-3\n0-0 1-1\n0-0 1-1\n0-0 1-1 2-2 3-3\n" * 5
    for kind in ("sure", "possible"):
        (tmp_path / f"gold.{kind}").write_text(lines)
    done = run("align", *pair, "--eval", str(tmp_path / "gold"))
    assert done.out == "AER 0.0000  precision 1.0000  recall 1.0000  F 1.0000\n"


def test_more_text_teaches_more(run: Run, tmp_path: Path) -> None:
    """Of one sentence alone nobody knows that its words are swapped."""
    texts = {"one.de": "x y\n", "one.en": "b a\n", "more.de": "x\ny\n" * 9, "more.en": "a\nb\n" * 9}
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    one, more = ([str(tmp_path / f"{name}.{side}") for side in ("de", "en")] for name in ("one", "more"))
    assert run("align", *one, "--decode", "viterbi").out != "0-1 1-0\n"
    for bitexts in (["--bitext", *more], ["--bitext", *one, "--bitext", *more]):
        taught = run("align", *one, *bitexts, "--decode", "viterbi")
        assert (taught.code, taught.out) == (0, "0-1 1-0\n")
    uneven = run("align", *one, "--bitext", more[0], one[1])
    assert (uneven.code, uneven.err) == (2, f"error: {more[0]} has 18 lines, {one[1]} has 1\n")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--continue"], "--model"),
        (["--threshold", "2"], "between 0 and 1"),
        (["--symmetrise", "union"], "--symmetrize is for --decode posterior or viterbi"),
        (["--symmetrize", "union"], "--symmetrize is for --decode posterior or viterbi"),
        (["--decode", "viterbi", "--threshold", "0.3"], "--threshold is for posteriors"),
        (["--model", "nothing.align"], "nothing.align"),
        (["--eval", "nothing"], "nothing"),
        (["--hmm-iterations", "0"], "hmm_iterations"),
        (["--tokenize", "moses"], "unknown tokenizer"),
    ],
)
def test_refused(run: Run, pair: tuple[str, str], arguments: list[str], says: str) -> None:
    done = run("align", *pair, *arguments)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("error: ")
    assert says in done.err
    assert done.err.count("\n") == 1


def test_files_that_do_not_fit(run: Run, pair: tuple[str, str], tmp_path: Path) -> None:
    short = tmp_path / "short.en"
    short.write_text("the house\n")
    assert run("align", pair[0], str(short)).err == f"error: {pair[0]} has 20 lines, {short} has 1\n"
    damaged = tmp_path / "damaged.align"
    damaged.write_bytes(b"not a model")
    assert "not an alignment model" in run("align", *pair, "--model", str(damaged)).err
