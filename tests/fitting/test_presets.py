"""Fitted parameters in files: written, read, overridden, refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.errors import DataError, ParameterError
from pitchpipe.metrics import from_signature, get
from pitchpipe.metrics.presets import Preset, shipped
from pitchpipe.metrics.provenance import worth
from tests.commands import Run

HLEPOR = Preset("hlepor:context=1", {"alpha": 3.0, "weights": [5.0, 4.0, 1.0]}, {"objective": "consistency"})
LRSCORE = Preset("lr-kb4", {"theta": 0.02})
#: Of the presets that come along, which never change.
THETAS = {"lr-hb1": 0.0715341, "lr-hb4": 0.0078125, "lr-kb1": 0.09375, "lr-kb4": 0.0130268}
DIGESTS = {
    "lr-hb1": "24cc0e695997",
    "lr-hb4": "f49cc4b90c95",
    "lr-kb1": "cd4b111efc6b",
    "lr-kb4": "a15f69e35041",
}
MIXTURE = Preset("1*bleu+1*chrf:beta=3", {"weights": [0.25, 0.75]})


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "hlepor.json"
    HLEPOR.write(path)
    return str(path)


def write(preset: Preset, folder: Path) -> str:
    path = folder / "preset.json"
    preset.write(path)
    return str(path)


def test_what_is_written_is_read(file: str) -> None:
    read = Preset.read(file)
    assert read == HLEPOR
    assert read.digest == HLEPOR.digest
    content = json.loads(Path(file).read_text())
    assert content["format"] == "pitchpipe-preset"
    assert content["version"] == 1
    assert content["digest"] == HLEPOR.digest


@given(st.dictionaries(st.text(max_size=5), st.floats(allow_nan=False, allow_infinity=False) | st.text()))
def test_any_record_comes_back(tmp_path_factory: pytest.TempPathFactory, record: dict[str, Any]) -> None:
    preset = Preset("port", {"alpha": 0.5}, {"search": record})
    path = tmp_path_factory.mktemp("preset") / "port.json"
    preset.write(path)
    assert Preset.read(path) == preset


def test_a_preset_is_the_metric_with_its_values(file: str) -> None:
    metric = get(f"hlepor:preset={file}")
    assert metric == get("hlepor:context=1,alpha=3,weights=5/4/1")
    assert metric == get("hlepor", preset=file)
    assert metric.spec == "hlepor:alpha=3,context=1,weights=5/4/1"


def test_explicit_parameters_override(file: str) -> None:
    metric = get(f"hlepor:preset={file},alpha=8")
    assert metric == get("hlepor:context=1,alpha=8,weights=5/4/1")
    assert get(f"hlepor:context=2,preset={file}").spec == "hlepor:alpha=3,weights=5/4/1"
    assert get(f"hlepor:preset={file}", alpha=4.0) == get("hlepor:context=1,alpha=4,weights=5/4/1")


def test_signatures_name_the_preset_beside_the_values(file: str) -> None:
    signature = get(f"hlepor:preset={file}").signature
    assert f"|alpha:3|context:1|weights:5/4/1|preset:{HLEPOR.digest[:12]}|version:" in signature
    again = from_signature(signature)
    assert again == get("hlepor:context=1,alpha=3,weights=5/4/1")
    assert again.signature == signature


def test_a_preset_that_was_overridden_is_not_named(file: str) -> None:
    assert "preset" not in get(f"hlepor:preset={file},alpha=8").signature
    assert "preset" not in get(f"hlepor:preset={file}").replace(weights=(1.0, 1.0, 1.0)).signature
    kept = get(f"hlepor:preset={file}").replace(tokenize="none")
    assert f"preset:{HLEPOR.digest[:12]}" in kept.signature


def test_scores_are_those_of_the_values(file: str) -> None:
    hypotheses, references = ["the cat sat here", "a dog"], [["the cat sat there", "the dog"]]
    by_preset = get(f"hlepor:preset={file}").corpus_score(hypotheses, references)
    by_value = get("hlepor:context=1,alpha=3,weights=5/4/1").corpus_score(hypotheses, references)
    assert by_preset.score == by_value.score
    assert by_preset.signature != by_value.signature


def test_registered_names_must_agree(tmp_path: Path) -> None:
    file = write(LRSCORE, tmp_path)
    assert get(f"lr-kb4:preset={file}").spec == "lr-kb4:theta=0.02"
    assert get(f"lrscore:preset={file}").spec == "lr-kb4:theta=0.02"
    with pytest.raises(ParameterError, match=r"preset\.json was fitted for lr-kb4, not for lr-hb4"):
        get(f"lr-hb4:preset={file}")


def test_a_mixture_is_read_as_an_ensemble(tmp_path: Path) -> None:
    file = write(MIXTURE, tmp_path)
    metric = get(f"ensemble:preset={file}")
    assert metric.spec == "0.25*bleu+0.75*chrf:beta=3"
    assert from_signature(metric.signature).signature == metric.signature
    assert f"|preset:{MIXTURE.digest[:12]}|" in metric.signature
    with pytest.raises(ParameterError, match="write ensemble:preset="):
        get(f"bleu:preset={file}")
    with pytest.raises(ParameterError, match="a mixture's preset takes no further parameters"):
        get(f"ensemble:preset={file},weights=1/1")


def test_parameters_of_parts_are_values_like_others(tmp_path: Path) -> None:
    preset = Preset("1*chrf+1*chrf:char_order=4+1*ter", {"weights": [1.0, 2.0, 3.0], "chrf#2.beta": 1.5})
    metric = get(f"ensemble:preset={write(preset, tmp_path)}")
    assert metric.spec == "1*chrf+2*chrf:char_order=4,beta=1.5+3*ter"
    assert f"|preset:{preset.digest[:12]}|" in metric.signature
    assert "preset" not in metric.replace(**{"chrf#2.beta": 2.0}).signature
    # Without one of the parts it is another mixture.
    assert "preset" not in metric.replace(metrics=metric.singles()[1:], weights=(2.0, 3.0)).signature


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("chrf.beta", "ensemble has no formula parameter 'chrf.beta'"),
        ("bleu.beta", "ensemble has no formula parameter 'bleu.beta'"),
        ("chrf#1.char_order", "ensemble has no formula parameter 'chrf#1.char_order'"),
        ("chrf#1.beta", "chrf: beta must be a number between 0 and 100, not -1"),
    ],
)
def test_bad_parameters_of_parts(tmp_path: Path, name: str, message: str) -> None:
    file = write(Preset("1*chrf+1*chrf:char_order=4", {name: -1.0}), tmp_path)
    with pytest.raises(DataError) as refused:
        get(f"ensemble:preset={file}")
    assert message in str(refused.value)


def test_a_part_of_a_mixture_may_have_a_preset(file: str) -> None:
    mixed = get(f"0.5*hlepor:preset={file}+0.5*bleu")
    assert mixed.spec == "0.5*hlepor:alpha=3,context=1,weights=5/4/1+0.5*bleu"


def test_ensemble_alone_is_no_metric() -> None:
    with pytest.raises(ParameterError, match="unknown metric 'ensemble'"):
        get("ensemble")


def test_a_preset_for_another_metric(file: str) -> None:
    with pytest.raises(ParameterError, match=r"hlepor\.json was fitted for hlepor:context=1, not for port"):
        get(f"port:preset={file}")
    with pytest.raises(ParameterError, match="not for ensemble"):
        get(f"ensemble:preset={file}")
    with pytest.raises(ParameterError, match="preset is given twice"):
        get(f"hlepor:preset={file},preset={file}")


def signed(**changes: Any) -> bytes:
    """A file with a digest that belongs to it, some of its fields changed."""
    preset = Preset("hlepor", {"alpha": 3.0})
    content = {"metric": preset.metric, "parameters": dict(preset.parameters), **changes}
    other = Preset(content["metric"], content["parameters"])
    body = {"format": "pitchpipe-preset", "version": 1, **content, "digest": other.digest}
    return json.dumps(body).encode()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "it is not valid JSON"),
        (signed()[:-20], "it is not valid JSON"),
        (b"[1, 2]", 'it does not begin with "format"'),
        (b'{"format": "other"}', 'it does not begin with "format"'),
        (signed(version=2), "of version 2, this Pitchpipe reads version 1"),
        (signed().replace(b"3.0", b"4.0"), "was changed after it was written"),
        (signed().replace(b"3.0", b"NaN"), "NaN is no finite number"),
        (signed().replace(b"3.0", b"1e999"), "1e999 is no finite number"),
        (signed(parameters={}), "it names no metric with parameters"),
        (signed(parameters={"alpha": "many"}), "hlepor: alpha must be a number of at least 0, not 'many'"),
        (signed(parameters={"alpha": -1.0}), "hlepor: alpha must be a number of at least 0, not -1"),
        (signed(parameters={"weights": [1.0, 2.0]}), "weights are three numbers"),
        (signed(parameters={"gamma": 1.0}), "hlepor has no formula parameter 'gamma'"),
        (signed(parameters={"context": 1}), "hlepor has no formula parameter 'context'"),
        (signed(parameters={"provenance": 1}), "hlepor has no formula parameter 'provenance'"),
        (signed(metric="hlepro"), "unknown metric 'hlepro'"),
        (signed(metric="hlepor:preset=a.json"), "its metric refers to a preset again"),
        (b"\xff\xfe\x00", "is encoded in UTF-16"),
    ],
)
def test_bad_files_are_refused_by_name(tmp_path: Path, content: bytes, message: str) -> None:
    file = tmp_path / "bad.json"
    file.write_bytes(content)
    with pytest.raises(DataError, match=r"bad\.json") as refused:
        get(f"hlepor:preset={file}")
    assert message in str(refused.value)


@pytest.mark.parametrize("name", ["lr-hb1", "lr-hb4", "lr-kb1", "lr-kb4"])
def test_those_that_come_along(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A folder of the same name must not hide them.
    (tmp_path / "wmt12").mkdir()
    monkeypatch.chdir(tmp_path)
    metric = get(f"{name}:preset=wmt12")
    assert metric.spec == f"{name}:theta={THETAS[name]}"
    assert metric == get(name.upper(), preset="wmt12")
    found = Preset.find(name, "wmt12")
    assert f"|preset:{found.shown_digest}|" in metric.signature
    assert found.shown_digest == DIGESTS[name]
    assert {"name", "date", "objective", "training", "scores", "folds", "search"} <= found.record.keys()


def test_only_of_that_metric(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert shipped("bleu") == shipped("..") == shipped("") == {}
    for spec in ("bleu:preset=wmt12", "lr-kb4:preset=wmt13", "lr-kb4:preset=../lr-hb4/wmt12"):
        with pytest.raises(DataError, match="no such file"):
            get(spec)


def test_a_file_of_the_same_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name means the same wherever one works; a path is a file."""
    monkeypatch.chdir(tmp_path)
    LRSCORE.write("wmt12")
    assert get("lr-kb4:preset=wmt12").spec == f"lr-kb4:theta={THETAS['lr-kb4']}"
    assert get("lr-kb4:preset=./wmt12").spec == "lr-kb4:theta=0.02"


def test_a_missing_file() -> None:
    with pytest.raises(DataError, match=r"nowhere\.json: no such file"):
        get("hlepor:preset=nowhere.json")


def test_not_finite_values_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        Preset("hlepor", {"alpha": float("nan")}).write(tmp_path / "nan.json")


# -- whether it is worth it ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gain", "p", "word"),
    [
        (0.01, 0.05, "better"),
        (0.01, 0.051, "not significant"),
        (-0.01, 0.01, "worse"),
        (-0.01, 0.5, "not significant"),
        (0.0, 0.001, "not significant"),
        (0.01, None, "not tested"),
    ],
)
def test_the_worth_of_a_gain(gain: float, p: float | None, word: str) -> None:
    assert worth(gain, p, 0.05) == word


@pytest.mark.parametrize(
    ("verdict", "says"),
    [
        ("better", None),
        ("not significant", "its parameters were not significantly better than the default on held-out data"),
        ("worse", "its parameters were significantly worse than the default on held-out data"),
        ("not tested", "its parameters were never compared with the default on held-out data"),
        ("splendid", None),
        (["better"], None),
        (None, None),
    ],
)
def test_a_preset_that_did_not_help_says_so(
    tmp_path: Path, run: Run, verdict: object, says: str | None
) -> None:
    record = {} if verdict is None else {"verdict": verdict}
    path = write(Preset("chrf", {"beta": 1.0}, record), tmp_path)
    asked = f"chrf:preset={path}"
    system, reference = "examples/systems/good.en", "examples/reference.a.en"
    done = run("score", system, "-r", reference, "-m", asked)
    assert (done.code, done.err) == (0, "" if says is None else f"note: {asked}: {says}\n")
    mixed = run("score", system, "-r", reference, "-m", f"0.5*{asked}+0.5*bleu")
    assert (mixed.code, says is not None) == (0, "held-out" in mixed.err)
