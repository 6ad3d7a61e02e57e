"""Judgments as files, and the way back into ``meta``, ``fit`` and ``report``."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pitchpipe as pp
from pitchpipe.agreement import Ranks, SegmentScores, Task, read_human
from pitchpipe.cli.commands.judge.export import FORMS as OFFERED
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.judging import Campaign
from pitchpipe.judging.exporting import FORMS
from pitchpipe.judging.protocols import get_protocol
from tests.commands import Run
from tests.judging.campaigns import Maker, gold, small_test_set
from tests.judging.test_agreeing import judged, prefer


def choose(name: str, segment: int, shown: tuple[str, ...]) -> dict[str, str]:
    """A mostly, sometimes B, sometimes neither."""
    if segment % 5 == 4:
        return {"choice": "none", "comment": "my name is Maria"}
    return prefer("B" if segment % 5 == 3 else "A", shown)


def mark(name: str, segment: int, shown: tuple[str, ...]) -> dict[str, Any]:
    """Scores by system and segment, an error in every output of B."""
    return {
        "outputs": [
            {
                "spans": [{"start": 0, "end": 1, "severity": "major"}] if system == "B" else [],
                "missing": [{"severity": "minor"}],
                "score": 80 - segment - 20 * "ABC".index(system) - (name == "Jan"),
            }
            for system in shown
        ]
    }


@pytest.fixture(scope="module")
def orders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Campaign]:
    maker = Maker(tmp_path_factory.mktemp("orders"), None)
    options: dict[str, Any] = {"source_language": "de", "target_language": "en", "gold": [gold(1)]}
    campaign, _ = judged(maker, choose, annotators=["Maria", "Jan"], common=5, each=10, warm_up=1, **options)
    yield campaign
    maker.close()


@pytest.fixture(scope="module")
def scores(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Campaign]:
    maker = Maker(tmp_path_factory.mktemp("scores"), None)
    esa = get_protocol("esa")
    campaign, _ = judged(maker, mark, protocol=esa, annotators=["Maria", "Jan"], systems=3, common=12, each=6)
    yield campaign
    maker.close()


def exported(campaign: Campaign, place: Path, *arguments: Any, **options: Any) -> Path:
    with pp.judge(campaign.folder) as opened:
        opened.export(place, *arguments, **options)
    return place


def same_ranks(one: Any, other: Any) -> None:
    assert isinstance(one, Ranks)
    assert isinstance(other, Ranks)
    for column in ("segment", "preference"):
        assert getattr(one, column).tolist() == getattr(other, column).tolist()
    names = [[ranks.systems[at] for at in ranks.first] for ranks in (one, other)]
    assert names[0] == names[1]


def test_help_names_the_forms() -> None:
    assert OFFERED == FORMS


@pytest.mark.parametrize("form", ["ranks", "wmt-csv"])
def test_orders_come_back(orders: Campaign, tmp_path: Path, form: str) -> None:
    place = exported(orders, tmp_path / "ranks.csv", form)
    with pp.judge(orders.folder) as opened:
        human = opened.human()
    assert len(human) == 2 * 5 + 2 * 10  # type: ignore[arg-type]
    read = read_human(place, format=form)
    same_ranks(human, read)
    assert isinstance(read, Ranks)
    assert set(read.judge) == {"a01", "a02"}
    assert read_human(place).systems == ("A", "B")


@pytest.mark.parametrize("form", ["table", "pearmut"])
@pytest.mark.parametrize("kind", ["raw", "z"])
def test_scores_come_back(scores: Campaign, tmp_path: Path, form: str, kind: Any) -> None:
    if (form, kind) == ("pearmut", "z"):
        return
    place = exported(scores, tmp_path / "scores.tsv", form, scores=kind)
    with pp.judge(scores.folder) as opened:
        human = opened.human(scores=kind)
    read = read_human(place, test_set=small_test_set(40, 3), first_segment=1)
    assert isinstance(human, SegmentScores)
    assert isinstance(read, SegmentScores)
    read = read.for_systems(human.systems, 40)
    assert read.values == pytest.approx(human.values, nan_ok=True)
    assert np.isfinite(human.values).any()
    if form == "pearmut":
        # Jan and Maria have marked the same first letter of B.
        assert {(span.system, span.begin, span.end, span.severity) for span in read.spans} == {
            ("B", 0, 1, "major")
        }
        assert len(read.spans) == len(human.spans)


def test_the_layout_of_mt_metrics_eval(orders: Campaign, scores: Campaign, tmp_path: Path) -> None:
    exported(orders, tmp_path, "mt-metrics-eval")
    exported(scores, tmp_path, "mt-metrics-eval", language_pair="de-en", scores="z")
    with pp.judge(orders.folder) as opened:
        same_ranks(opened.human(), read_human(tmp_path / "human-ranks" / "de-en.tsv", format="ranks"))
    with pp.judge(scores.folder) as opened:
        human = opened.human(scores="z")
    read = read_human(tmp_path / "human-scores" / "de-en.esa-z.seg.score", format="seg")
    assert isinstance(human, SegmentScores)
    assert isinstance(read, SegmentScores)
    assert read.values == pytest.approx(human.values, nan_ok=True)
    for name in ("de-en.esa-z.sys.score", "de-en.wins.sys.score"):
        assert read_human(tmp_path / "human-scores" / name, format="sys").systems[0] == "A"


def test_nobody_is_named_unless_asked(orders: Campaign, tmp_path: Path) -> None:
    for form in ("ranks", "wmt-csv", "jsonl"):
        text = exported(orders, tmp_path / form, form).read_text(encoding="utf-8")
        assert "Maria" not in text
        assert "comment" not in text
        assert '"time"' not in text
    named = exported(orders, tmp_path / "named", "jsonl", anonymous=False).read_text(encoding="utf-8")
    assert "my name is Maria" in named
    assert '"time"' in named


def test_everything_has_gold_and_warm_ups(orders: Campaign, tmp_path: Path) -> None:
    lines = (
        exported(orders, tmp_path / "x", "jsonl", everything=True).read_text(encoding="utf-8").splitlines()
    )
    roles = [json.loads(line)["role"] for line in lines]
    assert (roles.count("gold"), roles.count("warmup"), roles.count("common"), roles.count("own")) == (
        2,
        2,
        10,
        20,
    )
    with pytest.raises(ParameterError, match="jsonl"):
        exported(orders, tmp_path / "y", "ranks", everything=True)


def test_the_archive_has_everything_and_nobody(orders: Campaign, tmp_path: Path) -> None:
    place = exported(orders, tmp_path / "campaign.zip", "archive")
    again = exported(orders, tmp_path / "again.zip", "archive")
    assert place.read_bytes() == again.read_bytes()
    with zipfile.ZipFile(place) as packed:
        assert sorted(packed.namelist()) == [
            "agreement.json",
            "campaign.json",
            "judgments.jsonl",
            "ranks.tsv",
        ]
        content = b"".join(packed.read(name) for name in packed.namelist())
        packed.extract("campaign.json", tmp_path / "unpacked")
        assert len(packed.read("judgments.jsonl").splitlines()) == 34
    assert b"Maria" not in content
    assert Campaign.read(tmp_path / "unpacked").annotators == ("a01", "a02")


def test_what_is_set_aside_or_excluded_is_left_out(orders: Campaign, tmp_path: Path) -> None:
    with pp.judge(orders.folder) as opened:
        jan = opened.store.annotators()[1]
        opened.store.set_aside(jan, "test")
        human = opened.human()
        opened.store.take_back(jan)
        assert isinstance(human, Ranks)
        assert set(human.judge) == {"Maria"}
        with pytest.raises(ParameterError, match="two or more"):
            opened.human(exclude=1)


def test_forms_that_do_not_fit_are_refused(orders: Campaign, scores: Campaign, tmp_path: Path) -> None:
    for campaign, form in ((orders, "table"), (orders, "pearmut"), (scores, "ranks"), (scores, "wmt-csv")):
        with pytest.raises(ParameterError, match=form):
            exported(campaign, tmp_path / "x", form)
    with pytest.raises(ParameterError, match="say -l de-en"):
        exported(scores, tmp_path / "x", "mt-metrics-eval")
    with pytest.raises(ParameterError, match="no form"):
        exported(scores, tmp_path / "x", "rank")
    with pytest.raises(ParameterError, match="no language pair"):
        exported(scores, tmp_path / "x", "mt-metrics-eval", language_pair="german")


def test_nothing_to_export(sqlite_maker: Maker, tmp_path: Path) -> None:
    campaign = sqlite_maker.campaign()
    with pytest.raises(DataError, match="nobody has judged"):
        exported(campaign, tmp_path / "x")
    with pp.judge(campaign.folder) as opened, pytest.raises(DataError, match="nobody has judged"):
        opened.human()


def test_judgments_go_to_meta_and_fit(orders: Campaign) -> None:
    test_set = small_test_set(40, 2)
    with pp.judge(orders.folder) as opened:
        task = Task.of(test_set, opened.human())
    table = pp.meta([task], ["chrf", "ter"], statistics=["consistency"], samples=10)
    outcome = table.to_dict()
    assert "consistency" in json.dumps(outcome)
    # A ranking of two systems is enough to fit weights of two parts.
    fitted = pp.fit(
        [task], "0.5*chrf+0.5*cer", objective="consistency-half", optimiser="hill", restarts=1, folds=2
    )
    assert fitted is not None


# -- the command line ------------------------------------------------------------------------------


@pytest.fixture
def texts(tmp_path: Path) -> list[str]:
    test_set = small_test_set(40, 2)
    for name, lines in test_set.systems.items():
        (tmp_path / f"{name}.en").write_text("\n".join(lines) + "\n", encoding="utf-8")
    reference = [str(line) for line in test_set.references["ref"]]
    (tmp_path / "ref.en").write_text("\n".join(reference) + "\n", encoding="utf-8")
    return [str(tmp_path / "A.en"), str(tmp_path / "B.en"), "-r", str(tmp_path / "ref.en")]


def test_meta_reads_the_folder(orders: Campaign, texts: list[str], tmp_path: Path, run: Run) -> None:
    measured = (
        "-m",
        "chrf",
        "-m",
        "cer",
        "--statistic",
        "consistency-half",
        "--samples",
        "10",
        "--format",
        "tsv",
    )
    done = run("meta", *texts, "--human", str(orders.folder), *measured)
    place = exported(orders, tmp_path / "ranks.tsv")
    beside = run("meta", *texts, "--human", str(place), *measured)
    assert done.code == beside.code == 0
    assert _values(done.out) == _values(beside.out)
    refused = run("meta", *texts, "--human", str(orders.folder), "--human-format", "ranks")
    assert refused.code == 2
    assert "not for a campaign" in refused.err


def _values(out: str) -> list[str]:
    return [row["value"] for row in csv.DictReader(io.StringIO(out), delimiter="\t")]


def test_report_shows_the_folder(orders: Campaign, texts: list[str], tmp_path: Path, run: Run) -> None:
    page = tmp_path / "report.html"
    human = ("--human", str(orders.folder), "-m", "chrf", "--samples", "20", "--no-audit")
    done = run("report", *texts, *human, "-o", str(page))
    assert done.code == 0, done.err
    assert "consistency" in page.read_text(encoding="utf-8")


def test_export_from_the_command_line(orders: Campaign, tmp_path: Path, run: Run) -> None:
    done = run("judge", "export", str(orders.folder))
    assert done.code == 0
    assert done.out.splitlines()[0].split("\t")[:3] == ["seg_index", "judge", "task"]
    assert len(done.out.splitlines()) == 31
    refused = run("judge", "export", str(orders.folder), "--as", "archive")
    assert (refused.code, "say where" in refused.err) == (2, True)
    place = tmp_path / "x.zip"
    assert run("judge", "export", str(orders.folder), "--as", "archive", "-o", str(place)).code == 0
    assert zipfile.is_zipfile(place)


def test_new_from_the_command_line(texts: list[str], tmp_path: Path, run: Run) -> None:
    golden = tmp_path / "gold.tsv"
    golden.write_text("segment\texpected\n1\tA>B\n", encoding="utf-8")
    (tmp_path / "how.md").write_text("# Read\n", encoding="utf-8")
    folder = tmp_path / "new"
    done = run(
        "judge", "new", str(folder), *texts, "--annotators", "3", "--common", "2", "--each", "4",
        "--gold", str(golden), "--instructions", str(tmp_path / "how.md"), "--ties", "dont-know",
        "--no-source", "--interface", "cs", "--length", "2-9", "--exclude", "1",
        "--gold-threshold", "60", "-l", "de-en",
    )  # fmt: skip
    assert done.code == 0, done.err
    assert "15 items (2 common, 12 own, 1 gold), 3 annotators, up to 7 items each" in done.out
    campaign = Campaign.read(folder)
    assert campaign.protocol.to_dict() == {"name": "pairwise", "ties": "dont-know"}
    settings = campaign.settings
    assert (settings.instructions, settings.show_source, settings.interface) == ("# Read\n", False, "cs")
    assert (settings.source_language, settings.target_language, settings.exclude) == ("de", "en", 1)
    assert campaign.sampling["length"] == [2, 9]
    again = run("judge", "new", str(folder), *texts)
    assert (again.code, "never changed" in again.err) == (2, True)


def test_presets_from_the_command_line(texts: list[str], tmp_path: Path, run: Run) -> None:
    changed = ("--length", "1-30", "--pool", "20", "--annotators", "4", "--each", "20")
    done = run("judge", "new", str(tmp_path / "c"), *texts, "--like", "birch2011", *changed)
    assert done.code == 0, done.err
    campaign = Campaign.read(tmp_path / "c")
    assert (campaign.settings.preset, campaign.settings.judgments, len(campaign.pool)) == ("birch2011", 3, 20)
    assert campaign.protocol.to_dict()["ties"] == "dont-know"
    assert campaign.sampling["length"] == [1, 30]
    assert campaign.settings.gold_threshold == 60
    few = run("judge", "new", str(tmp_path / "d"), *texts, "--like", "chen2012")
    assert few.code == 2
    assert "450 items are wanted, and there are 0 (left out: length: 40)" in few.err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--size", "3"), "--size is for protocol rank"),
        (("--length", "long"), "such as 10-50"),
        (("--protocol", "mqm", "--weights", "tiny=1"), "minor=1,major=5"),
        (("--protocol", "mqm", "--weights", "minor=x"), "minor=1,major=5"),
        (("--annotators", "2", "--annotator", "x"), "one or the other"),
        (("-m", "chrf"), "disagreement"),
        (("--sample", "disagreement", "-m", "chrf"), "two of them"),
        (("--gold", "no-such-file"), "no such file"),
        (("--database", "mysql://x/y"), "not supported"),
        (("--each", "1000"), "items are wanted"),
    ],
)
def test_plans_that_cannot_be(
    texts: list[str], tmp_path: Path, run: Run, arguments: tuple[str, ...], says: str
) -> None:
    done = run("judge", "new", str(tmp_path / "c"), *texts, *arguments)
    assert done.code == 2
    assert says in done.err
    assert not (tmp_path / "c" / "campaign.json").exists()


def test_mqm_from_the_command_line(texts: list[str], tmp_path: Path, run: Run) -> None:
    (tmp_path / "own.txt").write_text("Wrong\nUgly\n", encoding="utf-8")
    done = run(
        "judge", "new", str(tmp_path / "c"), *texts, "--protocol", "mqm",
        "--taxonomy", str(tmp_path / "own.txt"), "--weights", "minor=2,critical=25", "--outputs", "2",
        "--each", "4", "--annotator", "Maria",
    )  # fmt: skip
    assert done.code == 0, done.err
    written = Campaign.read(tmp_path / "c").protocol.to_dict()
    assert written["taxonomy"] == ["Wrong", "Ugly"]
    assert (written["minor"], written["major"], written["critical"], written["outputs"]) == (2, 5, 25, 2)
