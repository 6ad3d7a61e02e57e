"""The files that lattices come from, good and bad."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pitchpipe as pp
from pitchpipe import _core
from pitchpipe.choosing.lattices import best_paths, path_count, read_lattices

Writer = Callable[[str], Path]


@pytest.fixture
def written(tmp_path: Path) -> Writer:
    def write(text: str) -> Path:
        path = tmp_path / "lattices"
        path.write_text(text, encoding="utf-8")
        return path

    return write


@pytest.mark.parametrize(
    ("text", "texts"),
    [
        pytest.param("((('a',1,1),),)\nplain words\n\n", ["a", "plain words", ""], id="plf"),
        pytest.param("plain ((( words\n((('a', 1),),)\n", ["plain ((( words", "a"], id="plain first"),
        pytest.param(r"((('it\'s',1,1),('\\',0,1)),)", ["it's"], id="escapes"),
        pytest.param("0 1 a 2\n0 1 b 1\n1\n\n5 6 18\n6\n", ["b", "18"], id="acceptors"),
        pytest.param("0 1 a x 2\n0 1 b <eps>\n1\n", [""], id="transducer"),
        pytest.param("\n0\n", [""], id="a single state"),
        pytest.param("0 1 a\n0 1.5\n1 2\n", [""], id="several ends"),
        pytest.param("\n \n0 1 a 2\n1\n\n\n0 1 b\n1\n\n", ["a", "b"], id="acceptors after empty lines"),
        pytest.param("\n((('a',1,1),),)\n", ["", "a"], id="plf after an empty line"),
        pytest.param("VERSION=1.0\nN=2 L=1\nI=0\nI=1\nJ=0 S=0 E=1 W=a\n", ["a"], id="slf"),
        pytest.param("# of today\nJ=0 S=0 E=1 W=a l=-2\nJ=1 S=0 E=1 W=b a=-1\n", ["b"], id="links of slf"),
        pytest.param(
            "0 hyp=0 stack=0\n0 hyp=1 stack=1 back=0 transition=-1 out=a b\n1 hyp=0 stack=0\n",
            ["a b", ""],
            id="search graphs",
        ),
    ],
)
def test_formats_are_recognised(written: Writer, text: str, texts: list[str]) -> None:
    assert [best_paths(lattice)[0].text for lattice in read_lattices(written(text))] == texts


def test_formats_can_be_said(written: Writer) -> None:
    path = written("0 1 7 8\n1\n")
    assert [read_lattices(path, form)[0].labels for form in ("openfst", "openfst-acceptor")] == [["7"]] * 2
    assert read_lattices(path, "openfst-transducer")[0].labels == ["8"]
    assert best_paths(read_lattices(path, "plf")[0])[0].text == "0 1 7 8"
    with pytest.raises(pp.ParameterError, match="unknown lattice format 'dot': there are plf, openfst"):
        read_lattices(path, "dot")  # type: ignore[arg-type]


def test_compressed_files(tmp_path: Path) -> None:
    path = tmp_path / "lattices.gz"
    path.write_bytes(gzip.compress(b"((('a',0,1),('b',0,1),),(('c',0,1),),)"))
    assert path_count(read_lattices(path)[0]) == 2


def test_symbol_tables(written: Writer, tmp_path: Path) -> None:
    symbols = tmp_path / "symbols"
    symbols.write_text("- 0\nhund 1\n18 2\n")
    for text in ("0 1 1\n1 2 0\n2 3 2\n3\n", "0 1 hund\n1 2 -\n2 3 18\n3\n"):
        assert read_lattices(written(text), symbols=symbols)[0].labels == ["hund", "", "18"]
    with pytest.raises(pp.DataError, match=r"lattices, line 2: the label \"3\" is not in the symbol table"):
        read_lattices(written("0 1 1\n1 2 3\n2\n"), symbols=symbols)
    for text, what in [
        ("a", "in PLF"),
        ("J=0 S=0 E=1\n", "in HTK's SLF"),
        ("0 hyp=0 stack=0\n", "a search graph"),
    ]:
        with pytest.raises(pp.ParameterError, match=f"is {what}.*, which has no symbol table"):
            read_lattices(written(text), symbols=symbols)
    symbols.write_text("a 1\na 2\n")
    with pytest.raises(pp.DataError, match=r"symbols, line 2: the word \"a\" is in the table already"):
        read_lattices(written("0 1 1\n1\n"), symbols=symbols)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "lattices holds no lattice"),
        ("a\n((('a',1,1)", "line 2, column 12: expected a comma or \\), but the line ends"),
        ("((('a',1,2),),)", "line 1, column 3: the arc leads to node 2, but the lattice ends with node 1"),
        ("((('a',1,1),),(),)", "line 1: no path leads to the last node"),
        ("((('a',nan,1),),)", "line 1, column 8: the score nan is no finite number"),
        ("0 1 a\n1 0 b\n1\n", "state [01] can be reached from itself: a lattice must have no cycle"),
        ("0 1 a\n2\n", "line 1: no path leads from the first to a final state"),
        ("0 1 a\n1 b\n", 'line 2: the cost "b" is no finite number'),
        ("0 1 a\n1\n\n0 0 a\n0\n", "line 4: state 0 can be reached from itself"),
        ("0 1 a\n1 x a\n1\n", 'line 2: "x" is no number of a state'),
        ("0 1 a\n1 2 b c 3\n2\n", "line 1: 3 columns, but an arc of a transducer has 4 or 5"),
    ],
)
def test_bad_files(written: Writer, text: str, message: str) -> None:
    with pytest.raises(pp.DataError, match=f"lattices(, | ).*{message.removeprefix('lattices ')}"):
        read_lattices(written(text))


@given(st.text("(')\"\\,{}:1.-a e", max_size=30))
def test_noise_is_read_or_refused(noise: str) -> None:
    for text in (noise, f"((('a',1,1{noise}", f"((({noise}),),)"):
        outcome = read_or_refuse(text)
        assert outcome == 1 or str(outcome).startswith("line 1")


def read_or_refuse(line: str) -> int | str:
    """How many best paths the lattice gives when asked for one, or why there is none."""
    try:
        return len(best_paths(_core.read_plf([line])[0]))
    except pp.DataError as error:
        return str(error)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("0 hyp=0 stack=0\n0 hyp=6 stack=1 back=0 out=a\n", "lattice, line 2: there is no transition="),
        ("# made today\nI=0 t=0.00\nI=1 t=0.50\n", "lattice, line 2: every node of this lattice is entered"),
        ("talk-1\n0 1 a 3.5\n1 2.5\n", "looks like the text of OpenFst, but its first line is no arc"),
        ("\ntalk-1\n0 1 a 3.5\n\n1 2.5\n\n", "looks like the text of OpenFst, but its first line is"),
        ("\n# a comment\n0 1 word\n\n", "looks like the text of OpenFst, but its first line is no arc"),
        ("# talk\n\n\nVERSION=1.0\n", "lattice, line 4: every node of this lattice is entered"),
    ],
)
def test_other_formats_do_not_pass_for_sentences(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "lattice"
    path.write_text(text)
    with pytest.raises(pp.DataError, match=says):
        read_lattices(path)
    assert len(read_lattices(path, format="plf")) == text.count("\n")
    # A lattice beside them says that the others are sentences.
    path.write_text(f"{text}((('a',1,1),),)\n")
    assert len(read_lattices(path)) == text.count("\n") + 1


# -- real files ------------------------------------------------------------------------------------


@pytest.fixture
def formats(shared: Path) -> Path:
    return shared / "data" / "formats"


def test_search_graphs_of_moses(formats: Path) -> None:
    """Both forms of one search find what Moses found, and what it was worth."""
    best = (formats / "moses_searchgraph.best.txt").read_text().strip()
    (graph,) = read_lattices(formats / "moses_searchgraph.txt")
    (slf,) = read_lattices(formats / "moses_searchgraph.slf")
    for lattice in (graph, slf):
        (found,) = best_paths(lattice)
        assert found.text == best
        assert found.path_score == pytest.approx(-103.435, abs=5e-4)
    # Its SLF lacks how recombined hypotheses go on.
    texts = [{path.text for path in best_paths(lattice, 1000)} for lattice in (graph, slf)]
    assert texts[0] > texts[1]


def test_a_lattice_of_a_recogniser(formats: Path) -> None:
    (lattice,) = read_lattices(formats / "htk_asr.slf")
    best = best_paths(lattice)[0]
    assert (path_count(lattice), best.text) == (32, "it didn't elaborate")
    # Five links: acoustic scores, 12.3 times those of the language model, and 0.7 for each of three words.
    acoustic = -3829.60 - 1450.07 - 4222.70 - 5847.54 - 4651.00
    language = -62.05 - 78.74 - 62.72 - 13.83
    assert best.path_score == pytest.approx(acoustic + 12.3 * language + 3 * 0.7)


@pytest.mark.parametrize(
    ("file", "counts", "first"),
    [
        ("lattice_cdec.plf", [3, 3], "A B"),
        ("lattice_joshua.plf", [3, 1, 3, 1], "haus"),
        ("lattice_joshua_short.plf", [1, 1, 1, 1, 2], "a"),
        ("lattice_compound.plf", [1, 16, 8, 8, 96], "in china rühren über 70 prozent"),
    ],
)
def test_samples_of_decoders(formats: Path, file: str, counts: list[int], first: str) -> None:
    lattices = read_lattices(formats / file)
    assert [path_count(lattice) for lattice in lattices] == counts
    assert best_paths(lattices[0])[0].text.startswith(first)


def test_labels_and_features_of_cdec(formats: Path) -> None:
    lattice = read_lattices(formats / "lattice_cdec.plf")[1]
    assert lattice.labels == ["A", "D'", "B"]
    assert lattice.scores.tolist() == pytest.approx([0.5, 1.1, 0.0])


@pytest.mark.parametrize("name", ["fst", "fstprint", "fstprint_transducer"])
def test_samples_of_openfst(formats: Path, name: str) -> None:
    """The five best paths are those of ``fstshortestpath --nshortest=5``."""
    lattice = read_lattices(formats / f"openfst_lattice.{name}.txt")[0]
    theirs = read_lattices(formats / "openfst_lattice.5best.fst.txt")[0]
    assert path_count(theirs) == 5
    ours = best_paths(lattice, 5)
    assert [path.text for path in ours] == [path.text for path in best_paths(theirs, 5)]
    # OpenFst's costs are floats of 32 bits.
    costs = [path.path_score for path in best_paths(theirs, 5)]
    assert [path.path_score for path in ours] == pytest.approx(costs, abs=1e-4)
    same = read_lattices(formats / "lattice_compound.plf")[1]
    assert same.labels == lattice.labels
    table = formats / "openfst_lattice.syms.txt"
    assert read_lattices(formats / f"openfst_lattice.{name}.txt", symbols=table)[0].labels == lattice.labels


def test_a_sentence_like_an_arc_among_others_is_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "lattice"
    path.write_text("good day to you all\n1 2 three\nno arc at all\n")
    assert [best_paths(one)[0].text for one in read_lattices(path)] == [
        "good day to you all", "1 2 three", "no arc at all",
    ]  # fmt: skip
