"""Lists of function words: one word per line, as Meteor has them."""

from __future__ import annotations

from pitchpipe.errors import DataError
from pitchpipe.text.files import StrPath, display_name, read_lines


def read_function_words(path: StrPath) -> frozenset[str]:
    """The words of a file, in lower case.

    Raises
    ------
    DataError
        If the file cannot be read, has a line of several words, or no word at all.
    """
    words = set()
    for number, line in enumerate(read_lines(path), 1):
        found = line.split()
        if len(found) > 1:
            raise DataError(
                f"{display_name(path)}, line {number}: has {len(found)} words, but there should be one "
                "function word on each line"
            )
        words.update(found)
    if not words:
        raise DataError(f"{display_name(path)} has no words: give a list of function words, one per line")
    return frozenset(word.lower() for word in words)
