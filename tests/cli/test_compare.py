"""``pitchpipe compare`` on the example systems: every format says what the library found."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import pitchpipe as pp
from pitchpipe.comparing import ComparisonTable, compare
from tests.commands import ROOT, Run

SYSTEMS = [f"examples/systems/{name}.en" for name in ("good", "literal", "verbose")]
NAMES = [Path(system).name for system in SYSTEMS]
REFERENCES = ["-r", "examples/reference.a.en", "-r", "examples/reference.b.en"]
METRICS = ("bleu", "ter", "length-ratio")
DRAWN = ["--samples", "200"]
ARGUMENTS = [*SYSTEMS, *REFERENCES, *(part for name in METRICS for part in ("-m", name)), *DRAWN]
DOCUMENTS = ["--documents", "examples/documents.tsv"]


def library(**options: Any) -> ComparisonTable:
    """What the library says."""
    folder = ROOT / "examples"
    test_set = pp.TestSet.read(
        references=[folder / "reference.a.en", folder / "reference.b.en"],
        systems=[ROOT / system for system in SYSTEMS],
        documents=folder / "documents.tsv",
    )
    return compare(test_set, metrics=METRICS, samples=200, **options)


def printed(run: Run, *options: str, code: int = 0, err: str = "") -> str:
    done = run("compare", *ARGUMENTS, *options)
    assert (done.code, done.err) == (code, err)
    return done.out


def cells(line: str) -> list[str]:
    return re.split(r" {2,}", line.strip())


# -- formats ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("test", ["bootstrap", "randomisation", "sign"])
def test_json(run: Run, test: Any) -> None:
    written = json.loads(printed(run, "--test", test, "--format", "json"))
    assert written == library(test=test).to_dict()
    assert (written["test"], written["samples"], written["correction"]) == (test, 200, "holm")


def test_json_of_everything(run: Run) -> None:
    options = ["--all-pairs", *DOCUMENTS, "--by", "domain", "--examples", "2", "--confidence", "90"]
    written = json.loads(printed(run, *options, "--seed", "7", "--format", "json"))
    expected = library(baseline="all", by="domain", examples=2, confidence=90, seed=7)
    assert written == expected.to_dict()


def rows(text: str) -> list[dict[str, str]]:
    header, *lines = (line.split("\t") for line in text.splitlines())
    return [dict(zip(header, line, strict=True)) for line in lines]


def test_tsv(run: Run) -> None:
    found = rows(printed(run, "--format", "tsv"))
    table = library()
    assert [(row["metric"], row["baseline"], row["system"]) for row in found] == [
        (metric, NAMES[0], name) for metric in METRICS for name in NAMES[1:]
    ]
    for row in found:
        metric = table[row["metric"]]
        (expected,) = (c for c in metric.comparisons if c.system == row["system"])
        assert expected.delta_ci is not None
        # Full precision, the very same numbers.
        assert float(row["delta"]) == expected.delta
        assert (float(row["delta_low"]), float(row["delta_high"])) == expected.delta_ci
        assert (float(row["p"]), float(row["p_holm"])) == (expected.p, expected.p_holm)
        assert row["significant"] == ("yes" if expected.significant else "no")
        assert row["verdict"] == expected.verdict
        for prefix, system in (("baseline_", metric.system(NAMES[0])), ("", metric.system(row["system"]))):
            assert float(row[f"{prefix}score"]) == system.score
            assert (float(row[f"{prefix}low"]), float(row[f"{prefix}high"])) == system.ci
            assert (row[f"{prefix}std"], row[f"{prefix}cluster"]) == ("", "")


def test_tsv_of_the_sign_test(run: Run) -> None:
    found = rows(printed(run, "--format", "tsv", "--test", "sign"))[0]
    expected = library(test="sign")["bleu"].comparisons[0]
    for direction, signs in (("forward", expected.forward), ("backward", expected.backward)):
        assert signs is not None
        counts = [int(found[f"{direction}_{name}"]) for name in ("better", "worse", "same")]
        assert counts == [signs.better, signs.worse, signs.same]
        assert float(found[f"{direction}_p"]) == signs.p


def test_tsv_of_buckets(run: Run) -> None:
    found = rows(printed(run, "--format", "tsv", *DOCUMENTS, "--by", "domain"))
    expected = library(by="domain")
    assert len(found) == 3 * 3 * 2
    first, bucket = found[0], expected["bleu"].buckets[0]
    assert (first["metric"], first["bucket"], first["segments"]) == ("bleu", "news", "16")
    assert float(first["baseline_score"]) == bucket.scores[NAMES[0]]
    assert float(first["score"]) == bucket.scores[NAMES[1]]
    assert float(first["delta"]) == bucket.deltas[0].delta
    assert (float(first["delta_low"]), float(first["delta_high"])) == bucket.deltas[0].delta_ci


def expected_row(table: ComparisonTable, metric: str, name: str, decimals: int = 2) -> list[str]:
    def interval(ends: tuple[float, float] | None, sign: str = "") -> str:
        assert ends is not None
        return f"[{ends[0]:{sign}.{decimals}f}, {ends[1]:{sign}.{decimals}f}]"

    system = table[metric].system(name)
    row = [name, f"{system.score:.{decimals}f}", interval(system.ci)]
    for c in table[metric].comparisons:
        if c.system == name:
            row += [f"{c.delta:+.{decimals}f}", interval(c.delta_ci, "+")]
            row += [f"{c.p:.4f}", f"{c.p_holm:.4f}", c.verdict]
    return row


@pytest.mark.parametrize("decimals", [2, 0, 4])
def test_table(run: Run, decimals: int) -> None:
    *blocks, notes = printed(run, "--decimals", str(decimals)).split("\n\n")
    table = library()
    assert len(blocks) == len(METRICS)
    for metric, head, block in zip(METRICS, ("bleu ↑", "ter ↓", "length-ratio"), blocks, strict=True):
        header, rule, *systems = block.splitlines()
        assert cells(header) == [
            *("system", head, "95 % interval", "Δ", "95 % interval", "p", "p (Holm)", "verdict")
        ]
        assert set(rule) == {"─"}
        assert [cells(line) for line in systems] == [
            expected_row(table, metric, name, decimals) for name in NAMES
        ]
    assert notes.splitlines() == [
        "two-sided test: paired bootstrap; 200 resamples, seed 12345, 48 segments",
        "baseline good.en; significant: p after Holm's correction for 2 comparisons is at most 0.05",
        *(table[metric].signature for metric in METRICS),
    ]


def test_markdown(run: Run) -> None:
    lines = printed(run, "--format", "markdown").splitlines()
    assert lines[0].startswith("| system | bleu ↑ | 95 % interval | Δ |")
    found = [line.strip("| ").split(" | ") for line in lines[2:5]]
    assert [row[1].startswith("**") for row in found] == [True, False, False], "the best score is marked"
    assert [[cell.strip("*") for cell in row if cell] for row in found] == [
        expected_row(library(), "bleu", name) for name in NAMES
    ]
    assert lines[-1].startswith("- `length-ratio|")


def test_latex(run: Run) -> None:
    lines = printed(run, "--format", "latex").splitlines()
    assert lines[:2] == [r"\begin{tabular}{lrrr}", r"\toprule"]
    assert lines[2] == r"system & BLEU $\uparrow$ & TER $\downarrow$ & length ratio \\"
    assert lines[4].startswith(r"good & \textbf{")
    note = next(k for k, line in enumerate(lines) if line.startswith("% †"))
    lines = lines[note + 2 :]
    assert lines[:2] == [r"\begin{tabular}{lrrrrrrl}", r"\toprule"]
    assert r" & $\Delta$ & 95 \% interval & " in lines[2]
    assert lines[4].startswith(r"good & \textbf{")
    assert lines[-1].startswith("% length-ratio|")
    assert "Δ" not in "".join(lines)


def test_daggers_are_verdicts(run: Run) -> None:
    """One table of all metrics for a paper; a dagger is better than the baseline, a double one worse."""
    options = ["--format", "latex", "--baseline", "literal.en"]
    table = library(baseline="literal.en")
    lines = printed(run, *options).splitlines()
    rows = {line.split(" & ")[0]: line.removesuffix(r" \\").split(" & ")[1:] for line in lines[4:7]}
    marks = {"better": r"$^{\dagger}$", "worse": r"$^{\ddagger}$"}
    for k, metric in enumerate(METRICS):
        for c in table[metric].comparisons:
            cell = rows[c.system.removesuffix(".en")][k]
            assert cell.removesuffix("}").endswith(marks.get(c.verdict, "").removesuffix("}"))
            assert ("dagger" in cell) == (c.verdict in marks)
    (said,) = (line for line in lines if line.startswith("% †"))
    assert "worse than literal.en (bootstrap, p after Holm's correction at most 0.05)" in said
    one = run("compare", *SYSTEMS, *REFERENCES, "-m", "bleu", *DRAWN, "--format", "latex").out
    assert one.count(r"\begin{tabular}") == 1


def test_all_pairs_as_a_matrix(run: Run) -> None:
    table = library(baseline="all")
    lines = printed(run, "--all-pairs").splitlines()
    begin = next(k for k, line in enumerate(lines) if line.startswith("Δ, * significant"))
    assert cells(lines[begin])[1:] == NAMES
    rows = {cells(line)[0]: cells(line)[1:] for line in lines[begin + 2 : begin + 5]}
    for c in table["bleu"].comparisons:
        star = "*" if c.significant else ""
        at = NAMES.index(c.baseline) - (NAMES.index(c.baseline) > NAMES.index(c.system))
        assert rows[c.system][at] == f"{c.delta:+.2f}{star}"
        at = NAMES.index(c.system) - (NAMES.index(c.system) > NAMES.index(c.baseline))
        assert rows[c.baseline][at] == f"{-c.delta:+.2f}{star}"


def test_the_metric_as_it_was_asked_for(run: Run) -> None:
    command = ["compare", *SYSTEMS, *REFERENCES, "-m", "BLEU:smooth=exp", *DRAWN, "--format"]
    (metric,) = json.loads(run(*command, "json").out)["metrics"]
    assert (metric["metric"], metric["asked"]) == ("bleu", "BLEU:smooth=exp")
    header, first, *_ = (line.split("\t") for line in run(*command, "tsv").out.splitlines())
    assert dict(zip(header, first, strict=True))["asked"] == "BLEU:smooth=exp"


def test_short_signatures(run: Run) -> None:
    assert "\nter|#:2|c:lc|nr:no|pn:yes|as:no|v:" in printed(run, "--short")


def test_same_arguments_same_bytes(run: Run) -> None:
    first = printed(run, "--threads", "1")
    assert printed(run, "--threads", "2") == first
    assert printed(run, "--seed", "8") != first


# -- which systems ---------------------------------------------------------------------------------


def test_baseline(run: Run) -> None:
    out = printed(run, "--baseline", "verbose.en")
    assert "baseline verbose.en; " in out
    assert cells(out.splitlines()[4]) == expected_row(library(baseline="verbose.en"), "bleu", "verbose.en")


def test_all_pairs(run: Run) -> None:
    ranking, pairs, *_, notes = printed(run, "--all-pairs").split("\n\n")
    table = library(baseline="all")
    assert cells(ranking.splitlines()[0]) == ["system", "bleu ↑", "95 % interval", "cluster"]
    best_first = [name for cluster in table["bleu"].clusters for name in cluster]
    assert [cells(line)[0] for line in ranking.splitlines()[2:]] == best_first
    assert [cells(line)[-1] for line in ranking.splitlines()[2:]] == [
        str(table["bleu"].system(name).cluster) for name in best_first
    ]
    assert [cells(line)[:2] for line in pairs.splitlines()[2:]] == [
        [c.baseline, c.system] for c in table["bleu"].comparisons
    ]
    assert "all pairs; significant: p after Holm's correction for 3 comparisons" in notes


def test_test_set_with_chosen_systems(run: Run, tmp_path: Path) -> None:
    test_set = pp.TestSet.read(
        references=[ROOT / "examples/reference.a.en"], systems=[ROOT / system for system in SYSTEMS]
    )
    test_set.to_jsonl(tmp_path / "set.jsonl")
    chosen = ["--system", "verbose.en", "--system", "good.en"]
    done = run("compare", "-t", str(tmp_path / "set.jsonl"), *chosen, "-m", "chrf", *DRAWN)
    assert (done.code, done.err) == (0, "")
    assert [cells(line)[0] for line in done.out.splitlines()[2:4]] == ["verbose.en", "good.en"]
    assert "baseline verbose.en; " in done.out


TUNED = "examples/systems/short.en,examples/systems/verbose.en"


def test_several_runs(run: Run) -> None:
    command = ["compare", SYSTEMS[0], f"tuned={TUNED}", *REFERENCES, "-m", "chrf", *DRAWN]
    done = run(*command)
    assert (done.code, done.err) == (0, "")
    header, _, base, tuned = done.out.splitlines()[:4]
    assert cells(header)[:5] == ["system", "runs", "std", "chrf ↑", "95 % interval"]
    assert cells(base)[:4] == ["good.en", "1", "n/a", "66.36"]
    # Runs of 45.833 and 66.524: their mean, and their standard deviation |x - y| / √2.
    assert cells(tuned)[:4] == ["tuned", "2", "14.63", "56.18"]
    written = json.loads(run(*command, "--format", "json").out)["metrics"][0]["systems"]
    assert [system["runs"] for system in written] == [["good.en"], ["short.en", "verbose.en"]]


def test_runs_as_baseline_come_first(run: Run) -> None:
    done = run("compare", TUNED, SYSTEMS[0], *REFERENCES, "-m", "chrf", *DRAWN)
    assert [cells(line)[0] for line in done.out.splitlines()[2:4]] == ["short.en,verbose.en", "good.en"]
    assert "baseline short.en,verbose.en; " in done.out


def test_a_single_file_may_be_named(run: Run) -> None:
    done = run("compare", f"old={SYSTEMS[0]}", f"new={SYSTEMS[1]}", *REFERENCES, "-m", "chrf", *DRAWN)
    assert (done.code, done.err) == (0, "")
    assert [cells(line)[0] for line in done.out.splitlines()[2:4]] == ["old", "new"]


# -- parts of the test set -------------------------------------------------------------------------


@pytest.mark.parametrize("by", ["domain", "document", "length", "bleu"])
def test_buckets(run: Run, by: Any) -> None:
    _, buckets, *_ = printed(run, *DOCUMENTS, "--by", by).split("\n\n")
    expected = library(by=by)["bleu"].buckets
    header, _, *lines = buckets.splitlines()
    assert cells(header) == [
        *(by, "baseline", "system", "segments", "baseline's bleu ↑", "bleu ↑", "Δ", "95 % interval")
    ]
    assert len(lines) == 2 * len(expected)
    for bucket, line in zip(expected, lines[::2], strict=True):
        found = cells(line)
        assert found[:4] == [bucket.name, NAMES[0], NAMES[1], str(bucket.segments)]
        assert found[4:7] == [
            f"{bucket.scores[NAMES[0]]:.2f}",
            f"{bucket.scores[NAMES[1]]:.2f}",
            f"{bucket.deltas[0].delta:+.2f}",
        ]
        assert (found[7] == "n/a") == (bucket.deltas[0].delta_ci is None)


@pytest.mark.parametrize("by", [[], ["--by", "labels"]])
def test_labels(run: Run, tmp_path: Path, by: list[str]) -> None:
    labels = ["odd", "even"] * 24
    (tmp_path / "labels").write_text("\n".join(labels) + "\n")
    written = json.loads(printed(run, "--labels", str(tmp_path / "labels"), *by, "--format", "json"))
    assert written == library(by=labels).to_dict()
    names = [(bucket["name"], bucket["segments"]) for bucket in written["metrics"][0]["buckets"]]
    assert sorted(names) == [("even", 24), ("odd", 24)]


def test_labels_of_skipped_segments_are_skipped(run: Run, tmp_path: Path) -> None:
    (tmp_path / "labels").write_text("a\n" * 2 + "gap\n" + "b\n" * 45)
    lines = (ROOT / "examples/reference.a.en").read_text(encoding="utf-8").split("\n")
    lines[2] = "(none)"
    (tmp_path / "ref").write_text("\n".join(lines), encoding="utf-8")
    gap = ["-r", str(tmp_path / "ref"), "--missing-token", "(none)", "--missing", "skip"]
    done = run("compare", *SYSTEMS, *gap, *DRAWN, "--labels", str(tmp_path / "labels"), "-m", "bleu")
    assert (done.code, done.err) == (0, "")
    assert [cells(line)[0] for line in done.out.split("\n\n")[1].splitlines()[2:]] == ["a", "a", "b", "b"]
    assert done.out.splitlines()[-1] == "skipped 1 segment without a reference"


def test_examples(run: Run) -> None:
    out = printed(run, "--examples", "1", "-s", "examples/source.de")
    expected = library(examples=1)["bleu"].comparisons[0].losses[0]
    assert "literal.en against good.en by bleu: largest losses\n\n" in out
    scores = f"{expected.baseline_score:.2f} → {expected.system_score:.2f} ({expected.delta:+.2f})"
    assert f"segment {expected.segment}: {scores}\n  source       " in out
    assert "[-" in out
    assert "{+" in out


# -- the gate --------------------------------------------------------------------------------------

PASSED = "passed: no system is significantly worse than {} by {}\n"


def test_gate_fails(run: Run) -> None:
    done = run("compare", *ARGUMENTS, "--fail-if-worse")
    assert done.code == 1
    assert done.err.startswith("failed: significantly worse than good.en by bleu: literal.en (Δ -")
    assert done.err.count("\n") == 1
    assert done.out == printed(run), "the tables are shown all the same"


def test_gate_passes(run: Run) -> None:
    better = [SYSTEMS[1], SYSTEMS[0], *REFERENCES, *DRAWN, "--fail-if-worse"]
    done = run("compare", *better)
    assert (done.code, done.err) == (0, PASSED.format("literal.en", "bleu"))


def test_gate_by_an_error_rate(run: Run) -> None:
    done = run("compare", *ARGUMENTS, "--fail-if-worse", "ter")
    assert done.code == 1
    assert "by ter: " in done.err
    assert "verbose.en (Δ +" in done.err


def test_gate_with_all_pairs_looks_at_the_first_system(run: Run) -> None:
    shared = [*REFERENCES, *DRAWN, "--all-pairs", "--fail-if-worse=bleu"]
    assert run("compare", *SYSTEMS, *shared).code == 1
    # literal.en is worse than good.en, but better than verbose.en: worse than the first is nobody.
    done = run("compare", SYSTEMS[2], SYSTEMS[0], SYSTEMS[1], *shared)
    assert (done.code, done.err) == (0, PASSED.format("verbose.en", "bleu"))


def test_gate_takes_no_file_for_a_metric(run: Run) -> None:
    done = run("compare", "--fail-if-worse", *SYSTEMS, *REFERENCES, "-m", "bleu")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(
        "error: --fail-if-worse: 'examples/systems/good.en' is none of the metrics (bleu)"
    )
    assert "at the end" in done.err


# -- words are aligned for metrics of word order ----------------------------------------------------


def test_word_order(run: Run) -> None:
    shared = [*SYSTEMS[:2], *REFERENCES[:2], "-s", "examples/source.de", "-m", "port", *DRAWN, "--no-cache"]
    together = run("compare", *shared)
    assert together.code == 0
    assert together.err.startswith("note: words were aligned by a model trained on these systems together")
    alone = run("compare", *shared, "--align-without-systems")
    assert (alone.code, alone.err) == (0, "")
    assert "|align:" in alone.out.splitlines()[-1]


# -- bad input -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([SYSTEMS[0]], "system"),
        ([], "nothing to score"),
        ([*SYSTEMS, "--baseline", "best.en"], "good.en, literal.en, verbose.en"),
        ([*SYSTEMS, "--baseline", "good.en", "--all-pairs"], "leave out --baseline"),
        ([*SYSTEMS, "--samples", "0"], "samples"),
        ([*SYSTEMS, "--samples", "-5"], "samples"),
        ([*SYSTEMS, "--samples", "many"], "many"),
        ([*SYSTEMS, "--seed", "x"], "x"),
        ([*SYSTEMS, "--confidence", "100"], "confidence"),
        ([*SYSTEMS, "--confidence", "0"], "confidence"),
        ([*SYSTEMS, "--confidence", "nan"], "confidence"),
        ([*SYSTEMS, "--test", "t"], "'t' is not one of"),
        ([*SYSTEMS, "--by", "weather"], "weather"),
        ([*SYSTEMS, "--by", "domain"], "domain"),
        ([*SYSTEMS, "--by", "labels"], "--labels FILE"),
        ([*SYSTEMS, "--labels", "no.such.file"], "no.such.file: no such file"),
        ([*SYSTEMS, "--labels", "examples/README.md"], "labels, but there are 48 segments"),
        ([*SYSTEMS, "--labels", "examples/source.de", "--by", "length"], "--by length"),
        ([*SYSTEMS, "--examples", "-1"], "-1"),
        ([*SYSTEMS, "--examples", "1", "--format", "tsv"], "--format table or json"),
        ([*SYSTEMS, "--fail-if-worse", "chrf"], "'chrf' is none of the metrics (bleu, ter)"),
        ([*SYSTEMS, "-m", "length-ratio", "--fail-if-worse", "length-ratio"], "no direction"),
        ([*SYSTEMS, SYSTEMS[0]], "given 2 times"),
        ([SYSTEMS[0], "examples/README.md"], "lines"),
        ([SYSTEMS[0], "nothing.en"], "nothing.en: no such file"),
        ([SYSTEMS[0], f"{SYSTEMS[1]},"], "NAME=FILE,FILE"),
        ([SYSTEMS[0], f"={SYSTEMS[1]}"], "NAME=FILE,FILE"),
        ([f"a={SYSTEMS[0]}", f"a={SYSTEMS[1]}"], "2 systems are called 'a'"),
        ([*SYSTEMS, "-m", "blue"], "did you mean bleu"),
        ([*SYSTEMS, "--threads", "-1"], "threads"),
        ([*SYSTEMS, "--format", "pdf"], "pdf"),
        ([*SYSTEMS, "--decimals", "99"], "99"),
    ],
    ids=lambda value: " ".join(value[-2:]) if isinstance(value, list) else "",
)
def test_bad_input(run: Run, arguments: list[str], says: str) -> None:
    done = run("compare", *REFERENCES, "-m", "bleu", "-m", "ter", *arguments)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("error: ")
    assert done.err.count("\n") == 1, "one line"
    assert says in done.err


@pytest.mark.parametrize(("samples", "few"), [(38, True), (39, False)])
def test_too_few_samples_to_find_anything(run: Run, samples: int, few: bool) -> None:
    """Two comparisons: the least p (Holm) is 2 / (samples + 1), which must not be above 0.05."""
    done = run("compare", *SYSTEMS, *REFERENCES, "-m", "bleu", "--samples", str(samples))
    assert done.code == 0
    assert done.err.startswith("note: with --samples 38 and 2 comparisons nothing") == few
    assert ("worse" in done.out) != few
    assert run("compare", *SYSTEMS, *REFERENCES, "--samples", "1", "--test", "sign").err == ""


def test_one_segment_is_no_evidence(run: Run, tmp_path: Path) -> None:
    for name, line in (("base", "a b c d e"), ("new", "a b c x y"), ("ref", "a b c d e")):
        (tmp_path / name).write_text(f"{line}\n")
    files = [str(tmp_path / name) for name in ("base", "new")]
    done = run("compare", *files, "-r", str(tmp_path / "ref"), "-m", "wer", *DRAWN)
    assert (done.code, done.err) == (0, "")
    assert cells(done.out.splitlines()[3])[-1] == "n/a"
    assert done.out.splitlines()[-1] == "n/a: one segment cannot be resampled"
    tsv = run("compare", *files, "-r", str(tmp_path / "ref"), "-m", "wer", "--format", "tsv").out
    assert tsv.splitlines()[1].split("\t")[-5:] == ["", "", "no", "", "wer"]


@pytest.mark.parametrize(
    ("test", "why"),
    [
        ("bootstrap", "one segment cannot be resampled, so nobody knows which is worse"),
        (
            "randomisation",
            "with 1 segment and 1 comparison nothing can be significant: p (Holm) is at least 1",
        ),
        ("sign", "with 1 segment and 1 comparison nothing can be significant: p (Holm) is at least 1"),
    ],
)
def test_the_gate_does_not_pass_one_segment(run: Run, tmp_path: Path, test: str, why: str) -> None:
    for name, line in (("base", "a b c d e"), ("new", "a b c x y"), ("ref", "a b c d e")):
        (tmp_path / name).write_text(f"{line}\n")
    files = [str(tmp_path / name) for name in ("base", "new")]
    done = run("compare", *files, "-r", str(tmp_path / "ref"), "-m", "wer", "--test", test, "--fail-if-worse")
    assert (done.code, done.err) == (2, f"error: --fail-if-worse: {why}\n")


def test_the_gate_does_not_pass_where_it_cannot_fail(run: Run) -> None:
    done = run("compare", *SYSTEMS[:2], *REFERENCES, "-m", "bleu", "--samples", "10", "--fail-if-worse")
    why = "with --samples 10 and 1 comparison nothing can be significant: p (Holm) is at least 0.091"
    assert (done.code, done.err) == (2, f"error: --fail-if-worse: {why}\n")


def test_too_few_segments_for_the_sign_test(run: Run, tmp_path: Path) -> None:
    """Signs of n segments have p of 2 / 2^n or more: 0.0625 with 5, 0.03125 with 6."""
    for segments, few in ((5, True), (6, False)):
        for name, line in (("base", "a b c d e"), ("new", "a b c x y"), ("ref", "a b c d e")):
            (tmp_path / name).write_text(f"{line}\n" * segments)
        files = [str(tmp_path / name) for name in ("base", "new", "ref")]
        done = run("compare", *files[:2], "-r", files[2], "-m", "wer", "--test", "sign")
        assert done.err.startswith("note: with 5 segments and 1 comparison nothing") == few
        assert ("worse" in done.out.splitlines()[3]) != few


def test_equal_systems(run: Run, tmp_path: Path) -> None:
    copy = tmp_path / "copy.en"
    copy.write_bytes((ROOT / SYSTEMS[0]).read_bytes())
    done = run("compare", SYSTEMS[0], str(copy), *REFERENCES, *DRAWN, "-m", "bleu", "--fail-if-worse")
    assert (done.code, done.err) == (0, PASSED.format("good.en", "bleu"))
    assert cells(done.out.splitlines()[3])[3:] == [
        *("0.00", "[0.00, 0.00]", "1.0000", "1.0000", "not significant")
    ]
