"""METEOR: its formula by hand, its searches against exhaustive ones, and Meteor 1.5's own numbers."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Container, Mapping, Sequence
from itertools import combinations, pairwise, permutations, product
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pitchpipe import _core
from pitchpipe.batch.resources import Resources
from pitchpipe.errors import DataError, MissingError, ParameterError, PitchpipeWarning
from pitchpipe.metrics import METEOR, Batch, Metric, from_signature, get
from pitchpipe.metrics.meteor import MODULES, VERSIONS
from tests.golden.rows import HERE
from tests.oracle.meteor import chunks as all_chunks
from tests.oracle.meteor import staged

Row = dict[str, Any]


def row_of(metric: Metric, hypothesis: str, *references: str) -> dict[str, float]:
    """The counts of one segment by name."""
    batch = Batch([hypothesis], list(references), np.array([0, len(references)], dtype=np.uint32))
    rows = metric.weigh(metric.measure(batch))
    return dict(zip(metric.columns, rows[0].tolist(), strict=True))


def exact(**values: Any) -> Metric:
    return get("meteor", modules="exact", **values)


@pytest.fixture
def synonyms(tmp_path: Path) -> str:
    path = tmp_path / "synonyms.tsv"
    path.write_text("car\tautomobile\nquick\tfast\trapid\n")
    return str(path)


@pytest.fixture
def english(synonyms: str) -> Metric:
    pytest.importorskip("snowballstemmer")
    return get("meteor", language="en", synonyms=synonyms)


# -- the formula -----------------------------------------------------------------------------------


def test_a_score_by_hand() -> None:
    # m = 3 in 2 chunks; P = 3/4, R = 3/5.
    metric = exact(alpha=0.9, beta=3.0, gamma=0.5)
    counts = row_of(metric, "a b x c", "a b y c z")
    assert (counts["exact"], counts["chunks"]) == (3, 2)
    P, R = 3 / 4, 3 / 5
    expected = P * R / (0.9 * P + 0.1 * R) * (1 - 0.5 * (2 / 3) ** 3)
    assert metric.sentence_score("a b x c", ["a b y c z"]).score == pytest.approx(100 * expected, abs=1e-12)


def test_modules_have_weights(english: Metric) -> None:
    hypothesis, reference = "the fast automobiles stopped", "the rapid automobile stopped"
    counts = row_of(english, hypothesis, reference)
    assert [counts[module] for module in MODULES] == [2, 1, 1]
    weighted = english.replace(weights=(1.0, 0.5, 0.25), gamma=0.0)
    assert weighted.sentence_score(hypothesis, [reference]).score == pytest.approx(100 * 2.75 / 4)


def test_function_words_count_less(tmp_path: Path) -> None:
    words = tmp_path / "function.txt"
    words.write_text("The\nof\n")
    metric = exact(function_words=str(words), delta=0.75, gamma=0.0, alpha=0.5)
    # Matched: "the" (0.25) and "king" (0.75), of 0.25·2 + 0.75·2 and 0.25 + 0.75·2.
    P, R = 1 / 2, 1 / 1.75
    score = metric.sentence_score("the king of x", ["the king y"]).score
    assert score == pytest.approx(100 * P * R / (0.5 * P + 0.5 * R))
    assert metric.in_effect()["delta"] == 0.75
    assert exact().in_effect()["delta"] is None


def test_a_whole_match_is_not_penalised_in_a_corpus_either() -> None:
    metric = exact(version="2005")
    rows = metric.weigh(metric.measure(Batch.from_streams(["a b c", "a x"], [["a b c", "a y"]])))
    assert rows[:, metric.columns.index("chunks")].tolist() == [0, 1]
    # 4 of 5 words match, in one chunk that counts.
    assert metric.combine(rows.sum(axis=0)) == pytest.approx(100 * 0.8 * (1 - 0.5 * (1 / 4) ** 3))


@pytest.mark.parametrize(("hypothesis", "reference"), [("", ""), ("", "a"), ("a", ""), ("b", "a")])
def test_nothing_matched_is_nothing(hypothesis: str, reference: str) -> None:
    for align in ("1.5", "staged"):
        assert exact(align=align).sentence_score(hypothesis, [reference]).score == 0.0


def test_the_best_reference_counts() -> None:
    metric = exact()
    alone = metric.sentence_score("a b c", ["a b d"]).score
    assert metric.sentence_score("a b c", ["x", "a b d", "c"]).score == alone


def test_versions_set_what_is_not_given() -> None:
    metric = METEOR(version="2005", gamma=0.25)
    assert metric.in_effect() | {"delta": None} == {
        **VERSIONS["2005"]._asdict(),
        "gamma": 0.25,
        "delta": None,
        "version": "2005",
    }


# -- the searches ----------------------------------------------------------------------------------

LINES = st.lists(st.sampled_from("abc"), max_size=5)


def fewest(hyp: list[str], ref: list[str], cost: Any) -> int:
    """The lowest cost of an alignment of as many equal words as possible."""
    size = sum((Counter(hyp) & Counter(ref)).values())
    found = (
        sorted(zip(js, order, strict=True))
        for js in combinations(range(len(ref)), size)
        for order in permutations(range(len(hyp)), size)
        if all(ref[j] == hyp[i] for j, i in zip(js, order, strict=True))
    )
    return int(min(map(cost, found)))


def chunks(links: list[tuple[int, int]]) -> int:
    adjacent = (b == (a[0] + 1, a[1] + 1) for a, b in pairwise(links))
    return len(links) - sum(adjacent)


@settings(max_examples=150, deadline=None)
@given(LINES, LINES)
def test_the_joint_search_finds_the_fewest_chunks(hyp: list[str], ref: list[str]) -> None:
    counts = row_of(exact(tokenize="none"), " ".join(hyp), " ".join(ref))
    assert counts["exact"] == sum((Counter(hyp) & Counter(ref)).values())
    if hyp != ref:
        assert counts["chunks"] == fewest(hyp, ref, chunks)


class Told(NamedTuple):
    """A pair, and what is said of its words."""

    hyp: Sequence[str]
    ref: Sequence[str]
    stems: Mapping[str, int]
    senses: Mapping[str, set[int]]
    function: Container[str]


def staged_row(told: Told) -> list[float]:
    """What the core counts in one pair if words are told about like this."""
    hyp, ref, stems, senses, function = told
    batch = Batch([" ".join(hyp)], [" ".join(ref)], np.array([0, 1], dtype=np.uint32))
    hyps, refs = METEOR(tokenize="none", align="staged", modules="exact").tokens(batch, named=True)
    words = _core.vocabulary(refs)
    ids = [sorted(senses.get(word, set())) for word in words]
    counts = _core.aligned_words(
        hyps,
        refs,
        batch.layout,
        stems=np.array([stems.get(word, 1000 + k) for k, word in enumerate(words)], dtype=np.uint32),
        sense_offsets=np.cumsum([0, *map(len, ids)], dtype=np.int64),
        senses=np.array([sense for of_word in ids for sense in of_word], dtype=np.uint32),
        function=np.array([word in function for word in words], dtype=np.bool_),
        staged=True,
    )
    return [float(count) for count in counts[0]]


def expected_row(told: Told) -> list[float]:
    """The same by trying all alignments."""
    hyp, ref, stems, senses, function = told
    found = staged(
        hyp,
        ref,
        [
            lambda h, r: h == r,
            lambda h, r: h in stems and h != r and stems[h] == stems.get(r),
            lambda h, r: h != r and bool(senses.get(h, set()) & senses.get(r, set())),
        ],
    )
    links = sorted(link for of_module in found for link in of_module)
    runs = all_chunks(links)
    row: list[float] = [len(hyp), len(ref), sum(w in function for w in hyp), sum(w in function for w in ref)]
    row.append(0 if runs == 1 and len(links) == len(hyp) == len(ref) else runs)
    for of_module in found:
        row.append(len(of_module))
        row.append(sum(hyp[i] in function for i, _ in of_module))
        row.append(sum(ref[j] in function for _, j in of_module))
    return row


@settings(max_examples=300, deadline=None)
@given(st.text("abc", max_size=7), st.text("abc", max_size=7))
@example(",,a.", "a,b,,,.a.")
@example("ab", "bab")
def test_the_staged_search_is_exact(hyp: str, ref: str) -> None:
    told = Told(hyp, ref, {}, {}, "a,")
    assert staged_row(told) == expected_row(told)


WORDS = ("a1", "a2", "a3", "b1", "b2", "c1")
FAMILIES = {word: ord(word[0]) for word in WORDS}


@settings(max_examples=300, deadline=None)
@given(
    st.lists(st.sampled_from(WORDS), max_size=6),
    st.lists(st.sampled_from(WORDS), max_size=5),
    st.booleans(),
    st.fixed_dictionaries({word: st.sets(st.integers(0, 3), max_size=2) for word in WORDS}),
    st.sets(st.sampled_from(WORDS)),
)
def test_the_staged_search_is_exact_in_every_module(
    hyp: list[str], ref: list[str], stemmed: bool, senses: dict[str, set[int]], function: set[str]
) -> None:
    told = Told(hyp, ref, FAMILIES if stemmed else {}, senses, function)
    assert staged_row(told) == expected_row(told)


ALIKE = ("the", "car", "cars", "automobile", "quick", "fast", "a")
SENTENCES = st.lists(st.sampled_from(ALIKE), max_size=7).map(" ".join)


@pytest.mark.parametrize("align", ["1.5", "staged"])
def test_pairs_of_a_group_are_measured_as_if_alone(english: Metric, align: str) -> None:
    metric = english.replace(align=align)

    @given(
        st.lists(
            st.tuples(st.lists(SENTENCES, max_size=3), st.lists(SENTENCES, min_size=1, max_size=4)),
            min_size=1,
            max_size=2,
        )
    )
    @settings(max_examples=60, deadline=None)
    def check(groups: list[tuple[list[str], list[str]]]) -> None:
        sides = [[line for group in groups for line in group[k]] for k in range(2)]
        ends = [np.cumsum([0, *(len(group[k]) for group in groups)]) for k in range(2)]
        together = metric.measure_groups(sides[0], sides[1], ends[0], ends[1]).values
        pairs = [pair for group in groups for pair in product(*group)]
        alone = [metric.measure_pairs([h], [r]).values[0] for h, r in pairs]
        np.testing.assert_array_equal(together, np.array(alone).reshape(len(pairs), together.shape[1]))

    check()


def test_few_crossings_come_before_few_chunks() -> None:
    """By hand: "b c" as one chunk would cross two links."""
    hyp, ref = "b c a b x c", "a b y c z b c"
    assert row_of(exact(align="staged"), ", , a .", "a , b , , , . a .")["chunks"] == 2
    assert row_of(exact(), hyp, ref)["chunks"] < row_of(exact(align="staged"), hyp, ref)["chunks"]


def test_open_matches_of_other_modules_count_nothing_in_the_joint_search(english: Metric) -> None:
    """As in the program: a stem with two candidates begins no chunk of its own."""
    hyp, ref = "walks x walked", "y walking z"
    assert row_of(english, hyp, ref)["stem"] == 0
    assert row_of(english.replace(align="staged"), hyp, ref)["stem"] == 1
    assert row_of(english, "walks x", ref)["stem"] == 1


def test_repetitions_on_both_sides() -> None:
    """What is kept of a pair grows with its length, not with the number of possible links."""
    for align in ("1.5", "staged"):
        counts = row_of(exact(align=align), "the " * 600, "the " * 500)
        assert (counts["exact"], counts["chunks"]) == (500, 1)
        # Thousands of repetitions in a translation alone are no trouble.
        assert row_of(exact(align=align), "the " * 50_000, "the cat on the mat")["exact"] == 2
        with pytest.raises(
            DataError, match=r"segment 2: its 20000 words match those of a reference of 19000 in more than"
        ):
            exact(align=align).corpus_score(["a", "the " * 20_000], [["a", "the " * 19_000]])


def test_what_the_staged_search_refuses() -> None:
    """Where too many alignments are possible it says so, and another search can do it."""
    hyp, ref = "the " * 10_000, "the " * 5000
    with pytest.raises(
        DataError,
        match=r"segment 2: its 10000 words match those of a reference of 5000 in so many ways that the "
        r"alignment with the fewest crossings was not found: split the line into sentences, or .*align=1\.5",
    ):
        exact(align="staged").corpus_score(["a", hyp, hyp], [["a", ref, ref]])
    random = Random(1)
    lines = [" ".join(f"w{random.randrange(10)}" for _ in range(400)) for _ in range(2)]
    with pytest.raises(DataError, match=r"segment 1: its 400 words match those of a reference of 400 in so"):
        exact(align="staged").sentence_score(lines[0], [lines[1]])
    assert exact().sentence_score(lines[0], [lines[1]]).score > 0


# -- what it needs ---------------------------------------------------------------------------------


def test_a_language_is_needed_for_stems_and_synonyms() -> None:
    with pytest.raises(MissingError, match=r"synonyms depend on the language: .*modules=exact"):
        get("meteor").sentence_score("a", ["a"])
    with pytest.raises(MissingError, match=r"stems depend on the language"):
        get("meteor:synonyms=none").sentence_score("a", ["a"])
    assert exact().sentence_score("a", ["a"]).score == 100.0


def test_synonyms_are_needed_or_declined(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("snowballstemmer")
    monkeypatch.setattr("pitchpipe.lang.synonyms.finding.installed", lambda language: iter(()))
    without = get("meteor", language="en", synonyms="none").sentence_score("walks", ["walking"])
    assert without.score > 0
    with pytest.warns(
        PitchpipeWarning, match=r"meteor does without synonyms: there are no synonyms of English"
    ):
        found = get("meteor", language="en").sentence_score("walks", ["walking"])
    assert (found.score, found.signature) == (without.score, without.signature)
    assert "|synonyms:none|" in found.signature
    # What was asked for by name is not left out.
    with pytest.raises(MissingError, match="are not here"):
        get("meteor", language="en", synonyms="wordnet#12345678").sentence_score("a", ["a"])


def test_a_language_without_a_stemmer_says_so() -> None:
    pytest.importorskip("snowballstemmer")
    with pytest.raises(MissingError, match=r"no Snowball stemmer of Chinese.*modules=exact"):
        get("meteor:language=zh,synonyms=none").sentence_score("a", ["a"])


def test_parameters_that_do_not_fit() -> None:
    with pytest.raises(ParameterError, match="weights are three numbers"):
        get("meteor:weights=1/0.5")
    with pytest.raises(ParameterError, match=r"weights must be 3 numbers .* between 0 and 1, not 1/2$"):
        get("meteor:weights=1/2")


def test_function_words_are_estimated(tmp_path: Path) -> None:
    """Words that are more than a thousandth of the references, unless a list is given."""
    references = [f"the The w{i % 900} v{i}" for i in range(2000)]
    # 8000 words: 4000 times "the", each w two or three times; a thousandth is 8.
    hypotheses = [f"the w{i % 900} the u{i}" for i in range(2000)]
    estimating = exact(version="1.5-rank-en")
    score = estimating.corpus_score(hypotheses, [references])
    assert "|function_words:estimated#" in score.signature
    words = tmp_path / "function.txt"
    words.write_text("the\n", encoding="utf-8")
    listed = exact(version="1.5-rank-en", function_words=str(words))
    assert score.score == listed.corpus_score(hypotheses, [references]).score
    assert score.score != exact(version="1.5-rank-en", delta=0.5).corpus_score(hypotheses, [references]).score
    # The signature makes the same metric again, on the same references only.
    again = from_signature(score.signature)
    assert again.corpus_score(hypotheses, [references]).signature == score.signature
    with pytest.raises(DataError, match=r"function words were estimated#.*on these references they are"):
        again.corpus_score(hypotheses, [[line.replace("the", "a") for line in references]])


def test_few_words_tell_no_function_words() -> None:
    with pytest.raises(
        DataError, match=r"delta=0\.75 weighs function words, and 1 words? .*function_words=FILE"
    ):
        exact(version="1.5-rank-en").sentence_score("a", ["a"])


@pytest.mark.parametrize(("text", "message"), [("a b\n", "line 1: has 2 words"), ("\n", "has no words")])
def test_bad_lists_of_function_words(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "function.txt"
    path.write_text(text)
    with pytest.raises(DataError, match=message):
        exact(function_words=str(path)).sentence_score("a", ["a"])


def test_a_prepared_metric_names_its_synonyms_by_content(english: Metric, synonyms: str) -> None:
    batch = Batch.from_streams(
        ["a fast car"], [["a rapid automobile"]], resources=Resources(target_language="en")
    )
    prepared = english.replace(language=None).prepare(batch)
    assert prepared.signature.startswith(
        f"meteor|case:lc|tok:13a|lang:en|modules:exact/stem/synonym|synonyms:{synonyms}#"
    )
    again = from_signature(prepared.signature)
    assert again == prepared
    assert row_of(again, "a fast car", "a rapid automobile")["synonym"] == 2
    with pytest.raises(DataError, match="not 00000000: these are other synonyms"):
        row_of(english.replace(synonyms=f"{synonyms}#00000000"), "a", "b")
    with pytest.raises(MissingError, match="tsv#00000000 are not here"):
        row_of(english.replace(synonyms="tsv#00000000"), "a", "b")


# -- the program's own numbers -----------------------------------------------------------------------


def golden_metric(row: Row, synonyms: str) -> Metric:
    """Ours for a row of Meteor 1.5 whose δ is ½, so that function words do not matter."""
    arguments = row["params"]["args"]
    modules = arguments[arguments.index("-m") + 1].split()
    values: dict[str, Any] = {"version": "1.5-rank-ru"} if "-p" not in arguments else {}
    if "-p" in arguments:
        numbers = map(float, arguments[arguments.index("-p") + 1].split())
        values = dict(zip(("alpha", "beta", "gamma"), numbers, strict=False))
    language = row["params"]["lang"]
    return get(
        "meteor", tokenize="none", modules="/".join(modules), synonyms=synonyms, language=language, **values
    )


def disagreements(rows: list[Row], synonyms: str) -> list[str]:
    found = []
    for row in rows:
        ours = golden_metric(row, synonyms).sentence_score(row["hyp"], row["refs"]).score / 100
        if not abs(ours - row["value"]) <= 1e-9:
            found.append(f"{row['id']}: {row['value']!r} there, {ours!r} here")
    return found


def golden(folder: Path) -> list[Row]:
    with gzip.open(folder / "meteor_java.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def test_copied_rows_of_the_program() -> None:
    pytest.importorskip("snowballstemmer")
    rows = golden(HERE)
    assert len(rows) == 138
    assert disagreements(rows, "none") == []


def test_rows_with_synonyms(shared: Path) -> None:
    """Where WordNet is installed. Rows by ``-norm`` have the program's own tokens."""
    from pitchpipe.lang.synonyms.finding import find_synonyms

    pytest.importorskip("snowballstemmer")
    try:
        find_synonyms(None, "en")
    except MissingError:
        pytest.skip("WordNet is not installed")
    rows = [
        row
        for row in golden(shared / "golden")
        if row["level"] == "segment" and "-lower" in row["params"]["args"] and "-p" in row["params"]["args"]
    ]
    assert len(rows) == 381
    assert disagreements(rows, "auto") == []


#: α, β, γ, δ and the weights of exact, stem and synonym matches in Meteor 1.5's table of tuned parameters
#: (Denkowski and Lavie 2014; paraphrases are not among ours), and those of the first papers.
PUBLISHED = {
    "0.6": (0.81, 0.83, 0.28, 0.5),
    "2005": (0.9, 3.0, 0.5, 0.5),
    "1.5-rank-en": (0.85, 0.20, 0.60, 0.75, (1.0, 0.6, 0.8)),
    "1.5-rank-cs": (0.95, 0.20, 0.60, 0.80, (1.0, 0.4, 0.0)),
    "1.5-rank-de": (0.95, 1.00, 0.55, 0.55, (1.0, 0.8, 0.2)),
    "1.5-rank-es": (0.65, 1.30, 0.50, 0.80, (1.0, 0.8, 0.6)),
    "1.5-rank-fr": (0.90, 1.40, 0.60, 0.65, (1.0, 0.2, 0.4)),
    "1.5-rank-ru": (0.75, 1.40, 0.70, 0.50, (1.0, 0.5, 0.5)),
}


def test_versions_are_those_published() -> None:
    assert {name: tuple(version)[: len(PUBLISHED[name])] for name, version in VERSIONS.items()} == PUBLISHED
    assert VERSIONS["0.6"].weights == VERSIONS["2005"].weights == (1.0, 1.0, 1.0)
