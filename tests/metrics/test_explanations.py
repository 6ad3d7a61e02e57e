"""What metrics saw: by hand, and as many matches, chunks, shifts and edits as they count."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.batch.batch import Batch
from pitchpipe.errors import DataError
from pitchpipe.metrics import get
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.explanations import Links, Shift, ShiftedPath
from pitchpipe.metrics.meteor import GENERAL, MODULES, PER_MODULE

TER = get("ter")
#: Words that differ by their endings, and some that mean the same.
WORDS = ("a", "the", "car", "automobile", "cars", "run", "running", "runs", "quick", "fast")
sentences = st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join)


def ter_of(hypothesis: str, reference: str) -> ShiftedPath:
    found = TER.explain(hypothesis, reference)
    assert isinstance(found, ShiftedPath)
    return found


def test_the_example_of_snovers_paper() -> None:
    """One shift, two substitutions, and one word that is lacking: four edits."""
    found = ter_of(
        "this week the saudis denied information published in the new york times",
        "saudi arabia denied this week information published in the american new york times",
    )
    assert found.shifts == (Shift(0, 2, 3),)
    assert found.order == (2, 3, 4, 0, 1, *range(5, 12))
    assert found.moved == {0, 1}
    assert found.path.hypothesis[:5] == ("the", "saudis", "denied", "this", "week")
    assert [(r, h) for r, h, step in found.path.columns() if step != "match"] == [
        ("saudi", "the"),
        ("arabia", "saudis"),
        ("american", ""),
    ]
    assert found.edits == 4


def test_shifts_one_after_the_other() -> None:
    """Each is told in terms of the words as the one before left them."""
    found = ter_of("e d c b a", "a b c d e")
    words = list(found.hypothesis)
    for shift in found.shifts:
        span = words[shift.start : shift.start + shift.length]
        del words[shift.start : shift.start + shift.length]
        words[shift.target : shift.target] = span
    assert tuple(words) == found.path.hypothesis
    assert found.edits == 4


@pytest.mark.parametrize(
    ("hypothesis", "reference", "steps"),
    [
        ("", "", ()),
        ("", "a b", ("deletion", "deletion")),
        ("a b", "", ("insertion", "insertion")),
        ("A b", "a b", ("match", "match")),
    ],
)
def test_lines_without_words_and_equal_ones(hypothesis: str, reference: str, steps: tuple[str, ...]) -> None:
    found = ter_of(hypothesis, reference)
    assert (found.shifts, found.steps) == ((), steps)


@given(sentences, sentences)
def test_ter_counts_the_shifts_and_edits_that_are_shown(hypothesis: str, reference: str) -> None:
    found = ter_of(hypothesis, reference)
    (row,) = TER.measure(Batch.from_pairs([hypothesis], [reference])).values
    assert found.edits == row[0]
    assert sorted(found.order) == list(range(len(found.hypothesis)))
    assert all((r == h) == (step == "match") for r, h, step in found.path.columns())


def meteor_of(hypothesis: str, reference: str, *, align: str = "1.5") -> Links:
    found = get(f"meteor:language=en,align={align}").explain(hypothesis, reference)
    assert isinstance(found, Links)
    return found


def test_meteors_stages_by_hand() -> None:
    found = meteor_of("the car was running fast", "the automobile runs fast")
    assert found.positions == (0, 1, None, 2, 3)
    assert found.stages == ("exact", "synonym", None, "stem", "exact")
    assert found.chunks == 2


def test_chunks_by_hand() -> None:
    def chunks(*positions: int | None) -> int:
        return Links(("x",) * len(positions), ("x",) * 9, positions).chunks

    assert chunks() == chunks(None, None) == 0
    assert chunks(0, 1, 2) == 1
    assert chunks(3, 4, None, 5, 0, 1) == 3
    assert chunks(1, 0) == 2


@pytest.mark.parametrize("align", ["1.5", "staged"])
@given(hypothesis=sentences, reference=sentences)
def test_meteor_counts_the_matches_and_chunks_that_are_shown(
    hypothesis: str, reference: str, align: str
) -> None:
    found = meteor_of(hypothesis, reference, align=align)
    metric = get(f"meteor:language=en,align={align}")
    (row,) = metric.measure(Batch.from_pairs([hypothesis], [reference])).values
    assert found.stages is not None
    counts = [found.stages.count(module) for module in MODULES]
    assert counts == row[len(GENERAL) :: len(PER_MODULE)].tolist()
    whole = found.positions == tuple(range(len(found.reference))) and found.chunks == 1
    assert (0 if whole else found.chunks) == row[GENERAL.index("chunks")]


@pytest.mark.parametrize(
    "metric", ["wrr", "4-grr", "hlepor", "ter", "ter:normalized=true", "meteor:language=en"]
)
def test_all_at_once_is_one_by_one(metric: str) -> None:
    one: Metric = get(metric)
    rng = np.random.default_rng(5)
    systems = [[" ".join(rng.choice(WORDS, size=rng.integers(0, 9))) for _ in range(70)] for _ in range(3)]
    references: list[str | None] = [*systems.pop()]
    hypotheses = [line for lines in systems for line in lines]
    batch = Batch.from_streams(hypotheses, [references])
    pairs = zip(hypotheses, references * 2, strict=True)
    assert list(one.explanations(batch)) == [one.explain(h, r or "") for h, r in pairs]


def test_a_pair_too_hard_to_align_is_named() -> None:
    batch = Batch.from_streams(["a", "the " * 10_000], [["a", "the " * 5000]])
    with pytest.raises(DataError, match="segment 2: its 10000 words match those of a reference of 5000"):
        list(get("meteor:align=staged,modules=exact").explanations(batch))
