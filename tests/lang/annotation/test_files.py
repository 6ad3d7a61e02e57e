"""Annotations from files: factored text, and how files go with the lines of a batch."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pitchpipe.errors import DataError, MissingError, ParameterError
from pitchpipe.lang import FileAnnotator, Token, read_annotation
from tests.lang.annotation.texts import TINY, conllu, written


def test_factored(tmp_path: Path) -> None:
    text = "Do|do|VBP &#124;|&#124;|SYM\n\nhouses|house|NNS\n"
    analysed = read_annotation(written(tmp_path, "a.factored", text)).analysed
    assert analysed.line(0) == [Token("Do", "do", "VERB", "VBP"), Token("|", "|", "SYM", "SYM")]
    assert analysed.line(1) == []
    assert analysed.tagset == "penn"


@pytest.mark.parametrize("token", ["a|b", "a|b|c|d", "a||NN", "a"])
def test_a_token_without_three_factors(tmp_path: Path, token: str) -> None:
    with pytest.raises(DataError, match=r"a\.txt, line 2, token 2: .* is not word\|lemma\|POS"):
        read_annotation(written(tmp_path, "a.txt", f"a|a|NN\nb|b|NN {token}\n"))


def test_systems_are_stacked_and_references_interleaved(tmp_path: Path) -> None:
    one = written(tmp_path, "one.conllu", conllu("a b", "c"))
    two = written(tmp_path, "two.conllu", conllu("d", "e f"))
    annotator = FileAnnotator.read([one, two], [one, two])
    stacked = annotator.annotate(["a b", "c", "d", "e f"], side="hypotheses")
    assert [[t.form for t in stacked.line(i)] for i in range(4)] == [["a", "b"], ["c"], ["d"], ["e", "f"]]
    together = annotator.annotate(["a b", "d", "c", "e f"], side="references")
    assert [[t.form for t in together.line(i)] for i in range(4)] == [["a", "b"], ["d"], ["c"], ["e", "f"]]
    assert stacked.tool.startswith("file#")
    assert stacked.tool != FileAnnotator.read([one], [one]).annotate(["a b", "c"], side="hypotheses").tool


def test_the_text_is_compared(tmp_path: Path) -> None:
    path = written(tmp_path, "a.conllu", TINY)
    annotator = FileAnnotator.read([path], [path])
    # Spelt together, other quotation marks, other case: still the same words.
    assert len(annotator.annotate(["“Don't go there”", "houses &quot;"], side="hypotheses")) == 2
    with pytest.raises(DataError, match=r"a\.conllu, segment 2: annotates 'Houses', but the text is 'House'"):
        annotator.annotate(["Don't go there.", "House"], side="hypotheses")


def test_counts_are_compared(tmp_path: Path) -> None:
    path = written(tmp_path, "a.conllu", TINY)
    annotator = FileAnnotator.read([path], [])
    with pytest.raises(DataError, match=r"a\.conllu has 2 segments, but there are 3 lines of hypotheses"):
        annotator.annotate(["a", "b", "c"], side="hypotheses")
    with pytest.raises(MissingError, match="--annotation-ref FILE"):
        annotator.annotate(["a"], side="references")
    with pytest.raises(ParameterError, match="not of pivot"):
        annotator.annotate(["a"], side="pivot")


def test_lines_that_were_left_out(tmp_path: Path) -> None:
    one = written(tmp_path, "one.conllu", conllu("a b", "...", "c", "a b", "x"))
    two = written(tmp_path, "two.conllu", conllu("d", "e", "A B", "f", "!"))
    annotator = FileAnnotator.read([one, two], [one, two])

    def forms(*lines: str, side: str = "references") -> list[str]:
        found = annotator.annotate(lines, side=side)
        return [" ".join(token.form for token in found.line(i)) for i in range(len(lines))]

    # Lines that are spelt alike take theirs in order: by segment for references, by file for systems.
    lines = ["a b", "d", "A B", "c", "A b", "!"]
    assert forms(*lines) == ["a b", "d", "A B", "c", "a b", "!"]
    stacked = forms("A b", "d", "c", "A b", "A b", "e", side="hypotheses")
    assert stacked == ["a b", "d", "c", "a b", "A B", "e"]
    # More often than in the files, they begin again.
    assert forms("A b", "A b", "A b", "A b") == ["a b", "A B", "a b", "a b"]
    with pytest.raises(DataError, match=r"for 2 files, and no segment annotates '\?'"):
        forms("a b", "?")


def test_the_same_signs_come_before_the_same_letters(tmp_path: Path) -> None:
    file = written(tmp_path, "one.conllu", conllu("No .", "No", "x"))
    found = FileAnnotator.read([file], [file]).annotate(["No", "No."], side="references")
    assert [len(found.line(i)) for i in range(2)] == [1, 2]


def test_sides_with_different_tagsets(tmp_path: Path) -> None:
    penn = written(tmp_path, "penn.conllu", conllu("a", xpos="NNS"))
    stts = written(tmp_path, "stts.conllu", conllu("a", xpos="VVFIN"))
    either = written(tmp_path, "either.conllu", conllu("a", xpos="NN"))
    with pytest.raises(DataError, match=r"penn\.conllu has tagset penn, .*stts\.conllu has stts"):
        FileAnnotator.read([penn], [stts])
    assert FileAnnotator.read([either], [penn]).tagset == "penn"
    assert FileAnnotator.read([stts], [either]).tagset == "stts"
    with pytest.raises(DataError, match="same tool"):
        FileAnnotator.read([either, penn], [stts])


NAMING = """\
import sys
from pitchpipe.lang import FileAnnotator

annotator = FileAnnotator.read(sys.argv[1:], sys.argv[1:])
print(annotator.annotate(["a"] * (len(sys.argv) - 1), side="references").tool)
"""


def test_the_joint_name_of_several_files_is_always_the_same(tmp_path: Path) -> None:
    """Signatures have it: it depends neither on how strings are hashed nor on the order of files."""
    tools = ("udpipe 2", "stanza", "spacy", "by hand")
    texts = [f"# tool = {tool}\n{conllu('a')}" for tool in tools]
    paths = [str(written(tmp_path, f"{k}.conllu", text)) for k, text in enumerate(texts)]
    names = set()
    for seed, given in enumerate((paths, paths, paths, paths[::-1]), 1):
        environment = {**os.environ, "PYTHONHASHSEED": str(seed)}
        command = [sys.executable, "-c", NAMING, *given]
        names.add(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)
    (name,) = names
    assert re.fullmatch(r"by-hand\+spacy\+stanza\+udpipe-2#[0-9a-f]{8}\n", name)
