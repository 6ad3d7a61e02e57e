"""Where alignments come from: links brought along, a model, the test set itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pitchpipe as pp
from pitchpipe.aligning import Aligner, GivenLinks, TestSetAligner
from pitchpipe.aligning.requests import Request, WordAlignments
from pitchpipe.batch.resources import Resources
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.metrics import Batch, get
from tests.aligning.parallel import corpus, sides

PAIRS = corpus(60)
SOURCES, REFERENCES = sides(PAIRS)
#: One system says verbs where the source has them, the other forgets the last word.
SYSTEMS = {
    "monotone": [" ".join([*line.split()[:1], line.split()[-1], *line.split()[1:-1]]) for line in REFERENCES],
    "short": [" ".join(line.split()[:-1]) for line in REFERENCES],
}


def request(**changes: Any) -> Request:
    segments = np.arange(len(SOURCES), dtype=np.uint32)
    values = {
        "sources": SOURCES,
        "hypotheses": SYSTEMS["short"],
        "hypothesis_segments": segments,
        "references": REFERENCES,
        "reference_segments": segments,
        "source_tokenize": "none",
        "tokenize": "none",
    }
    return Request(**{**values, **changes})


def test_set(*names: str) -> pp.TestSet:
    return pp.TestSet(
        systems={name: SYSTEMS[name] for name in names}, references={"r": list(REFERENCES)}, source=SOURCES
    )


# Not a test, whatever its name begins with.
test_set.__test__ = False  # type: ignore[attr-defined]


def all_links(found: WordAlignments) -> tuple[list[list[tuple[int, int]]], ...]:
    sides = (found.hypotheses, found.references)
    return tuple([side.line(i) for i in range(len(side))] for side in sides)


# -- links brought along ---------------------------------------------------------------------------


def given(references: list[list[str]], systems: dict[str, list[str]], **options: Any) -> Any:
    """Two segments of two words each, in two systems and two references."""
    return pp.score(
        pp.TestSet(
            systems={"one": ["a b", "c d"], "two": ["a b", "c d"]},
            references={"r": ["a b", "c d"], "q": ["a b", "c d"]},
            source=["s t", "u v"],
        ),
        [get("kendall", tokenize="none", **options)],
        aligner=GivenLinks(references, systems),
        segments=True,
    )


STRAIGHT, CROSSED = "0-0 1-1", "0-1 1-0"


def test_given_links_are_used() -> None:
    table = given(
        [[STRAIGHT, CROSSED], [STRAIGHT, STRAIGHT]],
        {"two": [CROSSED, CROSSED], "one": [STRAIGHT, STRAIGHT], "other": []},
    )
    (spec,) = table.specs
    assert list(table["one", spec].segments) == [100.0, 100.0]
    assert list(table["two", spec].segments) == [0.0, 100.0]
    assert "|align:given|" in table["one", spec].signature


@pytest.mark.parametrize(
    ("references", "systems", "said"),
    [
        pytest.param(
            [[STRAIGHT] * 2, [STRAIGHT] * 2],
            {"one": [STRAIGHT] * 2},
            "there are no word alignments of system 'two': there are those of 'one'",
            id="no such system",
        ),
        pytest.param(
            [[STRAIGHT] * 2, [STRAIGHT] * 2],
            {"one": [STRAIGHT] * 2, "two": [STRAIGHT]},
            "the word alignments of system 'two' have 1 lines, but there are 2 segments",
            id="lines of a system",
        ),
        pytest.param(
            [[STRAIGHT] * 2, [STRAIGHT] * 3],
            {"one": [STRAIGHT] * 2, "two": [STRAIGHT] * 2},
            "the word alignments of reference 2 have 3 lines, but there are 2 segments",
            id="lines of a reference",
        ),
        pytest.param(
            [[STRAIGHT] * 2],
            {"one": [STRAIGHT] * 2, "two": [STRAIGHT] * 2},
            "every segment needs all references, and word alignments for each",
            id="a reference without",
        ),
        pytest.param(
            [],
            {"one": [STRAIGHT] * 2, "two": [STRAIGHT] * 2},
            "every segment needs all references, and word alignments for each",
            id="no reference",
        ),
        pytest.param(
            [[STRAIGHT] * 2, [STRAIGHT] * 2],
            {"one": [STRAIGHT] * 2, "two": [STRAIGHT, "0-0 2-1"]},
            "word alignments of system 'two', line 2: link 2-1 leaves the source, which has 2 words",
            id="outside the source",
        ),
        pytest.param(
            [[STRAIGHT] * 2, ["0-0 1-2", STRAIGHT]],
            {"one": [STRAIGHT] * 2, "two": [STRAIGHT] * 2},
            "word alignments of reference 2, line 1: link 1-2 leaves the target, which has 2 words",
            id="outside a reference",
        ),
        pytest.param(
            [[STRAIGHT] * 2, [STRAIGHT, "0:0"]],
            {"one": [STRAIGHT] * 2, "two": [STRAIGHT] * 2},
            'word alignments of reference 2, line 2: cannot read the link "0:0": links are written 0-0 1-2',
            id="malformed",
        ),
    ],
)
def test_given_links_are_checked(
    references: list[list[str]], systems: dict[str, list[str]], said: str
) -> None:
    with pytest.raises(DataError) as caught:
        given(references, systems)
    assert str(caught.value) == said


@pytest.mark.parametrize(
    "options", [{"tokenize": "13a"}, {"tokenize": "none", "source_tokenize": "char"}], ids=str
)
def test_given_links_fix_the_words(options: dict[str, Any]) -> None:
    links = GivenLinks([[STRAIGHT]], {"": [STRAIGHT]})
    with pytest.raises(ParameterError, match="need tokenize=none on all sides"):
        get("v", **options).corpus_score(["a b"], [["a b"]], sources=["s t"], aligner=links)


def test_the_part_of_a_mixture_that_needs_other_words_is_named() -> None:
    links = GivenLinks([[STRAIGHT]], {"": [STRAIGHT]})
    mixture = get("0.4*chrf+0.3*v:tokenize=none,source_tokenize=none+0.3*kendall:source_tokenize=char")
    with pytest.raises(
        ParameterError, match=r"^kendall:tokenize=13a,source_tokenize=char: links .* instead of tokenize=13a"
    ):
        mixture.corpus_score(["a b"], [["a b"]], sources=["s t"], aligner=links)


def test_the_key_of_a_system_without_a_name() -> None:
    links = GivenLinks([[STRAIGHT]], {"mine": [STRAIGHT]})
    with pytest.raises(DataError, match="as in corpus_score, their key is '', and there are 'mine'"):
        get("v:tokenize=none,source_tokenize=none").corpus_score(
            ["a b"], [["a b"]], sources=["s t"], aligner=links
        )


def test_a_sentence_that_is_too_long_is_named_by_its_segment() -> None:
    """Systems are aligned together, but their lines are counted one by one."""
    long, lines = " ".join(["w"] * 2001), ["a b", "c d", "e f"]
    batch = Batch.from_streams(
        ["a b", "c d", long], [lines, lines], sources=lines, resources=Resources(aligner=TestSetAligner())
    )
    with pytest.raises(DataError, match=r"^segment 3 pairs 2 with 2001 words: split sentences"):
        batch.alignments("none", "none")
    batch = Batch.from_streams(
        lines, [lines, ["a b", long, "e f"]], sources=lines, resources=Resources(aligner=TestSetAligner())
    )
    with pytest.raises(DataError, match=r"^segment 2 pairs 2 with 2001 words: split sentences"):
        batch.alignments("none", "none")


def test_missing_references_have_no_given_links() -> None:
    batch = Batch.from_streams(
        ["a b", "c d"],
        [["a b", "c d"], ["a b", None]],
        sources=["s t", "u v"],
        resources=Resources(aligner=GivenLinks([[STRAIGHT] * 2] * 2, {"": [STRAIGHT] * 2})),
    )
    with pytest.raises(DataError, match="every segment needs all references"):
        batch.alignments("none", "none")


# -- a model ---------------------------------------------------------------------------------------


def test_a_model_depends_on_nothing_else() -> None:
    model = Aligner.train(*sides(corpus(100, seed=5)))
    provider = model
    found = provider.align_batch(request())
    assert found.origin == model.digest
    assert list(found.source_lengths) == [len(line.split()) for line in SOURCES]
    assert all_links(found)[1] == [links for _, _, links in PAIRS]
    few = [3, 1]
    some = provider.align_batch(
        request(
            hypotheses=[SYSTEMS["short"][i] for i in few],
            hypothesis_segments=np.array(few, dtype=np.uint32),
        )
    )
    assert all_links(some)[0] == [all_links(found)[0][i] for i in few]
    score = get("kendall", tokenize="none").corpus_score(
        REFERENCES, [REFERENCES], sources=SOURCES, aligner=provider
    )
    assert score.score == 100.0
    assert f"|align:{model.digest}|" in score.signature


# -- the test set ----------------------------------------------------------------------------------


class Trainings:
    """Hears of trainings: each begins with iteration 1."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, stage: str, done: int, iterations: int) -> None:
        self.count += done == 1


@pytest.fixture
def trainings() -> Trainings:
    return Trainings()


def test_the_default_is_the_test_set_itself() -> None:
    metric = get("kendall", tokenize="none")
    default = metric.corpus_score(SYSTEMS["monotone"], [REFERENCES], sources=SOURCES)
    named = metric.corpus_score(SYSTEMS["monotone"], [REFERENCES], sources=SOURCES, aligner=TestSetAligner())
    assert default == named
    assert 0.0 < default.score < 100.0


def test_it_is_trained_once_for_all_metrics(trainings: Trainings) -> None:
    metrics = [get(name, tokenize="none") for name in ("hamming", "kendall", "port", "lr-kb4")]
    table = pp.score(test_set("short", "monotone"), metrics, aligner=TestSetAligner(progress=trainings))
    assert trainings.count == 1
    signatures = {score.signature.partition("|align:")[2] for _, _, score in table}
    assert len(signatures) == 1


def test_systems_help_each_other_unless_told_not_to() -> None:
    def score(provider: TestSetAligner, *names: str) -> pp.Score:
        return pp.score(test_set(*names), ["port:tokenize=none"], aligner=provider)[
            "short", "port:tokenize=none"
        ]

    apart = TestSetAligner(with_systems=False)
    assert score(apart, "short") == score(apart, "short", "monotone") == score(apart, "monotone", "short")
    together = TestSetAligner()
    assert score(together, "short").signature != score(together, "short", "monotone").signature


def test_more_text_helps() -> None:
    few = request(
        sources=SOURCES[:2],
        references=REFERENCES[:2],
        reference_segments=np.arange(2, dtype=np.uint32),
        hypotheses=REFERENCES[:2],
        hypothesis_segments=np.arange(2, dtype=np.uint32),
    )
    found = TestSetAligner(bitext=sides(corpus(200, seed=9))).align_batch(few)
    assert all_links(found)[1] == [links for _, _, links in PAIRS[:2]]
    alone = TestSetAligner().align_batch(few)
    assert all_links(alone) != all_links(found)


def test_nothing_to_learn_from() -> None:
    one = np.zeros(1, dtype=np.uint32)
    nothing: dict[str, Any] = {"sources": [""], "references": ["a b"], "hypotheses": ["a"]}
    found = TestSetAligner().align_batch(request(**nothing, hypothesis_segments=one, reference_segments=one))
    assert all_links(found) == ([[]], [[]])
    assert list(found.source_lengths) == [0]


def test_the_cache_is_used(tmp_path: Path, trainings: Trainings) -> None:
    provider = TestSetAligner(cache=tmp_path / "models", progress=trainings)
    first, second = provider.align_batch(request()), provider.align_batch(request())
    assert trainings.count == 1
    assert all_links(first) == all_links(second)
    assert first.origin == second.origin
    assert len(list((tmp_path / "models").iterdir())) == 1
    assert all_links(TestSetAligner().align_batch(request())) == all_links(first)


def test_the_cache_tells_texts_apart(tmp_path: Path, trainings: Trainings) -> None:
    def align(**changes: Any) -> None:
        TestSetAligner(cache=tmp_path, progress=trainings).align_batch(request(**changes))

    align()
    align(hypotheses=SYSTEMS["monotone"])
    align(tokenize="13a")
    align(source_tokenize="13a")
    TestSetAligner(cache=tmp_path, progress=trainings, with_systems=False).align_batch(request())
    TestSetAligner(cache=tmp_path, progress=trainings, bitext=(["s"], ["t"])).align_batch(request())
    assert trainings.count == 6
    assert len(list(tmp_path.iterdir())) == 6


@pytest.mark.parametrize("damage", [b"", b"nothing of the kind", None], ids=["empty", "foreign", "cut"])
def test_a_damaged_cache_is_replaced(tmp_path: Path, trainings: Trainings, damage: bytes | None) -> None:
    provider = TestSetAligner(cache=tmp_path, progress=trainings)
    first = provider.align_batch(request())
    (path,) = tmp_path.iterdir()
    good = path.read_bytes()
    path.write_bytes(good[:-9] if damage is None else damage)
    again = provider.align_batch(request())
    assert trainings.count == 2
    assert all_links(first) == all_links(again)
    assert path.read_bytes() == good
    provider.align_batch(request())
    assert trainings.count == 2


@pytest.mark.parametrize("folder", ["file", "x" * 300], ids=["a file", "name too long"])
def test_a_cache_that_cannot_be_used_only_costs_time(
    tmp_path: Path, trainings: Trainings, folder: str
) -> None:
    (tmp_path / "file").write_text("in the way")
    provider = TestSetAligner(cache=tmp_path / folder, progress=trainings)
    for count in (1, 2):
        assert len(provider.align_batch(request()).references) == len(REFERENCES)
        assert trainings.count == count


def test_unequal_bitext() -> None:
    with pytest.raises(DataError, match="source lines"):
        TestSetAligner(bitext=(["a", "b"], ["c"])).align_batch(request())
