"""Test sets in plain files: names, missing references, documents, and what is refused."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from pitchpipe import TestSet
from pitchpipe.errors import DataError


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current directory, so that messages name relative paths."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(path: str, text: str) -> str:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text(text, encoding="utf-8")
    return path


@pytest.mark.usefixtures("folder")
def test_read() -> None:
    ts = TestSet.read(
        source=write("src.de", "s\nt\n"),
        references=[write("ref.en", "r\n<none>\n"), write("other/ref2.en", "\nx")],
        systems={"base": write("a.en", "a &amp;\nb\n"), "new": Path(write("b.en", "c\nd\n"))},
        documents=write("docs.tsv", "news\td1\nchat\td2\n"),
        missing_token="<none>",
        unescape=True,
    )
    assert ts == TestSet(
        source=["s", "t"],
        references={"ref.en": ["r", None], "ref2.en": ["", "x"]},
        systems={"base": ["a &", "b"], "new": ["c", "d"]},
        domains=["news", "chat"],
        documents=["d1", "d2"],
    )


@pytest.mark.usefixtures("folder")
def test_read_names_files_of_unequal_length() -> None:
    reference = write("ref.en", "a\n" * 1999)
    hypothesis = write("hyp.en", "a\n" * 2000)
    with pytest.raises(DataError) as error:
        TestSet.read(references=[reference], systems={"base": hypothesis})
    assert str(error.value) == "ref.en has 1999 lines, hyp.en has 2000"
    with pytest.raises(DataError, match=r"^one has 1 line, docs has 0$"):
        TestSet.read(systems=write("one", "a\n"), documents=write("docs", ""))


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("paths", "names"),
    [
        (["a.en", "b.en"], ["a.en", "b.en"]),
        (["x/a.en"], ["a.en"]),
        (["x/a.en", "y/a.en", "y/b.en"], ["x/a.en", "y/a.en", "b.en"]),
        (["k/x/a.en", "l/x/a.en", "k/y/a.en"], ["k/x/a.en", "l/x/a.en", "y/a.en"]),
        (["a.en", "x/a.en"], ["a.en", "x/a.en"]),
        (["x/a.txt", "x/a.txt.gz"], ["x/a.txt", "x/a.txt.gz"]),
    ],
)
def test_names_come_from_files(paths: list[str], names: list[str]) -> None:
    for path in paths:
        write(path, "a\n")
    assert list(TestSet.read(systems=paths).systems) == names


@pytest.mark.usefixtures("folder")
def test_read_refuses_a_path_given_twice() -> None:
    with pytest.raises(DataError, match=r"a\.en is given 2 times"):
        TestSet.read(systems=[write("a.en", "a\n"), "a.en"])


@pytest.mark.usefixtures("folder")
def test_documents_file() -> None:
    system = write("a.en", "a\nb\n")
    ts = TestSet.read(systems=system, documents=write("docs", "d1\nd2\n"))
    assert (ts.domains, ts.documents) == (None, ["d1", "d2"])
    for text, line in (("news\td1\nd2\n", 2), ("a\tb\tc\nd\te\tf\n", 1)):
        with pytest.raises(DataError, match=rf"^docs, line {line}: \d columns"):
            TestSet.read(systems=system, documents=write("docs", text))


@pytest.mark.usefixtures("folder")
def test_standard_input_serves_once(monkeypatch: pytest.MonkeyPatch) -> None:
    reference = write("ref.en", "r\n")
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"a\n")))
    assert TestSet.read(references=reference, systems=["-"]).systems == {"stdin": ["a"]}
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"a\n")))
    with pytest.raises(DataError, match="only once"):
        TestSet.read(references="-", systems="-")
