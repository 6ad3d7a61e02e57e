"""``pitchpipe meta`` on a small test set with invented judgments."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import pitchpipe as pp
from pitchpipe.agreement import read_human
from pitchpipe.agreement.evaluating import meta
from pitchpipe.agreement.tasks import Task
from tests.agreement.test_evaluating import directory
from tests.commands import ROOT, Run

JUDGMENTS = ROOT / "examples/adequacy.seg.score"


@pytest.fixture
def texts(tmp_path: Path) -> str:
    """The example systems in one file."""
    systems = {name: ROOT / f"examples/systems/{name}.en" for name in ("good", "literal", "short", "verbose")}
    path = tmp_path / "examples.jsonl"
    pp.TestSet.read(references=[ROOT / "examples/reference.a.en"], systems=systems).to_jsonl(path)
    return str(path)


def test_every_format_says_what_the_library_found(run: Run, texts: str) -> None:
    arguments = [
        *("meta", texts, "--human", str(JUDGMENTS), "-m", "bleu", "-m", "ter"),
        *("--statistic", "kendall-b:item", "--statistic", "pearson", "--samples", "100"),
    ]
    task = Task.of(pp.read_test_set(texts), read_human(JUDGMENTS))
    table = meta(task, ["bleu", "ter"], statistics=["kendall-b:item", "pearson"], samples=100)
    written = json.loads(run(*arguments, "--format", "json").out)
    assert written == json.loads(json.dumps(table.to_dict()))
    rows = [line.split("\t") for line in run(*arguments, "--format", "tsv").out.splitlines()]
    assert rows[0][:4] == ["statistic", "task", "metric", "value"]
    values = {(row[2], row[0]): float(row[3]) for row in rows[1:]}
    assert values["ter", "pearson"] == table["ter", task.name, "pearson"].outcome.value
    shown = run(*arguments).out
    assert f"{values['bleu', 'kendall-b:item']:.3f} (1)" in shown
    for name in ("random", "oracle", "tied", "bleu|nrefs:1"):
        assert name in shown
    markdown = run(*arguments, "--format", "markdown").out
    assert markdown.startswith("**test set, segments**\n\n| metric |")
    assert "\n- `bleu|nrefs:1" in markdown
    assert "\n- random: noise, the mean of 100 draws; oracle: what people said\n" in markdown
    assert "\\toprule" in run(*arguments, "--format", "latex").out


def test_intervals(run: Run, texts: str) -> None:
    done = run(
        *("meta", texts, "--human", str(JUDGMENTS), "-m", "chrf", "--statistic", "kendall-b:item"),
        *("--confidence", "90", "--samples", "100"),
    )
    assert done.code == 0
    assert re.split(" {2,}", done.out.splitlines()[1]) == [
        "metric",
        "kendall-b:item",
        "90 % interval",
        "from",
    ]
    assert "[1.000, 1.000]" in done.out  # the oracle's
    assert "intervals: 90 %, bootstrap over segments, 100 samples, seed 12345; systems are fixed" in done.out
    assert "no interval by" not in done.out
    assert "the mean of 100 draws, 90 % of which lie in its interval" in done.out


def test_a_directory_with_judgments(run: Run, tmp_path: Path) -> None:
    root = str(directory(tmp_path / "set"))
    done = run("meta", root, "-m", "bleu", "--statistic", "spearman", "--test", "none")
    assert done.code == 0
    assert "-0.500" in done.out  # BLEU against the published scores of systems
    both = run("meta", root, root, "-m", "bleu")
    assert (both.code, both.err) == (
        2,
        'error: two tasks are called "set de-en": give them different names\n',
    )


def test_several_tasks_have_a_mean(run: Run, tmp_path: Path) -> None:
    root = directory(tmp_path / "set")
    for end in ("seg", "sys"):
        scores = (root / f"human-scores/de-en.da.{end}.score").read_bytes()
        (root / f"human-scores/fr-en.da.{end}.score").write_bytes(scores)
    arguments = ("meta", str(root), "-m", "bleu", "--statistic", "pearson", "--samples", "20")
    rows = [line.split("\t") for line in run(*arguments, "--format", "tsv").out.splitlines()]
    values = {(row[1], row[2]): row[3:] for row in rows[1:]}
    assert list(values)[:3] == [("set de-en", "bleu"), ("set fr-en", "bleu"), ("mean", "bleu")]
    assert values["mean", "bleu"][1:] == ["", "", "", "2", "tasks", "bleu"]
    mean = (float(values["set de-en", "bleu"][0]) + float(values["set fr-en", "bleu"][0])) / 2
    assert float(values["mean", "bleu"][0]) == mean
    shown = run(*arguments, "--confidence", "95").out
    assert re.search(
        r"^pearson, mean of 2 tasks\nmetric +pearson +95 % interval +from\n", shown, re.MULTILINE
    )
    assert "oracle: no interval by pearson, people's scores of systems are not drawn again" in shown
    assert "set de-en: da, 3 systems, 4 segments; scores of systems: da as published" in shown


@pytest.fixture
def domains(tmp_path: Path, texts: str) -> list[str]:
    """The example systems in three test sets, and the options that name their judgments."""
    whole, lines = pp.read_test_set(texts), JUDGMENTS.read_text().splitlines()
    for k, name in enumerate(("news", "conversation", "travel")):
        whole.select(slice(16 * k, 16 * k + 16)).to_jsonl(tmp_path / f"{name}.jsonl")
        own = [line for n, line in enumerate(lines) if n % 48 // 16 == k]
        (tmp_path / f"{name}.seg.score").write_text("".join(f"{line}\n" for line in own))
    names = ("news", "conversation", "travel")
    humans = [part for name in names for part in ("--human", str(tmp_path / f"{name}.seg.score"))]
    return [*(str(tmp_path / f"{name}.jsonl") for name in names), *humans]


def test_several_files_each_with_its_judgments(run: Run, domains: list[str]) -> None:
    arguments = ("meta", *domains, "-m", "chrf", "-m", "pitch", "--statistic", "tau-wmt14", "--samples", "50")
    done = run(*arguments)
    assert done.code == 0
    head = next(line for line in done.out.splitlines() if line.startswith("metric"))
    assert head.split() == ["metric", "news", "conversation", "travel", "mean", "pooled"]
    assert "tau-wmt14, pooled over 3 tasks: pitch-1 agrees best with people, " in done.out
    rows = [line.split("\t") for line in run(*arguments, "--format", "tsv").out.splitlines()]
    found = {(row[1], row[2]): row for row in rows[1:]}
    pairs = [float(found[name, "chrf"][7]) for name in ("news", "conversation", "travel")]
    values = [float(found[name, "chrf"][3]) for name in ("news", "conversation", "travel")]
    assert float(found["mean", "chrf"][3]) == pytest.approx(sum(values) / 3)
    summed = sum(value * pair for value, pair in zip(values, pairs, strict=True))
    assert float(found["pooled", "chrf"][3]) == pytest.approx(summed / sum(pairs))
    assert found["pooled", "chrf"][6:9] == ["2", str(int(sum(pairs))), "pairs"]
    (one,) = json.loads(run(*arguments, "--format", "json").out)["statistics"]
    assert [(test["better"], test["than"]) for test in one["overall"][1]["tests"]] == [("pitch-1", "chrf")]
    assert " & pooled " in run(*arguments, "--format", "latex").out
    assert "| pooled |" in run(*arguments, "--format", "markdown").out
    assert run(*arguments).out == run(*arguments, "--threads", "1").out


def test_judgments_of_several_files_are_given_for_each(run: Run, domains: list[str]) -> None:
    one = run("meta", *domains[:5], "-m", "chrf")
    assert (one.code, len(one.err.splitlines())) == (2, 1)
    assert "is about one test set, and there are 3: give --human once for each" in one.err
    two = run("meta", *domains[:7], "-m", "chrf")
    assert "--human is given 2 times for 3 test sets" in two.err
    twice = run("meta", *domains[:2], "--human", "-", "--human", "-", "-m", "chrf")
    assert (twice.code, twice.err) == (2, "error: --human - is given twice: standard input is one file\n")
    same = run("meta", domains[0], domains[0], *domains[3:5], *domains[3:5], "-m", "chrf")
    twins = 'error: two tasks are called "news.jsonl": give them different names\n'
    assert (same.code, same.err) == (2, twins)
    lost = run("meta", *domains[:2], *domains[3:5], "--human", "nofile", "-m", "chrf")
    assert "nofile: no such file, and" in lost.err


def test_how_much_values_rest_on(run: Run, texts: str, tmp_path: Path) -> None:
    path = tmp_path / "few.seg.score"
    names = ("good", "literal", "short", "verbose")
    judged = {"good": 4, "literal": 3, "short": 2, "verbose": 1}
    path.write_text("".join(f"{n}\t{judged[n] if k < 5 else 'None'}\n" for n in names for k in range(48)))
    done = run("meta", texts, "--human", str(path), "-m", "bleu", "--statistic", "kendall-b:item")
    assert "kendall-b:item: from 5 segments; 95 % of noise between -" in done.out
    assert "\ntest set, left out: 172 cells nobody judged; rows without a value, from the mean\n" in done.out
    assert "scores of systems" not in done.out


def test_what_is_not_available_is_empty_for_machines(run: Run, texts: str, tmp_path: Path) -> None:
    path = tmp_path / "ties.seg.score"
    names = ("good", "literal", "short", "verbose")
    path.write_text("".join(f"{name}\t3\n" for name in names for _ in range(48)))
    arguments = ("--human", str(path), "-m", "bleu", "--statistic", "pearson:none", "--format", "tsv")
    rows = [line.split("\t") for line in run("meta", texts, *arguments).out.splitlines()]
    assert rows[1][2:7] == ["bleu", "", "", "", ""]


def test_all_statistics_in_tables_of_a_kind(run: Run, texts: str) -> None:
    arguments = ("--human", str(JUDGMENTS), "-m", "bleu", "--statistic", "all", "--test", "none")
    out = run("meta", texts, *arguments).out
    titles = [line for line in out.splitlines() if line.startswith("test set, ")]
    kinds = ["systems", "segments together", "within segments", "within systems"]
    assert titles[:4] == [f"test set, {kind}" for kind in kinds]
    assert out.count("cells nobody judged") == 1
    assert max(map(len, out.split("\n\n")[2].splitlines())) < 160


def test_why_one_metric_has_no_value(run: Run, texts: str, tmp_path: Path) -> None:
    path = tmp_path / "constant.seg.score"
    names = ("good", "literal", "short", "verbose")
    path.write_text("".join(f"{name}\t1\n" for name in names for _ in range(48)))
    constant = f"external:{path}"
    arguments = ("--human", str(JUDGMENTS), "-m", "bleu", "-m", constant, "--statistic", "pearson:none")
    lines = run("meta", texts, *arguments, "--samples", "20").out.splitlines()
    assert "pearson:none (bleu): values as they are, outliers weigh" in lines
    (reason,) = (line for line in lines if line.startswith(f"pearson:none ({constant}): "))
    assert "n/a: people's judgments or the metric's scores do not vary" in reason


def test_williams_says_what_it_does_not_test(run: Run, texts: str) -> None:
    arguments = ("--human", str(JUDGMENTS), "-m", "bleu", "-m", "ter", "--test", "williams", "--statistic")
    out = run("meta", texts, *arguments, "kendall-b:item").out
    assert "ranks" not in out
    assert "kendall-b:item: not tested, Williams' test is of Pearson's correlation" in out
    both = run("meta", texts, *arguments, "kendall-b:item", "--statistic", "pearson").out
    assert "ranks in brackets: williams; " in both
    assert "kendall-b:item: not tested" in both


def test_statistics_are_listed(run: Run) -> None:
    done = run("meta", "--list-statistics")
    assert done.code == 0
    assert "kendall-b" in done.out
    assert "acc-eq" in done.out


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("good\t1\nstranger\t2\n", 'adequacy judges system "stranger", which the test set lacks'),
        ("good\t1\ngood\tx\n", "line 2"),
        ("good\t1\ngood\t2\n", "adequacy has scores of 2 segments, the test set has 48"),
        ("", "has no judgment at all"),
    ],
)
def test_bad_judgments(run: Run, texts: str, tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "adequacy.seg.score"
    path.write_text(content)
    done = run("meta", texts, "--human", str(path), "-m", "bleu")
    assert done.code == 2
    assert done.err.startswith("error: ")
    assert message in done.err
    assert len(done.err.splitlines()) == 1


def test_ranks_that_are_no_numbers_or_out_of_range(run: Run, texts: str, tmp_path: Path) -> None:
    path = tmp_path / "ranks.tsv"
    header = "seg_index\tjudge\ttask\tsysA\tsysB\trankA\trankB\n"
    path.write_text(header + "0\tj\t0\tgood\tshort\tfirst\t2\n")
    done = run("meta", texts, "--human", str(path), "-m", "bleu")
    assert (done.code, "ranks.tsv, line 2" in done.err) == (2, True)
    path.write_text(header + "48\tj\t0\tgood\tshort\t1\t2\n")
    done = run("meta", texts, "--human", str(path), "-m", "bleu")
    assert (done.code, "judges segment 49, the test set has 48" in done.err) == (2, True)


def test_all_ties_are_not_available(run: Run, texts: str, tmp_path: Path) -> None:
    path = tmp_path / "ties.seg.score"
    names = ("good", "literal", "short", "verbose")
    path.write_text("".join(f"{name}\t3\n" for name in names for _ in range(48)))
    done = run("meta", texts, "--human", str(path), "-m", "bleu", "-m", "chrf", "--statistic", "pearson:none")
    assert done.code == 0
    assert "n/a" in done.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "there is no test set"),
        (["nowhere", "-m", "bleu"], "nowhere is no directory with judgments"),
        (["TEXTS", "--human", "JUDGMENTS", "-m", "nonsense"], "unknown metric"),
        (["TEXTS", "--human", "JUDGMENTS", "--statistic", "kendal-b"], "did you mean kendall-b?"),
        (["TEXTS", "--human", "JUDGMENTS", "--samples", "0"], "samples must be a whole number from 1"),
        (
            ["TEXTS", "--human", "JUDGMENTS", "--seed", "-1", "-m", "bleu"],
            "seed must be a whole number from 0",
        ),
        (["TEXTS", "--human", "nofile"], "nofile: no such file, and"),
        (["TEXTS", "--human", "nofile"], "is no directory whose judgments could be named"),
        (["TEXTS", "-l", "de-en", "-l", "de-en"], "--language-pair de-en is given twice"),
        (["TEXTS", "--human", "JUDGMENTS", "--confidence", "100"], "between 0 and 100"),
        (["TEXTS", "TEXTS", "--human", "JUDGMENTS"], "about one test set"),
        (["TEXTS", "--human", "JUDGMENTS", "--system", "good"], "has one system"),
        (["TEXTS", "-s", "TEXTS", "--human", "JUDGMENTS"], "--source goes with plain files: HYP... -r REF"),
        (["TEXTS", "--no-fillers"], "--no-fillers is for a file of judgments"),
        (["TEXTS", "--no-fillers", "--human", "JUDGMENTS"], "fillers means nothing for"),
        (["TEXTS", "-r", "TEXTS"], "there are no judgments: name a file of them with --human"),
        (["-r", "TEXTS", "--human", "JUDGMENTS"], "there is nothing to score: give system outputs"),
        (["-t", "TEXTS", "-r", "TEXTS", "--human", "JUDGMENTS"], "-t brings its own texts: leave out -r"),
        (["TEXTS", "-r", "TEXTS", "-l", "de-en", "-l", "fr-en", "--human", "x"], "about one language pair"),
    ],
)
def test_usage(run: Run, texts: str, arguments: list[str], message: str) -> None:
    places = {"TEXTS": texts, "JUDGMENTS": str(JUDGMENTS)}
    done = run("meta", *(places.get(argument, argument) for argument in arguments))
    assert done.code == 2
    assert message in done.err
    assert len(done.err.splitlines()) == 1


def test_plain_files(run: Run, texts: str, tmp_path: Path) -> None:
    """The same test set in files; systems are called as people call them, or as it is said."""
    given = ("--human", str(JUDGMENTS), "-m", "wer", "--statistic", "pearson", "--format", "json")
    whole = json.loads(run("meta", texts, *given).out)
    names = ("good", "literal", "short", "verbose")
    files = [f"examples/systems/{name}.en" for name in names]
    plain = ("-r", "examples/reference.a.en", "-s", "examples/source.de", *given)
    found = json.loads(run("meta", *files, *plain).out)
    assert found["statistics"] == whole["statistics"]
    assert found["tasks"][0]["systems"] == list(names)
    other = tmp_path / "other.txt"
    other.write_text((ROOT / files[3]).read_text())
    renamed = json.loads(run("meta", *files[:3], f"verbose={other}", *plain).out)
    assert renamed["statistics"] == whole["statistics"]
    assert "judges" in run("meta", *files[:3], str(other), *plain).err


def test_fillers(run: Run, tmp_path: Path) -> None:
    for name, text in {"a.en": "x y\nz\n", "b.en": "x\nw\n", "ref.en": "x y\nz\n"}.items():
        (tmp_path / name).write_text(text)
    rows = [
        ("a", 0, 90, "one"), ("b", 0, 10, "one"), ("a", 1, 20, "two#dup"), ("b", 1, 80, "two#dup")
    ]  # fmt: skip
    lines = [f"u1,{s},{i},TGT,deu,eng,{x},{d},False,[],1.0,2.0" for s, i, x, d in rows]
    (tmp_path / "esa.csv").write_text("\n".join(lines) + "\n")
    arguments = (
        *("meta", str(tmp_path / "a.en"), str(tmp_path / "b.en"), "-r", str(tmp_path / "ref.en")),
        *("--human", str(tmp_path / "esa.csv"), "-m", "wer", "--statistic", "consistency"),
        *("--test", "none", "--format", "json"),
    )

    def used(*more: str) -> int:
        result = json.loads(run(*arguments, *more).out)["statistics"][0]["results"][0]
        return int(result["tasks"]["test set"]["used"])

    assert (used(), used("--no-fillers")) == (2, 1)


def ratings(folder: Path, header: str = "engine,line,points") -> str:
    """The example judgments as a table, numbered from 1; what nobody judged is not there."""
    rows: list[str] = []
    count: dict[str, int] = {}
    for line in JUDGMENTS.read_text().splitlines():
        system, score = line.split("\t")
        count[system] = count.get(system, 0) + 1
        if score != "None":
            rows.append(f"{system},{count[system]},{score}")
    path = folder / "ratings.csv"
    path.write_text("\n".join([header, *rows]) + "\n")
    return str(path)


def test_a_table_of_judgments_is_as_good_as_a_score_file(run: Run, texts: str, tmp_path: Path) -> None:
    options = ("-m", "bleu", "-m", "ter", "--samples", "50", "--format", "json")
    plain = json.loads(run("meta", "-t", texts, "--human", str(JUDGMENTS), *options).out)
    said = ("--human", ratings(tmp_path), "--human-columns", "score=points", "--human-format", "table")
    done = run("meta", "-t", texts, *said, *options)
    assert done.code == 0
    table = json.loads(done.out)
    assert table["statistics"] == plain["statistics"]
    assert table["tasks"][0]["coverage"] == "metrics on the judged segments only"
    path = tmp_path / "ratings.csv"
    assert table["tasks"][0]["notes"] == [
        f'{path}: the system is column "engine", the segment is column "line"',
        f"{path}: segments are numbered from 1",
    ]
    guessed = run("meta", texts, "--human", ratings(tmp_path, "Model,Seg_ID,Rating"), *options)
    assert json.loads(guessed.out)["statistics"] == plain["statistics"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("{t} -t {t} --human {r}", "error: {t} and -t {t}: give one or the other\n"),
        ("--human {r}", "error: there is no test set: give one with -t, a directory in the mt-metrics-eval "),
        (
            "-t {t} --human {r}",
            "error: {r} has no column that could be the score; it has engine, line, points; say which with "
            "--human-columns score=… (human_columns=)\n",
        ),
        (
            "-t {t} --human {r} --human-columns score=x",
            'error: {r} has no column "x", which should be the score; it has engine, line, points\n',
        ),
        (
            "-t {t} --human {r} --human-columns rank=x",
            "error: human_columns: 'rank' is no kind of column; there are system, segment, score, ",
        ),
        (
            "-t {t} --human {r} --human-format wmt",
            "error: Invalid value for '--human-format': 'wmt' is not one of 'table', ",
        ),
        ("-t {t} --human {r} --human-format pearmut", "error: {r}, line 1: not JSON"),
        ("-t {t} --human da --human-format table", "error: --human-format is for a file of judgments: "),
        ("-t {t} --human da --human-columns score=x", "error: --human-columns is for a file of judgments: "),
    ],
)
def test_bad_files_of_judgments(run: Run, texts: str, tmp_path: Path, arguments: str, message: str) -> None:
    names = {"t": texts, "r": ratings(tmp_path)}
    done = run("meta", *arguments.format(**names).split())
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(message.format(**names))


def test_files_of_a_test_set_are_one_and_directories_each_their_own(run: Run, tmp_path: Path) -> None:
    root = str(directory(tmp_path / "set"))
    options = ("-m", "bleu", "--statistic", "spearman", "--test", "none")
    assert run("meta", "-t", root, *options).out == run("meta", root, *options).out
    assert 'two tasks are called "set de-en"' in run("meta", "-t", root, "-t", root, *options).err
    texts = {"src": "eins\nzwei\n", "ref": "one\ntwo\n", "a": "one\ntwo\n", "b": "one\nthree\n"}
    kinds = {"src": "srcset", "ref": "refset", "a": "tstset", "b": "tstset"}
    for name, text in texts.items():
        segments = "".join(f'<seg id="{k}">{line}</seg>' for k, line in enumerate(text.split(), 1))
        (tmp_path / f"{name}.sgm").write_text(
            f'<{kinds[name]} setid="s" srclang="de" trglang="en" refid="{name}" sysid="{name}">'
            f'<doc docid="d" sysid="{name}">{segments}</doc></{kinds[name]}>\n'
        )
    human = tmp_path / "h.csv"
    human.write_text("system,document,segment,score\na,d,1,90\na,d,2,80\nb,d,1,90\nb,d,2,10\n")
    files = [part for name in texts for part in ("-t", str(tmp_path / f"{name}.sgm"))]
    done = run("meta", *files, "--human", str(human), *options)
    assert (done.code, done.err) == (0, "")
    assert "h.csv: segments by document and identifier" in done.out


def test_formats_are_the_library_s() -> None:
    from pitchpipe.agreement import HUMAN_FORMATS
    from pitchpipe.cli.options import judged

    assert judged.HUMAN_FORMATS == HUMAN_FORMATS
