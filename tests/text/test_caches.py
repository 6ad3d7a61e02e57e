"""What sacreBLEU and mt-metrics-eval have downloaded, by name; nothing is fetched."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitchpipe import TestSet, read_test_set
from pitchpipe.errors import DataError, MissingError
from tests.commands import Run

FILES = {
    "wmt22/wmt22.en-de.src": "one\ntwo\n",
    "wmt22/wmt22.en-de.ref-A": "eins\nzwei\n",
    "wmt22/wmt22.en-de.ref-B": "ein\nzwo\n",
    "wmt22/wmt22.en-de.docid": "d1\nd2\n",
    "wmt22/wmt22.en-de.origlang": "en\nen\n",
    "wmt22/wmt22.en-de.Online-A": "eins\nzwo\n",
    "wmt22/wmt22.cs-en.src": "jedna\n",
    "wmt22/wmt22.cs-en.ref-B": "one\n",
    "wmt22/wmt22.cs-en.ref-C": "1\n",
    "wmt21/dev/wmt21_dev.de-en.src": "eins\n",
    "wmt21/dev/wmt21_dev.de-en.ref": "one\n",
    "wmt20/wmt20.de-en.src": "eins\n",
    "wmt20/wmt20.de-en.ref-0": "one\n",
    "wmt20/wmt20.de-en.ref-1": "1\n",
    "wmt20/wmt20.de-en.genre": "news\n",
}


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home with sacreBLEU's cache and mt-metrics-eval's folder."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("SACREBLEU", raising=False)
    for name, text in FILES.items():
        path = tmp_path / ".sacrebleu" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    folder = tmp_path / ".mt-metrics-eval/mt-metrics-eval-v2/wmt22"
    for name, text in {
        "sources/en-de.txt": "one\n",
        "references/en-de.refA.txt": "eins\n",
        "system-outputs/en-de/base.txt": "ein\n",
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.usefixtures("cache")
def test_a_test_set_of_sacrebleu() -> None:
    assert read_test_set("sacrebleu:wmt22", language_pair="en-de") == TestSet(
        systems={"Online-A": ["eins", "zwo"]},
        references={"A": ["eins", "zwei"]},
        source=["one", "two"],
        documents=["d1", "d2"],
        source_language="en",
        target_language="de",
        name="wmt22",
    )


@pytest.mark.usefixtures("cache")
@pytest.mark.parametrize(
    ("name", "pair", "references"),
    [
        ("wmt22", "cs-en", ["B"]),
        ("wmt21/dev", "de-en", ["ref"]),
        ("wmt21/dev", None, ["ref"]),
        ("wmt20", "de-en", ["0", "1"]),
    ],
)
def test_the_references_that_sacrebleu_takes(name: str, pair: str | None, references: list[str]) -> None:
    assert list(read_test_set(f"sacrebleu:{name}", language_pair=pair).references) == references


@pytest.mark.usefixtures("cache")
def test_other_references_and_systems() -> None:
    chosen = read_test_set("sacrebleu:wmt22", language_pair="en-de", references=["B", "A"], systems=[])
    assert (list(chosen.references), chosen.systems) == (["B", "A"], {})
    assert read_test_set("sacrebleu:wmt20").domains == ["news"]
    with pytest.raises(DataError, match='en-de, has no system "Online-B"; it has Online-A'):
        read_test_set("sacrebleu:wmt22", language_pair="en-de", systems="Online-B")
    with pytest.raises(DataError, match="several language pairs, choose one: cs-en, en-de"):
        read_test_set("sacrebleu:wmt22")
    with pytest.raises(DataError, match="further files cannot be added"):
        read_test_set("sacrebleu:wmt22", "more.sgm")


def test_what_is_not_there_is_not_fetched(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(MissingError, match="has 'wmt22' for cs-en, en-de only: sacrebleu -t wmt22 -l fr-de"):
        read_test_set("sacrebleu:wmt22", language_pair="fr-de")
    with pytest.raises(
        MissingError, match=r"no test set 'wmt19', it has wmt20, wmt21/dev, wmt22: .* --echo src"
    ):
        read_test_set("sacrebleu:wmt19", language_pair="en-de")
    with pytest.raises(
        MissingError, match=r"no test set 'wmt23', it has wmt22: python -m mt_metrics_eval.mtme"
    ):
        read_test_set("mtme:wmt23", language_pair="en-de")
    monkeypatch.setenv("SACREBLEU", str(cache / "elsewhere"))
    for name in ("sacrebleu:", "sacrebleu:wmt22"):
        with pytest.raises(MissingError, match=r"elsewhere has no test set .*, it has none"):
            read_test_set(name, language_pair="en-de")


def test_a_file_of_that_name_is_a_file(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(cache)
    for name in ("sacrebleu:wmt22", "mtme:wmt22"):
        Path(name).write_text('{"systems": {"a": "x"}, "reference": "y"}\n', encoding="utf-8")
        assert list(read_test_set(name).systems) == ["a"]


def test_mt_metrics_eval(cache: Path, run: Run) -> None:
    assert read_test_set("mtme:wmt22").systems == {"base": ["ein"]}
    folder = cache / ".mt-metrics-eval/mt-metrics-eval-v2/wmt22"
    for given in (["mtme:wmt22"], ["-t", "mtme:wmt22"]):
        done = run("meta", *given)
        assert (done.code, done.err) == (2, f"error: which human judgments? {folder} has none\n")


#: A test set of two segments, and outputs for it.
GIVEN = ("-t", "sacrebleu:wmt22", "-l", "en-de", "-m", "wer")


def outputs(path: Path) -> str:
    path.write_text("eins\nzwei\n", encoding="utf-8")
    return str(path)


def test_outputs_beside_a_test_set(cache: Path, run: Run) -> None:
    mine = outputs(cache / "mine.de")
    alone = run("score", mine, *GIVEN)
    assert (alone.code, alone.err) == (0, "")
    assert "mine.de    0.00" in alone.out
    assert "Online-A" not in alone.out
    both = run("compare", f"new={mine}", *GIVEN, "--system", "Online-A", "--samples", "99")
    assert (both.code, both.err) == (0, "")
    assert "baseline Online-A" in both.out
    assert "new" in both.out


@pytest.mark.usefixtures("cache")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-t", "sacrebleu:wmt20"], "--test-set has no system outputs: give some beside it, HYP..."),
        (
            ["-t", "mtme:wmt22", "-r", "x"],
            "--test-set brings its own texts: leave out -r, -s and --documents",
        ),
        (
            ["examples/systems/good.en", "-t", "mtme:wmt22"],
            'the source has 1 segment, system "good.en" has 48',
        ),
    ],
)
def test_refused(run: Run, arguments: list[str], message: str) -> None:
    done = run("score", *arguments)
    assert (done.code, done.err) == (2, f"error: {message}\n")


def test_two_of_one_name(cache: Path, run: Run) -> None:
    done = run("score", outputs(cache / "Online-A"), *GIVEN, "--system", "Online-A")
    assert done.err == "error: 'Online-A' is a system of --test-set already: write NAME=FILE\n"
