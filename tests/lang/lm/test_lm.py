"""Language models: equal to KenLM's, and what they keep and refuse."""

from __future__ import annotations

import gzip
import json
import math
import random
import re
from collections import Counter
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.errors import DataError, ParameterError
from pitchpipe.lang.lm.model import FALLBACK_DISCOUNTS, Discounts, LanguageModel
from pitchpipe.text.files import read_lines
from pitchpipe.threads import threads

TOY = Path(__file__).parents[2] / "golden" / "lm"
TRAIN = read_lines(TOY / "toy.train.txt")
TEST = read_lines(TOY / "toy.test.txt")

Entry = tuple[float, float | None]


def toy(order: int, **options: Any) -> LanguageModel:
    return LanguageModel.estimate(TRAIN, order=order, fallback=FALLBACK_DISCOUNTS, **options)


def arpa(model: LanguageModel, folder: Path) -> str:
    model.write(folder / "model.arpa")
    return (folder / "model.arpa").read_text(encoding="utf-8")


def entries(text: str) -> dict[str, Entry]:
    """Probability and backoff weight of every n-gram in the lines of an ARPA file."""
    lines = [line.split("\t") for line in text.splitlines() if "\t" in line]
    return {words: (float(p), float(rest[0]) if rest else None) for p, words, *rest in lines}


def assert_equal_entries(ours: dict[str, Entry], theirs: dict[str, Entry]) -> None:
    for words, (log10, backoff) in theirs.items():
        assert ours[words][0] == pytest.approx(log10, rel=1e-5, abs=1e-6), words
        assert ours[words][1] == (None if backoff is None else pytest.approx(backoff, rel=1e-5, abs=1e-6))


# -- KenLM's numbers -------------------------------------------------------------------------------


@pytest.mark.parametrize("order", [2, 3])
def test_every_entry_of_lmplz(order: int, tmp_path: Path) -> None:
    text = arpa(toy(order), tmp_path)
    theirs = (TOY / f"toy.o{order}.arpa").read_text(encoding="utf-8")
    assert list(entries(text)) == list(entries(theirs))
    assert_equal_entries(entries(text), entries(theirs))
    assert text.split("\n\n")[0] == theirs.split("\n\n")[0]


@pytest.mark.parametrize("order", [2, 3])
def test_discounts_of_lmplz(order: int) -> None:
    model = toy(order)
    golden = json.loads((TOY / f"toy.o{order}.json").read_text(encoding="utf-8"))["discounts"]
    for n, (count, discounts) in enumerate(zip(model.counts, model.discounts or (), strict=True), 1):
        theirs = golden[str(n)]
        assert count == theirs["count"]
        assert discounts == pytest.approx([theirs["D1"], theirs["D2"], theirs["D3plus"]], rel=1e-5)


@pytest.mark.parametrize("order", [2, 3])
@pytest.mark.parametrize("source", ["estimated", "read"])
def test_every_word_of_query(order: int, source: str) -> None:
    model = toy(order) if source == "estimated" else LanguageModel.read(TOY / f"toy.o{order}.arpa")
    golden = json.loads((TOY / f"toy.o{order}.json").read_text(encoding="utf-8"))
    found = model.sentences(TEST)
    for i, theirs in enumerate(golden["sentences"]):
        assert found.log10[i] == pytest.approx(theirs["log10"], rel=1e-5)
        assert found.known_log10[i] == pytest.approx(theirs["log10_excl_oov"], rel=1e-5)
        assert (found.words[i], found.unknown[i]) == (theirs["tokens_incl_eos"], theirs["oov"])
        ours = model.words(theirs["text"])
        assert [(w.word, w.matched) for w in ours] == [(word, n) for word, n, _ in theirs["words"]]
        assert [w.log10 for w in ours] == pytest.approx([p for *_, p in theirs["words"]], rel=1e-5)
    said = dict(line.split("\t") for line in golden["summary"] if "\t" in line)
    assert found.perplexity == pytest.approx(float(said["Perplexity including OOVs:"]), rel=1e-6)
    assert found.known_perplexity == pytest.approx(float(said["Perplexity excluding OOVs:"]), rel=1e-6)


def test_a_real_corpus_as_lmplz(shared: Path, tmp_path: Path) -> None:
    folder = shared / "golden" / "lm"
    model = LanguageModel.estimate(read_lines(folder / "multi30k.train.en.tok.gz"))
    summary = json.loads((folder / "multi30k.o3.summary.json").read_text())
    for n, discounts in enumerate(model.discounts or (), 1):
        theirs = summary["ngram_counts_and_discounts"][str(n)]
        assert model.counts[n - 1] == theirs["count"]
        assert discounts == pytest.approx([theirs["D1"], theirs["D2"], theirs["D3plus"]], rel=1e-5)
    sample = entries((folder / "multi30k.o3.arpa.sample.txt").read_text(encoding="utf-8"))
    assert len(sample) == 898
    assert_equal_entries(entries(arpa(model, tmp_path)), sample)
    found = model.sentences(read_lines(folder / "multi30k.val.en.tok.gz"))
    said = re.findall(r"Total: (\S+) OOV: (\d+)", (folder / "multi30k.val.query.txt").read_text())
    assert found.log10 == pytest.approx([float(log10) for log10, _ in said], rel=1e-5)
    assert found.unknown.tolist() == [int(unknown) for _, unknown in said]
    assert found.perplexity == pytest.approx(summary["recomputed"]["ppl_incl"], rel=1e-6)
    assert found.known_perplexity == pytest.approx(summary["recomputed"]["ppl_excl"], rel=1e-6)


# -- an obvious oracle -----------------------------------------------------------------------------


def oracle(lines: list[str], order: int, discounts: Sequence[Discounts]) -> dict[str, float]:
    """log10 p(w | h) for every n-gram ``h w``, by dictionaries and recursion."""
    raw: Counter[tuple[str, ...]] = Counter()
    for line in lines:
        words = ["<s>", *line.split(), "</s>"]
        for end, n in product(range(1, len(words)), range(order)):
            if end - n >= 0:
                raw[tuple(words[end - n : end + 1])] += 1
    adjusted = {
        gram: count if len(gram) == order or gram[0] == "<s>" else sum(longer[1:] == gram for longer in raw)
        for gram, count in raw.items()
    }
    vocabulary = {gram[-1] for gram in raw} | {"<unk>"}

    def probability(gram: tuple[str, ...]) -> float:
        if not gram:
            return 1.0 / len(vocabulary)
        alike = [count for other, count in adjusted.items() if other[:-1] == gram[:-1]]
        taken = {count: discounts[len(gram) - 1][min(count, 3) - 1] for count in alike}
        own = adjusted[gram] - taken[adjusted[gram]]
        return (own + sum(taken[count] for count in alike) * probability(gram[1:])) / sum(alike)

    return {" ".join(gram): math.log10(probability(gram)) for gram in raw}


@pytest.mark.parametrize("order", [1, 2, 3, 4, 6])
def test_the_formulas(order: int, tmp_path: Path) -> None:
    chance = random.Random(order)
    lines = [" ".join(chance.choices("abcd", k=chance.randrange(6))) for _ in range(8)]
    model = LanguageModel.estimate(lines, order=order, fallback=(0.25, 0.75, 1.25))
    ours = entries(arpa(model, tmp_path))
    theirs = oracle(lines, order, model.discounts or ())
    assert set(ours) == set(theirs) | {"<unk>", "<s>"}
    for words, log10 in theirs.items():
        assert ours[words][0] == pytest.approx(log10, rel=1e-6, abs=1e-7), words


# -- properties ------------------------------------------------------------------------------------

SENTENCES = st.lists(st.lists(st.sampled_from("abcde"), max_size=6).map(" ".join), min_size=1, max_size=12)


@given(SENTENCES, st.integers(1, 6), st.sampled_from([(), (0, 1), (0, 0, 1)]))
def test_probabilities_sum_to_one(lines: list[str], order: int, prune: tuple[int, ...]) -> None:
    model = LanguageModel.estimate(lines, order=order, prune=prune[:order], fallback=FALLBACK_DISCOUNTS)
    known = {word for line in lines for word in line.split()}
    for context in ("", "a", "b a", "unheard c"):
        last = len(context.split())
        choices = [model.words(f"{context} {word}")[last] for word in [*sorted(known), "never-seen"]]
        choices.append(model.words(context)[last])
        assert sum(10.0**choice.log10 for choice in choices) == pytest.approx(1.0, abs=1e-6)


@given(SENTENCES)
def test_a_sentence_is_the_sum_of_its_words(lines: list[str]) -> None:
    model = toy(3)
    found = model.sentences([*lines, *TEST])
    for i, line in enumerate([*lines, *TEST]):
        words = model.words(line)
        assert found.log10[i] == pytest.approx(sum(word.log10 for word in words))
        assert (found.words[i], found.unknown[i]) == (len(words), sum(word.unknown for word in words))


def test_threads_change_nothing(tmp_path: Path) -> None:
    chance = random.Random(1)
    lines = [" ".join(f"w{int(chance.paretovariate(0.7)) % 500}" for _ in range(12)) for _ in range(3000)]
    models, scores = [], []
    for count in (1, 3):
        with threads(count):
            model = LanguageModel.estimate(lines, order=4)
            models.append(arpa(model, tmp_path))
            scores.append(model.score(lines).tolist())
    assert models[0] == models[1]
    assert scores[0] == scores[1]


# -- files -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["a.arpa", "a.arpa.gz", "a.arpa.xz"])
def test_a_written_model_scores_the_same(name: str, tmp_path: Path) -> None:
    model = toy(3)
    model.write(tmp_path / name)
    again = LanguageModel.read(tmp_path / name)
    assert again.score(TEST).tolist() == model.score(TEST).tolist()
    assert (again.order, again.counts, again.digest) == (model.order, model.counts, model.digest)
    assert again.discounts is None


@pytest.mark.parametrize(
    ("change", "line", "says"),
    [
        (lambda text: text.replace("\\end\\", ""), 157, "truncated"),
        (lambda text: text[:600], 28, "fewer words than a 1-gram"),
        (lambda text: text.replace("ngram 2=50", "ngram 2=51"), 82, "50 2-grams .* says 51"),
        (lambda text: text.replace("-1.5298276\tcat", "nan\tcat"), 11, "not a finite number"),
        (lambda text: text.replace("-1.5298276\tcat", "much\tcat"), 11, "not a finite number"),
        (lambda text: text.replace("\tcat\t", "\tkat\t"), 36, '"cat" is not among the 1-grams'),
        (lambda text: text.replace("\\3-grams:", "\\4-grams:"), 82, "expected"),
    ],
)
def test_bad_files(change: Any, line: int, says: str, tmp_path: Path) -> None:
    text = (TOY / "toy.o3.arpa").read_text(encoding="utf-8")
    assert change(text) != text
    path = tmp_path / "bad.arpa"
    path.write_text(change(text), encoding="utf-8")
    with pytest.raises(DataError, match=says) as refused:
        LanguageModel.read(path)
    assert str(refused.value).startswith(f"{path}, line {line}: ")
    assert str(refused.value).count(str(path)) == 1


def test_what_is_no_arpa_file(tmp_path: Path) -> None:
    path = tmp_path / "a.arpa"
    for content in (b"", b"hello\n", b"\xff\x00mmap", gzip.compress(b"hello")):
        path.write_bytes(content)
        with pytest.raises(DataError, match="not an ARPA file"):
            LanguageModel.read(path)
    path.write_bytes(gzip.compress(b"hello" * 1000)[:-9])
    with pytest.raises(DataError, match="truncated"):
        LanguageModel.read(path)
    with pytest.raises(DataError, match="no such file"):
        LanguageModel.read(tmp_path / "nothing")


# -- edges -----------------------------------------------------------------------------------------


def test_sentences_without_words() -> None:
    model = toy(3)
    found = model.sentences(["", "  "])
    assert found.words.tolist() == [1, 1]
    assert found.log10[0] == found.log10[1] == model.words("")[0].log10
    nothing = model.sentences([])
    assert nothing.log10.shape == (0,)
    assert math.isnan(nothing.perplexity)
    with_empty = LanguageModel.estimate([*TRAIN, "", ""], order=2, fallback=FALLBACK_DISCOUNTS)
    assert with_empty.score([""])[0] > model.score([""])[0]


def test_the_feature_of_tesla() -> None:
    found = toy(3).sentences(["the cat sat", ""])
    assert found.per_word[0] == pytest.approx(math.log(10.0 ** found.log10[0]) / 3)
    assert found.per_word[1] == pytest.approx(math.log(10.0) * found.log10[1])
    assert np.all(found.per_word < 0.0)


def test_marks_within_a_text_are_unknown_words() -> None:
    model = toy(2)
    assert [word.unknown for word in model.words("the <s> </s> <unk> cat")] == [
        False,
        *[True] * 3,
        *[False] * 2,
    ]


def test_case_and_tokenizer() -> None:
    model = LanguageModel.estimate(
        ["The cat sat.", "A dog sat."], order=1, tokenize="13a", lowercase=True, fallback=FALLBACK_DISCOUNTS
    )
    assert model.counts == (3 + 6,)
    assert model.sentences(["THE DOG."], tokenize="13a", lowercase=True).unknown.tolist() == [0]


@pytest.mark.parametrize(
    ("lines", "options", "says"),
    [
        ([], {}, "no sentence"),
        (["a b", "c </s> d"], {}, "line 2: </s>"),
        (TRAIN, {"order": 3}, "3-grams give no Kneser-Ney discounts: .*adjusted count 2 would be -0.089041"),
        (["a b c"], {"order": 1}, "none has an adjusted count of 2"),
        ("a b c", {}, "one single string"),
    ],
)
def test_texts_that_are_refused(lines: Any, options: dict[str, Any], says: str) -> None:
    with pytest.raises(DataError, match=says):
        LanguageModel.estimate(lines, **options)


@pytest.mark.parametrize(
    "options",
    [
        {"order": 0},
        {"order": -1},
        {"order": 17},
        {"order": 10**30},
        {"order": 2.0},
        {"prune": [1]},
        {"prune": [0, 2, 1]},
        {"prune": [0, 0, 0, 0]},
        {"prune": [0, -1]},
        {"prune": [0, 2**40]},
        {"prune": [0, 2**32]},
        {"order": 2**32},
        {"fallback": (0.5, 1.0)},
        {"fallback": (0.5, 1.0, 4.0)},
        {"fallback": (0.5, float("nan"), 1.5)},
        {"tokenize": "moses"},
    ],
)
def test_options_that_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ParameterError):
        LanguageModel.estimate(TRAIN, **options)


def test_the_largest_threshold_leaves_single_words() -> None:
    model = LanguageModel.estimate(["a b", "b a"], order=2, prune=[0, 2**32 - 1], fallback=FALLBACK_DISCOUNTS)
    assert model.counts == (5, 0)
