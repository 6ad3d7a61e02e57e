"""``pitchpipe order``, and the options of ``score`` that say where word alignments come from."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.commands import ROOT, Run

SYSTEMS = ["examples/systems/literal.en", "examples/systems/good.en"]
README_LINES = len((ROOT / "README.md").read_text(encoding="utf-8").splitlines())
TEXTS = ["-s", "examples/source.de", "-r", "examples/reference.a.en", "--no-cache"]


@pytest.fixture
def tiny(tmp_path: Path) -> dict[str, str]:
    """Three segments with links: the second hypothesis swaps what the reference keeps."""
    texts = {
        "src": "a b c\nd e\nf\n",
        "ref": "A B C\nD E\nF\n",
        "hyp": "A B C\nE D\nF\n",
        "ref.links": "0-0 1-1 2-2\n0-0 1-1\n0-0\n",
        "hyp.links": "0-0 1-1 2-2\n0-1 1-0\n0-0\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    return {name: str(tmp_path / name) for name in texts}


def given(tiny: dict[str, str]) -> list[str]:
    return [
        "-s",
        tiny["src"],
        "-r",
        tiny["ref"],
        "--align-ref",
        tiny["ref.links"],
        "--align-hyp",
        tiny["hyp.links"],
    ]


def test_measures_of_given_links(run: Run, tiny: dict[str, str]) -> None:
    done = run("order", tiny["hyp"], *given(tiny), "--format", "json")
    (found,) = json.loads(done.out)
    # Hamming 1, 0, 1; Kendall 1, 0, 1.
    assert found["measures"]["hamming"] == pytest.approx(200 / 3)
    assert found["measures"]["kendall"] == pytest.approx(200 / 3)
    assert found["monotone"] == {"hypothesis": pytest.approx(200 / 3), "reference": 100.0}
    assert found["mean_jump"] == {"hypothesis": 1.0, "reference": 1.0}
    assert found["alignment"] == "given"
    assert found["scores"] == [100.0, 0.0, 100.0]


def test_the_worst_segment_is_drawn(run: Run, tiny: dict[str, str]) -> None:
    done = run("order", tiny["hyp"], *given(tiny), "--worst", "1")
    drawn = done.out.split("\n\n")[-1].splitlines()
    assert drawn == [
        "hyp, segment 2: order 0.00",
        "     source   reference   hypothesis",
        "  1  d        1 D         2 D  <",
        "  2  e        2 E         1 E  <",
        "reference:  D E",
        "hypothesis: E D",
    ]


def test_from_plain_text(run: Run) -> None:
    done = run("order", *SYSTEMS, *TEXTS)
    assert done.code == 0
    assert [line.split()[0] for line in done.out.splitlines()[2:5]] == [
        "literal.en",
        "good.en",
        "(reference)",
    ]
    assert "48 segments" in done.out


def test_score_says_what_scores_depend_on(run: Run) -> None:
    together = run("score", *SYSTEMS, *TEXTS, "-m", "port")
    assert "scores depend on which are scored" in together.err
    assert "|align:" in together.out
    alone = run("score", *SYSTEMS, *TEXTS, "-m", "port", "--align-without-systems")
    assert alone.err == ""


def test_score_with_a_model(run: Run, tmp_path: Path) -> None:
    model = str(tmp_path / "m.align")
    run("align", "examples/source.de", "examples/reference.a.en", "--tokenize", "13a", "--save", model)
    one = run("score", SYSTEMS[0], *TEXTS, "-m", "lr-kb4", "--align-with", model, "--format", "json")
    both = run("score", *SYSTEMS, *TEXTS, "-m", "lr-kb4", "--align-with", model, "--format", "json")
    assert one.err == both.err == ""
    assert json.loads(one.out)["systems"][0] == json.loads(both.out)["systems"][0]


def test_score_with_given_links_takes_text_as_tokenised(run: Run, tiny: dict[str, str]) -> None:
    done = run("score", tiny["hyp"], *given(tiny), "-m", "kendall")
    assert "66.67" in done.out
    assert "tok:none|src:none" in done.out


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"hyp.links": "0-0 1-1 2-2\n0-1 1-9\n0-0\n"}, "line 2: link 1-9 leaves the target"),
        ({"ref.links": "0-0 1-1 3-2\n0-0 1-1\n0-0\n"}, "line 1: link 3-2 leaves the source"),
        ({"hyp.links": "0-0 1-1 2-2\n0:1\n0-0\n"}, "line 2: cannot read the link"),
        ({"hyp.links": "0-0\n"}, "1 lines"),
        ({"ref.links": "0-0\n"}, "1 lines"),
        ({"src": "a b c\n"}, "src"),
    ],
)
def test_links_that_do_not_fit(run: Run, tiny: dict[str, str], change: dict[str, str], says: str) -> None:
    for name, text in change.items():
        Path(tiny[name]).write_text(text)
    done = run("score", tiny["hyp"], *given(tiny), "-m", "port")
    assert (done.code, done.out) == (2, "")
    assert says in done.err
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--align-hyp", "LINKS"], "with several systems, write --align-hyp SYSTEM=FILE"),
        (["--align-hyp", "you=LINKS"], "--align-hyp: there is no system 'you'; there are hyp, src"),
        (["--align-hyp", "hyp=LINKS"], "there are no links of system src (--align-hyp)"),
        (
            ["--align-hyp", "hyp=LINKS", "--align-hyp", "src=LINKS", "--align-ref", "LINKS"],
            "there are 1 references, but 2 files of links (--align-ref)",
        ),
    ],
)
def test_links_of_other_systems(run: Run, tiny: dict[str, str], arguments: list[str], says: str) -> None:
    named = [argument.replace("LINKS", tiny["hyp.links"]) for argument in arguments]
    texts = ["-s", tiny["src"], "-r", tiny["ref"], "--align-ref", tiny["ref.links"]]
    done = run("score", tiny["hyp"], tiny["src"], *texts, *named, "-m", "port")
    assert (done.code, done.out, done.err) == (2, "", f"error: {says}\n")


def test_an_empty_source_line(run: Run, tiny: dict[str, str]) -> None:
    Path(tiny["src"]).write_text("a b c\n\nf\n")
    for name in ("ref.links", "hyp.links"):
        Path(tiny[name]).write_text("0-0 1-1 2-2\n\n0-0\n")
    done = run("score", tiny["hyp"], *given(tiny), "-m", "v", "-m", "kendall", "--format", "json")
    (system,) = json.loads(done.out)["systems"]
    # PORT's measure leaves the segment out, LRscore's counts it 0.
    assert [score["score"] for score in system["scores"]] == [100.0, pytest.approx(200 / 3)]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--align-ref", "x", "--align-with", "y"], "not both"),
        (["--align-with", "nothing.align"], "nothing.align"),
        (["--align-ref", "x"], "x"),
        (["--bitext", "x", "y", "--align-with", "z"], "nothing is trained"),
        (
            ["--bitext", "examples/source.de", "README.md"],
            f"examples/source.de has 48 lines, README.md has {README_LINES}",
        ),
    ],
)
def test_options_that_contradict(run: Run, arguments: list[str], says: str) -> None:
    done = run("score", SYSTEMS[0], *TEXTS, "-m", "port", *arguments)
    assert done.code == 2
    assert says in done.err


def test_word_order_needs_the_source(run: Run) -> None:
    done = run("score", SYSTEMS[0], "-r", "examples/reference.a.en", "-m", "port")
    assert done.code == 2
    assert "-s FILE" in done.err


@pytest.mark.parametrize("option", ["--tokenize", "--source-tokenize"])
@pytest.mark.parametrize("name", ["nope", "\udcff"])
def test_tokenizers_that_there_are_not(run: Run, tiny: dict[str, str], option: str, name: str) -> None:
    """Before anything is trained, whose key in the cache would name them."""
    files = [tiny["hyp"], "-r", tiny["ref"], "-s", tiny["src"]]
    done = run("order", *files, option, name)
    assert (done.code, done.err.startswith(f"error: unknown tokenizer {name!r}: there are ")) == (2, True)
