"""Lists in files, measured in parts: the weights that all lists in memory give."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import pitchpipe as pp
from pitchpipe.nbest import shards as list_shards
from pitchpipe.text.shards import stretches
from tests.choosing.test_in_parts import NBEST, REFERENCES, Backwards, files, moses
from tests.commands import Run


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stretches, "SIZE", 7_000)
    monkeypatch.setattr(list_shards, "BATCH", 2_000)


@pytest.fixture
def references(tmp_path: Path) -> str:
    path = tmp_path / "all.ref"
    path.write_text("".join(f"{line}\n" for line in REFERENCES), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("metric", ["bleu", "nist"])
def test_weights_are_those_of_the_whole_list(tmp_path: Path, references: str, metric: str) -> None:
    shards = files(tmp_path / "lists", moses, goes_on=True)
    wanted = pp.tune(NBEST, [REFERENCES], metric).to_dict()

    def run(**how: Any) -> dict[str, Any]:
        return pp.tune(shards, [references], metric, **how).to_dict()

    if metric == "nist":
        with pytest.warns(pp.errors.PitchpipeWarning, match="read twice"):
            found = run(threads=1)
        assert found["score"] == pytest.approx(wanted["score"], rel=1e-12)
        return
    assert run(threads=1) == wanted
    assert run(engine=Backwards(), parts=3) == wanted


def test_what_is_corrupt_is_named_or_left_out(tmp_path: Path, references: str) -> None:
    shards = files(tmp_path / "lists", moses, goes_on=True)
    path = tmp_path / "lists" / "c.nbest"
    path.write_text(path.read_text(encoding="utf-8").replace("lm=", "lm= x", 1), encoding="utf-8")
    with pytest.raises(pp.DataError, match=r"c\.nbest, line 1: "):
        pp.tune(shards, [references], threads=1)
    with pytest.warns(pp.errors.PitchpipeWarning, match=r"left out, since it could not be read: .*c\.nbest"):
        tuned = pp.tune(shards, [references], threads=1, skip_corrupt=True)
    assert tuned.provenance["segments"] < 120


def test_what_makes_no_sense_is_refused(tmp_path: Path, references: str) -> None:
    shards = files(tmp_path / "lists", moses, goes_on=True)
    for call, message in (
        (lambda: pp.tune(shards, [REFERENCES]), "in files: name one for each stream"),  # type: ignore[list-item]
        (lambda: pp.tune(shards, []), "there is no reference to tune to"),
        (lambda: pp.tune(shards, [references], resume=True), "tuning cannot be gone on with"),
        (lambda: pp.tune(shards, [references], "kendall"), "they come from a trained model"),
        (lambda: pp.tune(NBEST, [REFERENCES], engine="local"), "engine is for lists in files"),  # type: ignore[call-overload]
    ):
        with pytest.raises(pp.PitchpipeError, match=message):
            call()


def test_the_command(run: Run, tmp_path: Path) -> None:
    lines = Path("examples/reference.a.en").read_text(encoding="utf-8").splitlines()
    (tmp_path / "ref.en").write_text("".join(f"{line}\n" for line in lines[:32]), encoding="utf-8")
    arguments = ["tune", "--nbest", "examples/llm.dev.jsonl", "-r", str(tmp_path / "ref.en"), "-m", "chrf"]
    plain = run(*arguments)
    done = run(*arguments, "--engine", "local", "--threads", "1")
    assert (done.code, done.out, done.err) == (plain.code, plain.out, plain.err)
    assert done.code == 0
    for further, message in (
        (["--engine", "local", "--matrix"], "--matrix does not go with --engine local"),
        (["--parts", "2"], "--parts goes with --engine"),
        (["--resume"], "No such option"),
        (["--engine", "local", "--nbest", "b"], "--nbest is given 2 times"),
    ):
        refused = run(*arguments, *further)
        assert refused.code == 2
        assert message.lower() in refused.err.lower()
