"""Lists of function words."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitchpipe.errors import DataError
from pitchpipe.lang.function_words import read_function_words


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
