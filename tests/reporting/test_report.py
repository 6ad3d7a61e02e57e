"""What a report says is what the other verbs say."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import pytest

import pitchpipe as pp
from pitchpipe.errors import DataError, MissingError, ParameterError, PitchpipeWarning
from pitchpipe.metrics.explanations import STEPS, Links, ShiftedPath
from pitchpipe.reporting.panels.base import listed
from pitchpipe.reporting.panels.cautions import Cautions
from pitchpipe.reporting.panels.making import Making
from pitchpipe.reporting.panels.ranking import Ranking
from tests.reporting.sets import examples

METRICS = ("bleu", "ter")


@pytest.fixture(scope="module")
def found() -> pp.Report:
    return pp.report(examples(), METRICS, samples=500, title="Examples")


def panel(found: pp.Report, kind: type[Ranking]) -> Ranking:
    one = found[kind.key]
    assert isinstance(one, kind)
    return one


# -- which system is best ------------------------------------------------------------------------------


def test_ranking_is_that_of_compare(found: pp.Report) -> None:
    table = pp.compare(examples(), "all", METRICS, samples=500)
    for column in panel(found, Ranking).columns:
        assert column.spec in METRICS
        for one in column.standings:
            system = table[column.spec].system(one.system)
            assert (one.score, one.ci, one.cluster) == (system.score, system.ci, system.cluster)
    assert panel(found, Ranking).comparison == table


def test_systems_stand_by_the_first_metric_with_a_direction() -> None:
    found = pp.report(examples(), ["length-ratio", "ter"], samples=50)
    scores = pp.score(examples(), ["ter"])
    assert list(found.evidence.ranked) == sorted(scores.systems, key=lambda name: scores[name, "ter"].score)


def test_the_answer_names_the_best() -> None:
    lines = [f"word{k} stays the same here today" for k in range(40)]
    worse = [line.replace("same", "x").replace("today", "y") for line in lines]
    references: dict[str, list[str | None]] = {"ref": [*lines]}
    test_set = pp.TestSet(systems={"bad": worse, "good": lines}, references=references)
    answer = pp.report(test_set, ["chrf"], samples=200)["ranking"].answer()
    assert answer.startswith("By chrf, good is significantly better than the other. (40 segments;")
    same = replace(test_set, systems={"a": lines, "b": [*lines[:-1], worse[-1]]})
    answer = pp.report(same, ["chrf", "ter"], samples=200)["ranking"].answer()
    assert answer.startswith("By chrf and ter, no system is significantly better")


def test_a_single_system_has_intervals_and_no_rank() -> None:
    one = examples().with_systems(["good"])
    found = pp.report(one, ["bleu"], samples=200)
    (standing,) = panel(found, Ranking).columns[0].standings
    expected = pp.score(one, ["bleu"], confidence=95, samples=200)["good", "bleu"]
    assert (standing.score, standing.ci, standing.cluster) == (expected.score, expected.ci, None)
    assert found["ranking"].answer() == "There is one system, good, and so nothing to rank."
    assert "matrix-0" not in found["ranking"].charts()


def test_the_matrix_turns_round(found: pp.Report) -> None:
    charts = found["ranking"].charts()
    bleu, ter = (charts[f"matrix-{k}"].chart.to_dict() for k in range(2))
    for chart, sign in ((bleu, 1), (ter, -1)):
        (rows,) = chart["datasets"].values() if "datasets" in chart else [chart["data"]["values"]]
        cells = {(row["row"], row["column"]): row for row in rows}
        assert len(cells) == 12
        for (row, column), cell in cells.items():
            assert cell["delta"] == -cells[column, row]["delta"]
            assert cell["gain"] == sign * cell["delta"]
    assert cells["verbose", "good"]["gain"] < 0


def test_every_chart_follows_the_schema(found: pp.Report) -> None:
    for one in found:
        for picture in one.charts().values():
            assert picture.chart.to_dict(validate=True)["$schema"]


# -- warnings ------------------------------------------------------------------------------------------


def cautions(test_set: pp.TestSet, metrics: tuple[str, ...] = ("wer",)) -> Cautions:
    one = pp.report(test_set, metrics, samples=200)["cautions"]
    assert isinstance(one, Cautions)
    return one


LINES = [f"this is line number {k} of many" for k in range(10)]


def small(**systems: list[str]) -> pp.TestSet:
    references: dict[str, list[str | None]] = {"ref": [*LINES]}
    source = [f"das ist Zeile {k} von vielen" for k in range(10)]
    return pp.TestSet(systems=systems, references=references, source=source)


def test_nothing_to_warn_of() -> None:
    fine = [f"here is line {k} of many lines" for k in range(10)]
    one = cautions(small(fine=fine, other=[f"{line} too" for line in fine]))
    assert one.answer() == "Nothing: no output, length or metric is out of line."


def test_odd_outputs_are_linked() -> None:
    odd = [f"here is line {k} of many lines" for k in range(10)]
    odd[2], odd[5] = "", "das ist Zeile 5 von vielen"
    one = cautions(small(odd=odd))
    assert [(c.kind, c.system, c.segments) for c in one.cautions] == [
        ("empty", "odd", (3,)),
        ("untranslated", "odd", (6,)),
    ]
    assert one.answer() == "There are 2 warnings, about odd."


def test_numbers_of_odd_outputs_are_those_of_the_whole_test_set() -> None:
    references: dict[str, list[str | None]] = {"ref": [None, "a b", "c d"]}
    test_set = pp.TestSet(systems={"s": ["x", "a b", ""]}, references=references)
    found = pp.report(test_set, ["wer"], samples=50, missing="skip")
    one = found["cautions"]
    assert isinstance(one, Cautions)
    assert [c.segments for c in one.cautions if c.kind == "empty"] == [(3,)]
    assert "1 segment without a reference left out" in [c.text for c in one.cautions]


def test_references_twins_and_lengths() -> None:
    long = [f"{line} and a lot more words than it needs" for line in LINES]
    one = cautions(small(copy=list(LINES), long=long, again=list(long)))
    said = {(c.kind, c.system) for c in one.cautions}
    assert said == {("reference", "copy"), ("twin", "again"), ("length", "long"), ("length", "again")}
    ratios = pp.score(small(copy=list(LINES), long=long), ["length-ratio"])
    assert one.ratios["long"] == ratios["long", "length-ratio"].score


def test_what_was_warned_of_is_said_on_the_page_too() -> None:
    references: dict[str, list[str | None]] = {"ref": ["今天下雨了", "她来了"]}
    test_set = pp.TestSet(systems={"a": ["今天下雨", "她来"], "b": ["今天雨", "来了"]}, references=references)
    with pytest.warns(PitchpipeWarning, match="does not split Chinese into words"):
        one = cautions(test_set, ("bleu:tokenize=13a",))
    assert any("does not split Chinese into words" in c.text for c in one.cautions)


# -- segments ------------------------------------------------------------------------------------------


def test_segment_scores_are_those_of_score(found: pp.Report) -> None:
    record = found.segments.record()
    table = pp.score(examples(), METRICS, segments=True)
    for packed, metric in zip(record["scores"], METRICS, strict=True):
        for system, values in zip(found.evidence.systems, packed["values"], strict=True):
            scores = table[system, metric].segments
            assert scores is not None
            assert values == [round(float(score) * 10 ** packed["decimals"]) for score in scores]


def test_blocks_hold_every_text_once(found: pp.Report) -> None:
    test_set = examples()
    rows = [segment["texts"] for block in found.segments.blocks() for segment in block]
    assert test_set.source is not None
    assert [row[0] for row in rows] == test_set.source
    for k, texts in enumerate((*test_set.references.values(), *test_set.systems.values()), start=1):
        assert [row[k] for row in rows] == texts


def test_blocks_are_bounded(found: pp.Report, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitchpipe.reporting.panels.segments._BLOCK", 5000)
    borders = found.segments.record()["blocks"]
    assert [first for first, _ in borders] == [0, *(last for _, last in borders)][:-1]
    assert borders[-1][1] == 48
    assert len(borders) > 3
    blocks = list(found.segments.blocks())
    assert [len(block) for block in blocks] == [last - first for first, last in borders]
    monkeypatch.undo()
    (whole,) = found.segments.blocks()
    assert [segment for block in blocks for segment in block] == whole


def test_very_long_lines_are_not_aligned() -> None:
    long = "many words " * 1000
    references: dict[str, list[str | None]] = {"ref": [long, "a b"]}
    test_set = pp.TestSet(systems={"s": [f"no {long}", "b a"]}, references=references)
    (block,) = pp.report(test_set, ["ter"], samples=20, audit_of=False).segments.blocks()
    assert [segment["explained"][0][1] for segment in block] == [[None], [["b a", "mM", [1, 0], 1]]]


def test_groups_are_labels_of_segments(found: pp.Report) -> None:
    groups = found.segments.record()["groups"]
    assert set(groups) == {"domain", "document", "length of the reference"}
    domains = examples().domains
    assert domains is not None
    assert [groups["domain"]["labels"][k] for k in groups["domain"]["which"]] == domains


def test_alignments_of_metrics_are_what_explain_gives() -> None:
    test_set = examples().with_systems(["short"])
    metrics = ("wrr", "hlepor", "ter", "meteor", "hlepor:mode=perl")
    found = pp.report(test_set, metrics, samples=20, audit_of=False).segments
    assert [tuple(one.values()) for one in found.record()["explained"]] == [
        ("wrr", "path"),
        ("hlepor", "links"),
        ("ter", "shifted"),
        ("meteor", "staged"),
    ]
    (block,) = found.blocks()
    for place, segment in enumerate(block):
        texts = test_set.systems["short"][place], test_set.references["reference.a.en"][place] or ""
        for metric, (reference, (seen,)) in zip(metrics, segment["explained"], strict=False):
            one = pp.metrics.get("meteor:language=en" if metric == "meteor" else metric).explain(*texts)
            assert seen[0].split() == list(one.hypothesis)
            assert reference.split() == list(one.reference)
            if isinstance(one, Links):
                assert seen[1] == list(one.positions)
                stages = {"e": "exact", "s": "stem", "y": "synonym", "-": None}
                assert one.stages is None or tuple(stages[x] for x in seen[2]) == one.stages
                continue
            assert tuple(STEPS[letter] for letter in seen[1].lower()) == one.steps
            if isinstance(one, ShiftedPath) and one.shifts:
                assert seen[2:] == [list(one.order), len(one.shifts)]
                moved = zip(seen[1].replace("d", ""), one.order, strict=True)
                assert {k for letter, k in moved if letter.isupper()} == one.moved


# -- how it was made -----------------------------------------------------------------------------------


def test_making_says_all_that_is_needed(found: pp.Report) -> None:
    one = found["making"]
    assert isinstance(one, Making)
    table = pp.score(examples(), METRICS)
    assert list(one.signatures.values()) == [table["good", metric].signature for metric in METRICS]
    assert "snover2006ter" in one.bibtex
    assert any("seed 12345" in note for note in one.notes)
    assert [text.name for text in one.texts if text.role == "system"] == list(examples().systems)
    digests = {text.digest for text in one.texts}
    assert len(digests) == len(one.texts)


# -- what is refused -----------------------------------------------------------------------------------


def test_bad_input_is_refused() -> None:
    with pytest.raises(DataError, match="there is no system to score"):
        pp.report(pp.TestSet(references={"a": ["x"]}))
    with pytest.raises(DataError, match="there is no reference"):
        pp.report(pp.TestSet(systems={"a": ["x"]}))
    with pytest.raises(ParameterError, match="samples"):
        pp.report(examples(), samples=0)
    with pytest.raises(ParameterError, match="the report has no panel 'rank': did you mean ranking"):
        pp.report(examples(), ["wer"], samples=20)["rank"]


def test_what_is_not_installed_is_said_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "jinja2", None)
    with pytest.raises(MissingError, match=r"pip install 'pitchpipe\[report\]'"):
        pp.report(pp.TestSet())


def test_a_metric_that_lacks_something_is_a_warning() -> None:
    test_set = replace(examples(), source=None)
    found = pp.report(test_set, ["wer", "kendall"], samples=20, errors="keep")
    one = found["cautions"]
    assert isinstance(one, Cautions)
    assert any("kendall" in c.text for c in one.cautions if c.kind == "metric")
    assert [column.spec for column in panel(found, Ranking).columns] == ["wer"]


def undefined() -> Iterator[pp.TestSet]:
    empty: dict[str, list[str | None]] = {"ref": ["a"]}
    yield pp.TestSet(systems={"a": ["b"], "b": ["a"]}, references=empty)
    yield pp.TestSet(systems={"a": [""], "b": [""]}, references={"ref": [""]})


@pytest.mark.parametrize("test_set", list(undefined()), ids=["one segment", "nothing at all"])
def test_little_is_not_too_little(test_set: pp.TestSet) -> None:
    found = pp.report(test_set, ["bleu", "ter"], samples=20)
    assert "<!doctype html>" in found.html()
    assert all(math.isnan(one.score) or one.ci is None for one in panel(found, Ranking).columns[0].standings)


def test_names_in_sentences() -> None:
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c", "d", "e"]) == "a, b, c, d and e"
    assert listed(["a", "b", "c", "d", "e", "f"]) == "a, b, c, d and 2 others"
