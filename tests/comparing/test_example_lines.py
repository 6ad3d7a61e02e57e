"""Examples of wins and losses, drawn with what differs."""

from __future__ import annotations

from pitchpipe.comparing.example_lines import example_lines
from pitchpipe.comparing.results import Comparison, Example, MetricComparison


def comparison(wins: tuple[Example, ...] = (), losses: tuple[Example, ...] = ()) -> MetricComparison:
    one = Comparison(
        "base", "newer", 1.0, None, None, None, False, "not significant", wins=wins, losses=losses
    )
    return MetricComparison("bleu", "BLEU", "signature", True, (), (one,))


WIN = Example(7, "die Katze", ("the cat", None, "a cat"), "the dog", "the cat", 12.5, 100.0)
LOSS = Example(3, None, ("the cat",), "the cat", "", 100.0, 0.0)


def test_examples() -> None:
    lines = example_lines(comparison(wins=(WIN,), losses=(LOSS,)), decimals=1, colour=False)
    assert "\n".join(lines).split("\n") == [
        "newer against base by bleu: largest wins",
        "",
        "segment 7: 12.5 → 100.0 (+87.5)",
        "  source      die Katze",
        "  reference   the cat",
        "  reference   a cat",
        "  base        the {+dog+} [-cat-]",
        "  newer       the cat",
        "",
        "newer against base by bleu: largest losses",
        "",
        "segment 3: 100.0 → 0.0 (-100.0)",
        "  reference   the cat",
        "  base        the cat",
        "  newer       (empty)",
    ]


def test_without_a_reference_outputs_are_held_beside_each_other() -> None:
    win = Example(7, "die Katze", (None,), "the dog", "the cat", 12.5, 100.0)
    lines = list(example_lines(comparison(wins=(win,)), decimals=1, colour=False))
    assert lines[-2:] == ["  base     the [-dog-]", "  newer    the {+cat+}"]


def test_no_examples_no_lines() -> None:
    assert list(example_lines(comparison(), decimals=2, colour=False)) == []
