"""Bad input is normal: each kind gets the right result or one clear sentence, and nothing is lost."""

from __future__ import annotations

import gzip
import os
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import pitchpipe as pp

Setup = Callable[[Path], None]


def files(**contents: bytes) -> Setup:
    """Writes files; ``__`` in a name stands for a dot."""

    def write(folder: Path) -> None:
        for name, content in contents.items():
            (folder / name.replace("__", ".")).write_bytes(content)

    return write


GOOD = {"hyp": b"the cat\na dog\n", "ref": b"the cat\nthe dog\n"}


def also(**contents: bytes) -> Setup:
    return files(**(GOOD | contents))


def a_directory(folder: Path) -> None:
    also()(folder)
    (folder / "dir").mkdir()


class Row(NamedTuple):
    """A command line on some files: how it exits, and what it must say."""

    name: str
    setup: Setup
    arguments: str
    code: int
    says: str


ROWS = [
    Row("unequal lengths", also(ref=b"one\n"), "hyp -r ref", 2, "ref has 1 line, hyp has 2"),
    Row(
        "second reference too long",
        also(ref2=b"a\nb\nc\n"),
        "hyp -r ref -r ref2",
        2,
        "ref has 2 lines, ref2 has 3",
    ),
    Row("source of another length", also(src=b"a\n"), "hyp -r ref -s src", 2, "src has 1 line, ref has 2"),
    Row("empty files", files(hyp=b"", ref=b""), "hyp -r ref", 2, "no segments"),
    Row("empty hypothesis file", also(hyp=b""), "hyp -r ref", 2, "hyp has 0"),
    Row("a file of one empty line", files(hyp=b"\n", ref=b"\n"), "hyp -r ref -m wer", 0, "0.00"),
    Row("empty lines are segments", files(hyp=b"\n\n", ref=b"a\n\n"), "hyp -r ref -m wer", 0, "100.00"),
    Row("CRLF", also(hyp=b"the cat\r\na dog\r\n"), "hyp -r ref -m wer", 0, "25.00"),
    Row("byte order mark", also(hyp=b"\xef\xbb\xbfthe cat\na dog\n"), "hyp -r ref -m wer", 0, "25.00"),
    Row("no final newline", also(hyp=b"the cat\na dog"), "hyp -r ref -m wer", 0, "25.00"),
    Row("U+2028 inside a line", also(hyp="the\u2028cat\na dog\n".encode()), "hyp -r ref -m wer", 0, "25.00"),
    Row("form feed inside a line", also(hyp=b"the\x0ccat\na dog\n"), "hyp -r ref -m wer", 0, "25.00"),
    Row("invalid UTF-8", also(hyp=b"the cat\na \xff dog\n"), "hyp -r ref", 2, "hyp, line 2"),
    Row("invalid UTF-8 says where", also(hyp=b"the cat\na \xff dog\n"), "hyp -r ref", 2, "byte offset 10"),
    Row("UTF-16", also(hyp="the cat\n".encode("utf-16")), "hyp -r ref", 2, "UTF-16"),
    Row("NUL bytes are text", also(hyp=b"the\x00cat\na dog\n"), "hyp -r ref -m wer", 0, "75.00"),
    Row("missing file", also(), "nothing -r ref", 2, "nothing: no such file"),
    Row("missing reference file", also(), "hyp -r nothing", 2, "nothing: no such file"),
    Row("directory for a file", a_directory, "dir -r ref", 2, "dir is a directory, not a file"),
    Row("no reference at all", also(), "hyp", 2, "there is no reference: give one with -r FILE"),
    Row("nothing to score", also(), "-r ref", 2, "nothing to score"),
    Row("standard input twice", also(), "- - -r ref", 2, "given 2 times"),
    Row(
        "truncated gzip",
        also(hyp__gz=gzip.compress(b"the cat\na dog\n")[:-9]),
        "hyp.gz -r ref",
        2,
        "truncated: the gzip data end too early",
    ),
    Row(
        "gzip by content", also(packed=gzip.compress(b"the cat\na dog\n")), "packed -r ref -m wer", 0, "25.00"
    ),
    Row(
        "missing token, refused", also(ref=b"the cat\nNA\n"), "hyp -r ref --missing-token NA", 2, "segment 2"
    ),
    Row(
        "missing token, skipped",
        also(ref=b"the cat\nNA\n"),
        "hyp -r ref --missing-token NA --missing skip -m wer",
        0,
        "skipped 1 segment",
    ),
    Row(
        "all references missing",
        also(ref=b"NA\nNA\n"),
        "hyp -r ref --missing-token NA --missing skip",
        2,
        "no segments",
    ),
    Row("unknown metric", also(), "hyp -r ref -m blue", 2, "did you mean bleu"),
    Row("unknown parameter", also(), "hyp -r ref -m bleu:ordre=3", 2, "max_order"),
    Row("parameter out of range", also(), "hyp -r ref -m bleu:max_order=0", 2, "between 1 and 32"),
    Row("parameter of the wrong kind", also(), "hyp -r ref -m bleu:max_order=four", 2, "a whole number"),
    Row("fractional order", also(), "hyp -r ref -m bleu:max_order=2.5", 2, "a whole number"),
    Row("NaN parameter", also(), "hyp -r ref -m chrf:beta=nan", 2, "a number"),
    Row("infinite parameter", also(), "hyp -r ref -m chrf:beta=inf", 2, "a number"),
    Row("parameter twice", also(), "hyp -r ref -m bleu:max_order=2,max_order=3", 2, "twice"),
    Row("value without a name", also(), "hyp -r ref -m bleu:4", 2, "param=value"),
    Row("nothing after the colon", also(), "hyp -r ref -m bleu:", 2, "colon"),
    Row("empty metric", also(), "hyp -r ref -m ''", 2, "cannot read metric"),
    Row("unknown choice", also(), "hyp -r ref -m bleu:smooth=rough", 2, "one of none, floor, add-k, exp"),
    Row("unknown tokenizer", also(), "hyp -r ref -m bleu:tokenize=moses", 2, "unknown tokenizer"),
    Row(
        "missing tokenizer model",
        also(),
        "hyp -r ref -m 'bleu:tokenize=\"spm:no.model\"'",
        2,
        "there is no SentencePiece model no.model",
    ),
    Row("NaN weight", also(), "hyp -r ref -m nan*bleu+1*chrf", 2, "of at least 0, not (nan, 1.0)"),
    Row("negative weight", also(), "hyp -r ref -m -1*bleu+1*chrf", 2, "weights are positive"),
    Row("all weights zero", also(), "hyp -r ref -m 0*bleu+0*chrf", 2, "above 0"),
    Row("mixture without weights", also(), "hyp -r ref -m bleu+chrf", 2, "1*bleu+1*chrf"),
    Row("unbounded part of a mixture", also(s=b"1\n2\n"), "hyp -r ref -m 1*external:s", 2, "scale"),
    Row("external file missing", also(), "hyp -r ref -m external:nothing", 2, "nothing: no such file"),
    Row("external of another length", also(s=b"1\n"), "hyp -r ref -m external:s", 2, "1 scores"),
    Row("external not a number", also(s=b"1\nx\n"), "hyp -r ref -m external:s", 2, "line 2"),
    Row("external NaN", also(s=b"1\nnan\n"), "hyp -r ref -m external:s", 2, "line 2"),
    Row("external without a file", also(), "hyp -r ref -m external", 2, "external:FILE"),
    Row("negative threads", also(), "hyp -r ref --threads -1", 2, "between 0 (the default) and 4096, not -1"),
    Row("unknown format", also(), "hyp -r ref --format pdf", 2, "'pdf' is not one of 'table', 'json'"),
    Row("by domain without documents", also(), "hyp -r ref --by domain", 2, "does not say which domain"),
    Row(
        "documents of another length",
        also(docs=b"n\td\n"),
        "hyp -r ref --documents docs",
        2,
        "ref has 2 lines, docs has 1",
    ),
    Row("test set and files", also(), "hyp -t set.jsonl -r ref", 2, "--test-set"),
    Row("broken JSONL", also(set__jsonl=b'{"hypothesis": "a"\n'), "-t set.jsonl", 2, "set.jsonl, line 1"),
    Row(
        "XML entity bomb",
        also(x=b'<!DOCTYPE a [<!ENTITY b "c">]><dataset>&b;</dataset>'),
        "-t x",
        2,
        "entity declarations are not accepted",
    ),
    Row(
        "one very long line",
        files(hyp=b"a b " * 262144, ref=b"a b " * 262144),
        "hyp -r ref -m bleu",
        0,
        "100.00",
    ),
    Row(
        "100,000 tokens for TER",
        files(hyp=b"a b " * 50000, ref=b"b a " * 50000),
        "hyp -r ref -m ter",
        0,
        "0.00",
    ),
]


def run(arguments: list[str], folder: Path, **options: Any) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONWARNINGS": "error", **options.pop("env", {})}
    return subprocess.run(
        [sys.executable, "-m", "pitchpipe", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        env=environment,
        timeout=120,
        check=False,
        stdin=subprocess.DEVNULL,
        **options,
    )


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_command_line(
    row: Row, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from pitchpipe.cli import main

    row.setup(tmp_path)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as exit_:
        main(["score", *shlex.split(row.arguments)])
    captured = capsys.readouterr()
    assert exit_.value.code == row.code, captured.err
    if row.code:
        assert captured.out == ""
        assert captured.err.startswith("error: ")
        assert captured.err.count("\n") == 1, "one line"
        assert row.says in captured.err
    else:
        assert row.says in captured.out


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_rows_expect_more_than_their_own_argument(row: Row) -> None:
    assert row.says not in row.arguments
    assert row.code == 0 or len(row.says) > 3


def test_there_are_at_least_forty_rows() -> None:
    assert len(ROWS) >= 40


def test_error_through_a_real_process(tmp_path: Path) -> None:
    also(ref=b"one\n")(tmp_path)
    done = run(["score", "hyp", "-r", "ref"], tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: ")
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="pipes close differently")
def test_closed_stdout_pipe(tmp_path: Path) -> None:
    also(hyp=b"a\n" * 20000, ref=b"a\n" * 20000)(tmp_path)
    python = shlex.quote(sys.executable)
    command = f"{python} -m pitchpipe score hyp -r ref -m wer --segments --format tsv | head -n 1"
    done = subprocess.run(
        ["bash", "-c", command], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stdout.startswith("system\t")
    assert done.stderr == ""


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root reads everything")
def test_unreadable_file(tmp_path: Path) -> None:
    also()(tmp_path)
    (tmp_path / "hyp").chmod(0)
    done = run(["score", "hyp", "-r", "ref"], tmp_path)
    assert done.returncode == 2
    assert "hyp" in done.stderr


def test_environment_threads_must_be_a_number(tmp_path: Path) -> None:
    also()(tmp_path)
    done = run(["score", "hyp", "-r", "ref"], tmp_path, env={"PITCHPIPE_THREADS": "many"})
    assert done.returncode == 2
    assert done.stderr == 'error: PITCHPIPE_THREADS must be a whole number from 0 to 4096, not "many"\n'


HYPS = ["the cat", "a dog"]
REFS = ["the cat", "the dog"]


def generator(lines: list[str]) -> Iterator[str]:
    yield from lines


def test_generators_and_numpy_arrays_are_read_out() -> None:
    bleu = pp.metrics.get("bleu")
    expected = bleu.corpus_score(HYPS, [REFS]).score
    assert bleu.corpus_score(generator(HYPS), [generator(REFS)]).score == expected
    assert bleu.corpus_score(np.array(HYPS), np.array([REFS])).score == expected
    assert bleu.corpus_score(tuple(HYPS), (tuple(REFS),)).score == expected


API_ROWS: list[tuple[str, Any, Any, str]] = [
    ("a single text for hypotheses", "the cat", [REFS], "a single text"),
    ("bytes", [b"the cat", b"a dog"], [REFS], "number 1 is bytes"),
    ("None as hypothesis", ["the cat", None], [REFS], "number 2 is None"),
    ("numbers", [1, 2], [REFS], "number 1 is int"),
    ("None for everything", None, [REFS], "hypotheses must be a list of texts, not None"),
    ("flat references", HYPS, REFS, "[references]"),
    ("mixed nesting", HYPS, [REFS, "the cat"], "references mix texts and lists"),
    ("a stream too short", HYPS, [["the cat"]], "1 lines"),
    ("a list per segment", [*HYPS, "x"], [[r] for r in [*REFS, "x"]], "references_by='segment'"),
    ("square", HYPS, [REFS, REFS], "references_by"),
    ("no references", HYPS, [], "no references"),
    ("no hypotheses", [], [[]], "no hypotheses"),
    ("a segment without reference", HYPS, [["the cat", None]], "segment 2 has no reference"),
    ("a lone surrogate", ["\ud800", "x"], [REFS], "surrogate"),
    ("a mapping", {"a": 1}, [REFS], "dict"),
]


@pytest.mark.parametrize(
    ("hyps", "refs", "says"), [row[1:] for row in API_ROWS], ids=[r[0] for r in API_ROWS]
)
def test_api(hyps: Any, refs: Any, says: str) -> None:
    with pytest.raises(pp.DataError) as error:
        pp.metrics.get("bleu").corpus_score(hyps, refs)
    assert says in str(error.value)
    assert "\n" not in str(error.value)


def test_nothing_is_truncated() -> None:
    """sacreBLEU zips a list per segment against the hypotheses and scores one line of it."""
    from sacrebleu.metrics.bleu import BLEU

    hyps = ["the cat sat on the mat today"] * 3
    nested = [["the cat sat on the mat today"], ["wrong"], ["wrong"]]
    assert round(BLEU().corpus_score(hyps, nested).score, 2) == 100.00
    with pytest.raises(pp.DataError, match="references_by='segment'"):
        pp.metrics.get("bleu").corpus_score(hyps, nested)
    right = pp.metrics.get("bleu").corpus_score(hyps, nested, references_by="segment")
    assert right.score < 50
