"""``pitchpipe audit`` on the example systems: every format says the same numbers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import pitchpipe as pp
from tests.commands import ROOT, Run

FILES = ["examples/systems/good.en", "examples/systems/literal.en", "-r", "examples/reference.a.en"]
DOCUMENTS = ["--documents", "examples/documents.tsv"]
QUICK = ["-m", "bleu", "-m", "wrr", "--samples", "100"]


def table(**options: object) -> pp.AuditTable:
    """What the library says."""
    folder = ROOT / "examples"
    test_set = pp.TestSet.read(
        references=folder / "reference.a.en",
        systems=[folder / "systems/good.en", folder / "systems/literal.en"],
        documents=folder / "documents.tsv",
    )
    return pp.audit(test_set, ("bleu", "wrr"), samples=100, **options)  # type: ignore[arg-type]


def printed(run: Run, *options: str) -> str:
    done = run("audit", *FILES, *DOCUMENTS, *QUICK, *options)
    assert (done.code, done.err) == (0, "")
    return done.out


def test_json_is_the_librarys(run: Run) -> None:
    assert json.loads(printed(run, "--format", "json")) == table().to_dict()


def test_options_reach_the_library(run: Run) -> None:
    written = json.loads(
        printed(run, "--seed", "7", "--confidence", "90", "--by", "length", "--format", "json")
    )
    assert written == table(seed=7, confidence=90, by="length").to_dict()


def test_the_table_shows_verdicts_numbers_and_genres(run: Run) -> None:
    lines = printed(run, "--decimals", "3").splitlines()
    bleu = table()["bleu"]
    heads = "metric score sign test % chance % genres over chance traded % verdict affected"
    assert lines[0].split() == heads.split()
    assert bleu.genres.worst is not None
    signs = [bleu.sign.made.majority, bleu.sign.made.chance]
    expected = [bleu.scores["good.en"], *signs, bleu.genres.margin, bleu.genres.worst.excess]
    expected.append(bleu.trading.forgiven)
    assert lines[2].split() == [
        "bleu",
        "↑",
        *(f"{number:.3f}" for number in expected),
        "contradicts",
        "itself",
        "no",
    ]
    assert lines[3].split()[3:5] == ["-", "-"]
    greedy = bleu.deletion.greedy
    assert greedy is not None
    at_all = next(line for line in lines if line.startswith("bleu") and "at all" in line)
    assert at_all.split()[3] == f"{greedy.free_words_share:.3f}"
    significantly = next(line for line in lines if line.startswith("bleu") and "significantly" in line)
    assert significantly.split()[2] == f"{greedy.words_share:.3f}"
    assert sum("news" in line.split() for line in lines) == 2
    assert bleu.verdict.text in lines
    assert any(line.startswith("changes of good.en, 48 segments, 3 groups by domain; ") for line in lines)
    assert lines[-2:] == [one.signature for one in table()]


def test_one_system_has_no_table_of_genres(run: Run) -> None:
    done = run("audit", FILES[0], *FILES[2:], *DOCUMENTS, *QUICK)
    assert done.code == 0
    assert "news" not in done.out


def test_tsv_is_one_table_at_full_precision(run: Run) -> None:
    header, *rows = (line.split("\t") for line in printed(run, "--format", "tsv").splitlines())
    assert len(rows) == 2
    bleu = dict(zip(header, rows[0], strict=True))
    greedy = table()["bleu"].deletion.greedy
    assert greedy is not None
    assert float(bleu["deleted_unnoticed"]) == greedy.words_share
    assert float(bleu["deleted_free"]) == greedy.free_words_share
    assert (bleu["metric"], bleu["verdict"]) == ("bleu", "contradicts itself")
    wrr = dict(zip(header, rows[1], strict=True))
    assert (wrr["sign_test"], wrr["genres"]) == ("", "")


def test_latex_and_markdown(run: Run) -> None:
    latex = printed(run, "--format", "latex")
    assert latex.count("\\begin{tabular}") == 3
    assert "% bleu contradicts itself: " in latex
    markdown = printed(run, "--format", "markdown")
    assert (
        "| metric | score | sign test % | chance % | genres | over chance | traded % | verdict |" in markdown
    )
    assert "\n- `bleu|nrefs:1|" in markdown
    assert "\n- changes of good.en, 48 segments" in markdown


def test_systems_have_the_names_they_are_given(run: Run) -> None:
    done = run("audit", f"mine={FILES[0]}", *FILES[2:], *QUICK, "--format", "json")
    assert json.loads(done.out)["system"] == "mine"


def test_too_few_samples(run: Run) -> None:
    done = run("audit", *FILES, "-m", "wrr", "--samples", "18")
    assert (done.code, done.err) == (
        *(0, "note: with --samples 18 nothing can be significant: p is at least 0.053\n"),
    )
    done = run("audit", *FILES, "-m", "wrr", "--samples", "1")
    assert "paired bootstrap, 1 resample, seed" in done.out
    assert run("audit", *FILES, "-m", "wrr", "--samples", "19").err == ""


@pytest.mark.parametrize(("lines", "segments"), [("a b c\n", 1), ("\n" * 5, 5)], ids=["one", "empty"])
def test_too_little_to_audit(run: Run, tmp_path: Path, lines: str, segments: int) -> None:
    output, reference = tmp_path / "output", tmp_path / "reference"
    output.write_text(lines)
    reference.write_text("a b c d\n" * segments)
    done = run("audit", str(output), "-r", str(reference), "-m", "bleu", "-m", "wrr", "--samples", "20")
    empty = f"note: output: {segments} outputs are empty\n" if segments > 1 else ""
    assert (done.code, done.err) == (0, empty)
    assert [line.split()[-1] for line in done.out.splitlines()[2:4]] == ["n/a", "n/a"]
    assert "wrr: n/a, there is too little to audit: it takes two segments or more" in done.out
    assert "100.0" not in done.out
    tsv = run("audit", str(output), "-r", str(reference), "-m", "bleu", "--format", "tsv", "--samples", "20")
    *found, asked = tsv.out.splitlines()[1].split("\t")[5:]
    assert (set(found), asked) == ({""}, "bleu")


def test_the_default_metrics(run: Run) -> None:
    done = run("audit", *FILES, "--samples", "20", "--format", "json")
    written = json.loads(done.out)
    assert [metric["metric"] for metric in written["metrics"]] == ["bleu", "bleu-sbp", "wrr", "4-grr"]


def test_labels(run: Run, tmp_path: Path) -> None:
    labels = tmp_path / "labels.txt"
    labels.write_text("odd\neven\n" * 24)
    written = json.loads(printed(run, "--labels", str(labels), "--format", "json"))
    assert (written["by"], written["groups"]) == ("labels", {"odd": 24, "even": 24})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--by", "labels"], "--by labels needs them: --labels FILE, one line per segment"),
        (["--by", "length", "--labels", "examples/documents.tsv"], "--labels goes with --by labels"),
        (["--labels", "README.md"], "labels, but there are 48 segments"),
        (["--samples", "0"], "the number of samples must be a whole number from 1"),
        (["--confidence", "100"], "confidence must be between 0 and 100"),
        (["--seed", "-1"], "the seed must be"),
        (["-m", "length-ratio"], "length-ratio has no direction"),
        (["-m", "nonesuch"], "nonesuch"),
        (["examples/systems/short.en"], "an audit takes one system or two, and there are 3 systems"),
        (["--threads", "-3"], "threads"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(run: Run, options: list[str], message: str) -> None:
    done = run("audit", *FILES, *options)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("error: ")
    assert done.err.count("\n") == 1
    assert message in done.err


def test_files_of_unequal_length(run: Run, tmp_path: Path) -> None:
    short = tmp_path / "short.en"
    short.write_text("one line\n")
    done = run("audit", str(short), "-r", "examples/reference.a.en")
    assert (done.code, done.err) == (2, f"error: examples/reference.a.en has 48 lines, {short} has 1\n")
