"""A program as a metric."""

from __future__ import annotations

import io
import json
import pickle
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pitchpipe as pp
from pitchpipe.agreement import Task, read_human
from pitchpipe.batch.batch import Batch
from pitchpipe.caches import uncached
from pitchpipe.errors import DataError, MissingError, ParameterError, PitchpipeError
from pitchpipe.metrics import Command, Statistics, get
from pitchpipe.metrics.kept_scores import KeptScores
from pitchpipe.metrics.presets import Preset
from pitchpipe.nbest import read_nbest
from pitchpipe.tuning import DevSet
from tests.commands import ROOT, Run

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="programs are made as on Unix")

#: Words in common, as a part of all; every run notes what it is asked.
SCORER = """
import json, sys
asked = [json.loads(line) for line in sys.stdin]
with open("log", "a") as log:
    log.write(json.dumps(asked) + "\\n")
for one in asked:
    hypothesis = set(one["hypothesis"].split())
    references = set(word for line in one["references"] for word in line.split())
    print(len(hypothesis & references) / max(1, len(hypothesis | references)))
"""
HYPOTHESES = ["a b", "c d", "a b"]
REFERENCES = ["a b", "c e", "x"]
SCORES = [1.0, 1 / 3, 0.0]

Program = Callable[..., str]


@pytest.fixture
def program(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Program:
    """Makes a program of a Python text in the folder where commands run; the cache is there as well."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def make(text: str = SCORER, name: str = "scorer.py") -> str:
        path = tmp_path / name
        path.write_text(f"#!{sys.executable}\n{text}")
        path.chmod(0o755)
        return f"./{name}"

    return make


def runs() -> list[list[dict[str, Any]]]:
    """What every run so far was asked."""
    path = Path("log")
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def test_scores(program: Program) -> None:
    metric = Command(program=program())
    score = metric.corpus_score(HYPOTHESES, [REFERENCES])
    assert score.score == pytest.approx(4 / 9)
    assert score.parts == {"segments": 3}
    np.testing.assert_allclose(metric.segment_scores(HYPOTHESES, [REFERENCES]), SCORES)
    assert metric.sentence_score("c d", ["c e", "d"]).score == pytest.approx(2 / 3)


def test_what_the_program_is_asked(program: Program) -> None:
    metric = Command(program=program())
    references = [["r", "s"], [None, "t"]]
    metric.corpus_score(["ä\n", "b"], references, references_by="stream", sources=["q", "\u2028"])
    assert runs() == [
        [
            {"source": "q", "hypothesis": "ä\n", "references": ["r"]},
            {"source": "\u2028", "hypothesis": "b", "references": ["s", "t"]},
        ]
    ]
    metric.corpus_score(["b"], [["r"]])
    assert runs()[1] == [{"source": None, "hypothesis": "b", "references": ["r"]}]


def test_answers_may_be_objects(program: Program) -> None:
    metric = Command(
        program=program('import sys\nfor line in sys.stdin: print(\'{"score": 0.25, "x": []}\')')
    )
    assert metric.corpus_score(HYPOTHESES, [REFERENCES]).score == 0.25


def test_arguments_and_no_shell(program: Program) -> None:
    text = "import sys\nfor line in sys.stdin: print(len(sys.argv))"
    made = program(text)
    assert get(f"command:{made}").corpus_score(["a"], [["a"]]).score == 1
    spec = f"command:program=\"{made} --x 'y z' ; touch there > file $HOME\",name=N"
    assert get(spec).corpus_score(["a"], [["a"]]).score == 9
    assert not Path("there").exists()
    assert get(get(spec).spec) == get(spec)


def test_one_run_for_all_and_duplicates_once(program: Program) -> None:
    systems = {"x": HYPOTHESES, "y": ["a b", "c d", "new"]}
    test_set = pp.TestSet(systems=systems, references={"r": ["a b", "c e", "a b"]})
    table = pp.score(test_set, [f"command:{program()}"], segments=True)
    (asked,) = runs()
    assert [one["hypothesis"] for one in asked] == ["a b", "c d", "new"]
    found = {name: table[name, table.specs[0]].to_dict()["segments"] for name in systems}
    assert found == {"x": pytest.approx([1, 1 / 3, 1]), "y": pytest.approx([1, 1 / 3, 0])}


def test_what_was_scored_is_not_scored_again(program: Program) -> None:
    metric = Command(program=program())
    first = metric.segment_scores(HYPOTHESES, [REFERENCES])
    np.testing.assert_array_equal(metric.segment_scores(HYPOTHESES, [REFERENCES]), first)
    assert len(runs()) == 1
    metric.corpus_score([*HYPOTHESES, "new"], [[*REFERENCES, "new"]])
    assert [one["hypothesis"] for one in runs()[1]] == ["new"]


def test_another_program_scores_anew(program: Program) -> None:
    def score(**values: Any) -> None:
        Command(**{"program": made, **values}).corpus_score(HYPOTHESES, [REFERENCES])

    made = program()
    score()
    Path("model").write_text("1")
    for count, values in enumerate(
        (
            {"version": "2"},
            {"version": "3"},
            {"program": f"{made} model"},
            {"program": f"{sys.executable} {made}"},
        ),
        start=2,
    ):
        score(**values)
        score(**values)
        assert len(runs()) == count
    program(SCORER + "\n# changed")
    score()
    score(program=f"{sys.executable} {made}")
    Path("model").write_text("two")
    score(program=f"{made} model")
    assert len(runs()) == 8
    score(label="N", lower=True, scale=2.0, timeout=60)
    assert len(runs()) == 8


def test_without_a_cache(program: Program, run: Run) -> None:
    made = program()
    metric = Command(program=made)
    with uncached():
        for _ in range(2):
            metric.corpus_score(HYPOTHESES, [REFERENCES])
    assert len(runs()) == 2
    assert not Path("cache").exists()
    Path("hyp").write_text("a\n")
    for _ in range(2):
        assert run("score", "hyp", "-r", "hyp", "-m", f"command:{made}", "--no-cache").code == 0
    assert len(runs()) == 4
    assert not Path("cache").exists()


@pytest.mark.parametrize("content", [b"no database", b"", b"SQLite format 3\0" + b"\xff" * 100])
def test_a_damaged_cache_is_made_again(program: Program, content: bytes) -> None:
    metric = Command(program=program())
    metric.corpus_score(HYPOTHESES, [REFERENCES])
    (kept,) = Path("cache/pitchpipe/programs").iterdir()
    kept.write_bytes(content)
    for _ in range(2):
        assert metric.corpus_score(HYPOTHESES, [REFERENCES]).score == pytest.approx(4 / 9)
    assert len(runs()) == 2


def test_a_cache_that_cannot_be_written(program: Program) -> None:
    Path("cache").write_text("a file, not a folder")
    metric = Command(program=program())
    for _ in range(2):
        assert metric.corpus_score(HYPOTHESES, [REFERENCES]).score == pytest.approx(4 / 9)
    assert len(runs()) == 2


def test_kept_scores(tmp_path: Path) -> None:
    kept = KeptScores.of(tmp_path / "new", ["p", "a"], "digest", None)
    others = [(["p", "b"], "digest", None), (["p", "a"], "other", None), (["p", "a"], "digest", "")]
    assert all(KeptScores.of(tmp_path / "new", *other) != kept for other in others)
    assert kept.find([b"x"]) == {}
    scores = {b"x": 0.1, b"y": -1e300}
    kept.add(scores)
    assert kept.find([b"z", b"y", b"x"]) == scores
    kept.add({b"x": 0.5})
    assert kept.find([b"x"]) == {b"x": 0.5}
    kept.add({b"n": float("inf")})
    assert kept.find([b"n"]) == {}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "import sys\nprint('first', file=sys.stderr)\nsys.exit('the last')",
            "exit code 1; it said 'the last'",
        ),
        ("import sys\nsys.exit(3)", "scorer.py failed with exit code 3; it said nothing"),
        ("import sys\nsys.stderr.write('1 %\\r2 %\\r')\nsys.exit(1)", "it said '2 %'"),
        ("import os\nos.kill(os.getpid(), 9)", "scorer.py failed with signal 9"),
        ("", "scorer.py printed 0 scores for 2 translations"),
        ("print(1)", "scorer.py printed 1 score for 2 translations"),
        ("print('1\\n2\\n3')", "scorer.py printed 3 scores for 2 translations"),
        ("print('1\\nnan')", "the output of scorer.py, line 2: 'nan' is not a number"),
        ("print('inf\\n1')", "line 1: 'inf' is not a number"),
        ("print('1\\n1e999')", "line 2: '1e999' is not a number"),
        ("print('loading\\n1\\n2')", "line 1: 'loading' is not a number"),
        ("print('1\\n\\n2')", "line 2: '' is not a number"),
        ("print('1\\n{}')", "line 2: no score; it is expected as one of 'score', 'prediction', 'COMET'"),
        ("print('1\\n{')", "line 2: not JSON"),
        ("print('1\\n{\"score\": NaN}')", "line 2: nan is not a number"),
        ('print(\'1\\n{"score": "2"}\')', "line 2: '2' is not a number"),
        (
            "import sys\nsys.stdout.buffer.write(b'1\\n\\xff\\n')",
            "the output of scorer.py, line 2: invalid UTF-8",
        ),
    ],
)
def test_bad_programs(program: Program, text: str, says: str) -> None:
    metric = Command(program=program(text))
    for _ in range(2):
        with pytest.raises(DataError, match=says):
            metric.corpus_score(["a", "b"], [["a", "b"]])
    assert not Path("cache").exists()


def test_a_program_that_takes_too_long(program: Program) -> None:
    metric = Command(program=program("import time\ntime.sleep(600)"), timeout=1)
    with pytest.raises(DataError, match=r"^scorer.py took longer than 1 seconds \(timeout=\)$"):
        metric.corpus_score(["a"], [["a"]])


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_a_program_that_never_ends_printing(program: Program, stream: str) -> None:
    metric = Command(program=program(f"import sys\nwhile True: sys.{stream}.write('1\\n' * 10000)"))
    with pytest.raises(DataError, match=r"printed more than \d+ bytes: it is to print a score per line"):
        metric.corpus_score(["a"], [["a"]])


def test_a_program_that_reads_nothing(program: Program) -> None:
    """More than a pipe holds: writing to it must not wait for ever, nor fail."""
    metric = Command(program=program("for _ in range(1000): print(1)"))
    texts = [f"{i} " * 1000 for i in range(1000)]
    assert metric.corpus_score(texts, [texts]).score == 1


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("nonesuch --x", "there is no program 'nonesuch': give its path"),
        ("plain.py", r"plain.py cannot be run: make it executable .*command:program=\"python plain.py\""),
        ("/", "there is no program '/'"),
        ("''", "there is no program ''"),
        ("x" * 5000, "there is no program"),
    ],
)
def test_missing_programs(program: Program, command: str, says: str) -> None:
    Path("plain.py").write_text("print(1)")
    with pytest.raises(MissingError, match=says):
        Command(program=command).corpus_score(["a"], [["a"]])


def test_a_file_that_is_no_program(program: Program) -> None:
    made = Path(program())
    made.write_bytes(b"\0\1\2")
    with pytest.raises(DataError, match=r"scorer.py cannot be run \(Exec format error\)"):
        Command(program=str(made)).corpus_score(["a"], [["a"]])


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({}, "command needs a program that scores translations: command:PROGRAM"),
        ({"program": "  "}, "command needs a program"),
        ({"program": "a 'b"}, 'cannot read the command "a \'b": No closing quotation'),
        ({"program": "a\0b"}, "it holds a NUL character"),
        ({"program": "\ud800"}, "cannot read the command"),
        ({"program": "a", "timeout": 0.5}, "timeout must be a number between 1 and 1e"),
        ({"program": "a", "timeout": float("nan")}, "timeout must be a number"),
        ({"program": "a", "scale": 0}, "scale must be a number of at least"),
    ],
)
def test_bad_parameters(values: dict[str, Any], says: str) -> None:
    with pytest.raises(ParameterError, match=says):
        Command(**values)


def test_a_lone_surrogate(program: Program) -> None:
    metric = Command(program=program())
    for texts in (["a\ud800"], [["r"]]), (["a"], [["\udfff"]]):
        with pytest.raises(DataError, match="not valid Unicode text: it holds a lone surrogate"):
            metric.corpus_score(*texts)
    assert runs() == []


def test_the_signature_says_which_program(program: Program) -> None:
    metric = Command(program=program(), version="22", label="N")
    score = metric.corpus_score(["a"], [["a"]])
    assert score.signature.startswith("command|nrefs:1|program:./scorer.py|name:N|release:22|digest:")
    assert (score.title, score.metric) == ("N", "command:./scorer.py,name=N,version=22")
    program(SCORER + "\n# changed")
    assert metric.corpus_score(["a"], [["a"]]).signature != score.signature
    with pytest.raises(DataError, match=r"scorer.py is not the program of digest 0000, but of [0-9a-f]{12}"):
        metric.replace(digest="0000").corpus_score(["a"], [["a"]])


def test_direction_scale_and_mixtures(program: Program) -> None:
    made = program()
    assert Command(program=made).higher_is_better is True
    lower = Command(program=made, lower=True, scale=2.0)
    assert lower.higher_is_better is False
    np.testing.assert_allclose(lower.gain(np.array([0.0, 0.5])), [100, 75])
    mixture = get(f"0.5*wer+0.5*command:{made},scale=1,name=J")
    assert mixture.heading == "0.5*wer+0.5*J"
    assert mixture.corpus_score(["a b"], [["a c"]]).score == pytest.approx(0.5 * 50 + 0.5 * 100 / 3)
    with pytest.raises(ParameterError, match=r"no known scale: .* command:PROGRAM,scale=1"):
        get(f"0.5*wer+0.5*command:{made}")


def test_other_processes(program: Program) -> None:
    metric = Command(program=program())
    again = pickle.loads(pickle.dumps(metric))
    assert again == metric
    assert again.corpus_score(HYPOTHESES, [REFERENCES]).score == pytest.approx(4 / 9)


def test_without_references(program: Program) -> None:
    ratio = (
        "import json, sys\nfor line in sys.stdin:\n one = json.loads(line)\n assert one['references'] == []\n"
    )
    metric = Command(program=program(ratio + " print(len(one['hypothesis']) / len(one['source']))"))
    score = metric.corpus_score(["ab", "abc"], [], sources=["a", "abc"])
    assert (score.score, score.signature.split("|")[1]) == (1.5, "nrefs:0")
    assert metric.sentence_score("ab", [], source="a").score == 2
    assert metric.stream().update(["ab"], [], sources=["a"]).compute().score == 2
    test_set = pp.TestSet(source=["a", "abc"], systems={"x": ["ab", "abc"], "y": ["a", "a"]})
    assert pp.score(test_set, [metric])["x", metric.spec].score == 1.5
    comparison = pp.compare(test_set, metrics=[metric], samples=100)
    assert comparison[metric.spec].comparisons[0].delta == pytest.approx(2 / 3 - 1.5)
    with pytest.raises(DataError, match="no reference to score against"):
        pp.score(test_set, [metric, "bleu"])
    with pytest.raises(DataError, match="and there is none"):
        pp.compare(test_set, metrics=[metric], samples=100, by="length")
    with pytest.raises(DataError, match="there are no references"):
        get("bleu").corpus_score(["a"], [])


def test_pairs(program: Program) -> None:
    metric = Command(program=program())
    np.testing.assert_allclose(metric.matrix(["a b", "c"], ["a b", "a", "c d"]), [[1, 0.5, 0], [0, 0, 0.5]])
    assert len(runs()) == 1
    metric.measure_groups(
        ["h", "i", "j"], ["r", "s"], np.array([0, 2, 3]), np.array([0, 1, 2]), sources=["p", "q"]
    )
    asked = [(one["source"], one["hypothesis"], one["references"]) for one in runs()[1]]
    assert asked == [("p", "h", ["r"]), ("p", "i", ["r"]), ("q", "j", ["s"])]


def test_mbr(program: Program, run: Run) -> None:
    metric = Command(program=program())
    candidates = [["a b", "a b c", "x"], ["d"]]
    chosen = pp.mbr(candidates, metric, sources=["p", "q"])
    # Against a b, a b c, x: (1 + 2/3 + 0) / 3, (2/3 + 1 + 0) / 3, 1/3; the first in a tie.
    np.testing.assert_allclose(chosen.expected, [5 / 9, 5 / 9, 1 / 3, 1])
    assert chosen.texts == ["a b", "d"]
    assert {one["source"] for one in runs()[0]} == {"p", "q"}
    with pytest.raises(DataError, match="there are 1 sources, but candidates for 2 segments"):
        pp.mbr(candidates, metric, sources=["p"])
    for name, lines in {"a": "a b\nd\n", "b": "a b c\nd\n", "s": "p\nq\n"}.items():
        Path(name).write_text(lines)
    done = run("mbr", "a", "b", "-s", "s", "-m", f"command:{metric.program}")
    assert (done.code, done.out) == (0, "a b\nd\n")


def test_tuning_streams_and_oracles(program: Program) -> None:
    metric = Command(program=program())
    assert list(pp.stream(metric, [["a b", "c"]]).answers(["a b", "1 ||| c d"])) == ["1.0", "0.5"]
    stream = metric.stream().update(["a b"], [["a b"]]).update(["c"], [["d"]])
    assert stream.compute().score == 0.5
    assert "|digest:" in stream.compute().signature
    lists = [["a b", {"f": 1.0}], ["a", {"f": 2.0}]]
    Path("list.jsonl").write_text(
        "".join(json.dumps({"segment": 0, "text": t, "features": f}) + "\n" for t, f in lists)
    )
    nbest = read_nbest("list.jsonl")
    assert pp.oracle(nbest, [["a b"]], metric).best.score.score == 1
    tuned = pp.tune(nbest, DevSet([["a b"]]), metric)
    assert (tuned.start, tuned.score) == (0.5, 1.0)
    before, after = pp.rerank(nbest, {"f": -1.0}).scores([["a b"]], metric)
    assert (before.score, after.score) == (1.0, 1.0)


# -- where a program is never taken from ---------------------------------------------------------------------


@pytest.fixture
def harmful(program: Program) -> str:
    """A metric whose program leaves a trace when it runs."""
    program()
    return "command:./scorer.py"


def refused(call: Callable[[], object]) -> None:
    with pytest.raises(
        PitchpipeError, match=r"may run no program, as .*command:.* does: ask for it on the command"
    ):
        call()
    assert runs() == []


def test_never_from_a_signature(harmful: str, run: Run) -> None:
    signatures = [
        get(harmful).signature,
        get(f"1*bleu+1*{harmful},scale=1").signature,
        get(f'lrscore:alpha=0.5,lexical="{harmful},scale=1"').signature,
        'ensemble|mix:"1*lrscore:alpha=0.5,lexical=\\"command:./scorer.py,scale=1\\""',
    ]
    for signature in signatures:
        refused(lambda text=signature: get(text))  # type: ignore[misc]
        refused(lambda text=signature: pp.metrics.from_signature(text))  # type: ignore[misc]
        done = run("score", "scorer.py", "-r", "scorer.py", "-m", signature)
        assert (done.code, done.out) == (2, "")
        assert "a signature may run no program" in done.err
    # On the command line and in calls the same metrics are fine.
    assert get(f"1*bleu+1*{harmful},scale=1").wants("program")
    assert get(f'lrscore:alpha=0.5,lexical="{harmful},scale=1"').wants("program")


def test_never_from_a_preset(harmful: str) -> None:
    presets = {
        "command": Preset(harmful, {"scale": 2.0}),
        "ensemble": Preset(f"1*bleu+1*{harmful},scale=1", {"weights": [1.0, 2.0]}),
        "lrscore": Preset(f'lrscore:alpha=0.5,lexical="{harmful},scale=1"', {"alpha": 0.25}),
    }
    for name, preset in presets.items():
        preset.write("preset.json")
        refused(lambda name=name: get(f"{name}:preset=preset.json"))  # type: ignore[misc]
        refused(lambda name=name: get(name, preset="preset.json"))  # type: ignore[misc]
    refused(lambda: get("command:./scorer.py,preset=preset.json"))


def test_never_from_statistics(harmful: str) -> None:
    """Neither are such statistics written, nor read where somebody wrote them."""
    batch = Batch.from_streams(["a"], [["a"]])
    Statistics.of(get("wer"), batch).save("statistics.npz")
    with np.load("statistics.npz") as archive:
        arrays = {name: archive[name] for name in archive.files}
    header = json.loads(str(arrays["header"]))
    for metric in (harmful, f"1*bleu+1*{harmful},scale=1"):
        arrays["header"] = np.array(json.dumps({**header, "metric": metric}))
        content = io.BytesIO()
        np.savez(content, **arrays)
        Path("statistics.npz").write_bytes(content.getvalue())
        refused(lambda: Statistics.load("statistics.npz"))
    with uncached():
        statistics = Statistics.of(get(harmful), batch)
    Path("log").unlink()
    refused(lambda: statistics.save("new.npz"))
    assert not Path("new.npz").exists()


def test_fitted_but_not_written(program: Program, run: Run) -> None:
    """Weights of a mixture with a program are fitted; a preset of it would name the program."""
    made = program()
    folder = ROOT / "examples"
    systems = {name: (folder / f"systems/{name}.en").read_text().splitlines() for name in ("good", "short")}
    references: dict[str, list[str | None]] = {"a": [*(folder / "reference.a.en").read_text().splitlines()]}
    ratings = {name: [float(1 - k + i % 5) for i in range(48)] for k, name in enumerate(systems)}
    Path("human.tsv").write_text("".join(f"{name}\t{x}\n" for name, xs in ratings.items() for x in xs))
    metric = f"1*chrf+1*command:{made},scale=1"
    task = Task.of(pp.TestSet(systems=systems, references=references), read_human("human.tsv"))
    agreement = pp.meta(task, [f"command:{made}"], statistics=["kendall-b:none"])
    assert np.isfinite(agreement[f"command:{made}", task.name, "kendall-b:none"].outcome.value)
    result = pp.fit(task, metric, folds=0, restarts=1)
    assert result.metric.wants("program")
    assert sum(result.parameters["weights"]) == pytest.approx(1)
    assert len(runs()) == 1
    with pytest.raises(ParameterError, match="a preset may run no program"):
        result.save("preset.json")
    done = run("fit", "set.jsonl", "--human", "human.tsv", "-m", metric, "-o", "preset.json")
    assert (done.code, "a preset may run no program" in done.err) == (2, True)
    assert not Path("preset.json").exists()
