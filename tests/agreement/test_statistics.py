"""Statistics of agreement with people: golden values, a slow oracle, values by hand, and edge cases."""

from __future__ import annotations

import gzip
import math
from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pitchpipe
from pitchpipe.agreement.human import Human
from pitchpipe.agreement.ranks import Ranks
from pitchpipe.agreement.readers import human_of as judgments_of
from pitchpipe.agreement.scores import DocumentScores, SegmentScores, SystemScores
from pitchpipe.agreement.statistics import STATISTICS, Gains, available, statistic
from pitchpipe.batch.values import Array
from pitchpipe.errors import DataError, ParameterError
from tests.golden import agreement as golden
from tests.golden.agreement import gains_of, human_of, of_systems
from tests.golden.rows import HERE, Row, read
from tests.oracle import agreement as oracle

AVERAGED = [f"{name}:{average}" for name in oracle.ROW for average in ("none", "item", "system")]
PAIRED = [f"{name}:{average}" for name in oracle.POOLED for average in ("none", "item", "system")]


# -- values of other people's programs ------------------------------------------------------------


def agrees(case: golden.Case) -> None:
    outcome = statistic(case.statistic)(case.human, case.gains)
    assert outcome.value == pytest.approx(case.value, abs=1e-9, nan_ok=True), f"{case.id} {case.statistic}"
    if "n_averaged" in case.row and case.row["average_by"] != "none":
        assert outcome.used == case.row["n_averaged"], case.id
    if "epsilons_within_1e_9_of_max" in case.row:
        close = case.row["epsilons_within_1e_9_of_max"]
        assert min(abs(outcome.extra["epsilon"] - other) for other in close) < 1e-9, case.id
    elif case.row.get("stat", "").startswith("ties_opt"):
        assert outcome.extra["epsilon"] == pytest.approx(case.row["epsilon"], abs=1e-9), case.id


@pytest.mark.parametrize("copied", [True, False])
def test_mt_metrics_eval(request: pytest.FixtureRequest, copied: bool) -> None:
    folder = HERE if copied else request.getfixturevalue("shared") / "golden"
    cases = list(golden.cases(folder, golden.read(folder)))
    assert len(cases) == (1101 if copied else 1837)
    for case in cases:
        agrees(case)


def test_taus_of_earlier_years(shared: Path) -> None:
    folder = shared / "golden"
    rows = [row for row in golden.read(folder) if row.get("stat") == "tau_10_13_14_from_counts"]
    assert len(rows) == 22
    for row in rows:
        gold, (gains,) = golden.segments(folder, row, [row["metric"]])
        bound = {name: statistic(f"tau-wmt{name}:none").bind(human_of(gold)) for name in ("12", "13", "14")}
        for ours, theirs in (("12", "tau10"), ("13", "tau13"), ("14", "tau14")):
            assert bound[ours](gains) == pytest.approx(row["value"][theirs], abs=1e-9)
        extra = bound["12"].outcome(gains).extra
        counts = [row["counts"][name] for name in ("con", "dis", "tie_metric_only")]
        assert [extra["concordant"], extra["discordant"], extra["metric_ties"]] == counts


def soft_case(folder: Path, row: Row) -> tuple[SegmentScores, Gains]:
    gold = {"da_z, only segments judged for every system": "da_z", "chrf as gold, all segments": "chrf"}
    values, (gains,) = golden.segments(
        folder, row | {"gold": gold.get(row["gold"], row["gold"])}, [row["metric"]]
    )
    return human_of(values), gains


def test_soft_pairwise_accuracy(shared: Path) -> None:
    folder = shared / "golden"
    rows = [row for row in golden.read(folder) if row.get("stat") == "pce" and "gold" in row]
    assert len(rows) == 13
    for row in rows:
        human, gains = soft_case(folder, row)
        theirs = row["value"][0] if isinstance(row["value"], list) else row["value"]
        assert statistic("spa")(human, gains).value == pytest.approx(theirs, abs=0.01)
        exact = np.mean(row.get("values_20000_perm_seeds_0_1", [theirs]))
        assert statistic("spa:samples=4000")(human, gains).value == pytest.approx(exact, abs=0.005)


def test_rank_consistency(shared: Path) -> None:
    rows = read(shared / "golden", "rank_consistency")
    assert len(rows) == 32
    for row in rows:
        ranks = wmt12_ranks(shared / "data" / "wmt12", row["pair"])
        column = row["metric"] if row["text"] == "as_is" else f"{row['metric']}_unescaped"
        gains = gains_of(wmt12_scores(shared / "golden" / row["scores"], ranks.systems)[column])
        repeated = "all" if row["weighting"].startswith("every row") else "majority"
        found = {name: statistic(f"{name}:repeated={repeated}")(ranks, gains) for name in oracle.PREFERENCES}
        expected = {"concordant", "discordant", "metric_ties", "human_ties"}
        assert found["consistency"].extra == {name: row[name] for name in expected}
        assert found["consistency"].value == pytest.approx(row["consistency"], abs=1e-9)
        assert found["tau-wmt12"].value == pytest.approx(row["tau_ties_as_discordant"], abs=1e-9)
        assert found["tau-wmt13"].value == pytest.approx(row["tau_ignore_ties"], abs=1e-9)
        assert found["tau-wmt14"].value == pytest.approx(row["tau_ties_in_denominator"], abs=1e-9)


@lru_cache(maxsize=1)
def wmt12_ranks(folder: Path, pair: str) -> Ranks:
    ranks = judgments_of(folder, pair, "ranks")
    assert isinstance(ranks, Ranks)
    return ranks


@lru_cache(maxsize=1)
def wmt12_scores(path: Path, systems: tuple[str, ...]) -> dict[str, Array]:
    """Scores of the 3,003 segments of each system, by column; only ranked outputs are in the file."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        _, _, *columns = next(lines).split()
        table = {column: np.full((len(systems), 3003), np.nan) for column in columns}
        for line in lines:
            system, segment, *values = line.split()
            for column, value in zip(columns, values, strict=True):
                table[column][systems.index(system), int(segment)] = float(value)
    return table


# -- the slow oracle ------------------------------------------------------------------------------

few = st.sampled_from([-1.0, 0.0, 0.25, 1.0, 2.0, math.nan])


@st.composite
def tables(draw: st.DrawFn) -> tuple[Array, Array]:
    shape = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    cells = shape[0] * shape[1]
    table = st.lists(few, min_size=cells, max_size=cells).map(lambda x: np.array(x).reshape(shape))
    return draw(table), draw(table)


@pytest.mark.parametrize("spec", AVERAGED)
@settings(max_examples=40)
@given(tables())
def test_averaged_statistics_against_the_oracle(spec: str, table: tuple[Array, Array]) -> None:
    name, average = spec.split(":")
    rows = oracle.rows(*table, average)
    human, gains = human_of(table[0]), gains_of(table[1])
    for epsilon in [0.0, 0.75] if name in {"kendall-b", "acc-eq", "tau23"} else [None]:
        chosen = spec if epsilon is None else f"{spec},epsilon={epsilon}"
        expected = oracle.value(name, rows, epsilon=epsilon or 0.0)
        assert statistic(chosen)(human, gains).value == pytest.approx(expected, abs=1e-12, nan_ok=True)
        assert statistic(chosen).bind(human)(gains) == pytest.approx(expected, abs=1e-12, nan_ok=True)


@pytest.mark.parametrize("spec", PAIRED)
@settings(max_examples=40)
@given(tables(), st.sampled_from([0.0, 0.5, 1.0, 2.0]))
def test_pooled_statistics_against_the_oracle(
    spec: str, table: tuple[Array, Array], threshold: float
) -> None:
    name, average = spec.split(":")
    threshold = threshold if name == "darr" else 0.0
    rows = oracle.rows(*table, average)
    chosen = f"{spec},threshold={threshold}" if name == "darr" else spec
    found = statistic(chosen)(human_of(table[0]), gains_of(table[1])).value
    assert found == pytest.approx(oracle.value(name, rows, threshold=threshold), abs=1e-12, nan_ok=True)


@pytest.mark.parametrize("kinds", [3, 40, 10_000])
def test_long_rows_against_the_oracle(kinds: int) -> None:
    rng = np.random.default_rng(kinds)
    human, scores = rng.integers(0, kinds, (2, 3, 90)).astype(float)
    human[rng.random(human.shape) < 0.1] = np.nan
    for spec in [*AVERAGED, *PAIRED]:
        name, average = spec.split(":")
        options = {"darr": ",threshold=2", "acc-eq": ",epsilon=1", "tau23": ",epsilon=1"}.get(name, "")
        found = statistic(spec + options)(human_of(human), gains_of(scores)).value
        rows = oracle.rows(human, scores, average)
        epsilon = 1.0 if "epsilon" in options else 0.0
        expected = oracle.value(name, rows, epsilon=epsilon, threshold=2.0 if name == "darr" else 0.0)
        assert found == pytest.approx(expected, abs=1e-12), spec


@given(tables())
def test_no_tie_is_better_than_the_calibrated_one(table: tuple[Array, Array]) -> None:
    human, gains = human_of(table[0]), gains_of(table[1])
    outcome = statistic("acc-eq")(human, gains)
    scores = table[1].ravel().tolist()
    differences = {abs(x - y) for x in scores for y in scores}
    for epsilon in [0.0, *(x for x in differences if not math.isnan(x))]:
        other = statistic(f"acc-eq:epsilon={epsilon!r}")(human, gains).value
        assert math.isnan(other) or other <= outcome.value + 1e-12
        if not math.isnan(other) and epsilon < outcome.extra["epsilon"]:
            assert other < outcome.value


# -- values worked by hand ------------------------------------------------------------------------


def test_by_hand() -> None:
    human = SystemScores("wins", ("a", "b", "c", "d"), np.array([1.0, 2.0, 3.0, 4.0]))
    gains = of_systems([1.0, 3.0, 2.0, 4.0])
    # one of six pairs is in the wrong order
    assert statistic("kendall-b")(human, gains).value == pytest.approx(4 / 6)
    assert statistic("pairwise-accuracy")(human, gains).value == pytest.approx(5 / 6)
    assert statistic("pairwise-accuracy")(human, gains).extra == {"right": 5.0, "pairs": 6.0}
    # 1 - 6 Σd² / (n (n² - 1)) = 1 - 6 · 2 / 60
    assert statistic("spearman")(human, gains).value == pytest.approx(0.8)
    assert statistic("pearson")(human, gains).value == pytest.approx(0.8)


def ranks(*pairs: tuple[int, int, int, int]) -> Ranks:
    """(segment, first, second, preference) of systems a, b, c."""
    columns = np.array(pairs).T
    return Ranks("ranks", ("a", "b", "c"), columns[0], columns[1], columns[2], columns[3])


def test_rankings_by_hand() -> None:
    human = ranks((0, 0, 1, 1), (0, 1, 2, -1), (1, 0, 1, 1), (1, 0, 2, 1), (2, 0, 1, 0))
    gains = gains_of(np.array([[3.0, 1.0, 5.0], [2.0, 2.0, 5.0], [2.0, 1.0, 0.0]]))
    # segment 0: a > b is concordant, b < c a tie; segment 1: a > b is discordant, a > c a tie
    expected = {
        "consistency": 1 / 4,
        "consistency-ignore-ties": 1 / 2,
        "consistency-half": 2 / 4,
        "tau-wmt12": -2 / 4,
        "tau-wmt13": 0.0,
        "tau-wmt14": 0.0,
        "consistency:pool=rows": (1 / 2 + 0) / 2,
    }
    for name, value in expected.items():
        outcome = statistic(name)(human, gains)
        assert outcome.value == pytest.approx(value), name
        assert outcome.extra["human_ties"] == 1
    assert statistic("consistency")(human, gains).used == 4


def test_what_most_people_say_counts_once() -> None:
    human = ranks((0, 0, 1, 1), (0, 1, 0, -1), (0, 0, 1, -1), (0, 1, 2, 1), (0, 1, 2, -1))
    gains = gains_of(np.array([[3.0], [2.0], [1.0]]))
    assert statistic("consistency")(human, gains).value == pytest.approx(3 / 5)
    outcome = statistic("consistency:repeated=majority")(human, gains)
    assert (outcome.value, outcome.used) == (1.0, 1)


def test_rankings_say_of_systems_what_they_win() -> None:
    human = ranks((0, 0, 1, 1), (1, 0, 2, 1), (2, 1, 2, 1))
    assert statistic("kendall-b")(human, of_systems([3.0, 2.0, 1.0])).value == pytest.approx(1.0)


def test_soft_pairwise_accuracy_of_like_and_unlike_metrics() -> None:
    rng = np.random.default_rng(1)
    human = rng.normal(size=(5, 40)) + np.arange(5)[:, None] / 4
    same = statistic("spa")(human_of(human), gains_of(human))
    assert (same.value, same.used, same.unit) == (1.0, 10, "pairs")
    # Two systems, each better by one side without doubt: p is 0 and 1.
    apart = np.stack([np.zeros(40), np.ones(40)])
    assert statistic("spa")(human_of(apart), gains_of(-apart)).value == pytest.approx(0.0)


def test_soft_pairwise_accuracy_takes_segments_judged_for_all() -> None:
    rng = np.random.default_rng(2)
    human, scores = rng.normal(size=(2, 4, 30))
    some = human.copy()
    some[1, 3] = some[2, 8] = np.nan
    scores[0, 5] = np.nan
    kept = [k for k in range(30) if k not in {3, 5, 8}]
    outcome = statistic("spa")(human_of(some), gains_of(scores))
    assert outcome.value == statistic("spa")(human_of(human[:, kept]), gains_of(scores[:, kept])).value
    assert outcome.extra["segments"] == 27
    assert outcome.left_out == ("3 segments not judged for every system",)


# -- properties -----------------------------------------------------------------------------------


def real(seed: int = 0) -> tuple[Array, Array]:
    rng = np.random.default_rng(seed)
    human = rng.normal(size=(6, 25)).round(1) * 30
    return human, human / 50 + rng.normal(size=human.shape)


@pytest.mark.parametrize("spec", [*AVERAGED, *PAIRED, "spa"])
def test_the_order_of_segments_does_not_matter(spec: str) -> None:
    human, scores = real()
    order = np.random.default_rng(3).permutation(human.shape[1])
    before = statistic(spec)(human_of(human), gains_of(scores)).value
    after = statistic(spec)(human_of(human[:, order]), gains_of(scores[:, order])).value
    assert not math.isnan(before)
    assert after == pytest.approx(before, abs=1e-12 if spec != "spa" else 0.03)


@pytest.mark.parametrize(
    "spec", ["spearman:item", "kendall-b:none", "kendall-c:system", "consistency", "darr"]
)
def test_only_the_order_of_scores_matters(spec: str) -> None:
    human, scores = real()
    bound = statistic(spec).bind(human_of(human))
    assert bound(gains_of(np.exp(scores))) == pytest.approx(bound(gains_of(scores)), abs=1e-12)


@pytest.mark.parametrize("spec", ["pearson:item", "spearman:none", "kendall-b:system", "tau-wmt14"])
def test_the_opposite_has_the_opposite_value(spec: str) -> None:
    human, scores = real()
    bound = statistic(spec).bind(human_of(human))
    assert bound(gains_of(-scores)) == pytest.approx(-bound(gains_of(scores)), abs=1e-12)


def test_documents_are_items() -> None:
    human, scores = real()
    names = tuple(f"d{k}" for k in range(human.shape[1]))
    documents = DocumentScores("docs", human_of(human).systems, names, human)
    for spec in ("kendall-b:item", "pearson:none", "spa", "kendall-b", "consistency"):
        gains = Gains(scores.mean(axis=1), scores)
        assert statistic(spec)(documents, gains) == statistic(spec)(human_of(human), gains)


def test_a_measurement_becomes_gains() -> None:
    test_set = pitchpipe.TestSet(
        systems={"a": ["the cat sat", "x"], "b": ["the cat", "the dog ran"]},
        references={"r": ["the cat sat", "the dog ran"]},
    )
    measured = pitchpipe.measuring.measured.measure(test_set, ["ter", "chrf", "length-ratio"])
    errors = Gains.of(measured["ter"])
    assert errors.system == pytest.approx(-measured["ter"].scores())
    assert errors.segment == pytest.approx(-measured["ter"].segment_scores())
    assert Gains.of(measured["chrf"]).system == pytest.approx(measured["chrf"].scores())
    with pytest.raises(ParameterError, match="length-ratio has no direction"):
        Gains.of(measured["length-ratio"])


# -- edge cases -----------------------------------------------------------------------------------

every = [cls(average=average) for cls in STATISTICS.values() for average in cls.averages]
EDGES: dict[str, tuple[list[list[float]], list[list[float]]]] = {
    "one system": ([[1, 2, 3]], [[1, 2, 4]]),
    "one cell": ([[1]], [[1]]),
    "people tie everything": ([[1, 1], [1, 1]], [[1, 2], [3, 4]]),
    "constant metric": ([[1, 2], [3, 4]], [[0.1, 0.1], [0.1, 0.1]]),
    "everything ties": ([[1, 1], [1, 1]], [[2, 2], [2, 2]]),
    "nobody judged": ([[math.nan, math.nan], [math.nan, math.nan]], [[1, 2], [3, 4]]),
    "no score": ([[1, 2], [3, 4]], [[math.nan, math.nan], [math.nan, math.nan]]),
    "one judged cell": ([[1, math.nan], [math.nan, math.nan]], [[1, 2], [3, 4]]),
    "two systems": ([[1, 2], [2, 1]], [[1, 2], [2, 1]]),
    "infinite scores": ([[1, 2], [3, 4]], [[-math.inf, 1], [2, math.inf]]),
}


@pytest.mark.parametrize("edge", EDGES)
@pytest.mark.parametrize("one", every, ids=lambda s: s.spec)
def test_edges_have_a_value_or_a_reason(one: pitchpipe.agreement.statistics.Statistic, edge: str) -> None:
    human, scores = (np.array(table, dtype=float) for table in EDGES[edge])
    with np.errstate(invalid="ignore"):
        gains = Gains(scores.sum(axis=1), scores)
        outcome = one(human_of(human), gains)
    assert outcome.note
    assert outcome.note.startswith("n/a") == math.isnan(outcome.value)
    assert one.bind(human_of(human))(gains) == pytest.approx(outcome.value, nan_ok=True)
    if edge in {"one cell", "nobody judged", "no score", "one judged cell"}:
        assert math.isnan(outcome.value)
    assert outcome.to_dict()["value"] is None or math.isfinite(outcome.value)


def test_nothing_at_all() -> None:
    empty = np.empty((2, 0))
    for one in every:
        assert math.isnan(one(human_of(empty), Gains(np.full(2, np.nan), empty)).value)
    nothing = np.empty(0, dtype=np.intp)
    none = Ranks("ranks", ("a", "b"), nothing, nothing, nothing, nothing.astype(np.int8))
    outcome = statistic("consistency")(none, gains_of(np.zeros((2, 3))))
    assert math.isnan(outcome.value)
    assert outcome.note.startswith("n/a: nothing to compare")


def test_left_out_cells_are_said() -> None:
    human = human_of(np.array([[1.0, np.nan, 3.0], [2.0, 1.0, 0.0]]))
    gains = gains_of(np.array([[1.0, 2.0, np.nan], [2.0, 1.0, 0.0]]))
    outcome = statistic("pearson:none")(human, gains)
    assert outcome.used == 4
    assert outcome.left_out == ("1 cell nobody judged", "1 cell without a score of the metric")
    assert outcome.note == "values as they are, outliers weigh"
    assert outcome.to_dict()["left_out"] == list(outcome.left_out)


def test_too_many_pairs_to_calibrate_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitchpipe.agreement.statistics.ties.MOST_PAIRS", 5)
    human, scores = real()
    outcome = statistic("acc-eq:none")(human_of(human), gains_of(scores))
    assert math.isnan(outcome.value)
    assert "too many pairs" in outcome.note
    assert not math.isnan(statistic("acc-eq:none,epsilon=0.5")(human_of(human), gains_of(scores)).value)


# -- the grammar ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        *STATISTICS,
        "kendall-b:item",
        "pearson:none",
        "darr:threshold=10",
        "darr:system,threshold=0",
        "acc-eq:system,epsilon=0.1",
        "consistency:pool=rows,repeated=majority",
        "spa:samples=100,seed=7",
    ],
)
def test_texts_are_read_and_written(text: str) -> None:
    assert statistic(text).spec == text
    assert statistic(str(statistic(text))) == statistic(text)


def test_usual_texts_are_not_written() -> None:
    assert statistic("acc-eq:item").spec == "acc-eq"
    assert statistic("darr:average=item,threshold=25").spec == "darr"
    assert statistic("kendall-b").level == "system"
    assert [statistic(name).of_systems for name in ("kendall-b", "spa", "kendall-b:item")] == [
        True,
        False,
        False,
    ]
    assert (statistic("kendall-b:none").level, statistic("kendall-b:none").average) == ("segment", "none")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("kendal-b", "did you mean kendall-b"),
        ("nonsense", "there are pearson"),
        ("pearson:items", "average must be one of none, item, system, not 'items'"),
        ("spa:item", "spa cannot be averaged by item: it looks at systems"),
        ("pearson:threshold=3", "pearson has no parameter 'threshold': there are average"),
        ("darr:threshold=-1", "darr: threshold must be a number of at least 0"),
        ("acc-eq:epsilon=x", "acc-eq: epsilon must be a number"),
        ("darr:item,system", "average is given twice"),
        ("0.5*pearson+0.5*spa", "statistics cannot be mixed"),
        ("consistency:pool=all", "must be one of pairs, rows"),
    ],
)
def test_other_texts_are_refused(text: str, message: str) -> None:
    with pytest.raises(ParameterError, match=message.replace("*", r"\*").replace("+", r"\+")):
        statistic(text)


def test_what_judgments_allow() -> None:
    values = np.ones((3, 4))
    segments = human_of(values)
    systems = SystemScores("da", segments.systems, values[:, 0])
    judgments: list[tuple[Human, int]] = [(segments, 17), (systems, 4), (ranks((0, 0, 1, 1)), 10)]
    for human, count in judgments:
        found = [one.spec for one in available(human)]
        assert len(found) == len(set(found)) == count
        for one in available(human):
            one.bind(human)
    with pytest.raises(
        ParameterError, match="kendall-b:item needs scores of segments or scores of documents"
    ):
        statistic("kendall-b:item").bind(ranks((0, 0, 1, 1)))
    with pytest.raises(ParameterError, match="spa needs scores of segments or documents"):
        statistic("spa").bind(systems)
    with pytest.raises(ParameterError, match="rankings compare outputs of one segment"):
        statistic("consistency:none").bind(ranks((0, 0, 1, 1)))


def test_scores_of_other_systems_are_refused() -> None:
    human = human_of(np.ones((3, 4)))
    with pytest.raises(
        DataError, match="3 systems and 4 segments, and the metric's scores are of 3 systems and 5"
    ):
        statistic("pearson:none")(human, gains_of(np.ones((3, 5))))
    with pytest.raises(DataError, match="3 systems and 4 segments"):
        statistic("spa")(human, gains_of(np.ones((2, 4))))
    with pytest.raises(DataError, match="up to segment 3"):
        statistic("consistency")(ranks((2, 0, 1, 1)), gains_of(np.ones((3, 2))))
    with pytest.raises(DataError, match="gains of 2 systems, but of segments of 3"):
        Gains(np.ones(2), np.ones((3, 2)))
    with pytest.raises(DataError, match="2 dimensions"):
        Gains(np.ones(2), np.ones(3))
