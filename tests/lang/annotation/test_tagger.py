"""The tagger: features, projection, training, files."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.errors import DataError
from pitchpipe.lang import Tagger
from pitchpipe.lang.annotation.conllu import sentences
from pitchpipe.lang.annotation.features import features
from pitchpipe.lang.annotation.projection import tokens_of, words_of
from tests.lang.annotation.texts import TINY, written

pytest.importorskip("pycrfsuite")

ROWS = (
    ("the", "DET"), ("dog", "NOUN"), ("sees", "VERB"), ("a", "DET"), ("cat", "NOUN"), (".", "PUNCT"),
)  # fmt: skip


def treebank(folder: Path, sentences_: int = 30) -> Path:
    """A language with one sentence, and names that differ."""
    text = ""
    for k in range(sentences_):
        words = [(f"Name{k}", "PROPN"), *ROWS[2:]] if k % 3 == 0 else list(ROWS)
        text += "".join(f"{i}\t{w}\t{w}\t{tag}\t_\t_\t_\t_\t_\t_\n" for i, (w, tag) in enumerate(words, 1))
        text += "\n"
    return written(folder, "tiny.conllu", text)


@pytest.fixture(scope="module")
def tagger(tmp_path_factory: pytest.TempPathFactory) -> Tagger:
    return Tagger.train([treebank(tmp_path_factory.mktemp("treebank"))], "eng")


def test_it_learns(tagger: Tagger) -> None:
    assert tagger.tag(["the", "cat", "sees", "Name99", "."]) == ["DET", "NOUN", "VERB", "PROPN", "PUNCT"]
    assert tagger.tag([]) == []
    described = tagger.description
    assert (described.language, described.tagset, described.tokenize) == ("en", "upos", "13a")
    assert (described.sentences, described.words, described.accuracy) == (30, 170, 100.0)


def test_it_is_saved_and_loaded(tagger: Tagger, tmp_path: Path) -> None:
    tagger.save(tmp_path / "a.tagger")
    again = Tagger.load(tmp_path / "a.tagger")
    assert again.description == tagger.description
    assert again.tag(["a", "dog"]) == tagger.tag(["a", "dog"])


def test_training_is_repeatable(tagger: Tagger, tmp_path: Path) -> None:
    assert Tagger.train([treebank(tmp_path)], "en").description == tagger.description


def test_a_damaged_file_is_refused(tagger: Tagger, tmp_path: Path) -> None:
    path = tmp_path / "a.tagger"
    tagger.save(path)
    data = path.read_bytes()
    for damaged in (
        data[:-20],
        data[:30],
        data[:-5] + b"xxxxx",
        data.replace(b'"digest": "', b'"digest": "0'),
        data[: data.index(b"{")] + b"[" * 200_000 + b"\n",
    ):
        path.write_bytes(damaged)
        with pytest.raises(DataError, match=r"a\.tagger is damaged"):
            Tagger.load(path)
    path.write_bytes(b"something else")
    with pytest.raises(DataError, match="is not a tagger"):
        Tagger.load(path)


def test_a_text_without_parts_of_speech(tmp_path: Path) -> None:
    path = written(tmp_path, "a.conllu", "1\ta\ta\t_\t_\t_\t_\t_\t_\t_\n")
    with pytest.raises(DataError, match=r"a\.conllu: there is no sentence"):
        Tagger.train([path], "en")


def test_too_few_sentences_to_measure(tmp_path: Path) -> None:
    tagger = Tagger.train([treebank(tmp_path, 2)], "en")
    assert tagger.description.accuracy is None
    assert len(tagger.tag(["x", "y"])) == 2


def test_tokens_have_the_tag_of_the_word_they_begin_in(tmp_path: Path) -> None:
    known = list(sentences(written(tmp_path, "a.conllu", TINY)))
    assert words_of(known[0])[1] == ["AUX", "PART", "VERB", "ADV", "PUNCT"]
    assert tokens_of(known, "13a")[0] == (["Don't", "go", "there", "."], ["AUX", "VERB", "ADV", "PUNCT"])
    # Treebank words are found within the spelling, so n, ' and t are not all of the verb.
    assert tokens_of(known, "intl")[0] == (
        ["Don", "'", "t", "go", "there", "."],
        ["AUX", "PART", "PART", "VERB", "ADV", "PUNCT"],
    )


def test_a_sentence_the_tokenizer_changes_is_left_out(tmp_path: Path) -> None:
    text = "1\t&amp;\t&\tSYM\t_\t_\t_\t_\t_\t_\n"
    assert tokens_of(list(sentences(written(tmp_path, "a.conllu", text))), "13a") == []


def test_features_by_hand() -> None:
    (only,) = features(["Re-1"])
    assert {
        "word=re-1",
        "hyphen",
        "digit",
        "capital, first",
        "shape=Xx-d",
        "suffix3=e-1",
        "prefix3=re-",
    } <= set(only)
    middle = features(["Ah", "McDonald", "x"])[1]
    assert {"-1=ah", "+1=x", "shape=XxXxx", "capital", "-1 suffix2=ah", "suffix4=nald"} <= set(middle)


@given(st.lists(st.text(min_size=1, max_size=6), max_size=5))
def test_every_word_has_features(words: list[str]) -> None:
    assert len(features(words)) == len(words)


@pytest.mark.parametrize("words", [["\x00"], ["a" * 5000], ["🙂", "\u0301"], ["=", ":", "\\"]])
def test_odd_words(tagger: Tagger, words: list[str]) -> None:
    assert len(tagger.tag(words)) == len(words)


@pytest.mark.full
@pytest.mark.parametrize(
    ("language", "treebank_", "least"),
    [
        ("en", "EWT", 91.5), ("de", "GSD", 89.0), ("fr", "GSD", 93.5),
        ("cs", "CAC", 90.0), ("es", "GSD", 91.0), ("ru", "GSD", 91.0),
    ],
)  # fmt: skip
def test_accuracy_on_another_treebank(shared: Path, language: str, treebank_: str, least: float) -> None:
    folder = shared / "data" / "ud"
    parts = [folder / f"{language}.{treebank_}.{part}.conllu.gz" for part in ("dev", "test")]
    gold = map(words_of, sentences(folder / f"{language}.PUD.test.conllu.gz"))
    assert Tagger.train(parts, language).accuracy(gold) >= least


def test_sentences_with_an_unknown_part_of_speech_are_left_out(tmp_path: Path) -> None:
    rows = [("a", "DET"), ("b", "NOUN")], [("c", "_"), ("d", "NOUN")], [("e", "DET"), ("f", "NOUN")]
    text = "".join(
        "".join(f"{i}\t{w}\t{w}\t{tag}\t_\t_\t_\t_\t_\t_\n" for i, (w, tag) in enumerate(words, 1)) + "\n"
        for words in rows
    )
    described = Tagger.train([written(tmp_path, "some.conllu", text)], "en").description
    assert (described.sentences, described.words, described.accuracy) == (2, 4, None)
