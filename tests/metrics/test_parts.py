"""The parameters of a mixture's parts, by name."""

from __future__ import annotations

import pytest

from pitchpipe.errors import ParameterError
from pitchpipe.metrics import get
from pitchpipe.metrics.parts import declared, has_parts, in_effect, part_names, value_of
from pitchpipe.metrics.registry import entries

MIXTURE = get("1*chrf+2*hlepor+3*chrf:char_order=4,beta=3+4*chrf++")


def test_parts_are_called_as_they_are_registered() -> None:
    assert part_names(MIXTURE.singles()) == ("chrf#1", "hlepor", "chrf#2", "chrf++")
    assert part_names(get("1*lr-kb4+1*4-grr").singles()) == ("lr-kb4", "4-grr")
    assert has_parts(MIXTURE)
    assert not has_parts(get("chrf"))


def test_values_by_name() -> None:
    assert value_of(MIXTURE, "weights") == (1.0, 2.0, 3.0, 4.0)
    assert [value_of(MIXTURE, f"{part}.beta") for part in ("chrf#1", "chrf#2", "chrf++")] == [2.0, 3.0, 2.0]
    assert value_of(get("chrf"), "beta") == 2.0
    effect = in_effect(MIXTURE)
    assert effect["hlepor.weights"] == (7.0, 2.0, 1.0)
    assert effect["chrf#2.beta"] == 3.0
    assert in_effect(get("chrf")) == get("chrf").in_effect()


def test_proportions_are_within_a_part() -> None:
    known = declared(get("1*hlepor+1*hlepor:context=1+1*chrf"))
    ratios = {name: parameter.ratio for name, parameter in known.items() if parameter.ratio}
    assert ratios["hlepor#1.alpha"] == ratios["hlepor#1.beta"] != ratios["hlepor#2.alpha"]
    assert ratios["weights"] == "parts"
    assert known["chrf.char_order"].kind == "counting"


def test_parts_are_replaced_by_name() -> None:
    changed = MIXTURE.replace(**{"chrf#2.beta": 1.0, "hlepor.alpha": 3.0, "weights": (1, 1, 1, 1)})
    assert changed.spec == "1*chrf+1*hlepor:alpha=3+1*chrf:char_order=4,beta=1+1*chrf++"
    assert MIXTURE.replace(**{"chrf#1.beta": 2.0}) == MIXTURE


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (
            "chrf.beta",
            r"has chrf 2 times: write chrf#1.beta \(chrf\) or chrf#2.beta \(chrf:char_order=4,beta",
        ),
        ("bleu.beta", "has no part 'bleu': there are chrf#1, hlepor, chrf#2, chrf\\+\\+"),
        ("chrf#3.beta", "has no part 'chrf#3'"),
        (".beta", "has no part ''"),
        ("hlepor.gamma", "hlepor has no parameter 'gamma'"),
        ("hlepor.alpha", "hlepor: alpha must be a number of at least 0, not -1"),
    ],
)
def test_what_is_no_part_or_value(name: str, message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        MIXTURE.replace(**{name: -1.0})


def test_a_metric_alone_has_no_parts() -> None:
    with pytest.raises(ParameterError, match="chrf is no mixture: write beta, without the name of a part"):
        value_of(get("chrf"), "chrf.beta")


def test_what_a_name_stands_for_is_no_parameter_of_it() -> None:
    known = declared(get("1*chrf+++1*comet:scores.txt"))
    assert "chrf++.word_order" not in known
    assert "comet.scale" not in known
    assert "chrf++.beta" in known


def test_no_fitted_value_changes_the_name_of_a_part() -> None:
    """Or what was fitted would not be found again by its name."""
    for entry in entries():
        written = entry.name if entry.cls.positional is None else f"{entry.name}:scores.txt"
        try:
            mixture = get(f"1*{written}+1*per")
        except ParameterError:  # without a direction or a scale
            continue
        part = part_names(mixture.singles())[0]
        for name, parameter in declared(mixture).items():
            if name.startswith(f"{part}.") and parameter.kind == "formula" and parameter.type == "float":
                changed = mixture.replace(**{name: max(parameter.low, 0.25)})
                assert part_names(changed.singles())[0] == part, name
