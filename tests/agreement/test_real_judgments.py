"""Real judgments of WMT: published averages and counts are reproduced."""

from __future__ import annotations

import csv
import gzip
import json
from pathlib import Path

import numpy as np
import pytest

from pitchpipe.agreement import Ranks, SegmentScores, SystemScores, human_names, human_of, read_human
from pitchpipe.errors import DataError
from pitchpipe.text.mtme import language_pairs, read_mtme
from pitchpipe.text.testset import TestSet


def golden_scores(shared: Path, pair: str, column: str, human: Ranks) -> np.ndarray:
    """A metric's segment scores of the judged outputs, `[systems, segments]`."""
    values = np.full((len(human.systems), int(human.segment.max()) + 1), np.nan)
    with gzip.open(shared / "golden" / "mtme_inputs" / f"wmt12.{pair}.tsv.gz", "rt") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            values[human.systems.index(row["system"]), int(row["seg"])] = float(row[column])
    return values


def test_wins_of_wmt12(shared: Path) -> None:
    """The files give four decimals."""
    root = shared / "data" / "wmt12"
    for pair in language_pairs(root):
        assert human_names(root, pair) == ["ranks", "wins.sys"]
        ranks, published = human_of(root, pair, "ranks"), human_of(root, pair, "wins")
        assert isinstance(ranks, Ranks)
        assert isinstance(published, SystemScores)
        wins = ranks.wins().for_systems(published.systems)
        np.testing.assert_allclose(wins.values, published.values, rtol=0, atol=5.001e-5)


@pytest.mark.parametrize("pair", ["cs-en", "de-en", "es-en", "fr-en"])
def test_consistency_of_wmt12(shared: Path, pair: str) -> None:
    """Pairs, ties, directions and the index of segments agree with counts made elsewhere."""
    human = human_of(shared / "data" / "wmt12", pair, "ranks")
    assert isinstance(human, Ranks)
    with gzip.open(shared / "golden" / "rank_consistency.jsonl.gz", "rt") as lines:
        rows = [json.loads(line) for line in lines]
    rows = [row for row in rows if row["pair"] == pair and row["weighting"].startswith("every row")]
    assert rows
    decided = human.preference != 0
    for row in rows:
        column = row["metric"] + ("_unescaped" if row["text"] == "html.unescape" else "")
        scores = golden_scores(shared, pair, column, human)
        sign = np.sign(scores[human.first, human.segment] - scores[human.second, human.segment])
        agreement = (sign * human.preference)[decided]
        counted = [int((agreement == value).sum()) for value in (1, -1, 0)]
        assert counted == [row["concordant"], row["discordant"], row["metric_ties"]]
        assert int((~decided).sum()) == row["human_ties"]


def test_direct_assessment_of_wmt22(shared: Path) -> None:
    """The means of segments are the published system scores; the reference in use is left out, and noted."""
    root = shared / "data" / "wmt22"
    segments, systems = human_of(root, "de-en", "da-z"), human_of(root, "de-en", "da-z.sys")
    assert isinstance(segments, SegmentScores)
    assert isinstance(systems, SystemScores)
    means = segments.system_means().for_systems(systems.systems)
    np.testing.assert_allclose(means.values, systems.values, rtol=0, atol=1e-6)
    test_set = read_mtme(root, "de-en")
    with pytest.raises(DataError, match=r'^da-z judges system "refB", which the test set lacks'):
        segments.for_systems(test_set.systems, len(test_set))
    fitted = segments.for_systems(test_set.systems, len(test_set), ignore=test_set.references)
    assert fitted.values.shape == (len(test_set.systems), len(test_set))
    assert fitted.notes == ("da-z: left out, a reference in use: refB",)


def test_direct_assessment_of_wmt17(shared: Path) -> None:
    test_set = read_mtme(shared / "data" / "wmt17", "cs-en")
    human = human_of(shared / "data" / "wmt17", "cs-en", "da-z").for_systems(test_set.systems, len(test_set))
    assert isinstance(human, SegmentScores)
    assert int((~np.isnan(human.values)).sum()) == 560


def test_mqm_averages_are_reproduced(shared: Path) -> None:
    """The published averages of all systems of which the excerpt has ratings."""
    human = read_human(shared / "data" / "formats" / "mqm_ted_ende.tsv")
    averages = read_human(shared / "data" / "formats" / "mqm_ted_ende.avg_seg_scores.tsv")
    assert isinstance(human, SegmentScores)
    assert isinstance(averages, SegmentScores)
    own = human.for_systems(averages.systems, ignore_unknown=True).values
    np.testing.assert_allclose(own, averages.values[:, : own.shape[1]], rtol=0, atol=1e-6)
    compared = 0
    with gzip.open(shared / "golden" / "mtme_inputs" / "mqm_ted.en-de.tsv.gz", "rt") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            segment = int(row["seg"])
            if segment >= human.values.shape[1]:
                continue
            value = human.values[human.systems.index(row["system"]), segment]
            if not np.isnan(value):
                assert value == pytest.approx(float(row["mqm"]), abs=1e-6)
                compared += 1
    assert compared == 86


@pytest.mark.parametrize("kept", [("doc", "doc_id"), ("doc", "source"), ("source",)])
def test_mqm_without_numbers_through_the_test_set(
    shared: Path, tmp_path: Path, kept: tuple[str, ...]
) -> None:
    """The documents and source of TED talks find the segments that their numbers name."""
    whole = shared / "data" / "formats" / "mqm_ted_ende.tsv"
    rows = [line.split("\t") for line in whole.read_text().splitlines()]
    at = {title: k for k, title in enumerate(rows[0])}
    segments = {int(row[at["seg_id"]]): (row[at["source"]], row[at["doc"]]) for row in rows[1:]}
    texts, documents = zip(*(segments[number] for number in sorted(segments)), strict=True)
    texts = tuple(text.replace("<v>", "").replace("</v>", "") for text in texts)
    test_set = TestSet(source=list(texts), documents=list(documents))
    columns = [at[title] for title in ("system", "rater", "category", "severity", *kept)]
    path = tmp_path / "some.tsv"
    path.write_text("".join("\t".join(row[k] for k in columns) + "\n" for row in rows))
    expected, human = read_human(whole), read_human(path, test_set=test_set)
    assert isinstance(expected, SegmentScores)
    assert isinstance(human, SegmentScores)
    assert human.systems == expected.systems
    np.testing.assert_array_equal(human.values, expected.values)


def test_wmt_rankings(shared: Path) -> None:
    formats = shared / "data" / "formats"
    five_way = read_human(formats / "wmt_ranking_5way.csv")
    assert isinstance(five_way, Ranks)
    assert len(five_way) == 50 * 10
    assert {"KIT_primary", "online-B", "uedin-heafield-unconstrained"} <= set(five_way.systems)
    # The first row ranks KIT 2, uedin-heafield 2, DCU 3 on segment 556.
    assert five_way.segment[:3].tolist() == [555] * 3
    assert five_way.preference[:2].tolist() == [0, 1]
    pairwise = read_human(formats / "wmt15_pairwise.csv", language_pair="en-fi")
    collapsed = read_human(formats / "wmt15_pairwise_collapsed.csv")
    assert isinstance(pairwise, Ranks)
    assert isinstance(collapsed, Ranks)
    # Four rows are about two systems with the same output.
    assert (len(pairwise), len(collapsed)) == (25, 29)
    assert {"Illinois", "uedin-syntax"} <= set(collapsed.systems)


def test_esa_of_wmt24(shared: Path) -> None:
    path = shared / "data" / "formats" / "esa_wmt24.csv"
    with pytest.raises(DataError, match=r"several language pairs, choose one: en-ja, en-zh"):
        read_human(path)
    human = read_human(path, language_pair="en-ja")
    assert isinstance(human, SegmentScores)
    assert int((~np.isnan(human.values)).sum()) == 12
    assert human.values[human.systems.index("Llama3-70B"), 6:11].tolist() == [98, 91, 98, 95, 99]
    reasons = [note.partition(": left out, ")[2] for note in human.notes]
    assert reasons == [
        "rows of other language pairs: 17",
        "tutorial rows: 6",
        "attention checks: 12",
        "earlier scores by the same judge: 3",
    ]
