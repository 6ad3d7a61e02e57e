"""``pitchpipe score`` on the example systems: every format says the same numbers."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import pitchpipe as pp
from tests.commands import ROOT, Run

SYSTEMS = [f"examples/systems/{name}.en" for name in ("good", "literal", "short", "verbose")]
NAMES = [Path(system).name for system in SYSTEMS]
REFERENCES = ["-r", "examples/reference.a.en", "-r", "examples/reference.b.en"]
METRICS = ("bleu", "4-grr", "ter", "nist", "length-ratio")
ARGUMENTS = [*SYSTEMS, *REFERENCES, *(part for name in METRICS for part in ("-m", name))]
DOCUMENTS = ["--documents", "examples/documents.tsv"]
DOMAINS = ("news", "conversation", "travel")


@pytest.fixture(scope="module")
def table() -> pp.results.ScoreTable:
    """What the library says."""
    folder = ROOT / "examples"
    test_set = pp.TestSet.read(
        references=[folder / "reference.a.en", folder / "reference.b.en"],
        systems=[ROOT / system for system in SYSTEMS],
        documents=folder / "documents.tsv",
    )
    return pp.score(test_set, METRICS, segments=True, by="domain")


def printed(run: Run, *options: str) -> str:
    done = run("score", *ARGUMENTS, *options)
    assert (done.code, done.err) == (0, "")
    return done.out


def cells(line: str) -> list[str]:
    return re.split(r" {2,}", line.strip())


# -- JSON ------------------------------------------------------------------------------------------


def test_json(run: Run, table: pp.results.ScoreTable) -> None:
    written = json.loads(printed(run, "--format", "json"))
    assert (written["segments"], written["skipped"]) == (48, 0)
    assert [system["name"] for system in written["systems"]] == NAMES
    for system in written["systems"]:
        assert [score["metric"] for score in system["scores"]] == list(METRICS)
        for score in system["scores"]:
            expected = table[system["name"], score["metric"]]
            # Full precision, the very same number.
            assert score["score"] == expected.score
            assert score["signature"] == expected.signature
            assert score["higher_is_better"] == expected.higher_is_better
            assert score["parts"] == dict(expected.parts)
            assert (score["ci"], score["segments"], score["groups"]) == (None, None, None)


def test_json_of_segments_and_groups(run: Run, table: pp.results.ScoreTable) -> None:
    written = json.loads(printed(run, "--format", "json", "--segments", *DOCUMENTS, "--by", "domain"))
    for system in written["systems"]:
        for score in system["scores"]:
            expected = table[system["name"], score["metric"]]
            assert expected.segments is not None
            assert score["segments"] == expected.segments.tolist()
            assert list(score["groups"]) == list(DOMAINS)
            assert score["groups"] == {
                group.name: {"score": group.score, "segments": 16} for group in expected.groups
            }


# -- TSV -------------------------------------------------------------------------------------------


def rows(text: str) -> list[dict[str, str]]:
    header, *lines = (line.split("\t") for line in text.splitlines())
    return [dict(zip(header, line, strict=True)) for line in lines]


def test_tsv(run: Run, table: pp.results.ScoreTable) -> None:
    found = rows(printed(run, "--format", "tsv"))
    assert [row["system"] for row in found] == NAMES
    for row in found:
        assert list(row) == ["system", *METRICS]
        assert {name: float(row[name]) for name in METRICS} == {
            name: table[row["system"], name].score for name in METRICS
        }


def test_tsv_of_segments(run: Run, table: pp.results.ScoreTable) -> None:
    found = rows(printed(run, "--format", "tsv", "--segments"))
    assert [(row["system"], int(row["segment"])) for row in found] == [
        (name, i) for name in NAMES for i in range(1, 49)
    ]
    for row in found:
        for name in METRICS:
            segments = table[row["system"], name].segments
            assert segments is not None
            assert float(row[name]) == segments[int(row["segment"]) - 1]


def test_tsv_of_groups(run: Run, table: pp.results.ScoreTable) -> None:
    found = rows(printed(run, "--format", "tsv", *DOCUMENTS, "--by", "domain"))
    assert [(row["system"], row["group"]) for row in found] == [(n, d) for n in NAMES for d in DOMAINS]
    assert {row["segments"] for row in found} == {"16"}
    first = table[NAMES[0], "bleu"].groups[0]
    assert float(found[0]["bleu"]) == first.score


# -- tables for people -----------------------------------------------------------------------------

HEADER = ["system", "bleu ↑", "4-grr ↑", "ter ↓", "nist ↑", "length-ratio"]


def expected_cells(table: pp.results.ScoreTable, system: str, decimals: int = 2) -> list[str]:
    return [system, *(f"{table[system, name].score:.{decimals}f}" for name in METRICS)]


def best(table: pp.results.ScoreTable) -> dict[str, set[str]]:
    """The metrics by which each system is the best; the length ratio has none."""
    winners: dict[str, set[str]] = {name: set() for name in NAMES}
    for metric in METRICS[:-1]:
        sign = 1 if table[NAMES[0], metric].higher_is_better else -1
        winners[max(NAMES, key=lambda name: sign * table[name, metric].score)].add(metric)
    return winners


def marked(cells: list[str], mark: str) -> set[str]:
    """The metrics whose cells of a row begin with a mark."""
    return {name for name, cell in zip(METRICS, cells[1:], strict=True) if cell.startswith(mark)}


def signatures(table: pp.results.ScoreTable, *, short: bool = False) -> list[str]:
    scores = [table[NAMES[0], name] for name in METRICS]
    return [score.short_signature if short else score.signature for score in scores]


def test_table(run: Run, table: pp.results.ScoreTable) -> None:
    header, rule, *systems, blank = printed(run).splitlines()[:7]
    assert cells(header) == HEADER
    assert set(rule) == {"─"}
    assert [cells(line) for line in systems] == [expected_cells(table, name) for name in NAMES]
    assert blank == ""
    assert printed(run).splitlines()[7:] == signatures(table)


@pytest.mark.parametrize("decimals", [0, 1, 4])
def test_decimals(run: Run, table: pp.results.ScoreTable, decimals: int) -> None:
    lines = printed(run, "--decimals", str(decimals)).splitlines()[2:6]
    assert [cells(line) for line in lines] == [expected_cells(table, name, decimals) for name in NAMES]


def test_short_signatures(run: Run, table: pp.results.ScoreTable) -> None:
    assert printed(run, "--short").splitlines()[7:] == signatures(table, short=True)


def test_segments_and_groups_follow(run: Run) -> None:
    blocks = printed(run, "--segments", *DOCUMENTS, "--by", "document").split("\n\n")
    _, groups, segments, notes = blocks
    assert cells(groups.splitlines()[0]) == ["system", "group", "segments", *HEADER[1:]]
    assert len(groups.splitlines()) == 2 + 4 * 11
    assert cells(segments.splitlines()[0]) == ["system", "segment", *HEADER[1:]]
    assert len(segments.splitlines()) == 2 + 4 * 48
    assert len(notes.splitlines()) == len(METRICS)


def test_markdown(run: Run, table: pp.results.ScoreTable) -> None:
    header, rule, *systems = printed(run, "--format", "markdown").splitlines()[:6]
    assert header == f"| {' | '.join(HEADER)} |"
    assert rule == "| --- | ---: | ---: | ---: | ---: | ---: |"
    found = [line.strip("| ").split(" | ") for line in systems]
    assert [[c.strip("*") for c in row] for row in found] == [expected_cells(table, name) for name in NAMES]
    assert {row[0]: marked(row, "**") for row in found} == best(table)
    notes = printed(run, "--format", "markdown").splitlines()[7:]
    assert notes == [f"- `{signature}`" for signature in signatures(table)]


def test_latex(run: Run, table: pp.results.ScoreTable) -> None:
    lines = printed(run, "--format", "latex").splitlines()
    assert lines[:2] == [r"\begin{tabular}{lrrrrr}", r"\toprule"]
    assert lines[2] == (
        r"system & BLEU $\uparrow$ & 4-GRR $\uparrow$ & TER $\downarrow$ & NIST $\uparrow$ & length ratio \\"
    )
    systems = lines[4:8]
    for line, name in zip(systems, NAMES, strict=True):
        assert line.endswith(r" \\")
        found = line.removesuffix(r" \\").split(" & ")
        expected = expected_cells(table, name)
        expected[0] = name.removesuffix(".en")
        assert [re.sub(r"\\textbf\{(.*)\}", r"\1", c) for c in found] == expected
        assert marked(found, r"\textbf") == best(table)[name]
    assert lines[8:10] == [r"\bottomrule", r"\end{tabular}"]
    assert lines[11:] == [f"% {signature}" for signature in signatures(table)]


def test_special_characters(run: Run, tmp_path: Path) -> None:
    for name in ("a_b%.txt", "c|d.txt"):
        (tmp_path / name).write_text("x\n")
    files = [str(tmp_path / name) for name in ("a_b%.txt", "c|d.txt")]
    arguments = ["score", *files, "-r", files[0], "-m", "wer", "--format"]
    assert r"a\_b\% & " in run(*arguments, "latex").out
    assert r"c\textbar{}d & " in run(*arguments, "latex").out
    assert r"| c\|d.txt |" in run(*arguments, "markdown").out


def test_one_system_has_no_best(run: Run) -> None:
    assert "**" not in run("score", SYSTEMS[0], *REFERENCES, "-m", "bleu", "--format", "markdown").out


def test_default_metrics(run: Run) -> None:
    done = run("score", SYSTEMS[0], *REFERENCES)
    assert cells(done.out.splitlines()[0]) == ["system", "bleu ↑", "chrf ↑", "ter ↓"]


@pytest.mark.parametrize("threads", ["1", "2"])
def test_threads_change_no_byte(run: Run, threads: str) -> None:
    assert printed(run, "--format", "json", "--threads", threads) == printed(run, "--format", "json")


def test_a_metric_asked_for_twice_is_scored_once(run: Run) -> None:
    metrics = ["-m", "4-grr", "-m", "grr:order=4"]
    written: dict[str, Any] = json.loads(
        run("score", SYSTEMS[0], *REFERENCES, *metrics, "--format", "json").out
    )
    assert len(written["systems"][0]["scores"]) == 1


def test_systems_have_the_names_they_are_given(run: Run) -> None:
    names = ["--format", "json", *REFERENCES, "-m", "bleu"]
    done = run("score", "mine=examples/systems/good.en", "examples/systems/short.en", *names)
    assert [system["name"] for system in json.loads(done.out)["systems"]] == ["mine", "short.en"]
    refused = run("score", "mine=examples/systems/good.en,examples/systems/short.en", *names)
    assert (refused.code, refused.out) == (2, "")
    assert "would be several runs of one system" in refused.err
    twice = run("score", "a=examples/systems/good.en", "a=examples/systems/short.en", *names)
    assert "2 systems are called 'a'" in twice.err


def test_far_fetched_names_are_not_suggested(run: Run) -> None:
    done = run("score", "examples/systems/good.en", *REFERENCES, "-m", "nope")
    assert "unknown metric 'nope': there are " in done.err
    assert "did you mean bleu?" in run("score", SYSTEMS[0], *REFERENCES, "-m", "bluu").err


def test_a_tokenizer_that_does_not_fit_the_language(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "zh"
    path.write_text("今天天气很好\n", encoding="utf-8")
    texts = [str(path), "-r", str(path)]
    note = "note: bleu:tokenize=13a does not split Chinese into words: say tokenize=zh\n"
    assert run("score", *texts, "-m", "bleu", "-m", "bleu:tokenize=13a").err == note
    # A language that the texts are not in is believed, but not without a word.
    assert run("score", *texts, "-l", "zh-en", "-m", "bleu").err == note
    assert run("score", *texts, "-l", "en-zh", "-m", "bleu", "-m", "chrf").err == ""
    other = tmp_path / "other"
    other.write_text("今天\n", encoding="utf-8")
    done = run("compare", str(other), *texts, "-m", "ter", "--samples", "1")
    assert "note: ter does not split Chinese into words: say normalized=true,asian_support=true" in done.err


def test_odd_outputs_are_said_once(run: Run, tmp_path: Path) -> None:
    (tmp_path / "ref").write_text("A bridge.\nIt rains.\n", encoding="utf-8")
    (tmp_path / "out").write_text("\nIt rains.\n", encoding="utf-8")
    files = [str(tmp_path / "out"), "-r", str(tmp_path / "ref")]
    for command in ("score", "audit"):
        done = run(command, *files, "-m", "bleu", "-m", "wrr")
        assert (done.code, done.err.count("note: out: 1 output is empty\n")) == (0, 1)


# -- what is behind a score ------------------------------------------------------------------------


def test_verbose_is_sacrebleus_line(run: Run) -> None:
    done = run("score", SYSTEMS[0], *REFERENCES, "-m", "BLEU", "-m", "TER", "--verbose")
    assert (done.code, done.err) == (0, "")
    rows = [cells(line) for line in done.out.splitlines() if line.startswith("good.en")]
    # As `sacrebleu examples/reference.a.en examples/reference.b.en -i examples/systems/good.en` prints it.
    line = "84.2/66.5/50.3/36.5 (BP = 1.000 ratio = 1.022 hyp_len = 880 ref_len = 861)"
    assert rows == [
        ["good.en", "56.62", "39.97"],
        ["good.en", "bleu", "56.62", line],
        ["good.en", "ter", "39.97", "(edits = 310 ref_length = 775.50)"],
    ]


def test_verbose_without_parts(run: Run) -> None:
    done = run(
        "score", SYSTEMS[0], *REFERENCES, "-m", "length-ratio", "-v", "--segments", "--format", "markdown"
    )
    assert done.code == 0
    assert done.out.count("| system |") == 3


def test_verbose_is_for_people(run: Run) -> None:
    done = run("score", *ARGUMENTS, "-v", "--format", "tsv")
    assert (done.code, done.err) == (
        2,
        "error: TSV shows one table of numbers: --verbose needs another format\n",
    )
    written = json.loads(printed(run, "-v", "--format", "json"))
    assert written["systems"][0]["scores"][0]["parts"]["hyp_length"] == 880
