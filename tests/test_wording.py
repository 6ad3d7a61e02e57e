"""Messages stay short, whatever a user gave."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import pitchpipe as pp
from pitchpipe.errors import LONGEST, DataError, ParameterError, PitchpipeError
from pitchpipe.metrics.lookup import get
from pitchpipe.tuning.weight_files import read_weights
from pitchpipe.wording import SHOWN, meant, quoted
from tests.commands import Run

LONG = "x" * 100_000


def test_a_long_value_is_shown_by_its_beginning() -> None:
    assert quoted("a" * SHOWN) == repr("a" * SHOWN)
    assert quoted("a" * SHOWN + "b") == repr("a" * SHOWN + "…")
    assert quoted([1, 2]) == "[1, 2]"
    assert quoted([LONG]) == "['" + "x" * (SHOWN - 2) + "…"


def test_what_was_meant() -> None:
    assert meant("blue", ["bleu", "chrf"]) == "did you mean bleu?"
    assert meant("y", []) == "there are none"
    assert meant(LONG, ["bleu"]) == "there are bleu"


@pytest.mark.parametrize(
    "metric",
    [LONG, f"bleu:{LONG}", f"bleu:{LONG}=1", f"bleu:max_order={LONG}", f"bleu:tokenize={LONG}", [LONG]],
)
def test_metrics(metric: str) -> None:
    with pytest.raises(ParameterError) as error:
        get(metric)
    assert "xxx" in str(error.value)
    assert len(str(error.value)) < 500


def test_no_message_holds_a_whole_file(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "weights"
    path.write_text(f"lm ||| {LONG}\n")
    with pytest.raises(DataError, match="line 1: the weight of lm is no number, but 'xxx") as error:
        read_weights(path)
    assert len(str(error.value)) < 500
    systems = {f"system{k}": ["a"] for k in range(10_000)}
    with pytest.raises(PitchpipeError) as several:
        pp.compare(pp.TestSet(references={"r": ["a"]}, systems=systems), "none")
    assert str(several.value).startswith("there is no system 'none' to compare with: there are system0, ")
    assert str(several.value).endswith(", system9999")
    assert len(str(several.value)) <= LONGEST + 3
    done = run("score", "examples/systems/literal.en", "-r", "examples/reference.a.en", "-m", LONG)
    assert done.code == 2
    assert len(done.err) < LONGEST


def test_a_shortened_error_travels() -> None:
    error = DataError(LONG)
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
    assert len(str(error)) == LONGEST + 3
