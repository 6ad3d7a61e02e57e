"""Annotations of changed outputs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pitchpipe as pp
from pitchpipe.auditing import changes
from pitchpipe.auditing.annotating import ChangedAnnotator
from pitchpipe.lang import Analysed, FileAnnotator, Token
from pitchpipe.lang.annotation.files import Annotation
from tests.commands import ROOT

THE, OF_NAMES = Token("the", "the", "DET", "DT"), Token("the", "the", "PROPN", "NNP")


def annotation(*lines: list[Token], texts: list[str] | None = None) -> Annotation:
    spelt = texts or [" ".join(token.form for token in line) for line in lines]
    return Annotation("file", Analysed.of(lines, tool="t", tagset="penn"), spelt, ("penn",))


def token(form: str) -> Token:
    return Token(form, form.lower(), "NOUN", "NN")


def words(text: str) -> list[Token]:
    return [token(word) for word in text.split()]


def forms(line: list[Token]) -> str:
    return " ".join(word.form for word in line)


def test_beginnings_and_fillings() -> None:
    reference = annotation([THE, OF_NAMES, THE], words("a b"))
    files = FileAnnotator([annotation(words("A cat there ."), words("ein Satz"))], [reference])
    annotator = ChangedAnnotator(files, versions=4, others=0)
    lines = [
        "A cat there .",
        "ein Satz",
        "A cat the",
        "ein",
        "",
        "qzx the",
        "A cat there . qzx qzx",
        "ein Satz the",
    ]
    found = annotator.annotate(lines, side="hypotheses")
    junk = Token("qzx", "qzx", "X", "X")
    assert [found.line(i) for i in range(len(found))] == [
        words("A cat there ."),
        words("ein Satz"),
        # `the` is how `there` begins, but it was put in.
        [*words("A cat"), THE],
        words("ein"),
        [],
        [junk, THE],
        [*words("A cat there ."), junk, junk],
        [*words("ein Satz"), THE],
    ]
    assert annotator.annotate(["the the the", "a b"], side="references").line(0)[1] == OF_NAMES


def test_words_that_a_tool_took_apart() -> None:
    taken_apart = [token(form) for form in ("``", "Er", "geht", "zu", "dem", "Haus", "''", ".")]
    files = FileAnnotator([annotation(taken_apart, texts=['"Er geht zum Haus".'])], [annotation(words("a"))])
    annotator = ChangedAnnotator(files, versions=3, others=0)
    found = annotator.annotate(['"Er geht zum Haus".', '"Er geht', '"Er geht zum'], side="hypotheses")
    assert forms(found.line(1)) == "`` Er geht"
    assert forms(found.line(2)) == "`` Er geht zu dem"


def test_a_line_without_letters() -> None:
    files = FileAnnotator([annotation(words("."), texts=[""])], [annotation(words("a"))])
    found = ChangedAnnotator(files, versions=2, others=0).annotate(["", "a a"], side="hypotheses")
    assert forms(found.line(1)) == "a a"


def test_files_of_systems_that_are_not_audited() -> None:
    lines = {name: words(f"{name} cat") for name in "abc"}
    files = FileAnnotator([annotation(line) for line in lines.values()], [annotation(words("a cat"))])
    found = ChangedAnnotator(files, versions=2, others=1).annotate(["c cat", "c", "b cat"], side="hypotheses")
    assert [forms(found.line(i)) for i in range(3)] == ["c cat", "c", "b cat"]


@given(st.lists(st.lists(st.sampled_from(["a", "the", "there", "bridge", ",", "."]), max_size=9), min_size=1))
def test_changed_lines_are_spelt_by_their_words(lines: list[list[str]]) -> None:
    texts = [" ".join(line) for line in lines]
    test_set = pp.TestSet(systems={"s": texts, "o": texts}, references={"r": ["the the cat"] * len(texts)})
    files = FileAnnotator(
        [annotation(*map(words, texts)), annotation(*map(words, texts))],
        [annotation(*[words("the the cat")] * len(texts))],
    )
    versions = changes.changed(test_set)
    annotator = ChangedAnnotator(files, len(versions.systems) - 1, 1)
    stacked = [line for system in versions.systems.values() for line in system]
    found = annotator.annotate(stacked, side="hypotheses")
    assert [forms(found.line(i)) for i in range(len(found))] == stacked


def test_audits_with_files() -> None:
    examples = ROOT / "examples"
    systems = [examples / "systems/good.en", examples / "systems/short.en"]
    read = pp.TestSet.read(references=[examples / "reference.a.en"], systems=systems)
    folder = examples / "annotation"
    annotator = FileAnnotator.read(
        [folder / "good.en.conllu", folder / "short.en.conllu"], [folder / "reference.a.en.conllu"]
    )
    metric = "hlepor:pos=true"
    test_set = pp.TestSet(
        systems=read.systems,
        # A gap: what is left out is left out of the annotation.
        references={"a": [None, *read.references["reference.a.en"][1:]]},
        annotator=annotator,
    )
    found = pp.audit(test_set, [metric], samples=100, missing="skip")
    scored = pp.score(test_set, [metric], missing="skip")
    assert found.segments == len(read) - 1
    for name in read.systems:
        assert found[metric].scores[name] == pytest.approx(scored[name, metric].score, rel=1e-12)
