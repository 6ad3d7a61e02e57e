"""hLEPOR with parts of speech: equation 10 beside cases worked by hand and the metric on tags as text."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pitchpipe as pp
from pitchpipe.batch.resources import Resources
from pitchpipe.errors import MissingError, ParameterError
from pitchpipe.fitting.space import space
from pitchpipe.lang.annotation.analysis import Analysed, Annotator, Token
from pitchpipe.metrics import Batch, HLepor, get
from tests.metrics.annotating import GivenAnnotator, PureAnnotator, SpelledAnnotator, use_annotator
from tests.oracle import lepor as oracle


def hlepor(**options: Any) -> HLepor:
    return HLepor(**{"tokenize": "none", "pos": True, **options})


def scores(metric: HLepor, batch: Batch) -> list[float]:
    prepared = metric.prepare(batch)
    found: list[float] = prepared.segment(prepared.weigh(prepared.measure(batch))).tolist()
    return found


def tagged(words: str, tags: str, xpos: str = "") -> list[Token]:
    columns = words.split(), tags.split(), (xpos or tags).split()
    return [Token(word, word, upos, tag) for word, upos, tag in zip(*columns, strict=True)]


# -- by hand ---------------------------------------------------------------------------------------

# a b c / a c b d: LP = exp(1 - 4/3); P = 3/3, R = 3/4 of words and of tags.
LP = math.exp(-1 / 3)
HPR = 10 / (9 / (3 / 4) + 1 / 1)
#: Words at 1/3 2/3 3/3 against 1/4 3/4 2/4; tags D N N at 1/3 2/3 3/3 against 1/4 2/4 3/4 of D N N V.
NPP_WORD = math.exp(-(1 / 12 + 1 / 12 + 1 / 2) / 3)
NPP_POS = math.exp(-(1 / 12 + 1 / 6 + 1 / 4) / 3)
GIVEN = GivenAnnotator([tagged("a b c", "D N N")], [tagged("a c b d", "D N N V")])


def by_hand() -> Batch:
    return Batch.from_streams(["a b c"], [["a c b d"]], resources=Resources(annotator=GIVEN))


def mean(weights: tuple[float, float, float], npp: float) -> float:
    h, length, position = weights
    return sum(weights) / (h / HPR + length / LP + position / npp)


def test_equation_10_by_hand() -> None:
    word, pos = mean((7, 2, 1), NPP_WORD), mean((7, 2, 1), NPP_POS)
    assert scores(hlepor(), by_hand()) == pytest.approx([100 * (word + pos) / 2], rel=1e-14)
    weighted = hlepor(w_word=1, w_pos=9, pos_weights=(3, 2, 1))
    expected = (word + 9 * mean((3, 2, 1), NPP_POS)) / 10
    assert scores(weighted, by_hand()) == pytest.approx([100 * expected], rel=1e-14)


def test_the_parts() -> None:
    metric = hlepor()
    batch = by_hand()
    parts = metric.parts(metric.weigh(metric.measure(batch))[0])
    expected = {
        **{"LP": LP, "NPosPenal": NPP_WORD, "HPR": HPR, "P": 1.0, "R": 0.75},
        **{"LP_POS": LP, "NPosPenal_POS": NPP_POS, "HPR_POS": HPR, "P_POS": 1.0, "R_POS": 0.75},
        **{"hLEPOR_word": mean((7, 2, 1), NPP_WORD), "hLEPOR_POS": mean((7, 2, 1), NPP_POS)},
    }
    assert parts == pytest.approx(expected, rel=1e-14)


def test_recall_and_precision_of_tags_have_their_own_weights() -> None:
    # D N N against D N N V: precision 1, recall 3/4; only tags count, and of them only HPR.
    alone = {"w_word": 0, "pos_weights": (1, 0, 0)}
    assert scores(hlepor(**alone, pos_alpha=0, pos_beta=1), by_hand()) == [100.0]
    assert scores(hlepor(**alone, pos_alpha=1, pos_beta=0), by_hand()) == pytest.approx([75.0])


def test_the_best_reference_is_best_by_both() -> None:
    # The words of the first reference fit, the tags of the second; together the second is better.
    annotator = GivenAnnotator(
        [tagged("a b c", "D N V")], [tagged("a b c", "X X X"), tagged("a b z", "D N V")]
    )
    batch = Batch.from_streams(["a b c"], [["a b c"], ["a b z"]], resources=Resources(annotator=annotator))
    expected = 50 * (10 / (7 / (2 / 3) + 2 + 1)) + 50
    assert scores(hlepor(), batch) == pytest.approx([expected], rel=1e-14)


def test_the_formula_on_mean_factors() -> None:
    annotator = GivenAnnotator([tagged("a b", "D N"), tagged("x", "V")], [tagged("a b", "D N")] * 2)
    batch = Batch.from_streams(["a b", "x"], [["a b", "a b"]], resources=Resources(annotator=annotator))
    metric = hlepor(system="B", w_word=1, w_pos=3)
    rows = metric.weigh(metric.measure(batch))
    # Means of 1 and exp(-1), of 1 and exp(0), of 1 and 0; the same for words and tags.
    expected = 10 / (7 / 0.5 + 2 / ((1 + math.exp(-1)) / 2) + 1 / 1)
    assert metric.combine(rows.sum(axis=0)) == pytest.approx(100 * expected, rel=1e-14)
    assert metric.replace(system="A").combine(rows.sum(axis=0)) == 50.0


# -- the paper's weights ---------------------------------------------------------------------------

# Table 1: HPR:LP:NPP and α:β of tags, and w_hw:w_hp; the other pairs were evaluated without tags.
TABLE_1 = {
    "de-en": ((3, 2, 1), (9, 1), (1, 9)),
    "fr-en": ((3, 2, 1), (9, 1), (9, 1)),
    "en-cs": ((7, 2, 1), (9, 1), (1, 9)),
    "en-de": ((7, 2, 1), (9, 1), (1, 9)),
    "en-fr": ((3, 2, 1), (9, 1), (9, 1)),
}


@pytest.mark.parametrize("lang", TABLE_1)
def test_language_pairs(lang: str) -> None:
    weights, (alpha, beta), (w_word, w_pos) = TABLE_1[lang]
    spelt: dict[str, Any] = {"pos_weights": weights, "pos_alpha": alpha, "pos_beta": beta}
    explicit = hlepor(lang=lang, **spelt, w_word=w_word, w_pos=w_pos)
    assert scores(hlepor(lang=lang), by_hand()) == scores(explicit, by_hand())
    assert hlepor(lang=lang).in_effect() == explicit.in_effect()


@pytest.mark.parametrize(
    "options", [{"lang": "cs-en"}, {"lang": "en-es"}, {"weights": (1, 2, 3), "alpha": 2}]
)
def test_tags_without_weights_of_their_own_have_those_of_words(options: dict[str, Any]) -> None:
    effect = hlepor(**options).in_effect()
    assert effect["pos_weights"] == effect["weights"]
    assert (effect["pos_alpha"], effect["pos_beta"]) == (effect["alpha"], effect["beta"])
    assert (effect["w_word"], effect["w_pos"]) == (1.0, 1.0)


def test_what_is_fitted() -> None:
    of_tags = {"w_word", "w_pos", "pos_weights", "pos_alpha", "pos_beta"}
    assert of_tags <= set(space(hlepor()).names)
    assert not of_tags & set(space(HLepor()).names)
    assert len(space(hlepor()).origin()) == 7  # 2 + 1 of words, as many of tags, and one between them


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("hlepor:pos=true,w_word=0,w_pos=0", "w_word and w_pos"),
        ("hlepor:pos=true,pos_alpha=0,pos_beta=0", "pos_alpha and pos_beta"),
        ("hlepor:pos=true,pos_weights=1/2", "pos_weights are three numbers"),
        ("hlepor:pos=true,pos_weights=0/0/0", "pos_weights are three numbers"),
        ("hlepor:pos=true,tags=penn", "one of upos, xpos"),
        ("hlepor:pos=maybe", "true or false"),
    ],
)
def test_refused(spec: str, says: str) -> None:
    with pytest.raises(ParameterError, match=says):
        get(spec)


# -- tags are a text like another ------------------------------------------------------------------

words = st.lists(
    st.builds("{}.{}".format, st.sampled_from(["a", "b", "C"]), st.sampled_from("xyz")), max_size=7
).map(" ".join)


def tags_of(line: str) -> list[str]:
    return [word.partition(".")[2] for word in line.split()]


def spelled(hypothesis: str, reference: str) -> Batch:
    return Batch.from_streams([hypothesis], [[reference]], resources=Resources(annotator=SpelledAnnotator()))


@given(words, words, st.integers(0, 3), st.booleans())
def test_counts(hypothesis: str, reference: str, context: int, one_to_one: bool) -> None:
    matching: dict[str, Any] = {"context": context, "one_to_one": one_to_one}
    row = hlepor(tags="xpos", lowercase=False, **matching).measure(spelled(hypothesis, reference)).values[0]
    expected: list[float] = []
    for hyp, ref in ((hypothesis.split(), reference.split()), (tags_of(hypothesis), tags_of(reference))):
        counts = oracle.paper_counts(hyp, ref, **matching)
        expected += [counts.c, counts.r, counts.npd, *counts.common]
    assert row.tolist() == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("mode", ["paper", "perl"])
@given(words, words)
def test_tags_alone_are_hlepor_of_the_tags(mode: str, hypothesis: str, reference: str) -> None:
    alone = hlepor(mode=mode, tags="xpos", w_word=0)
    on_text = HLepor(mode=mode, tokenize="none")
    expected = on_text.sentence_score(" ".join(tags_of(hypothesis)), [" ".join(tags_of(reference))])
    assert scores(alone, spelled(hypothesis, reference)) == [expected.score]


@given(words, words)
def test_words_alone_are_hlepor(hypothesis: str, reference: str) -> None:
    expected = HLepor(tokenize="none").sentence_score(hypothesis, [reference]).score
    assert scores(hlepor(w_pos=0), spelled(hypothesis, reference)) == [expected]


def test_universal_tags_or_those_of_the_tagger() -> None:
    annotator = GivenAnnotator([tagged("a", "NOUN", "NN1")], [tagged("a", "NOUN", "NN2")])
    batch = Batch.from_streams(["a"], [["a"]], resources=Resources(annotator=annotator))
    assert scores(hlepor(), batch) == [100.0]
    assert scores(hlepor(tags="xpos"), batch) == [50.0]


def test_whatever_is_in_a_tag_it_is_one_tag() -> None:
    tokens = [Token("a", "a", "X", "N(soort, ev)"), Token("b", "b", "X", "")]
    batch = Batch.from_streams(
        ["a b"], [["a b"]], resources=Resources(annotator=GivenAnnotator([tokens], [tokens]))
    )
    row = hlepor(tags="xpos").measure(batch).values[0]
    assert row[4:].tolist() == [2, 2, 0, 2]


def test_weights_are_reweighed_not_counted_again() -> None:
    measured = hlepor().measure(by_hand())
    for options in ({"lang": "en-de"}, {"w_pos": 5.0, "pos_weights": (1, 1, 1)}, {"system": "B"}):
        metric = hlepor(**options)
        np.testing.assert_array_equal(metric.weigh(measured), metric.weigh(metric.measure(by_hand())))


# -- what found the tags ---------------------------------------------------------------------------


class Tool:
    """A tool that says what it is, and a digest as files have it."""

    def __init__(self, **names: str) -> None:
        self.names = names

    def annotate(self, lines: Sequence[str], *, side: str) -> Analysed:
        tokens = [[Token(word, word, "X", "X") for word in line.split()] for line in lines]
        return Analysed.of(tokens, tool=self.names[side], tagset="upos")


def batch_by(annotator: Annotator | None, language: str | None = None) -> Batch:
    resources = Resources(target_language=language, annotator=annotator)
    return Batch.from_streams(["a b"], [["a"]], resources=resources)


def test_the_signature_says_what_found_the_tags() -> None:
    batch = batch_by(Tool(hypotheses="hanta-1#11", references="hanta-1#22"), "en")
    prepared = hlepor().prepare(batch)
    assert "|pos:yes|language:en|annotation:hanta-1#22|" in prepared.signature
    assert prepared.prepare(batch) == prepared
    other = batch_by(Tool(hypotheses="spacy-3#11", references="hanta-1#22"))
    assert hlepor().prepare(other).annotation == "spacy-3+hanta-1#22"
    with pytest.raises(MissingError, match=r"by hanta-1#22, but are by spacy-3\+hanta-1#22"):
        prepared.prepare(other)


def test_without_tags_nothing_is_asked() -> None:
    metric = HLepor()
    assert metric.prepare(batch_by(None)) == metric.replace(tokenize="13a")
    assert "pos" not in metric.signature
    assert (metric.wants("pos"), hlepor().wants("pos"), hlepor().wants("references")) == (False, True, True)


def test_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def found(language: str, **options: object) -> PureAnnotator:
        asked.append(language)
        return PureAnnotator()

    monkeypatch.setattr("pitchpipe.lang.annotation.defaults.default_annotator", found)
    for options, target, language in (
        ({}, "cs", "cs"),
        ({"lang": "de-en"}, None, "en"),
        ({"lang": "de-en"}, "fr", "fr"),
        ({"lang": "de-en", "language": "nl"}, "fr", "nl"),
    ):
        metric = hlepor(**options)
        assert metric.prepare(batch_by(None, target)).language == language
        metric.measure(batch_by(None, target))
        assert asked[-2:] == [language, language]


def test_an_unknown_language() -> None:
    with pytest.raises(MissingError, match="-l de-en"):
        hlepor().corpus_score(["a"], [["a"]])


def test_pairs_and_the_calls_use_what_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    use_annotator(monkeypatch, PureAnnotator())
    metric = hlepor(language="en")
    lines = ["the house burns", "a tree", ""]
    matrix = metric.matrix(lines, lines)
    assert np.diag(matrix).tolist() == [100.0, 100.0, 100.0]
    assert metric.corpus_score(lines, [lines]).score == 100.0


def test_a_test_set_brings_its_annotator() -> None:
    test_set = pp.TestSet(
        systems={"s": ["a.x b.y"]}, references={"r": ["a.x c.y"]}, annotator=SpelledAnnotator()
    )
    table = pp.score(test_set, [hlepor(w_word=0, tags="xpos"), "0.5*hlepor:pos=true+0.5*bleu"])
    assert table["s", hlepor(w_word=0, tags="xpos").spec].score == 100.0
