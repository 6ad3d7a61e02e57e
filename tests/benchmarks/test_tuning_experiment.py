"""The experiment that tunes real systems, without its decoder."""

from pathlib import Path

import pytest
from benchmarks.experiments.tuning import joshua, page
from benchmarks.experiments.tuning.building import Built, phrases_of
from benchmarks.experiments.tuning.cells import Cell, Result, finished
from benchmarks.experiments.tuning.metrics import METRICS, VARIANTS
from benchmarks.experiments.tuning.results import Outcome, by_metric, outcomes
from benchmarks.experiments.tuning.systems import SYSTEMS, Part, Texts

from pitchpipe.tuning.optimisers import OptimiserName

LINES = [f"the {colour} {thing} is here ." for colour in ("red", "green") for thing in ("dog", "cat", "bus")]
TEXTS = Texts(
    Part([line.replace("the", "der") for line in LINES], LINES),
    Part(["der red dog is here ."], ["the red dog is here ."]),
    {"first": Part(LINES[:2], LINES[:2]), "second": Part(LINES[2:], LINES[2:])},
)


def result(metric: str, run: int, optimiser: OptimiserName = "mert", *, shift: int = 0) -> Result:
    outputs = {
        name: [" ".join(line.split()[shift:]) for line in part.target] for name, part in TEXTS.tests.items()
    }
    facts = {"iterations": 4, "seconds of tuning": 2.0 * run, "seconds of decoding": 8.0}
    weights = {"Distortion": 1.0, "lm_0": 2.0, "WordPenalty": -1.0}
    return Result(Cell("captions-de-en", metric, run, optimiser), weights, facts, outputs)


@pytest.fixture
def system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Built:
    built = Built(SYSTEMS["captions-de-en"], tmp_path)
    monkeypatch.setitem(vars(built), "texts", TEXTS)
    return built


def test_links_of_marks_are_taken_out_of_lists() -> None:
    weights = {"lm_0": 0.5, "WordPenalty": -1.0}
    line = "1 ||| a b c ||| lm_0=-1.500 WordPenalty=-1.303 ||| 553.000 ||| -1--1 0-0 1-2 2-3"
    wanted = "1 ||| a b c ||| lm_0=-1.500 WordPenalty=-1.303 ||| 0.5530 ||| 0-0 1-2\n"
    assert joshua.mend(line, [9, 2], weights) == wanted


def test_the_total_of_a_list_is_that_of_its_features() -> None:
    weights = {"lm_0": 0.5, "WordPenalty": -1.0}
    # 0.5 * -1.5 + 1.303 is 0.553: what lacks to -0.47 are 2.046 of the language model.
    line = "0 ||| a ||| lm_0=-1.500 WordPenalty=-1.303 ||| -470.000 ||| 0-0"
    wanted = "0 ||| a ||| lm_0=-3.550 WordPenalty=-1.303 ||| -0.4720 ||| 0-0\n"
    assert joshua.mend(line, [1], weights) == wanted
    # Without a weight nobody can tell.
    untold = joshua.mend(line, [1], {"lm_0": 0.0, "WordPenalty": -1.0})
    assert untold == "0 ||| a ||| lm_0=-1.500 WordPenalty=-1.303 ||| 1.3030 ||| 0-0\n"


def test_the_configuration_has_a_weight_for_every_feature() -> None:
    text = joshua.configuration(Path("t.gz"), Path("m.arpa"), 4, 6)
    assert "reordering-limit = 6\n" in text
    assert "-lm_order 4 " in text
    assert all(f"\n{name} {weight}\n" in text for name, weight in joshua.START.items())


def test_without_the_decoder_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(joshua.VARIABLE, raising=False)
    with pytest.raises(SystemExit, match=joshua.VARIABLE):
        joshua.decode(tmp_path / "weights", tmp_path / "list", tmp_path / "source")


def test_phrases_are_at_most_as_long_as_those_of_the_table() -> None:
    words = list("abcdefg")
    phrases = list(phrases_of(words))
    assert len(phrases) == len(set(phrases)) == 7 + 6 + 5 + 4 + 3
    assert "a b c d e" in phrases
    assert "a b c d e f" not in phrases


def test_parts_have_as_many_lines_on_both_sides() -> None:
    with pytest.raises(ValueError, match="2 lines have 1 translations"):
        Part(["a", "b"], ["c"])
    long = " ".join("x" * 81)
    assert Part(["a", "", long, "b"], ["c", "d", "e", long]).short() == Part(["a"], ["c"])


def test_a_cell_is_read_as_it_was_written(tmp_path: Path) -> None:
    made = result("PORT", 2)
    made.save(tmp_path)
    assert finished(tmp_path) == [made]
    before = sorted(path.read_bytes() for path in tmp_path.iterdir())
    made.save(tmp_path)
    assert sorted(path.read_bytes() for path in tmp_path.iterdir()) == before


def test_results_are_grouped_by_what_was_tuned_to() -> None:
    results = [result("PORT", 1), result("BLEU", 1, "pro"), result("BLEU", 2), result("BLEU", 1)]
    groups = {label: [one.cell.run for one in found] for label, found in by_metric(results).items()}
    assert groups == {"BLEU, PRO": [1], "BLEU": [2, 1], "PORT": [1]}
    assert outcomes([], Path("nowhere")) == []


def test_the_page_is_filled(system: Built) -> None:
    one = Outcome(system, by_metric([result("BLEU", 1, shift=1), result("BLEU", 2), result("PORT", 1)]))
    text = "".join(
        f"<!-- table: captions-de-en-{kind} -->\nold\n<!-- end -->\n" for kind in ("order", "cost")
    )
    filled = page.fill(text + "<!-- table: tanaka-ja-en-cost -->\n<!-- end -->", [one])
    assert "old" not in filled
    assert page.MISSING in filled
    assert page.fill(filled, [one]) == filled
    bleu, port = (
        line for line in filled.splitlines() if line.startswith(("| BLEU", "| PORT")) and "0.25" in line
    )
    # The first run lacks one word of six.
    assert bleu.split(" | ")[1] == f"{(5 / 6 + 1) / 2:.3f}"
    assert port.split(" | ")[1] == "1.000"
    assert "| BLEU | 0.8 | 2.0 | 1.0 | 73 % |" in filled
    assert "| PORT | 0.5 | 2.0 | 0.7 | 80 % |" in filled


def test_one_metric_alone_is_compared_with_nothing(system: Built) -> None:
    assert "Only BLEU is finished" in page.scores(Outcome(system, by_metric([result("BLEU", 1)])))


def test_kept_cells_are_whole() -> None:
    """What is in the repository can be read, and has an output for every line of its tests."""
    for one in finished():
        assert one.cell.system in SYSTEMS
        assert one.cell.metric in {**METRICS, **VARIANTS}
        assert set(one.weights) == set(joshua.START)
        assert one.outputs
        assert all(all(lines) for lines in one.outputs.values())


def test_the_page_has_a_place_for_every_system() -> None:
    places = {match["name"] for match in page.PLACE.finditer(page.PAGE.read_text("utf-8"))}
    assert places == {f"{name}-{kind}" for name in SYSTEMS for kind in ("scores", "order", "cost")}
