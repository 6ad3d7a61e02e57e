"""The experiment that tunes real systems, without its decoder."""

from pathlib import Path

import pytest
from benchmarks.experiments.tuning import beside, joshua, page
from benchmarks.experiments.tuning.building import Built
from benchmarks.experiments.tuning.cells import Cell, Result, finished
from benchmarks.experiments.tuning.metrics import METRICS, VARIANTS
from benchmarks.experiments.tuning.results import Outcome, by_metric, outcomes
from benchmarks.experiments.tuning.systems import SYSTEMS, Part, Texts

from pitchpipe.comparing.comparison import compare
from pitchpipe.text.testset import TestSet
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


def test_a_configuration_has_one_limit_of_reordering(tmp_path: Path) -> None:
    (tmp_path / "t.gz").touch()
    (tmp_path / "m.arpa").write_text("\\data\\\nngram 1=3\nngram 2=4\n\n\\1-grams:\n")
    text = joshua.configuration(tmp_path / "t.gz", tmp_path / "m.arpa", 9)
    assert [line for line in text.splitlines() if "reordering" in line] == ["reordering-limit = 9"]
    assert all(f"\n{name} {weight}\n" in text for name, weight in joshua.START.items())


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


def test_what_was_not_run_is_shown_as_missing(system: Built) -> None:
    one = Outcome(system, by_metric([result("BLEU", 1, shift=1), result("PORT", 1)]))
    outputs = TestSet(
        systems={"BLEU": ["a b", "c d"], "PORT": ["a b", "c"]}, references={"ref": ["a b", "c d"]}
    )
    vars(one)["compared"] = [compare(outputs, metrics=["chrf"], samples=10)["chrf"]] * len(METRICS)
    rows = page.scores(one).splitlines()[2:]
    assert [row.split(" | ")[0].strip("| ") for row in rows[:2]] == ["BLEU", "PORT"]
    assert "| 1 | **100.00** |" in rows[0]
    assert {row.split(" | ")[1] for row in rows[2:]} == {page.NOT_RUN}
    assert len(rows) == len(METRICS)


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


def test_papers_stand_beside_ours(system: Built) -> None:
    results = [result("BLEU", 1), result("BLEU", 2, shift=1), result("TESLA-M", 1, shift=1)]
    one = Outcome(system, by_metric(results))
    tables = beside.made([one])
    rows = [line.split(" | ") for line in tables["dahlmeier-5"].splitlines()]
    assert rows[2] == ["| TESLA-M", "paper, ur-en", "", "-4.4", "+3.0 |"]
    change, interval = rows[3][3].split(" ", 1)
    assert rows[3][:3] == ["| TESLA-M", "captions-de-en", "1"]
    assert float(change) < 0
    assert interval.startswith("(-")
    assert len(rows) == 4
    # TER is printed as what is left of 100.
    worse = Outcome(system, by_metric([*results[:1], result("PORT", 1, shift=1)]))
    (port,) = (
        line.split(" | ") for line in beside.chen_8([worse]).splitlines() if "| captions-de-en |" in line
    )
    assert all(cell.startswith("-") for cell in port[3:])
    assert "| captions-de-en | PORT | 0.0 |" in beside.chen_3([worse])
    both = Outcome(system, by_metric([*results, result("PORT", 1)]))
    assert "| captions-de-en | PORT | 50.0 |" in beside.chen_3([both])
    assert "| captions-de-en | BLEU again | 0.0 |" in beside.chen_3([both])
    assert "| captions-de-en | 0.8 s | 0.5 s | 0.7 |" in beside.chen_6([both])
    assert "| captions-de-en | 0.250, 0.250 |  |  |" in beside.birch_weights([both])


def test_the_page_has_a_place_for_every_system() -> None:
    places = {match["name"] for match in page.PLACE.finditer(page.PAGE.read_text("utf-8"))}
    of_systems = {f"{name}-{kind}" for name in SYSTEMS for kind in ("scores", "order", "cost")}
    assert places == of_systems | beside.made([]).keys()
