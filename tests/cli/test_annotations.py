"""``--annotation``, ``--annotation-ref`` and ``--analyser`` of the commands that score test sets."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import pitchpipe as pp
from pitchpipe.lang import FileAnnotator
from tests.commands import ROOT, Run
from tests.metrics.annotating import PureAnnotator

FOLDER = "examples/annotation"
GOOD, SHORT = "examples/systems/good.en", "examples/systems/short.en"
REFERENCES = ["-r", "examples/reference.a.en", "-r", "examples/reference.b.en"]
OF_REFERENCES = [
    *("--annotation-ref", f"{FOLDER}/reference.a.en.conllu"),
    *("--annotation-ref", f"{FOLDER}/reference.b.en.conllu"),
]
METRIC = ["-m", "hlepor:pos=true"]


def scores(run: Run, *arguments: str) -> dict[str, float]:
    done = run("score", *arguments, *METRIC, "--format", "json")
    assert (done.code, done.err) == (0, "")
    return {s["name"]: s["scores"][0]["score"] for s in json.loads(done.out)["systems"]}


def refusal(run: Run, *arguments: str) -> str:
    done = run("score", *arguments)
    assert (done.code, done.out) == (2, "")
    return done.err


def test_a_folder_and_files_by_name(run: Run) -> None:
    annotator = FileAnnotator.read(
        [ROOT / FOLDER / f"{name}.en.conllu" for name in ("good", "short")],
        [ROOT / FOLDER / f"reference.{name}.en.conllu" for name in "ab"],
    )
    read = pp.TestSet.read(
        systems=[ROOT / GOOD, ROOT / SHORT],
        references=[ROOT / f"examples/reference.{name}.en" for name in "ab"],
    )
    expected = pp.score(
        pp.TestSet(systems=read.systems, references=read.references, annotator=annotator), ["hlepor:pos=true"]
    )
    by_name = {name: expected[name, "hlepor:pos=true"].score for name in read.systems}
    assert scores(run, GOOD, SHORT, *REFERENCES, "--annotation", FOLDER) == by_name
    files = [
        *("--annotation", f"short.en={FOLDER}/short.en.conllu"),
        *("--annotation", f"good.en={FOLDER}/good.en.conllu"),
    ]
    assert scores(run, GOOD, SHORT, *REFERENCES, *files, *OF_REFERENCES) == by_name
    alone = ["--annotation", f"{FOLDER}/good.en.conllu", *OF_REFERENCES]
    assert scores(run, GOOD, *REFERENCES, *alone) == {"good.en": by_name["good.en"]}
    named = ["--annotation", f"good.en={FOLDER}/good.en.conllu", *OF_REFERENCES]
    assert scores(run, GOOD, *REFERENCES, *named) == {"good.en": by_name["good.en"]}


def test_the_examples_are_what_the_tool_says(tmp_path: Path, run: Run) -> None:
    names = ("good", "literal", "short", "verbose")
    files = [f"examples/systems/{name}.en" for name in names]
    files += [f"examples/reference.{name}.en" for name in "ab"]
    arguments = ["-l", "en", "--analyser", "hanta", "--no-cache", "-o", str(tmp_path / "made")]
    assert run("lang", "annotate", *files, *arguments).code == 0
    for file in files:
        name = f"{Path(file).name}.conllu"
        made = (tmp_path / "made" / name).read_text(encoding="utf-8").splitlines()
        ours = (ROOT / FOLDER / name).read_text(encoding="utf-8").splitlines()
        assert made == ours, "with another version of HanTa, annotate the examples anew"


def test_the_analyser_and_the_cache(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, bool, str | None]] = []

    def found(language: str, cache: bool = True, analyser: str | None = None, **_: str) -> PureAnnotator:
        asked.append((language, cache, analyser))
        return PureAnnotator()

    monkeypatch.setattr("pitchpipe.lang.annotation.defaults.default_annotator", found)
    scores(run, GOOD, *REFERENCES, "-l", "de-en")
    scores(run, GOOD, *REFERENCES, "-l", "de-en", "--no-cache")
    scores(run, GOOD, *REFERENCES, "-l", "de-en", "--analyser", "hanta")
    assert asked == [("en", True, None), ("en", False, None), ("en", True, "hanta")]
    done = run("score", GOOD, *REFERENCES, "-m", "hlepor:pos=true,language=nl", "--analyser", "tagger")
    assert (done.code, asked[-1]) == (0, ("nl", True, "tagger"))
    # Nothing is analysed for metrics that do not look at it.
    assert run("score", GOOD, *REFERENCES, "-m", "hlepor", "-l", "de-en", "--analyser", "hanta").code == 0
    assert len(asked) == 4


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (
            ("--annotation", f"{FOLDER}/good.en.conllu"),
            "with several systems, write --annotation SYSTEM=FILE",
        ),
        (
            ("--annotation", f"bad={FOLDER}/good.en.conllu"),
            "there is no system 'bad'; there are good.en, short.en",
        ),
        (("--annotation", f"good.en={FOLDER}/good.en.conllu"), "there are no annotations of system short.en"),
        (
            ("--annotation", "good.en=x", "--annotation", "good.en=y"),
            "there are two files for system good.en",
        ),
        (
            ("--annotation", FOLDER, "--annotation-ref", f"{FOLDER}/reference.a.en.conllu"),
            "there are 2 references, but 1 files of their annotations",
        ),
        (OF_REFERENCES, "there are no annotations of system good.en"),
        (("--annotation", "examples"), "good.en.conllu"),
        (("--annotation", FOLDER, "--analyser", "hanta"), "not both"),
        (("--analyser", "hanta"), "say which with -l de-en"),
        ((), "say which with -l de-en"),
        (("--annotation", FOLDER, "--show-alignment", "1"), "leave out pos=true"),
    ],
)
def test_refused(run: Run, arguments: tuple[str, ...], says: str) -> None:
    assert says in refusal(run, GOOD, SHORT, *REFERENCES, *METRIC, *arguments)


def test_annotations_of_another_text(run: Run) -> None:
    swapped = [
        *("--annotation", f"good.en={FOLDER}/short.en.conllu"),
        *("--annotation", f"short.en={FOLDER}/good.en.conllu"),
    ]
    said = refusal(run, GOOD, SHORT, *REFERENCES, *METRIC, *swapped, *OF_REFERENCES)
    assert "short.en.conllu, segment 1: annotates" in said


def test_missing_references(run: Run, tmp_path: Path) -> None:
    """Segments that are left out are left out of the annotation; a gap in one of two references is none."""
    lines = (ROOT / "examples/reference.a.en").read_text(encoding="utf-8").splitlines()
    gap = tmp_path / "reference.a.en"
    gap.write_text("\n".join([*lines[:2], "(none)", *lines[3:]]) + "\n", encoding="utf-8")
    given = ["--missing-token", "(none)", "--annotation", FOLDER]
    skipped = scores(run, GOOD, SHORT, "-r", str(gap), "--missing", "skip", *given)
    full = run(
        *("score", GOOD, SHORT, "-r", "examples/reference.a.en", *METRIC, "--annotation", FOLDER),
        *("--segments", "--format", "json"),
    )
    for system in json.loads(full.out)["systems"]:
        segments = system["scores"][0]["segments"]
        left = [*segments[:2], *segments[3:]]
        assert skipped[system["name"]] == pytest.approx(sum(left) / len(left))
    both = scores(run, GOOD, "-r", str(gap), *REFERENCES[2:], *given)
    second = scores(run, GOOD, *REFERENCES, "--annotation", FOLDER)
    assert 0.0 < both["good.en"] <= second["good.en"]


def test_compare(run: Run) -> None:
    done = run(
        *("compare", GOOD, SHORT, *REFERENCES, *METRIC, "--annotation", FOLDER),
        *("--samples", "100", "--format", "json"),
    )
    table = json.loads(done.out)
    assert done.code == 0
    assert "annotation:hanta" in json.dumps(table)


def test_audit(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    given = ["audit", GOOD, SHORT, *REFERENCES, *METRIC, "--samples", "100", "--format", "json"]
    done = run(*given, "--annotation", FOLDER)
    audited = json.loads(done.out)["metrics"][0]
    assert audited["scores"] == scores(run, GOOD, SHORT, *REFERENCES, "--annotation", FOLDER)
    asked: list[tuple[str, bool, str | None]] = []

    def found(language: str, cache: bool = True, analyser: str | None = None, **_: str) -> PureAnnotator:
        asked.append((language, cache, analyser))
        return PureAnnotator()

    monkeypatch.setattr("pitchpipe.lang.annotation.defaults.default_annotator", found)
    assert run(*given, "-l", "de-en").code == 0
    assert run(*given, "-l", "de-en", "--analyser", "hanta").code == 0
    # Outputs that were made up are not worth a file in the cache.
    assert asked == [("en", False, None), ("en", False, "hanta")]
    refused = run(*given)
    assert (refused.code, "bring annotations in files" in refused.err) == (2, True)


def test_judged_test_sets(run: Run, tmp_path: Path) -> None:
    systems = {name: ROOT / f"examples/systems/{name}.en" for name in ("good", "literal", "short", "verbose")}
    path = tmp_path / "examples.jsonl"
    pp.TestSet.read(references={"a": ROOT / "examples/reference.a.en"}, systems=systems).to_jsonl(path)
    folder = tmp_path / "annotation"
    folder.mkdir()
    for name in systems:
        shutil.copy(ROOT / FOLDER / f"{name}.en.conllu", folder / f"{name}.conllu")
    shutil.copy(ROOT / FOLDER / "reference.a.en.conllu", folder / "a.conllu")
    given = [str(path), "--human", "examples/adequacy.seg.score", *METRIC, "--annotation", str(folder)]
    shown = run("meta", *given, "--statistic", "pearson", "--test", "none")
    assert shown.code == 0
    assert "|pos:yes|" in shown.out
    fitted = run("fit", *given, "-p", "w_word", "-p", "w_pos", "--folds", "0", "--restarts", "1")
    assert fitted.code == 0
    assert "w_pos" in fitted.out
