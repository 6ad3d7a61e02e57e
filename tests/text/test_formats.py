"""WMT XML, SGML and mt-metrics-eval directories, and telling formats apart."""

from __future__ import annotations

import contextlib
import gzip
import io
import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import TestSet, read_test_set
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.text.formats import recognise
from pitchpipe.text.mtme import language_pairs, read_mtme
from pitchpipe.text.sgml import parse_sgml
from pitchpipe.text.xml import parse_xml

# --- WMT XML

XML = """<?xml version='1.0' encoding='utf-8'?>
<dataset id="set">
  <collection id="general">
    <doc origlang="en" id="d1" domain="news">
      <src lang="en"><p><seg id="1">one &amp; two</seg></p><p><seg id="2">  three
        four </seg></p></src>
      <ref lang="de" translator="A"><p><seg id="2">drei</seg></p></ref>
      <ref lang="de" translator="B"><p><seg id="1"></seg><seg id="2">x</seg></p></ref>
      <hyp system="s" lang="de"><p><seg id="2">b</seg><seg id="1">a <b>bold</b></seg></p></hyp>
    </doc>
    <doc id="d1"><src lang="en"><seg id="1">again</seg></src>
      <hyp system="s"><seg id="1">c</seg></hyp></doc>
  </collection>
</dataset>
"""


def test_xml() -> None:
    assert parse_xml(XML.encode(), "f") == TestSet(
        systems={"s": ["a bold", "b", "c"]},
        references={"A": [None, "drei", None], "B": ["", "x", None]},
        source=["one & two", "three four", "again"],
        documents=["d1", "d1", "d1#2"],
        domains=["news", "news", "none"],
        segment_ids=["1", "2", "1"],
        source_language="en",
        target_language="de",
        name="set",
    )
    assert list(parse_xml(XML.encode(), "f", references="B").references) == ["B"]
    with pytest.raises(DataError, match='f has no system "t"; it has s'):
        parse_xml(XML.encode(), "f", systems=["t"])


def document(content: str) -> str:
    return f'<dataset>\n<doc id="d">\n<src><seg id="1">a</seg></src>\n{content}\n</doc></dataset>'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "f.xml, line 1: not well-formed XML: no element found"),
        (
            "<dataset>\n<doc id='d'>\n</dataset>",
            "f.xml, line 3: not well-formed XML: mismatched tag (column 3)",
        ),
        ("<dataset>&undefined;</dataset>", "f.xml, line 1: not well-formed XML: undefined entity"),
        ("<html/>", "f.xml, line 1: the file begins with <html>; WMT XML begins with <dataset>"),
        ("<dataset><doc/></dataset>", 'f.xml, line 1: <doc> without the attribute "id"'),
        ("<dataset><seg id='1'/></dataset>", "f.xml, line 1: <seg> must stand in a <src>, <ref> or <hyp>"),
        (document("<ref><seg>x</seg></ref>"), 'f.xml, line 4: <seg> without the attribute "id"'),
        (document("<ref><seg id='1'><seg id='2'/></seg></ref>"), "f.xml, line 4: <seg> must stand in"),
        (document("<ref><hyp/></ref>"), "f.xml, line 4: <hyp> must stand directly in a <doc>"),
        (document("<doc id='e'/>"), "f.xml, line 4: <doc> inside another <doc>"),
        (
            document("<hyp system='s'><seg id='1'/><seg id='1'/></hyp>"),
            'f.xml, line 4: system "s" has segment 1 of document "d" twice',
        ),
        (document("<hyp system='s'/>"), 'f.xml: system "s" lacks segment 1 of document "d"'),
        (
            document("<ref translator='A'><seg id='2'/></ref>"),
            'f.xml: reference "A" has segment 2 of document "d", the source does not',
        ),
    ],
)
def test_xml_errors(text: str, message: str) -> None:
    with pytest.raises(DataError) as error:
        parse_xml(text.encode(), "f.xml")
    assert str(error.value).startswith(message)


def test_an_incomplete_system_can_be_left_out() -> None:
    text = document("<hyp system='s'/><hyp system='t'><seg id='1'>x</seg></hyp>")
    assert parse_xml(text.encode(), "f", systems=["t"]).systems == {"t": ["x"]}


@pytest.mark.parametrize(
    "encoding",
    [
        "shift_jis",
        "GB2312",
        "euc-jp",
        "hz",
        "utf-7",
        "utf-99",
        "UTF-32",
        "hex",
        "idna",
        "undefined",
        "unicode_escape",
    ],
)
def test_xml_in_encodings_that_are_not_read(encoding: str) -> None:
    with pytest.raises(DataError) as error:
        parse_xml(XML.replace("utf-8", encoding).encode(), "f.xml")
    assert str(error.value) == (
        f"f.xml, line 1: the file declares the encoding '{encoding}', which is not read: "
        "convert it to UTF-8 and declare that"
    )


@pytest.mark.parametrize(
    "encoding", ["utf-8", "UTF8", "utf_8", "iso-8859-1", "latin-1", "cp1252", "mac-roman", "utf-16"]
)
def test_xml_in_encodings_that_are_read(encoding: str) -> None:
    text = XML.replace("utf-8", encoding).replace("drei", "dré\u00ee")
    assert parse_xml(text.encode(encoding), "f").references["A"][1] == "dré\u00ee"


BOMB = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 12))


@pytest.mark.parametrize(
    "declaration",
    [
        pytest.param(f'<!DOCTYPE dataset [<!ENTITY e0 "ha">{BOMB}]>', id="billion laughs"),
        pytest.param('<!DOCTYPE dataset [<!ENTITY e11 SYSTEM "file:///etc/passwd">]>', id="external entity"),
        pytest.param('<!DOCTYPE dataset [<!ENTITY % p SYSTEM "http://h/x"> %p;]>', id="parameter entity"),
        pytest.param('<!DOCTYPE dataset SYSTEM "http://h/x.dtd">', id="external document type"),
        pytest.param("<!DOCTYPE dataset>", id="bare document type"),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_xml_declarations_are_refused(declaration: str, encoding: str) -> None:
    text = declaration + document("<ref><seg id='1'>&e11;</seg></ref>")
    with pytest.raises(DataError, match="line 1: document types and entity declarations are not accepted"):
        parse_xml(text.encode(encoding), "f.xml")


# --- SGML

SOURCE = """<!DOCTYPE mteval SYSTEM "mteval.dtd">
<!-- <seg id="9">not a segment</seg> -->
<SRCSET SETID=set SrcLang="en">
<DOC DocID="d1" genre='news'><HL><SEG ID=1> one &amp; <two> &c. AT&T </SEG></HL>
<p><seg id="2">three
four</seg></p></DOC>
<doc docid="d2" genre=chat><seg id=1>five</seg></doc>
</SRCSET>
"""
REFERENCES = """<refset setid="set" srclang="any" trglang="de">
<doc docid="d2" refid="A"><seg id="1">fünf</seg></doc>
<doc docid="d1" refid="B"><seg id="2">drei</seg><seg id="1">eins</seg></doc>
</refset>
"""
SYSTEMS = """<tstset setid="set" trglang="de">
<doc docid="d2" sysid="x" sysid="ref"><seg id="1">c</seg></doc>
<doc docid="d1" sysid="x"><seg id="1">a</seg><seg id="2"></seg></doc>
<doc docid="d1" sysid="y"><seg id="1">d</seg><seg id="2">e</seg></doc>
<doc docid="d2" sysid="y"><seg id="1">f</seg></doc>
</tstset>
"""


@pytest.fixture
def sgml(tmp_path: Path) -> dict[str, Path]:
    paths = {}
    for name, text in (("source", SOURCE), ("references", REFERENCES), ("systems", SYSTEMS)):
        paths[name] = tmp_path / f"{name}.sgm"
        paths[name].write_text(text, encoding="utf-8")
    return paths


def test_sgml(sgml: dict[str, Path]) -> None:
    ts = read_test_set(sgml["source"], sgml["references"], sgml["systems"])
    assert ts == TestSet(
        systems={"x": ["a", "", "c"], "y": ["d", "e", "f"]},
        references={"A": [None, None, "fünf"], "B": ["eins", "drei", None]},
        source=["one & <two> &c. AT&T", "three four", "five"],
        documents=["d1", "d1", "d2"],
        domains=["news", "news", "chat"],
        segment_ids=["1", "2", "1"],
        source_language="en",
        target_language="de",
        name="set",
    )
    assert read_test_set(sgml["systems"], sgml["source"], sgml["references"]) == ts


def test_sgml_without_source_follows_the_first_system(sgml: dict[str, Path]) -> None:
    ts = read_test_set(sgml["references"], sgml["systems"])
    assert ts.source is None
    assert ts.documents == ["d2", "d1", "d1"]
    assert ts.references["B"] == [None, "eins", "drei"]
    sgml["systems"].write_text(SYSTEMS.replace("d2", "d3"), encoding="utf-8")
    with pytest.raises(DataError, match='reference "A" has segment 1 of document "d2", system "x" does not'):
        read_test_set(sgml["references"], sgml["systems"])


def test_sgml_names_from_two_files_do_not_clash(tmp_path: Path) -> None:
    for name in ("one", "two"):
        text = f'<refset><doc sysid="ref" docid="d"><seg id="1">{name}</seg></doc></refset>'
        (tmp_path / f"{name}.sgm").write_text(text)
    ts = read_test_set(tmp_path / "one.sgm", tmp_path / "two.sgm")
    assert ts.references == {"one.sgm:ref": ["one"], "two.sgm:ref": ["two"]}


def test_sgml_default_names() -> None:
    for kind, name in (("srcset", "source"), ("refset", "reference"), ("tstset", "hypothesis")):
        assert list(parse_sgml(f"<{kind}><doc docid=d><seg id=1></seg></doc></{kind}>", "f").texts) == [name]
    named = parse_sgml('<mteval><tstset sysid="s"><doc docid="d"></doc></tstset></mteval>', "f")
    assert list(named.texts) == ["s"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("plain", "f.sgm is not SGML: it has no <srcset>, <refset> or <tstset>"),
        ("<refset>\n</refset>", "f.sgm: the refset has no documents"),
        ("\n<doc docid=d>", "f.sgm, line 2: <doc> outside a <srcset>, <refset> or <tstset>"),
        ("<refset>\n\n<seg id=1>a</seg>", "f.sgm, line 3: <seg> outside a <doc>"),
        ("<refset><doc docid=d></doc>\n<seg id=1>a</seg>", "f.sgm, line 2: <seg> outside a <doc>"),
        ("<refset>\n<doc>", 'f.sgm, line 2: <doc> without the attribute "docid"'),
        ("<refset><doc docid=d>\n<seg>a</seg>", 'f.sgm, line 2: <seg> without the attribute "id"'),
        ("<refset><doc docid=d>\n<seg id=1>a\n<seg id=2>b</seg>", "f.sgm, line 2: <seg> is not closed"),
        ("<refset><doc docid=d>\n<seg id=1>a</doc>", "f.sgm, line 2: <seg> is not closed"),
        (
            '<refset><doc docid=d>\n<seg id="1>a</seg>\n<seg id="2">',
            "f.sgm, line 2: the tag <seg> is malformed",
        ),
        ("<refset><doc docid=d>\n<seg id=1", "f.sgm, line 2: the tag <seg> is malformed"),
        ("<refset><doc docid=d><seg id=1>a</seg>", "f.sgm ends without </refset>; is it truncated?"),
        ("<refset></refset>\n<tstset>", "f.sgm, line 2: <tstset> in a file that began with <refset>"),
        (
            "<refset><doc docid=d><seg id=1>a\n\n</seg>\n<seg id=1>b</seg>",
            'f.sgm, line 4: reference "reference" has segment 1 of document "d" twice',
        ),
    ],
)
def test_sgml_errors(text: str, message: str) -> None:
    with pytest.raises(DataError) as error:
        parse_sgml(text, "f.sgm")
    assert str(error.value).startswith(message)


def test_sgml_missing_hypothesis_and_several_sources(sgml: dict[str, Path]) -> None:
    sgml["systems"].write_text(SYSTEMS.replace('<seg id="2">e</seg>', ""), encoding="utf-8")
    with pytest.raises(DataError, match=r'systems\.sgm: system "y" lacks segment 2 of document "d1"'):
        read_test_set(sgml["source"], sgml["systems"])
    other = sgml["source"].with_name("other.sgm")
    other.write_text(SOURCE, encoding="utf-8")
    with pytest.raises(DataError, match=r"several sources are given: .*source\.sgm, .*other\.sgm"):
        read_test_set(sgml["source"], other)


# --- mt-metrics-eval


@pytest.fixture
def mtme(tmp_path: Path) -> Path:
    root = tmp_path / "wmt"
    for path, text in (
        ("sources/de-en.txt", "s\nt\n"),
        ("sources/zh-en.txt", "s\n"),
        ("references/de-en.refA.txt", "a\nb\n"),
        ("references/de-en.refB.txt", "c\nd\n"),
        ("system-outputs/de-en/refB.txt", "c\nd\n"),
        ("system-outputs/de-en/base.1.txt", "e\nf\n"),
        ("system-outputs/de-en/.hidden.txt", ""),
        ("documents/de-en.docs", "news\td1\nnews\td2\n"),
    ):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    return root


def test_mtme(mtme: Path) -> None:
    assert language_pairs(mtme) == ["de-en", "zh-en"]
    assert read_mtme(mtme, "de-en") == TestSet(
        systems={"base.1": ["e", "f"]},
        references={"refA": ["a", "b"], "refB": ["c", "d"]},
        source=["s", "t"],
        documents=["d1", "d2"],
        domains=["news", "news"],
        source_language="de",
        target_language="en",
        name="wmt",
    )
    assert read_test_set(mtme, language_pair="zh-en").source == ["s"]


def test_mtme_pairs_with_a_script(mtme: Path) -> None:
    for path in (
        "sources/en-zh-Hans.txt",
        "references/en-zh-Hans.refA.txt",
        "system-outputs/en-zh-Hans/s.txt",
    ):
        (mtme / path).parent.mkdir(exist_ok=True)
        (mtme / path).write_text("a\n")
    found = read_mtme(mtme, "en-zh-Hans")
    assert (found.source_language, found.target_language) == ("en", "zh-Hans")
    assert list(found.systems) == ["s"]


def test_mtme_reference_is_never_a_system_too(mtme: Path) -> None:
    ts = read_mtme(mtme, "de-en", references=["refA"])
    assert (list(ts.references), list(ts.systems)) == (["refA"], ["base.1", "refB"])
    ts = read_mtme(mtme, "de-en", systems=["refB"])
    assert (list(ts.references), list(ts.systems)) == (["refA"], ["refB"])
    with pytest.raises(DataError, match='"refB" cannot be both a reference and a system'):
        read_mtme(mtme, "de-en", references=["refB"], systems=["refB"])


def test_mtme_compressed(mtme: Path) -> None:
    path = mtme / "references" / "de-en.refA.txt"
    compressed = path.with_name("de-en.refA.txt.gz")
    compressed.write_bytes(gzip.compress(path.read_bytes()))
    with pytest.raises(DataError, match="are the same file twice"):
        read_mtme(mtme, "de-en")
    path.unlink()
    assert read_mtme(mtme, "de-en").references["refA"] == ["a", "b"]


def test_mtme_errors(mtme: Path) -> None:
    with pytest.raises(DataError, match='no language pair "en-de"; it has de-en, zh-en'):
        read_mtme(mtme, "en-de")
    with pytest.raises(DataError, match="several language pairs, choose one: de-en, zh-en"):
        read_mtme(mtme)
    with pytest.raises(DataError, match=r'de-en, has no system "x"; it has base\.1, refB'):
        read_mtme(mtme, "de-en", systems="x")
    with pytest.raises(DataError, match="no such directory"):
        read_mtme(mtme / "absent", "de-en")
    with pytest.raises(DataError, match="is not a directory"):
        read_mtme(mtme / "sources" / "de-en.txt")
    with pytest.raises(DataError, match="not in the layout of mt-metrics-eval"):
        read_mtme(mtme / "sources")
    (mtme / "references" / "de-en.refA.txt").write_text("a\n")
    with pytest.raises(DataError, match=r"de-en\.txt has 2 lines, .*de-en\.refA\.txt has 1"):
        read_mtme(mtme, "de-en")


# --- Recognition


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("f.jsonl", "", "jsonl"),
        ("f.jsonl.gz", "{}", "jsonl"),
        ("f.TSV", "", "tsv"),
        ("f.xml", XML, "xml"),
        ("f.xml", "\ufeff\n<!-- <refset> --><dataset>", "xml"),
        ("f.xml", '<?xml version="1.0"?><!DOCTYPE mteval><mteval><refset>', "sgml"),
        ("f.sgm", SOURCE, "sgml"),
        ("f", "<REFSET >", "sgml"),
        ("standard input", '{"source": "a"}', "jsonl"),
        ("standard input", "src\tref\n", "tsv"),
        ("f.xml", "<html>", None),
        ("f.xml", "<", None),
        ("f.txt", "plain text\nwith a\ttab", None),
        ("f.txt", "", None),
    ],
)
def test_recognise(name: str, content: str, expected: str | None) -> None:
    assert recognise(content.encode(), name) == expected


def test_read_test_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    segment = {"source": "&lt;", "references": {"A": "r", "B": "q"}, "systems": {"x": "h", "y": "i"}}
    data = json.dumps(segment).encode()
    path = tmp_path / "f.data"
    path.write_bytes(gzip.compress(data))
    expected = TestSet(source=["<"], references={"B": ["q"]}, systems={"y": ["i"], "x": ["h"]})
    assert read_test_set(path, references="B", systems=["y", "x"], unescape=True) == expected
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(data)))
    assert list(read_test_set("-").systems) == ["x", "y"]
    path.write_text("src\na\n")
    assert read_test_set(path, format="tsv").source == ["a"]
    path.write_text(XML, encoding="utf-8")
    assert read_test_set(path, systems="s").name == "set"
    assert read_test_set(path, format="xml").name == "set"


def test_the_languages_of_a_file_can_be_said(tmp_path: Path) -> None:
    path = tmp_path / "set.jsonl"
    path.write_text('{"hypothesis": "a", "reference": "a"}\n')
    said = read_test_set(path, language_pair="de-en")
    assert (said.source_language, said.target_language) == ("de", "en")
    with pytest.raises(ParameterError, match="written de-en"):
        read_test_set(path, language_pair="german")


def test_read_test_set_errors(tmp_path: Path, mtme: Path) -> None:
    path = tmp_path / "f.txt"
    path.write_text("plain\n")
    with pytest.raises(DataError, match=r"cannot tell the format of .*f\.txt: name it, one of mtme, jsonl"):
        read_test_set(path)
    with pytest.raises(ParameterError, match="format='csv' is unknown"):
        read_test_set(path, format="csv")
    with pytest.raises(DataError, match="only SGML test sets come in several files"):
        read_test_set(path, path, format="tsv")
    with pytest.raises(DataError, match="further files cannot be added"):
        read_test_set(mtme, path)
    with pytest.raises(DataError, match="no such file"):
        read_test_set(tmp_path / "absent")


SAMPLES = [
    XML,
    SOURCE,
    REFERENCES,
    SYSTEMS,
    "id\tsrc\tref:A\thyp\n1\ta\tb\tc\n",
    '{"id": 1, "references": ["a", null], "systems": {"x": "b"}}\n' * 2,
]


@given(st.data())
def test_damaged_files_raise_nothing_but_data_errors(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    content = bytearray(data.draw(st.sampled_from(SAMPLES)).encode())
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(content)))
        length = data.draw(st.integers(0, 20))
        content[start : start + length] = data.draw(st.binary(max_size=5))
    path = tmp_path_factory.getbasetemp() / "damaged"
    path.write_bytes(content)
    with contextlib.suppress(DataError):
        read_test_set(path, format=data.draw(st.sampled_from([None, "jsonl", "tsv", "xml", "sgml"])))


# --- Real files


def test_real_xml(shared: Path) -> None:
    liv = read_test_set(shared / "data" / "formats" / "wmt22.en-liv.xml")
    assert (len(liv), len(liv.systems), list(liv.references)) == (2, 5, ["A"])
    assert (liv.source_language, liv.target_language, liv.domains) == ("en", "liv", None)
    uk = read_test_set(shared / "data" / "formats" / "wmt23.uk-en.xml")
    assert (len(uk), len(uk.systems), list(uk.references)) == (5, 11, ["refA"])
    assert list(uk.groups("domain")) == ["clipboard"]
    assert [len(group) for group in uk.groups("document").values()] == [4, 1]


def test_real_sgml(shared: Path) -> None:
    formats = shared / "data" / "formats"
    levels = ("document", "sentence")
    ts = read_test_set(
        formats / "sgml_src.sgm",
        formats / "sgml_ref.sgm",
        *(formats / f"sgml_tst_{level}-level.sgm" for level in levels),
    )
    assert list(ts.systems) == [f"Microsoft-{level}-level" for level in levels]
    assert (len(ts), list(ts.references), ts.name) == (43, ["ref"], "newstest2019")
    moses = read_test_set(formats / "sgml_moses_src.sgm", formats / "sgml_moses_ref.sgm")
    assert (len(moses), moses.unreferenced()) == (85, [])
    assert moses.references["ref"][0] == "Illhaeusern... finally"
    meteor = read_test_set(formats / "sgml_meteor_ref.sgm", formats / "sgml_meteor_test.sgm")
    assert (len(meteor), list(meteor.systems)) == (24, ["cmu-combo"])


@pytest.mark.parametrize(
    ("name", "pair", "segments", "systems", "references"),
    [
        ("wmt22", "de-en", 1984, 9, ["refA", "refB"]),
        ("wmt22", "cs-en", 1448, 11, ["refB", "refC"]),
        ("wmt17", "zh-en", 2001, 16, ["refA"]),
        ("wmt12", "fr-en", 3003, 15, ["refA"]),
    ],
)
def test_real_directories(
    shared: Path, name: str, pair: str, segments: int, systems: int, references: list[str]
) -> None:
    ts = read_mtme(shared / "data" / name, pair)
    assert (len(ts), len(ts.systems), list(ts.references)) == (segments, systems, references)
    assert not set(ts.systems) & set(ts.references)
