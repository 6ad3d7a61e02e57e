"""CoNLL-U: reading, grouping into segments, writing."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.errors import DataError
from pitchpipe.lang import Analysed, Token, read_annotation, write_conllu
from pitchpipe.lang.annotation.conllu import read_segments, sentences
from tests.lang.annotation.texts import TINY, conllu, written


def test_words_without_ranges_and_empty_nodes(tmp_path: Path) -> None:
    found = read_segments(written(tmp_path, "a.conllu", TINY))
    assert [[w.form for w in line] for line in found.words] == [["Do", "n't", "go", "there", "."], ["Houses"]]
    assert found.words[0][0] == Token("Do", "do", "AUX", "VBP")
    assert found.texts == ["Don't go there.", "Houses"]
    assert (found.tool, found.tagset) == ("by hand", None)


def test_the_samples(shared: Path) -> None:
    folder = shared / "data" / "formats"
    for name, text in (
        ("en_ewt.conllu", "What if Google Morphed Into GoogleOS?"),
        ("en_ewt_empty_nodes.conllu", None),
        ("fr_gsd.conllu", None),
    ):
        found = list(sentences(folder / name))
        assert text is None or found[0].text == text
        assert [s.text for s in found] == [s.comments["text"] for s in found], name
    factored, gold = read_annotation(folder / "factored.txt"), read_annotation(folder / "en_ewt.conllu")
    assert factored.analysed.forms == gold.analysed.forms
    assert factored.analysed.lemmas == gold.analysed.lemmas
    assert factored.analysed.upos == gold.analysed.upos
    assert (factored.analysed.tagset, gold.analysed.tagset) == ("upos", "penn")


def test_parts_of_speech_are_completed_from_the_tags(tmp_path: Path) -> None:
    """A universal part is taken over, another comes from the Penn tag, and without both it is X."""
    rows = ("dogs\tdog\tNOUN\tNNS", "bark\tbark\t_\tVBP", "etc\t_\t_\t_", "loud\tloud\tADJ\t_")
    text = "".join(f"{k}\t{row}\t_\t_\t_\t_\t_\n" for k, row in enumerate(rows, 1))
    found = read_annotation(written(tmp_path, "a.conllu", text)).analysed
    assert found.tagset == "penn"
    assert found.upos == ["NOUN", "VERB", "X", "ADJ"]
    assert found.xpos == ["NNS", "VBP", "X", "ADJ"]
    assert found.lemmas == ["dog", "bark", "etc", "loud"]


def _numbered(*numbers: object) -> str:
    return "\n".join(f"# seg_id = {n}\n{conllu(f'w{k}')}" for k, n in enumerate(numbers))


@pytest.mark.parametrize(
    ("numbers", "texts"),
    [
        ((1, 1, 2), ["w0 w1", "w2"]),
        ((0, 1, 1), ["w0", "w1 w2"]),
        ((1, 4), ["w0", "", "", "w1"]),
        ((2,), ["", "w0"]),
    ],
)
def test_sentences_are_grouped_by_segment(tmp_path: Path, numbers: tuple[int, ...], texts: list[str]) -> None:
    found = read_segments(written(tmp_path, "a.conllu", _numbered(*numbers)))
    assert found.texts == texts
    assert [" ".join(w.form for w in line) for line in found.words] == texts


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (_numbered(2, 1), "line 4: seg_id 1 comes after a larger one"),
        (_numbered("x"), "line 1: seg_id must be a number, not 'x'"),
        (_numbered(1) + "\n" + conllu("a"), "line 4: some sentences have a seg_id"),
        ("1 a a NOUN\n", "line 1: 1 columns separated by tabs; CoNLL-U has 10"),
        (conllu("a").replace("NOUN", "N"), "line 1: 'N' is not a universal part of speech"),
        (conllu("a b").replace("2\tb", "3\tb"), "line 2: word number '3'; expected 2"),
        (conllu("a").replace("1\ta", "x\ta"), "line 1: word number 'x'; expected 1"),
        (conllu("a").replace("1\ta", "1-1\ta"), "line 1: the words 1-1 are spelt together"),
        (
            conllu("a").replace("1\ta", "1-2\ta"),
            "line 1: the sentence has 0 words, but the words 1-2",
        ),
        (conllu("a b").replace("1\ta", f"{'1' * 5000}\ta"), "line 1: word number '11111111111111111111"),
        (_numbered(1, 999_999_999), "line 4: seg_id 999999999 comes after 1 segments"),
        (conllu("a").replace("1\ta\t", "1\t\t"), "line 1: the word is empty"),
        ("# tagset = a\n" + conllu("a") + "\n# tagset = b\n" + conllu("b"), "line 4: tagset b, but a before"),
        (conllu("a").replace("a\ta", "a\t_"), "has no lemmas"),
        (conllu("a", xpos="_").replace("NOUN", "_"), "has no parts of speech"),
        (conllu("a", xpos="Ncms").replace("NOUN", "_"), "of no known tagset (Ncms"),
    ],
)
def test_refused(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(DataError) as refused:
        read_annotation(written(tmp_path, "a.conllu", text))
    assert says in str(refused.value)
    assert "a.conllu" in str(refused.value)


def test_what_is_left_out_is_completed(tmp_path: Path) -> None:
    text = (
        conllu("Häuser steht", xpos="NN")
        .replace("NOUN\tNN", "_\tVVFIN", 1)
        .replace("steht\tsteht", "steht\t_")
    )
    analysed = read_annotation(written(tmp_path, "a.conllu", text)).analysed
    assert analysed.line(0) == [
        Token("Häuser", "Häuser", "VERB", "VVFIN"),
        Token("steht", "steht", "NOUN", "NN"),
    ]
    assert analysed.tagset == "stts"


FIELD = st.text(st.characters(exclude_categories=("Cs", "Cc", "Z")), min_size=1, max_size=5)
TOKEN = st.builds(
    Token, FIELD, FIELD.filter("_".__ne__), st.sampled_from(["NOUN", "X"]), FIELD.filter("_".__ne__)
)


@given(st.lists(st.lists(TOKEN, max_size=4), min_size=1, max_size=5))
def test_written_and_read_back(tmp_path_factory: pytest.TempPathFactory, lines: list[list[Token]]) -> None:
    path = tmp_path_factory.mktemp("conllu") / "a.conllu.gz"
    write_conllu(path, Analysed.of(lines, tool="tool-1", tagset="tags"))
    found = read_segments(path)
    assert found.words == lines
    assert (found.tool, found.tagset) == ("tool-1", "tags")


def test_comments_at_the_top_are_no_sentence(tmp_path: Path) -> None:
    path = tmp_path / "top.conllu"
    path.write_text(f"# tool = mine 1\n# tagset = own\n\n{conllu('a')}")
    found = read_segments(path)
    assert (found.tool, found.tagset, len(found.words)) == ("mine 1", "own", 1)


def test_text_beside_the_analysis(tmp_path: Path) -> None:
    analysed = Analysed.of([[Token("a", "a", "X", "X")], []], tool="t", tagset="s")
    write_conllu(tmp_path / "a.conllu", analysed, ["a", ""])
    assert (tmp_path / "a.conllu").read_text() == (
        "# tool = t\n# tagset = s\n# seg_id = 1\n# text = a\n1\ta\ta\tX\tX\t_\t_\t_\t_\t_\n\n"
        "# seg_id = 2\n# text =\n\n"
    )
    with pytest.raises(DataError, match="1 lines of text, but 2"):
        write_conllu(tmp_path / "b.conllu", analysed, ["a"])
