"""``pitchpipe lang lm``."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from pitchpipe.lang.lm.model import LanguageModel
from pitchpipe.text.files import read_lines
from tests.commands import Run

TOY = Path(__file__).parents[1] / "golden" / "lm"
TEST = read_lines(TOY / "toy.test.txt")
MODEL = LanguageModel.estimate(read_lines(TOY / "toy.train.txt"), order=2)


def test_estimating_and_scoring(run: Run, tmp_path: Path) -> None:
    model = str(tmp_path / "toy.arpa.gz")
    made = run("lang", "lm", str(TOY / "toy.train.txt"), "-o", model, "--order", "2")
    assert (made.code, made.err) == (0, "")
    assert made.out.splitlines()[2].split() == ["1-grams", "22", "0.2174", "1.8551", "1.6957"]
    scored = run("lang", "lm", str(TOY / "toy.test.txt"), "--model", model, "--format", "json")
    assert json.loads(scored.out) | {"log10": 0, "known_perplexity": 0} == {
        "perplexity": pytest.approx(MODEL.perplexity(TEST)),
        "known_perplexity": 0,
        "log10": 0,
        "words": 42,
        "unknown": 3,
    }
    rows = run("lang", "lm", str(TOY / "toy.test.txt"), "--model", model, "--sentences", "--format", "tsv")
    shown = [line.split("\t") for line in rows.out.splitlines()]
    assert shown[0] == ["sentence", "log10", "words", "unknown"]
    assert [float(row[1]) for row in shown[1:]] == MODEL.score(TEST).tolist()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "-o FILE"),
        (["-o", "{folder}/m", "--model", "{folder}/m"], "give one, not both"),
        (["--model", "{folder}/m", "--order", "2"], "--order is for estimating"),
        (["-o", "{folder}/none/m"], "m: cannot be written, there is no folder .*none"),
        (["-o", "{folder}"], "cannot be written, it is a folder"),
        (["-o", "{folder}/m", "--order", "3"], "toy.train.txt: .*--discount-fallback"),
        (["-o", "{folder}/m", "--prune", "1,x"], "--prune"),
        (["-o", "{folder}/m", "--order", "99"], "between 1 and 16"),
        (["--model", "{folder}/nothing"], "no such file"),
    ],
)
def test_what_is_refused(
    run: Run,
    arguments: list[str],
    says: str,
    tmp_path: Path,
) -> None:
    places = [argument.format(folder=tmp_path) for argument in arguments]
    done = run("lang", "lm", str(TOY / "toy.train.txt"), *places)
    assert done.code == 2
    assert re.search(says, done.err)
    assert not (tmp_path / "m").exists()
