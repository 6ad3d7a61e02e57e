"""Lists of function words."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitchpipe.errors import DataError
from pitchpipe.lang.function_words import digest_of, frequent_words, read_function_words, word_counts
from pitchpipe.text.tokenizers import View, encode


def test_words_are_lower_case_and_empty_lines_are_none(tmp_path: Path) -> None:
    path = tmp_path / "words"
    path.write_text("The\n\nof\n the \n")
    assert read_function_words(path) == {"the", "of"}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("the\nof the\n", r"words, line 2: has 2 words, but there should be one function word on each line"),
        ("a b c\n", r"words, line 1: has 3 words"),
        ("\n \n", "words has no words: give a list of function words, one per line"),
    ],
)
def test_what_is_no_list(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "words"
    path.write_text(text)
    with pytest.raises(DataError, match=says):
        read_function_words(path)


def test_frequent_words_are_more_than_a_thousandth() -> None:
    """Of 5000 words 6 are, and 5 are not."""
    words = ["The"] * 6 + ["of"] * 5 + [f"w{k}" for k in range(4989)]
    (tokens,) = encode([[" ".join(words)]], View("none"))
    assert frequent_words(word_counts(tokens)) == {"the"}
    (fewer,) = encode([[" ".join(words[1:])]], View("none"))
    with pytest.raises(DataError, match=r"^4999 words are too few to estimate them \(5000 would do\)$"):
        frequent_words(word_counts(fewer))


def test_the_digest_does_not_depend_on_the_order() -> None:
    """The beginning of ``printf 'a\\nb' | sha256sum``."""
    assert digest_of(["b", "a"]) == digest_of(["a", "b"]) == "7e18f737"
