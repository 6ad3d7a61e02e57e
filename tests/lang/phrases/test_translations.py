"""Phrase tables for decoders beside a slow definition, and on alignments made by hand."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import _core
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.lang.phrases import Extraction, table_from_moses, translations_from_text
from pitchpipe.lang.phrases.moses import read_moses_table
from tests.metrics.annotating import SpelledAnnotator
from tests.oracle.phrases import Links, Row, phrase_table

ALL = Extraction(longest=7, min_count=0.0, top=1000)


def lines(
    sources: list[str], targets: list[str], links: list[str], extraction: Extraction = ALL
) -> list[str]:
    """Of a table from text with links ``0-0 1-1``."""
    parsed = _core.Alignments(
        [[(int(i), int(j)) for i, j in (link.split("-") for link in line.split())] for line in links]
    )
    return list(translations_from_text(sources, targets, links=parsed, extraction=extraction).lines())


def parsed(line: str) -> tuple[tuple[str, str], tuple[list[float], Links, list[int]]]:
    f, e, scores, links, counts, *rest = line.split(" ||| ")
    assert rest == ["|||"]
    pairs = tuple((int(i), int(j)) for i, j in (link.split("-") for link in links.split()))
    return (f, e), ([float(score) for score in scores.split()], pairs, [int(n) for n in counts.split()])


# -- the definition --------------------------------------------------------------------------------


@st.composite
def bitexts(draw: st.DrawFn) -> list[tuple[list[str], list[str], Links]]:
    """Sentence pairs of few words, so that pairs repeat, with any links."""
    # By bytes: a control character is before a space, which is before |, which is before ü.
    words = st.sampled_from(["a", "b", "a\x01", "|", "ü"])
    pairs = []
    for _ in range(draw(st.integers(1, 5))):
        source, target = (draw(st.lists(words, max_size=4)) for _ in range(2))
        places = [(i, j) for i in range(len(source)) for j in range(len(target))]
        links = draw(st.sets(st.sampled_from(places), max_size=5)) if places else set()
        pairs.append((source, target, tuple(sorted(links))))
    return pairs


def close(found: list[float], row: Row) -> bool:
    return found == pytest.approx([float(score) for score in row.scores], rel=1e-6)


@given(bitexts(), st.integers(1, 4), st.integers(0, 3), st.integers(1, 3))
def test_as_defined(
    bitext: list[tuple[list[str], list[str], Links]], longest: int, min_count: int, top: int
) -> None:
    sources, targets, links = (list(column) for column in zip(*bitext, strict=True))
    wanted = phrase_table(sources, targets, links, longest=longest, min_count=min_count, top=top)
    texts = [" ".join(words) for words in sources], [" ".join(words) for words in targets]
    given_links = _core.Alignments([list(line) for line in links])
    extraction = Extraction(longest, min_count, top)
    if not wanted:
        with pytest.raises(DataError, match="no phrase pair is left"):
            translations_from_text(*texts, links=given_links, extraction=extraction)
        return
    table = translations_from_text(*texts, links=given_links, extraction=extraction)
    written = list(table.lines())
    assert written == sorted(written, key=str.encode)
    found = dict(map(parsed, written))
    assert found.keys() == wanted.keys()
    assert len(written) == len(table) == len(wanted)
    assert table.phrases == len({f for f, _ in wanted})
    for pair, (scores, there, counts) in found.items():
        row = wanted[pair]
        assert (there, tuple(counts)) == (row.links, row.counts)
        assert close(scores, row), (pair, scores, row)


# -- by hand ---------------------------------------------------------------------------------------


def test_words_without_links_stand_at_borders() -> None:
    """The comma belongs to nothing: it may go with the words beside it, and is translated from NULL."""
    assert lines(["ja klar"], ["yes , sure"], ["0-0 1-2"]) == [
        "ja klar ||| yes , sure ||| 1 1 1 1 ||| 0-0 1-2 ||| 1 1 1 ||| |||",
        "ja ||| yes , ||| 1 1 0.5 1 ||| 0-0 ||| 1 2 1 ||| |||",
        "ja ||| yes ||| 1 1 0.5 1 ||| 0-0 ||| 1 2 1 ||| |||",
        "klar ||| , sure ||| 1 1 0.5 1 ||| 0-1 ||| 1 2 1 ||| |||",
        "klar ||| sure ||| 1 1 0.5 1 ||| 0-0 ||| 1 2 1 ||| |||",
    ]


def test_several_links_of_a_word_are_averaged() -> None:
    """zum is "to" and "the", and "the" is also der: w(zum|the) = 1/2, w(to|zum) = w(the|zum) = 1/2."""
    found = dict(map(parsed, lines(["zum Haus", "der"], ["to the house", "the"], ["0-0 0-1 1-2", "0-0"])))
    scores, links, counts = found["zum", "to the"]
    # lex(f|e): the mean of w(zum|to) = 1 and w(zum|the) = 1/2; lex(e|f): 1/2 for each of the two words.
    assert (scores, links, counts) == ([1.0, 0.75, 1.0, 0.25], ((0, 0), (0, 1)), [1, 1, 1])
    assert ("zum", "to") not in found


def test_limits() -> None:
    texts = ["a b", "a b", "a b", "a"], ["x y", "x y", "z y", "w"], ["0-0 1-1"] * 3 + ["0-0"]
    short = lines(*texts, Extraction(longest=1, min_count=1, top=1000))
    assert [line.split(" ||| ")[:2] for line in short] == [["a", "w"], ["a", "x"], ["a", "z"], ["b", "y"]]
    often = lines(*texts, Extraction(min_count=2))
    assert [line.split(" ||| ")[:2] for line in often] == [["a b", "x y"], ["a", "x"], ["b", "y"]]
    # Probabilities are those of all pairs, whatever is kept.
    assert "a ||| x ||| 1 1 0.5 0.5 ||| 0-0 ||| 2 4 2 ||| |||" in often
    # Of w and z, seen once each, the first by bytes.
    two = lines(*texts, Extraction(longest=1, top=2))
    assert [line.split(" ||| ")[:2] for line in two] == [["a", "w"], ["a", "x"], ["b", "y"]]


def test_case_and_tokens() -> None:
    links = _core.Alignments([[(0, 0), (1, 1)]])
    kept = translations_from_text(["Oh!"], ["Oh !"], links=links, tokenize="none", source_tokenize="13a")
    assert "Oh ! ||| Oh ! ||| 1 1 1 1 ||| 0-0 1-1 ||| 1 1 1 ||| |||" in list(kept.lines())
    lowered = translations_from_text(["Oh!"], ["OH!"], links=links, tokenize="13a", lowercase=True)
    assert [line.split(" ||| ")[0] for line in lowered.lines()] == ["!", "oh !", "oh"]


def test_words_are_aligned_where_no_links_are_given() -> None:
    german = ["das Haus", "das Buch", "ein Buch", "ein Haus"] * 2
    english = ["the house", "the book", "a book", "a house"] * 2
    table = translations_from_text(german, english, extraction=Extraction(longest=1))
    assert [line.split(" ||| ")[1] for line in table.lines()] == ["book", "house", "the", "a"]
    assert repr(table) == "<TranslationTable: 4 source phrases, 4 pairs>"


def test_columns_are_those_of_moses(shared: Path) -> None:
    """What Moses itself wrote: counts are of e, of f and of both, and give the first and the third score."""
    ours = lines(["a b", "a c", "d b"], ["x y", "x y", "x z"], ["0-0 1-1"] * 3)
    theirs = (shared / "data/formats/moses.phrase-table.txt").read_text(encoding="utf-8").splitlines()
    assert len(theirs) == 100
    for line in [*ours, *theirs]:
        _, (scores, _, (of_e, of_f, of_both)) = parsed(line)
        assert scores[0] == pytest.approx(of_both / of_e, rel=1e-5)
        assert scores[2] == pytest.approx(of_both / of_f, rel=1e-5)


# -- files -----------------------------------------------------------------------------------------


def test_written_and_read(tmp_path: Path) -> None:
    links = _core.Alignments([[(0, 0), (1, 1)]] * 3)
    table = translations_from_text(["la maison"] * 3, ["the house"] * 3, links=links)
    table.write(tmp_path / "table.gz")
    written = gzip.decompress((tmp_path / "table.gz").read_bytes()).decode()
    assert written == "".join(f"{line}\n" for line in table.lines())
    rows = read_moses_table(tmp_path / "table.gz")
    assert [(row.f, row.e, row.count) for row in rows] == [
        ("la maison", "the house", 3.0),
        ("la", "the", 3.0),
        ("maison", "house", 3.0),
    ]
    pivots = table_from_moses(tmp_path / "table.gz", language="en", pivot="fr", annotator=SpelledAnnotator())
    assert [(str(p), p.count) for p in pivots.lookup("the house")] == [("la maison", 3.0)]


def test_many_pairs_are_written_in_blocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = " ".join(f"w{k}" for k in range(40))
    links = _core.Alignments([[(k, k) for k in range(40)]])
    table = translations_from_text([words], [words], links=links)
    whole = list(table.lines())
    monkeypatch.setattr("pitchpipe.lang.phrases.translations._BLOCK", 7)
    assert list(table.lines()) == whole
    assert len(whole) == 7 * 40 - 21
    table.write(tmp_path / "table.xz")
    assert len(read_moses_table(tmp_path / "table.xz")) == len(whole)


# -- what is refused -------------------------------------------------------------------------------


def test_text_that_does_not_fit() -> None:
    with pytest.raises(DataError, match="there are 1 source lines, but 2 target lines"):
        translations_from_text(["a"], ["b", "c"])
    with pytest.raises(DataError, match="links of 2"):
        lines(["a"], ["b"], ["0-0", ""])
    with pytest.raises(DataError, match="line 2: a link leaves its sentences"):
        lines(["a", "a"], ["b", "b"], ["0-0", "0-1"])
    with pytest.raises(DataError, match="no phrase pair is left"):
        lines(["a"], ["b"], [""])
    with pytest.raises(DataError, match="no sentence pair"):
        translations_from_text([""], [""])
    with pytest.raises(ParameterError, match="unknown tokenizer 'words'"):
        translations_from_text(["a"], ["b"], tokenize="words")


@pytest.mark.parametrize("word", ["|||", "a|||b", "||||"])
def test_words_that_end_fields(word: str) -> None:
    with pytest.raises(
        DataError, match=r"^target line 2: the word .* separated by \|\|\|: write \| as &#124;"
    ):
        lines(["a", "a b"], ["b", f"b {word}"], ["0-0", "0-0"])
