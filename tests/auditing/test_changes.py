"""Harmful changes of texts."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pitchpipe as pp
from pitchpipe.auditing import changes
from pitchpipe.auditing.changes import AS_IS, EMPTIED, OTHER, changed, cut_to, filled_to, padded

TEXTS = ["one two three four five six seven eight nine ten", "ein kleiner Satz", ""]


def outputs(*systems: list[str]) -> pp.TestSet:
    references: dict[str, list[str | None]] = {"A": ["a b c d e f g h i j", "the the cat", "the"]}
    return pp.TestSet(systems={f"s{i}": lines for i, lines in enumerate(systems)}, references=references)


@given(st.lists(st.integers(0, 60), max_size=40), st.sampled_from([0.7, 0.9, 0.97, 1.0, 1.02, 1.2]))
def test_dithered_lengths_add_up(lengths: list[int], ratio: float) -> None:
    found = changes.dithered(np.array(lengths, dtype=np.float64), ratio)
    assert found.sum() == int(sum(lengths) * ratio + 1e-6)
    assert (np.abs(found - ratio * np.array(lengths)) < 1.0 + 1e-5).all()


def test_cutting_keeps_the_first_words_and_one_at_least() -> None:
    assert changes.Lines.of(TEXTS).cut(np.array([3, 0, 5])).texts == ["one two three", "ein", ""]


def test_filling_reaches_a_length() -> None:
    filled = changes.Lines.of(TEXTS).filled(np.array([11, 2, 2]), "x")
    assert filled.texts == [TEXTS[0] + " x", TEXTS[1], "x x"]


@given(
    st.lists(
        st.tuples(st.text(" a1.,-'语é_", max_size=12), st.integers(0, 9), st.integers(0, 9)), max_size=6
    ),
    st.sampled_from(["qzx", ".", "'s", "1,5", "语"]),
)
def test_ends_of_words_are_known_after_every_change(rows: list[tuple[str, int, int]], word: str) -> None:
    first, second = (np.array([row[k] for row in rows], dtype=np.int64) for k in (1, 2))
    whole = changes.Lines.of([line for line, _, _ in rows])
    for made in (
        whole.cut(first),
        whole.filled(first, word).cut(second),
        whole.cut(first).filled(second, word),
    ):
        assert made == changes.Lines.of(made.texts)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("It's a well-known fact.", ["It's", "a", "well-known", "fact", "."]),
        ("It 's a fact .", ["It", "'s", "a", "fact", "."]),
        ("1,984.5 € (net)!", ["1,984.5", "€", "(", "net", ")", "!"]),
        ("Ça va? Да, 我们走", ["Ça", "va", "?", "Да", ",", "我", "们", "走"]),
    ],
)
def test_words_and_marks(text: str, words: list[str]) -> None:
    assert changes.word_counts([text]).tolist() == [len(words)]
    for count in range(1, len(words) + 1):
        (kept,) = changes.Lines.of([text]).cut(np.array([count])).texts
        assert "".join(kept.split()) == "".join(words[:count])


def test_text_without_spaces_is_measured_in_characters() -> None:
    assert changes.word_counts(["我喜欢 MT 评测", "これはペン", "สวัสดี"]).tolist() == [6, 5, 6]
    assert changes.Lines.of(["我喜欢MT评测"]).cut(np.array([4])).texts == ["我喜欢MT"]


def test_the_length_of_several_references_is_their_mean() -> None:
    both = pp.TestSet(systems={"s": ["x", "x"]}, references={"A": ["a b", None], "B": ["a b c", "a"]})
    assert changes.reference_lengths(both).tolist() == [2.5, 1.0]


def test_junk_is_in_no_reference() -> None:
    assert changes.junk_word(outputs(TEXTS)) == "qzx"
    told = pp.TestSet(systems={"s": ["x"]}, references={"A": ["the QZX of it"]})
    assert changes.junk_word(told) == "qzxqzx"


def test_the_commonest_word() -> None:
    assert changes.common_word(outputs(TEXTS)) == "the"
    assert changes.common_word(pp.TestSet(systems={"s": [""]}, references={"A": [""]})) is None
    # Words of all references count, those of systems do not; of equals the first.
    both: dict[str, list[str | None]] = {"A": ["a b c b", None], "B": ["c d", "c d d"]}
    assert changes.common_word(pp.TestSet(systems={"s": ["a a a a", "a"]}, references=both)) == "c"
    assert changes.common_word(pp.TestSet(systems={"s": ["x"]}, references={"A": ["one two"]})) == "one"


def test_versions() -> None:
    versions = changed(outputs(TEXTS, ["x", "y", "z"])).systems
    assert versions[AS_IS] == TEXTS
    assert versions[OTHER] == ["x", "y", "z"]
    assert versions[EMPTIED] == ["", "", ""]
    # 0.7 of 10, 3 and 1 words: 7, 2 and 0, but a word is left.
    assert versions[cut_to(0.7)] == ["one two three four five six seven", "ein kleiner", ""]
    assert versions[filled_to(1.02, 0.7)][0].split()[7:] == ["qzx"] * 3
    assert versions[filled_to(1.2)] == [TEXTS[0] + " qzx qzx", TEXTS[1], "qzx"]
    for count in (1, 2, 4):
        junk = " qzx" * count
        assert versions[padded(count, "junk")] == [TEXTS[0] + junk, TEXTS[1] + junk, junk[1:]]
    assert versions[padded(2, "common")] == [TEXTS[0] + " the the", TEXTS[1] + " the the", "the the"]
    assert versions[changes.LEVELLED] == [TEXTS[0], TEXTS[1], "qzx"]


@pytest.mark.parametrize("name", [changes.TRIMMED, changes.STRETCHED])
def test_levelled_versions_have_the_right_lengths(name: str) -> None:
    ratio = {changes.TRIMMED: 0.9, changes.STRETCHED: 1.1}[name]
    lines = ["a b c d e f g h i j k l"] * 10
    ten = pp.TestSet(systems={"s": lines}, references={"A": ["a b c d e f g h i j"] * 10})
    assert changes.word_counts(changed(ten).systems[name]).sum() == round(100 * ratio)


def test_the_lengths_that_are_tried() -> None:
    """Terse ones from 0.97, as in the paper, down to 0.7, each filled up to 1.02 too; verbose ones to 1.2."""
    hundred = " ".join(["a"] * 100)
    made = changed(pp.TestSet(systems={"s": [hundred]}, references={"A": [hundred]})).systems
    lengths = {name: len(lines[0].split()) for name, lines in made.items()}
    terse = (97, 94, 92, 90, 85, 80, 70)
    assert lengths == {
        AS_IS: 100,
        EMPTIED: 0,
        **{f"cut to {words / 100:.2f}": words for words in terse},
        **{f"cut to {words / 100:.2f} then filled to 1.02": 102 for words in terse},
        **{f"filled to {words / 100:.2f}": words for words in (105, 110, 120)},
        **{f"{more} {kind} after each": 100 + more for more in (1, 2, 4) for kind in ("junk", "common")},
        "as long as the references": 100,
        "levelled and trimmed": 90,
        "levelled and stretched": 110,
    }
    assert changes.VERBOSE[0] == changes.SURPLUS
