"""N-best lists: merging, accumulating, choosing, and the batches metrics measure."""

from __future__ import annotations

import math
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pitchpipe import _core
from pitchpipe.batch.resources import Resources
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.metrics import Batch, LRscore, get
from pitchpipe.nbest import NBest, accumulate, read_nbest, write_nbest
from pitchpipe.nbest.lists import grouped
from tests.tuning.lists import MOSES, contents, made, read


def test_arrays_that_contradict_each_other() -> None:
    texts = _core.Texts(["a", "b"])
    offsets = np.array([0, 1, 2])
    good = np.zeros((2, 1))
    for names, features, bounds, rest in (
        (("x", "y"), good, offsets, {}),
        (("x", "x"), np.zeros((2, 2)), offsets, {}),
        (("x",), np.full((2, 1), math.nan), offsets, {}),
        (("x",), good, np.array([0, 2, 2]), {}),
        (("x",), good, np.array([0, 1]), {}),
        (("x",), good, np.array([], dtype=np.int64), {}),
        (("x",), good, offsets, {"totals": np.zeros(3)}),
        (("x",), good, offsets, {"alignments": _core.Alignments([[]])}),
    ):
        with pytest.raises(DataError):
            NBest(names, features, texts, bounds, **rest)
    with pytest.raises(DataError, match="no candidates"):
        NBest((), np.zeros((0, 0)), _core.Texts([]), np.array([0]))


def test_any_layout_of_the_table() -> None:
    table = np.asfortranarray([[0.0, 1.0], [0.0, 1.0]])
    nbest = NBest(("x", "y"), table, _core.Texts(["a", "a"]), np.array([0, 2], dtype=np.int32))
    assert len(nbest.merged()) == 1


def test_duplicates() -> None:
    nbest = made([["a", "b", "a", "a"], ["a"]], ("x",), [[0], [1], [-0.0], [2], [0]], [1, 2, 3, 4, 5])
    assert contents(nbest.merged())[1:5] == (
        [[0], [1], [2], [0]],
        ["a", "b", "a", "a"],
        [0, 3, 4],
        [1, 2, 4, 5],
    )
    assert contents(nbest.merged("text"))[1:5] == ([[1], [2], [0]], ["b", "a", "a"], [0, 2, 3], [2, 4, 5])
    with pytest.raises(DataError, match="no totals"):
        made([["a"]]).merged("text")
    with pytest.raises(ParameterError, match="'features' or 'text'"):
        nbest.merged("total")  # type: ignore[arg-type]


def test_accumulated(tmp_path: Path) -> None:
    one = made([["a"], ["b"]], ("x", "y"), [[1, 2], [3, 4]], [1, 2])
    two = made([["c", "a"], ["b"]], ("y", "x"), [[5, 6], [2, 1], [4, 0]], [3, 4, 5])
    merged = accumulate([one, two])
    assert contents(merged)[:5] == (
        ("x", "y"),
        [[1, 2], [6, 5], [3, 4], [0, 4]],
        ["a", "c", "b", "b"],
        [0, 2, 4],
        [1, 3, 2, 5],
    )
    assert accumulate([one, two], merge_duplicates=False).texts.list() == ["a", "c", "a", "b", "b"]
    assert accumulate([one, two], merge_duplicates="text").texts.list() == ["c", "a", "b"]
    assert accumulate([one, made([["a"], ["b"]], ("x", "y"), [[0, 0], [0, 0]])]).totals is None
    with pytest.raises(DataError, match="list 1 has 2 segments, but list 2 has 1"):
        accumulate([one, made([["a"]], ("x", "y"), [[1, 2]])])
    with pytest.raises(DataError, match="feature y is not in both list 1 and list 2"):
        accumulate([one, made([["a"], ["b"]], ("x",), [[1], [2]])])
    write_nbest(one, tmp_path / "run1")
    write_nbest(two, tmp_path / "run2")
    read_together = read_nbest([tmp_path / "run1", tmp_path / "run2"], merge_duplicates=True)
    assert contents(read_together) == contents(merged)


def test_the_first_segments(tmp_path: Path) -> None:
    nbest = read(tmp_path, MOSES)
    assert contents(nbest.head(1))[2:4] == (["a red hat", "a hat red"], [0, 2])
    assert contents(nbest.head(9)) == contents(nbest)
    with pytest.raises(ParameterError, match="at least 1 segment"):
        nbest.head(0)


def test_chosen_candidates() -> None:
    nbest = made([["a", "b"], ["c"]])
    assert nbest.select(np.array([1, 2])) == ["b", "c"]
    with pytest.raises(DataError, match="row 2 is not a candidate of segment 0"):
        nbest.select(np.array([2, 2]))
    with pytest.raises(DataError, match="row 1 is not a candidate of segment 1"):
        nbest.select(np.array([0, 1]))
    with pytest.raises(DataError, match="1 candidates chosen for 2 segments"):
        nbest.select(np.array([0]))


class TestBatch:
    def test_measured_like_single_hypotheses(self) -> None:
        nbest = made([["a b c d", "a b"], ["x y z w"]])
        references: list[list[str | None]] = [["a b c d", "x y"], [None, "y z w"]]
        batch = nbest.batch(references)
        assert batch.hypotheses == ["a b c d", "a b", "x y z w"]
        plain = Batch(batch.hypotheses, batch.references, batch.ref_offsets, owner=nbest.owner)
        for spec in ("bleu:tokenize=none", "chrf", "ter", "hlepor"):
            metric = get(spec)
            np.testing.assert_array_equal(
                metric.weigh(metric.measure(batch)), metric.weigh(metric.measure(plain))
            )

    def test_a_tokenizer_in_python_gets_strings(self) -> None:
        from pitchpipe.text.tokenizers import View

        batch = made([["a-b", "c"]]).batch([["a b"]])
        tokens, _ = batch.tokens(View(lambda line: line.split("-")), named=True)
        assert tokens.words(0) == ["a", "b"]

    def test_what_does_not_fit(self) -> None:
        nbest = made([["a"], ["b"]])
        with pytest.raises(DataError, match="reference 2 has 1 lines, but the n-best list has 2 segments"):
            nbest.batch([["a", "b"], ["a"]])
        with pytest.raises(DataError, match="the source has 3 lines"):
            nbest.batch([["a", "b"]], sources=["a", "b", "c"])
        with pytest.raises(DataError, match="a list of texts"):
            nbest.batch(["a", "b"])
        with pytest.raises(DataError, match="segment 2 has no reference"):
            nbest.batch([["a", None]])


class TestAligner:
    SOURCES = ("ein roter hut", "ja")
    REFERENCES = (("a red hat", "yes"),)
    LINKS = (("0-0 1-1 2-2", "0-0"),)

    def test_word_order_by_the_links_of_the_list(self, tmp_path: Path) -> None:
        nbest = read(tmp_path, MOSES)
        batch = nbest.batch(
            self.REFERENCES,
            sources=list(self.SOURCES),
            resources=Resources(aligner=nbest.aligner(self.LINKS)),
        )
        metric = LRscore(tokenize="none", source_tokenize="none", lexical="b1", alpha=1.0).prepare(batch)
        scores = metric.segment(metric.weigh(metric.measure(batch)))
        assert scores[0] == 100.0
        assert 0 < scores[1] < 100
        assert batch.alignment_origin == "given"

    def test_what_does_not_fit(self, tmp_path: Path) -> None:
        nbest = read(tmp_path, MOSES)

        def align(
            links: Any, sources: Any = self.SOURCES, metric: str = "port:tokenize=none,source_tokenize=none"
        ) -> None:
            batch = nbest.batch(
                self.REFERENCES, sources=list(sources), resources=Resources(aligner=nbest.aligner(links))
            )
            get(metric).prepare(batch).measure(batch)

        align(self.LINKS)
        with pytest.raises(
            DataError, match="candidate 1: link 2-2 leaves its sentences, which have 2 and 3 words"
        ):
            align((("0-0", "0-0"),), sources=("ein hut", "ja"))
        with pytest.raises(DataError, match="reference 1, line 2: link 0-1 leaves the target"):
            align((("0-0", "0-1"),))
        with pytest.raises(DataError, match="every segment needs all references"):
            align(self.LINKS * 2)
        with pytest.raises(ParameterError, match="tokenize=none"):
            align(self.LINKS, metric="port")
        with pytest.raises(DataError, match="has no word alignments"):
            made([["a"]]).aligner([["0-0"]])
        other = made([["a"], ["b"]]).batch(
            self.REFERENCES,
            sources=list(self.SOURCES),
            resources=Resources(aligner=nbest.aligner(self.LINKS)),
        )
        with pytest.raises(DataError, match="3 word alignments of an n-best list for a batch of 2"):
            other.alignments("none", "none")


def test_importing_is_light() -> None:
    code = "import sys, pitchpipe.tuning; print({'scipy', 'filelock', 'click', 'json'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


@pytest.mark.parametrize("values", [[1.0], [1.0, 2.0, 3.0], []])
def test_a_value_for_every_candidate(values: list[float]) -> None:
    message = rf"^feature lm has {len(values)} values, but there are 2 candidates$"
    with pytest.raises(DataError, match=message):
        NBest.of([["a"], ["b"]], {"lm": values})


def test_candidates_in_any_order_are_grouped_and_in_order_are_not_copied() -> None:
    features = np.array([[1.0], [2.0], [3.0]])
    texts = _core.Texts(["a", "b", "c"])
    made = grouped(("lm",), features, texts, np.array([0, 0, 1], dtype=np.uint32))
    assert np.shares_memory(made.features, features)
    assert made.offsets.tolist() == [0, 2, 3]
    mixed = grouped(("lm",), features, texts, np.array([1, 0, 1], dtype=np.uint32), totals=np.arange(3.0))
    assert (mixed.texts.list(), mixed.offsets.tolist()) == (["b", "a", "c"], [0, 1, 3])
    assert mixed.features[:, 0].tolist() == [2.0, 1.0, 3.0]
    assert mixed.totals is not None
    assert mixed.totals.tolist() == [1.0, 0.0, 2.0]
