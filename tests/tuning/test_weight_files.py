"""Files of weights: every format read, updated in place, written anew, and what is refused."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.errors import DataError, ParameterError
from pitchpipe.nbest import NBest
from pitchpipe.tuning.norms import Norm
from pitchpipe.tuning.report import Sensitivity, Tuned
from pitchpipe.tuning.weight_files import WeightFile, format_of, read_weights, write_weights
from pitchpipe.tuning.weight_formats import FORMATS, FORMS, WeightFormat

INI = """\
# made by hand
[feature]
KENLM name=LM0 factor=0
UnknownWordPenalty

[weight]
# untuned
LM0= 0.5
TM0= 0.2 -1e-1  3
UnknownWordPenalty0= 1
[threads]
2
"""
JOSHUA = """\
tm = thrax -owner pt -maxspan 12 -path grammar.gz
output-format = %i ||| %s ||| %f ||| %c
# weights
lm_0 1.25
phrasemodel pt 0\t-0.5  # old style
top_n=300
"""
PARAMS = """\
lm		|||	1.000000		Opt	0.1	+Inf	+0.5	+1.5
phrasemodel pt 0	|||	1.066893		Opt	-Inf	+Inf	-1	+1
oov		|||	-100	Fix	0	0	0	0
normalization = absval 1 lm
"""


def read(tmp_path: Path, text: str, format: WeightFormat | None = None) -> WeightFile:
    path = tmp_path / "weights"
    path.write_text(text)
    return read_weights(path, format=format)


def test_moses(tmp_path: Path) -> None:
    read_ = read(tmp_path, INI)
    assert read_.format == "moses"
    assert read_.weights == {
        "LM0": 0.5,
        "TM0_0": 0.2,
        "TM0_1": -0.1,
        "TM0_2": 3.0,
        "UnknownWordPenalty0": 1.0,
    }
    updated = read_.updated({"LM0": 0.125, "TM0_1": 7.0})
    assert updated == INI.replace("LM0= 0.5", "LM0= 0.125").replace("0.2 -1e-1  3", "0.2 7.0 3")


def test_lines_of_moses_without_a_section(tmp_path: Path) -> None:
    assert read(tmp_path, "LM0= 0.5\nTM0= 1 2\n").weights == {"LM0": 0.5, "TM0_0": 1.0, "TM0_1": 2.0}


@pytest.mark.parametrize(
    "text",
    [
        "# weights of today\nLM0= 0.5\nTM0= 1 2\n",
        "\n\nLM0= 0.5\n\nTM0= 1 2\n\n",
        "LM0= 0.5\n  # TM0 1\n \t\nTM0= 1 2\n",
        "# of Joshua: lm_0 1.25\n\n[weight]\n# none 3\n\nLM0= 0.5\nTM0= 1 2\n[other]\nname 7\n",
    ],
)
def test_comments_and_empty_lines_of_moses(tmp_path: Path, text: str) -> None:
    found = read(tmp_path, text)
    assert found.format == "moses"
    assert found.weights == {"LM0": 0.5, "TM0_0": 1.0, "TM0_1": 2.0}
    assert found.updated({"LM0": 0.25}) == text.replace("LM0= 0.5", "LM0= 0.25")


def test_joshua(tmp_path: Path) -> None:
    read_ = read(tmp_path, JOSHUA)
    assert (read_.format, read_.weights) == ("joshua", {"lm_0": 1.25, "phrasemodel pt 0": -0.5})
    assert read_.updated({"phrasemodel pt 0": 2.0}) == JOSHUA.replace("-0.5", "2.0")


def test_zmert(tmp_path: Path) -> None:
    read_ = read(tmp_path, PARAMS)
    assert (read_.format, read_.fixed) == ("zmert", ("oov",))
    assert read_.weights == {"lm": 1.0, "phrasemodel pt 0": 1.066893, "oov": -100.0}
    assert read_.bounds == {"lm": (0.1, None)}
    assert read_.ranges == {"lm": (0.5, 1.5), "phrasemodel pt 0": (-1.0, 1.0)}
    assert read_.norm == Norm(1.0, name="lm")
    (tmp_path / "weights").write_text(read_.updated({"lm": 0.75}))
    again = read_weights(tmp_path / "weights")
    assert again.weights == {**read_.weights, "lm": 0.75}
    assert (again.fixed, again.bounds, again.ranges) == (read_.fixed, read_.bounds, read_.ranges)
    assert "normalization = absval 1 lm\n" in again.text


@pytest.mark.parametrize(
    ("line", "norm"),
    [
        ("none", "none"),
        ("absval 2 phrasemodel  pt 0  # so", Norm(2.0, name="phrasemodel pt 0")),
        ("maxabsval 1", Norm(1.0, math.inf)),
        ("minabsval 0.5", Norm(0.5, -math.inf)),
        ("LNorm 2 3", Norm(3.0, 2.0)),
    ],
)
def test_lengths_of_zmert(tmp_path: Path, line: str, norm: Norm | str) -> None:
    assert read(tmp_path, PARAMS.replace("absval 1 lm", line)).norm == norm
    assert read(tmp_path, "lm ||| 1 Opt\n").norm is None


def test_a_length_is_given_where_nothing_forbids_it() -> None:
    sensitivity = (Sensitivity("a", 3.0, -1.0, math.inf, 0.1),)
    tuned = Tuned({"a": 3.0, "b": -4.0}, "bleu", 2.0, 1.0, sensitivity=sensitivity)
    scaled = Norm(10.0, 2.0).applied(tuned)
    assert scaled.weights == {"a": 6.0, "b": -8.0}
    assert scaled.sensitivity == (Sensitivity("a", 6.0, -2.0, math.inf, 0.1),)
    assert Norm(2.0, -math.inf).applied(tuned).weights == {"a": 2.0, "b": pytest.approx(-8 / 3)}
    assert Norm(10.0, 2.0).applied(tuned, bounds={"b": (-5.0, None)}) == tuned
    assert Norm(10.0, 2.0).applied(tuned, fixed=["a"]) == tuned
    assert Norm(3.0, name="a").applied(tuned, fixed=["a"]) == tuned
    nothing = Tuned({"a": 0.0, "b": 1.0}, "bleu", 2.0, 1.0)
    assert Norm(1.0, name="a").applied(nothing) == nothing


def test_files_named_json_are_read_as_such(tmp_path: Path) -> None:
    for text, message in (("", "is empty: it has no weights"), ("[1]", "has no weights: write")):
        (tmp_path / "w.json").write_text(text)
        with pytest.raises(DataError, match=message):
            read_weights(tmp_path / "w.json")


def test_json(tmp_path: Path) -> None:
    assert read(tmp_path, '{"lm": 1, "tm": 0.5}').weights == {"lm": 1.0, "tm": 0.5}
    read_ = read(tmp_path, '{"weights": {"lm": 1, "tm": 0.5}, "score": 3}')
    assert json.loads(read_.updated({"tm": 2.0})) == {"weights": {"lm": 1, "tm": 2.0}}


SAMPLES = (
    "moses.ini",
    "moses_untuned.ini",
    "joshua6.config",
    "joshua6.tune_template.config",
    "zmert.params.txt",
    "zmert.SDecoder_cfg.txt",
    "zmert_joshua.params.txt",
    "zmert_joshua.decoder_config_ex2.txt",
)


@pytest.mark.parametrize("name", SAMPLES)
def test_real_files_come_back_with_new_weights_and_nothing_else_changed(
    shared: Path, tmp_path: Path, name: str
) -> None:
    before = read_weights(shared / "data" / "formats" / name)
    new = {feature: weight / 3 + 0.1 for feature, weight in before.weights.items()}
    path = tmp_path / name
    write_weights(path, new, like=before, format=before.format)
    after = read_weights(path)
    assert (after.format, after.weights) == (before.format, new)
    write_weights(path, before.weights, like=after, format=before.format)
    numberless = [_without_numbers(text) for text in (before.text, path.read_text())]
    assert numberless[0] == numberless[1]


def _without_numbers(text: str) -> list[list[str]]:
    def word(token: str) -> str:
        try:
            float(token)
        except ValueError:
            return token
        return "0"

    return [[word(token) for token in line.split()] for line in text.splitlines()]


weights = st.dictionaries(
    st.from_regex(r"[A-Za-z][A-Za-z0-9]{0,6}(_[a-z])?", fullmatch=True),
    st.floats(-1e6, 1e6),
    min_size=1,
    max_size=6,
)


@pytest.mark.parametrize("format", FORMATS)
@given(given_weights=weights)
def test_what_is_written_anew_is_read_back(format: WeightFormat, given_weights: dict[str, float]) -> None:
    text = FORMS[format].render(given_weights)
    assert FORMS[format].parse(text, "it").weights == given_weights


def test_numbered_weights_share_a_line_of_moses() -> None:
    assert FORMS["moses"].render({"TM0_0": 1.0, "TM0_1": 2.0, "LM0": 3.0}) == (
        "[weight]\nTM0= 1.0 2.0\nLM0= 3.0\n"
    )


def test_another_format_keeps_weights_that_were_not_tuned(tmp_path: Path) -> None:
    start = read(tmp_path, INI)
    write_weights(tmp_path / "out.json", {"LM0": 9.0}, like=start, provenance={"score": 12.5})
    content = json.loads((tmp_path / "out.json").read_text())
    assert content == {"weights": {**start.weights, "LM0": 9.0}, "score": 12.5}


@pytest.mark.parametrize(
    ("name", "format"),
    [("a.json", "json"), ("a.ini.gz", "moses"), ("a.txt", "joshua"), ("A.JSON", "json")],
)
def test_the_name_of_a_file_says_its_format(name: str, format: str) -> None:
    assert format_of(name, WeightFile({"lm": 1.0}, "joshua", "lm 1\n")) == format


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "has no weights"),
        ("[weight]\n", "has no weights"),
        ("tm = thrax\n", "has no weights"),
        ("{", "not JSON: Expecting property name"),
        ('{"weights": {"lm": 1, "tm": 2, "lm": 3}}', 'the key "lm" occurs twice'),
        ("lm ||| 1\nnormalization = best\n", "line 2: normalization is none, absval V NAME"),
        ("lm ||| 1\nnormalization = maxabsval -1\n", "line 2: .* by a number above 0, not '-1'"),
        ("lm ||| 1\nnormalization = LNorm x 1\n", "line 2: .* by a number above 0, not 'x'"),
        ("lm ||| 1\nnormalization = absval 1 tm\n", "normalization is by tm, which is no parameter"),
        ('{"weights": []}', "has no weights"),
        pytest.param('{"a":' * 200_000 + "1" + "}" * 200_000, "too deeply nested", id="deep"),
        pytest.param(f'{{"a": 1{"0" * 400}}}', "the weight of a is no finite number", id="large"),
        ('{"weights": {"lm": "x"}}', "the weight of lm is no number, but 'x'"),
        ('{"weights": {"lm": true}}', "the weight of lm is no number"),
        ('{"weights": {"lm": NaN}}', "the weight of lm is no finite number"),
        (f'{{"weights": {{"lm": 1{"0" * 400}}}}}', "the weight of lm is no finite number"),
        ("[weight]\nLM0= nan\n", "line 2: the weight of LM0 is no finite number"),
        ("[weight]\nLM0= 1\nTM0= a b\n", "line 3: a weight is written 'Name= 0.5'"),
        ("[weight]\nLM0= 1\nLM0= 2\n", "line 3: LM0 has a weight already"),
        ("lm_0 inf\n", "line 1: the weight of lm_0 is no finite number"),
        ("lm ||| x Opt\n", "line 1: the weight of lm is no number, but 'x'"),
        ("lm |||\n", "line 1: the weight of lm is no number"),
        ("lm ||| 1 Best\n", r"line 1: a parameter is tuned \(Opt\) or not \(Fix\), not 'Best'"),
        ("lm ||| 1 Opt low 2\n", "line 1: 'low' is no limit"),
    ],
)
def test_what_is_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read(tmp_path, text)


def test_names_and_formats_that_are_none(tmp_path: Path) -> None:
    start = read(tmp_path, INI)
    with pytest.raises(DataError, match="has no weight tm to be replaced"):
        start.updated({"tm": 1.0})
    with pytest.raises(DataError, match="has no weight for feature tm: there are LM0"):
        start.start(("LM0", "tm"))
    with pytest.raises(ParameterError, match="weights are kept as json, moses, joshua, zmert, not 'yaml'"):
        write_weights(tmp_path / "x", {"lm": 1.0}, format="yaml")  # type: ignore[arg-type]
    with pytest.raises(DataError, match="the weight of lm is no finite number"):
        write_weights(tmp_path / "x", {"lm": float("nan")})
    assert not (tmp_path / "x").exists()
    assert start.others(("LM0", "TM0_0", "TM0_1", "TM0_2")) == ("UnknownWordPenalty0",)


def test_names_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "w.json"
    path.write_text('{"weights": {"lm": 1, "\\ud800": 2}}', encoding="utf-8")
    with pytest.raises(DataError, match=r"the name '\\ud800' holds a lone surrogate"):
        read_weights(path)


def test_only_zmert_names_the_features_of_a_list_that_has_no_names() -> None:
    def weights(format: Any, *names: str) -> WeightFile:
        return WeightFile(dict.fromkeys(names, 1.0), format, "", "w", (), {}, {}, "none")

    unnamed = NBest.of([["a"]], {"f0": [1.0], "f1": [2.0]})
    assert weights("zmert", "lm", "tm").named(unnamed).names == ("lm", "tm")
    # Another format, names of its own, or parameters that are called so.
    assert weights("moses", "lm", "tm").named(unnamed) is unnamed
    assert weights("zmert", "f0", "f1", "lm").named(unnamed) is unnamed
    own = NBest.of([["a"]], {"x": [1.0], "y": [2.0]})
    assert weights("zmert", "lm", "tm").named(own) is own
    with pytest.raises(DataError, match=r"^the n-best list has 2 features, but w 1 parameters$"):
        weights("zmert", "lm").named(unnamed)
