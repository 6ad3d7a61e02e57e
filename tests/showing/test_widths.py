"""How many columns of a terminal a text takes."""

from __future__ import annotations

import pytest

from pitchpipe.showing.widths import cell_width, padded


@pytest.mark.parametrize(
    ("text", "width"),
    [
        ("", 0),
        ("cat", 3),
        ("é", 1),
        # The accent stands over the letter before it.
        ("e\u0301te\u0301", 3),
        ("東京", 4),
        ("ｆ", 2),
        ("ｶ", 1),
        ("a東e\u0301", 4),
    ],
)
def test_columns_of_a_text(text: str, width: int) -> None:
    assert cell_width(text) == width
    assert padded(text, width) == text
    assert padded(text, width + 2) == f"{text}  "
