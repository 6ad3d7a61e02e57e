"""Links that are brought along serve metrics of word order in a mixture as they do alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.commands import Run


@pytest.fixture
def texts(tmp_path: Path) -> dict[str, str]:
    written = {
        "hyp": "the man , has seen\n",
        "ref": "the man has , seen\n",
        "src": "der mann hat , gesehen\n",
        "hyp.links": "0-0 1-1 2-3 3-2 4-4\n",
        "ref.links": "0-0 1-1 2-2 3-3 4-4\n",
    }
    for name, text in written.items():
        (tmp_path / name).write_text(text)
    return {name: str(tmp_path / name) for name in written}


def arguments(texts: dict[str, str]) -> list[str]:
    given = [texts["hyp"], "-r", texts["ref"], "-s", texts["src"]]
    return [*given, "--align-ref", texts["ref.links"], "--align-hyp", texts["hyp.links"], "--format", "json"]


def test_a_mixture_takes_the_text_as_tokenised(texts: dict[str, str], run: Run) -> None:
    metrics = ["-m", "kendall", "-m", "wer", "-m", "0.5*kendall+0.5*wer"]
    done = run("score", *arguments(texts), *metrics)
    assert done.code == 0, done.err
    kendall, wer, mixed = json.loads(done.out)["systems"][0]["scores"]
    assert mixed["score"] == pytest.approx(0.5 * kendall["score"] + 0.5 * (100 - wer["score"]))
    assert mixed["metric"] == "0.5*kendall:tokenize=none,source_tokenize=none+0.5*wer"


def test_so_do_compare_and_order(texts: dict[str, str], run: Run) -> None:
    given = arguments(texts)
    done = run("order", *given)
    assert json.loads(done.out)[0]["alignment"] == "given"
    other = Path(texts["hyp"]).with_name("other")
    other.write_text("the man has seen ,\n")
    both = [given[0], str(other), *given[1:-4]]
    links = [f"--align-hyp=hyp={texts['hyp.links']}", f"--align-hyp=other={texts['ref.links']}"]
    done = run("compare", *both, *links, "-m", "0.5*v+0.5*chrf", "--samples", "10")
    assert done.code == 0, done.err
