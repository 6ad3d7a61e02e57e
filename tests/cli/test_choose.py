"""``pitchpipe rerank``, ``mbr`` and ``oracle``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pitchpipe.metrics.lookup import get
from pitchpipe.nbest import read_nbest
from pitchpipe.nbest.writing import WRITABLE
from tests.commands import Run

MOSES = """\
0 ||| the cat sat on a mat  ||| LM= 1 TM= 0 0 ||| 3
0 ||| the cat sat on the mat  ||| LM= 0 TM= 1 0 ||| 2
0 ||| a dog  ||| LM= 0 TM= 0 1 ||| 1
1 ||| so it was  ||| LM= 1 TM= 0 0 ||| 3
1 ||| so it is  ||| LM= 0 TM= 1 1 ||| 2
"""
REFERENCE = "the cat sat on the mat\nso it is\n"
WEIGHTS = {"LM": 0.1, "TM_0": 0.9, "TM_1": 0.0}


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    contents = {
        "nbest": MOSES,
        "ref": REFERENCE,
        "json": json.dumps({"weights": WEIGHTS}),
        "ini": "[feature]\nLM order=3\n[weight]\nLM= 0.1\nTM= 0.9 0.0\nUnknownWordPenalty0= 1\n",
        "lines": "LM 0.1\nTM_0 0.9\nTM_1 0\n",
        "plf": "((('the',1,1),),(('cat',1,1),('dog',2,1),),)\n((('so',1,1),),)\n",
        "a": "the cat sat\nx\n",
        "b": "the cat sits\ny\n",
        "c": "dogs\ny\n",
    }
    for name, content in contents.items():
        (tmp_path / name).write_text(content)
    return {name: str(tmp_path / name) for name in contents} | {"folder": str(tmp_path)}


# -- rerank ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("weights", ["json", "ini", "lines"])
def test_rerank_with_weights_of_any_format(run: Run, files: dict[str, str], weights: str) -> None:
    done = run("rerank", "--nbest", files["nbest"], "--weights", files[weights])
    assert (done.code, done.out) == (0, REFERENCE)
    assert ("UnknownWordPenalty0" in done.err) == (weights == "ini")


def test_rerank_shows_scores_and_writes_the_list(run: Run, files: dict[str, str], tmp_path: Path) -> None:
    out, ordered = tmp_path / "out", tmp_path / "sorted.jsonl"
    done = run(
        *("rerank", "--nbest", files["nbest"], "--weights", files["json"], "-r", files["ref"]),
        *("-m", "bleu", "-m", "ter", "-o", str(out), "--write-nbest", str(ordered)),
    )
    assert (done.code, done.out) == (0, "")
    assert out.read_text() == REFERENCE
    assert done.err.splitlines()[1] == "ter: 22.22 -> 0.00"
    again = read_nbest(ordered)
    assert again.texts.list()[0] == "the cat sat on the mat"
    assert again.totals is not None
    assert again.totals[:3].tolist() == [0.9, 0.1, 0.0]


def test_rerank_writes_a_list_for_zmert(run: Run, files: dict[str, str], tmp_path: Path) -> None:
    call = ("rerank", "--nbest", files["nbest"], "--weights", files["json"])
    ordered = tmp_path / "list.zmert"
    done = run(*call, "--write-nbest", str(ordered), "--write-nbest-format", "zmert")
    assert (done.code, done.out) == (0, REFERENCE)
    moses = tmp_path / "list.moses"
    run(*call, "--write-nbest", str(moses))
    again, expected = read_nbest(ordered, names=read_nbest(moses).names), read_nbest(moses)
    assert again.texts.list() == expected.texts.list()
    assert again.features.tolist() == expected.features.tolist()
    assert again.totals is not None
    assert expected.totals is not None
    assert again.totals.tolist() == expected.totals.tolist()
    assert run(*call, "--write-nbest-format", "zmert").err.endswith(
        "--write-nbest-format is for --write-nbest: it does nothing here\n"
    )
    refused = run(*call, "--write-nbest", str(ordered), "--write-nbest-format", "tsv")
    assert refused.code == 2
    for name in WRITABLE:
        assert name in refused.err


def test_rerank_as_tsv_and_json(run: Run, files: dict[str, str]) -> None:
    call = ("rerank", "--nbest", files["nbest"], "--weights", files["json"])
    lines = run(*call, "--format", "tsv").out.splitlines()
    assert lines == [
        "segment\tcandidate\ttotal\ttext",
        "0\t1\t0.9\tthe cat sat on the mat",
        "1\t1\t0.9\tso it is",
    ]
    content = json.loads(run(*call, "--format", "json", "-r", files["ref"]).out)
    assert content["segments"][1] == {"chosen": 1, "text": "so it is", "total": 0.9}
    assert content["scores"][0]["after"]["score"] == 100.0


def test_rerank_refuses(run: Run, files: dict[str, str], tmp_path: Path) -> None:
    few = tmp_path / "few"
    few.write_text('{"LM": 1}')
    call = ("rerank", "--nbest", files["nbest"], "--weights")
    done = run(*call, str(few))
    assert (done.code, done.out) == (2, "")
    assert "no weight for feature TM_0" in done.err
    assert "no reference" in run(*call, files["json"], "-m", "bleu").err
    assert "give --nbest" in run("rerank", "--weights", files["json"]).err
    assert "--weights" in run("rerank", "--nbest", files["nbest"]).err


def test_rerank_needs_features_of_a_sane_size(run: Run, files: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "list.jsonl"
    path.write_text('{"segment": 0, "text": "a", "features": {}}\n')
    done = run("rerank", "--nbest", str(path), "--weights", files["json"])
    assert (done.code, done.out) == (2, "")
    assert "the n-best list has no features that weights could be for" in done.err
    path.write_text('{"segment": 0, "text": "a", "features": {"LM": 1e308, "TM_0": 0, "TM_1": 0}}\n')
    huge = run("rerank", "--nbest", str(path), "--weights", files["json"])
    assert (huge.code, "line 1: LM is 1e308, which is too large: numbers go up to 1e100" in huge.err) == (
        2,
        True,
    )


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("nbest", "would replace what is read"),
        ("json", "would replace what is read"),
        ("a", "--write-nbest and -o would both be written to"),
    ],
)
def test_rerank_writes_over_nothing(run: Run, files: dict[str, str], written: str, says: str) -> None:
    path = Path(files[written])
    before = path.read_text()
    again = str(path.parent / "." / path.name)
    done = run(
        *("rerank", "--nbest", files["nbest"], "--weights", files["json"]),
        *("-o", files["a"], "--write-nbest", again),
    )
    assert (done.code, path.read_text()) == (2, before)
    assert says in done.err


# -- mbr ---------------------------------------------------------------------------------------------------


def test_mbr_of_a_list(run: Run, files: dict[str, str]) -> None:
    done = run("mbr", "--nbest", files["nbest"])
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[0].startswith("the cat sat on")
    cold = run("mbr", "--nbest", files["nbest"], "--posterior", "total", "--temperature", "0.001")
    assert cold.out == "the cat sat on a mat\nso it was\n"
    weighed = run("mbr", "--nbest", files["nbest"], "--weights", files["json"], "--temperature", "0.001")
    assert weighed.out == REFERENCE


def test_mbr_of_systems_as_json(run: Run, files: dict[str, str]) -> None:
    systems = (files["a"], files["b"], files["c"])
    done = run("mbr", *systems, "-m", "0.5*chrf+0.5*bleu", "--format", "json", "--all")
    content = json.loads(done.out)
    assert content["aggregated"] is False
    assert content["segments"][1]["text"] == "y"
    assert content["segments"][1]["chosen"] == 1
    candidates = ["the cat sat", "the cat sits", "dogs"]
    expected = get("0.5*chrf+0.5*bleu").matrix(candidates, candidates).mean(axis=1)
    assert content["segments"][0]["candidates"] == pytest.approx(expected.tolist())


def test_mbr_aggregated_says_that_it_approximates(run: Run, files: dict[str, str], tmp_path: Path) -> None:
    other = tmp_path / "other.tsv"
    other.write_text("segment\ttext\n0\ta dog\n1\tso it was\n")
    done = run(
        *("mbr", "--nbest", files["nbest"], "--pseudo-references", str(other), "--aggregate"),
        *("--format", "tsv", "-m", "bleu:max_order=1"),
    )
    assert "approximate" in done.err
    assert done.out.splitlines() == [
        "segment\tcandidate\texpected\ttext",
        "0\t2\t100.0\ta dog",
        "1\t0\t100.0\tso it was",
    ]
    every = run("mbr", files["b"], files["c"], "--all", "--format", "tsv").out.splitlines()
    assert every[0] == "segment\tcandidate\texpected\tchosen\ttext\tsystem"
    assert [line.split("\t")[4] for line in every[1:3]] == ["the cat sits", "dogs"]
    assert every[3:] == ["1\t0\t100.0\t1\ty\tb", "1\t1\t100.0\t0\ty\tc"]


def test_mbr_names_the_systems(run: Run, files: dict[str, str]) -> None:
    outputs = [f"first={files['a']}", files["b"], files["c"]]
    table = [line.split("\t") for line in run("mbr", *outputs, "--format", "tsv").out.splitlines()]
    content = json.loads(run("mbr", *outputs, "--format", "json").out)
    assert content["systems"] == ["first", "b", "c"]
    assert table[0][-1] == "system"
    for row, segment in zip(table[1:], content["segments"], strict=True):
        assert row[-1] == segment["system"] == content["systems"][segment["chosen"]]
    assert json.loads(run("mbr", "--nbest", files["nbest"], "--format", "json").out)["systems"] is None
    refused = run("mbr", f"x={files['a']},{files['b']}")
    assert "would be several outputs: give file by file" in refused.err
    assert "2 systems are called 'x'" in run("mbr", f"x={files['a']}", f"x={files['b']}").err


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("LM=0.1,TM_0=0.9,TM_1=0", None),
        (" LM = 0.1 , TM_0=.9,TM_1=0e0", None),
        ("LM=0.1,TM_0=0.9", "TM_1"),
        ("LM=0.1,TM_0=0.9,TM_1=0,XX=1", "XX"),
        ("LM=a", "cannot read weights 'LM=a': write NAME=NUMBER,NAME=NUMBER, or name a file"),
        ("LM=inf", "cannot read weights"),
        ("=1", "cannot read weights"),
        ("LM=1,", "cannot read weights"),
        ("LM=1,LM=2", "cannot read weights 'LM=1,LM=2': LM has two"),
    ],
)
def test_weights_written_out(run: Run, files: dict[str, str], text: str, says: str | None) -> None:
    done = run("rerank", "--nbest", files["nbest"], "--weights", text)
    if says is None:
        assert (done.code, done.out, done.err) == (0, REFERENCE, "")
        assert run("mbr", "--nbest", files["nbest"], "--weights", text).code == 0
    else:
        assert (done.code, done.out) == (2, "")
        assert says in done.err


def test_a_file_of_weights_may_have_an_equals_sign(run: Run, files: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "lr=0.1.json"
    path.write_text(Path(files["json"]).read_text())
    assert run("rerank", "--nbest", files["nbest"], "--weights", str(path)).out == REFERENCE


def test_mbr_takes_missing_features_as_it_is_told(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "gaps.jsonl"
    path.write_text(
        '{"segment": 0, "text": "a", "features": {"qe": -9}}\n{"segment": 0, "text": "b", "features": {}}\n'
    )
    call = ("mbr", "--nbest", str(path))
    assert run(*call).code == 0
    assert "--missing-features zero" in run(*call, "--posterior", "qe").err
    assert run(*call, "--missing-features", "error").code == 2
    # 0 is more than -9, so nearly all weight is on the second.
    assert run(*call, "--posterior", "qe", "--missing-features", "zero").out == "b\n"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), "either system outputs or --nbest"),
        (("{a}", "--nbest", "{nbest}"), "either system outputs or --nbest"),
        (("{a}", "{ref}", "{nbest}"), "has 2 lines"),
        (("--nbest", "{nbest}", "-m", "port"), "cannot be the utility"),
        (("--nbest", "{nbest}", "-m", "ter", "--aggregate"), "without --aggregate"),
        (("--nbest", "{nbest}", "--temperature", "1"), "--temperature needs"),
        (("--nbest", "{nbest}", "--posterior", "total", "--temperature", "0"), "above 0"),
        (("--nbest", "{nbest}", "--posterior", "QE"), "no feature 'QE': there are total, LM"),
        (("--nbest", "{nbest}", "--posterior", "LM", "--weights", "{json}"), "give one"),
        (("{a}", "{b}", "--posterior", "total"), "need an n-best list"),
        (("{a}", "{b}", "--all"), "--all needs"),
        (("--nbest", "{nbest}", "--nbest", "{nbest}"), "--nbest is given 2 times"),
        (("--nbest", "{nbest}", "-m", "chrf", "-m", "bleu"), "--metric is given 2 times"),
        (("--nbest", "{folder}/nothing"), "no such file"),
    ],
)
def test_mbr_refuses(run: Run, files: dict[str, str], arguments: tuple[str, ...], says: str) -> None:
    done = run("mbr", *(argument.format(**files) for argument in arguments))
    assert (done.code, done.out) == (2, "")
    assert says in done.err
    assert done.err.count("\n") == 1


def test_a_text_with_a_tab_does_not_fit_a_tsv(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "tab.jsonl"
    path.write_text('{"segment": 0, "text": "a\\tb", "features": {}}\n')
    done = run("mbr", "--nbest", str(path), "--format", "tsv")
    assert done.code == 2
    assert "choose --format json" in done.err
    assert (
        json.loads(run("mbr", "--nbest", str(path), "--format", "json").out)["segments"][0]["text"] == "a\tb"
    )


# -- oracle ------------------------------------------------------------------------------------------------


def test_oracle_of_a_list(run: Run, files: dict[str, str], tmp_path: Path) -> None:
    out = tmp_path / "oracle"
    call = ("oracle", "--nbest", files["nbest"], "-r", files["ref"])
    done = run(*call, "-m", "ter", "-o", str(out))
    assert done.code == 0
    assert out.read_text() == REFERENCE
    lines = done.out.splitlines()
    assert lines[2].split() == ["best", "0.00", "-22.22"]
    assert lines[4].split() == ["first", "22.22", "0.00"]
    assert "no other choice is better" in done.out
    searched = run(*call, "--restarts", "1")
    assert "searched for from 3 starts" in searched.out
    rows = run(*call, "--segments", "--format", "tsv").out.splitlines()
    assert [row.split("\t")[:2] for row in rows[1:]] == [["0", "1"], ["1", "1"]]
    header = rows[0].split("\t")
    assert len(set(header)) == len(header)
    # The table, that of the segments, and what is said of both stand apart.
    assert run(*call, "--segments").out.count("\n\n") == 2
    assert run(*call).out.count("\n\n") == 1
    content = json.loads(run(*call, "--format", "json", "-m", "chrf").out)
    assert content["best"] == 100.0
    assert content["segments"][0]["chosen"] == 1


def test_oracle_of_lattices(run: Run, files: dict[str, str], tmp_path: Path) -> None:
    out, reference = tmp_path / "oracle", tmp_path / "two"
    reference.write_text("the cat\nso\n")
    call = ("oracle", "--lattice", files["plf"], "-r", str(reference))
    done = run(*call, "-m", "wrr", "-o", str(out), "--paths", "1")
    assert done.code == 0
    assert out.read_text() == "the cat\nso\n"
    assert done.out.splitlines()[2].split()[2:] == ["100.00", "0.00"]
    assert "best of 1 best paths" in done.out
    content = json.loads(run(*call, "--format", "json", "--segments").out)
    assert content["segments"][0]["oracle"]["text"] == "the cat"
    rows = run(*call, "--segments", "--format", "tsv").out.splitlines()
    assert rows[0].startswith("segment\tbest path")
    assert len(rows) == 3


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("-r", "{ref}"), "nothing to choose from"),
        (("--nbest", "{nbest}"), "no reference"),
        (("--nbest", "{nbest}", "-r", "{folder}/nothing"), "no such file"),
        (("--nbest", "{nbest}", "-r", "{ref}", "-m", "length-ratio"), "no direction"),
        (("--lattice", "{plf}", "-r", "{ref}", "-m", "bleu"), "choose from an n-best list instead"),
        (("--nbest", "{nbest}", "-r", "{ref}", "-m", "bleu", "-m", "ter"), "--metric is given 2 times"),
        (("--nbest", "{nbest}", "-r", "{ref}", "--symbols", "{a}"), "--symbols needs --lattice"),
        (("--nbest", "{nbest}", "-r", "{ref}", "--paths", "100"), "--paths needs --lattice"),
        (("--lattice", "{plf}", "-r", "{ref}", "--names", "{a}"), "--names needs --nbest"),
        (("--lattice", "{plf}", "-r", "{ref}", "--align-ref", "{a}"), "--align-ref is of no use"),
        (("--lattice", "{plf}", "-r", "{ref}", "--nbest", "{nbest}", "--paths", "3"), "--paths is of no use"),
    ],
)
def test_oracle_refuses(run: Run, files: dict[str, str], arguments: tuple[str, ...], says: str) -> None:
    done = run("oracle", *(argument.format(**files) for argument in arguments))
    assert (done.code, done.out) == (2, "")
    assert says in done.err


def test_mbr_of_systems_with_unequal_lines(run: Run, tmp_path: Path) -> None:
    for name, lines in (("one", 2), ("two", 2), ("three", 3)):
        (tmp_path / name).write_text("a\n" * lines)
    done = run("mbr", *(str(tmp_path / name) for name in ("one", "two", "three")))
    assert (done.code, done.out) == (2, "")
    assert f"{tmp_path / 'one'} has 2 lines, {tmp_path / 'three'} has 3" in " ".join(done.err.split("\n"))
    # The first is what others are compared with, also where it is the odd one.
    done = run("mbr", *(str(tmp_path / name) for name in ("three", "one", "two")))
    assert f"{tmp_path / 'three'} has 3 lines, {tmp_path / 'one'} has 2" in " ".join(done.err.split("\n"))
