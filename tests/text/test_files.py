"""Files of lines: encodings, line ends, compression, standard input and output."""

from __future__ import annotations

import errno
import gzip
import io
import lzma
import os
import stat
import struct
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.errors import DataError, MissingError, ParameterError, PitchpipeError
from pitchpipe.text.files import read_bytes, read_lines, write_blocks, write_bytes, write_lines
from pitchpipe.text.outputs import require_writable

SUFFIXES = ["", ".gz", ".xz", ".zst"]


def needs_zstd(suffix: str) -> None:
    if suffix == ".zst" and sys.version_info < (3, 14):
        pytest.importorskip("zstandard")


def lines_of(tmp_path: Path, data: bytes) -> list[str]:
    path = tmp_path / "hyp.en"
    path.write_bytes(data)
    return read_lines(path)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        pytest.param(b"", [], id="empty file"),
        pytest.param(b"\n", [""], id="one empty line"),
        pytest.param(b"\n\n", ["", ""], id="two empty lines"),
        pytest.param(b"a\nb\n", ["a", "b"], id="ordinary"),
        pytest.param(b"a\nb", ["a", "b"], id="no final newline"),
        pytest.param(b"a\r\nb\r\n", ["a", "b"], id="CRLF"),
        pytest.param(b"a\r\nb\r", ["a", "b"], id="CRLF cut short"),
        pytest.param(b"a\r\r\n", ["a\r"], id="only one CR is dropped"),
        pytest.param(b"a\rb\n", ["a\rb"], id="a CR inside stays"),
        pytest.param(b"\r\n", [""], id="an empty CRLF line"),
        pytest.param(b"\xef\xbb\xbfa\nb\n", ["a", "b"], id="BOM"),
        pytest.param(b"\xef\xbb\xbf", [], id="nothing but a BOM"),
        pytest.param(b"a\n\xef\xbb\xbfb\n", ["a", "\ufeffb"], id="a mark that does not begin the file stays"),
        pytest.param("a\u2028b\u2029c\n".encode(), ["a\u2028b\u2029c"], id="U+2028 and U+2029"),
        pytest.param("a\u0085b\n".encode(), ["a\u0085b"], id="NEL"),
        pytest.param(b"a\x0bb\x0cc\x1cd\n", ["a\x0bb\x0cc\x1cd"], id="vertical tab, form feed, separator"),
        pytest.param(b"a\x00b\n", ["a\x00b"], id="NUL"),
        pytest.param(b" a \t\n", [" a \t"], id="blanks stay"),
    ],
)
def test_lines(tmp_path: Path, data: bytes, expected: list[str]) -> None:
    assert lines_of(tmp_path, data) == expected


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"good\nbad \xff\n", "line 2: invalid UTF-8 at byte offset 9 (0xff)"),
        (b"\xef\xbb\xbf\xc3\n", "line 1: invalid UTF-8 at byte offset 3 (0xc3)"),
        (b"a\r\nb\r\nc\xe9t\xe9", "line 3: invalid UTF-8 at byte offset 7 (0xe9)"),
        (b"\xed\xa0\x80", "line 1: invalid UTF-8 at byte offset 0 (0xed)"),
    ],
)
@pytest.mark.parametrize("compress", [bytes, gzip.compress], ids=["plain", "gzip"])
def test_invalid_utf8_names_line_and_offset(
    tmp_path: Path, data: bytes, message: str, compress: type[bytes]
) -> None:
    path = tmp_path / "hyp.en"
    path.write_bytes(compress(data))
    with pytest.raises(DataError) as error:
        read_lines(path)
    assert str(error.value) == f"{path}, {message}"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-be"])
def test_other_unicode_encodings_are_named(tmp_path: Path, encoding: str) -> None:
    marked = "a\n" if encoding in ("utf-16", "utf-32") else "\ufeffa\n"
    with pytest.raises(DataError, match=f"is encoded in {encoding[:6].upper()}: convert it to UTF-8"):
        lines_of(tmp_path, marked.encode(encoding))


def test_missing_file_and_directory(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="absent: no such file"):
        read_lines(tmp_path / "absent")
    with pytest.raises(DataError, match="is a directory, not a file"):
        read_lines(tmp_path)
    with pytest.raises(DataError, match="cannot be read"):
        read_lines("a\0b")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_permission_denied(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    path.write_bytes(b"a\n")
    path.chmod(0)
    with pytest.raises(DataError, match="secret: permission denied"):
        read_lines(path)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_compression_goes_by_content_not_by_name(tmp_path: Path, suffix: str) -> None:
    needs_zstd(suffix)
    path = tmp_path / f"hyp.en{suffix}"
    write_lines(path, ["a", "ü"])
    misnamed = tmp_path / "misnamed.gz"
    path.rename(misnamed)
    assert read_lines(misnamed) == ["a", "ü"]


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_blocks(tmp_path: Path, suffix: str) -> None:
    needs_zstd(suffix)
    blocks = [b"a\nb", b"", b"c\n" * 100_000]
    write_blocks(tmp_path / f"blocks{suffix}", iter(blocks))
    write_bytes(tmp_path / f"whole{suffix}", b"".join(blocks))
    assert read_bytes(tmp_path / f"blocks{suffix}") == b"".join(blocks)
    assert read_bytes(tmp_path / f"whole{suffix}") == b"".join(blocks)


def test_blocks_that_end_early_leave_no_file(tmp_path: Path) -> None:
    def blocks() -> Iterator[bytes]:
        yield b"a\n"
        raise DataError("there is no more")

    with pytest.raises(DataError, match=r"^there is no more$"):
        write_blocks(tmp_path / "out.gz", blocks())
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("suffix", SUFFIXES[1:])
def test_truncated_and_corrupt(tmp_path: Path, suffix: str) -> None:
    needs_zstd(suffix)
    path = tmp_path / f"hyp.en{suffix}"
    write_lines(path, [f"line {number}" for number in range(1000)])
    whole = path.read_bytes()
    for length in (6, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:length])
        with pytest.raises(DataError, match=rf"hyp\.en\{suffix}: truncated"):
            read_lines(path)
    path.write_bytes(b"")
    with pytest.raises(DataError, match="truncated"):
        read_lines(path)
    half = len(whole) // 2
    path.write_bytes(whole[:half] + bytes(255 - byte for byte in whole[half : half + 8]) + whole[half + 8 :])
    with pytest.raises(DataError, match=rf"hyp\.en\{suffix}: "):
        read_lines(path)


@pytest.mark.parametrize("suffix", SUFFIXES[1:])
def test_concatenated_streams(tmp_path: Path, suffix: str) -> None:
    needs_zstd(suffix)
    path = tmp_path / f"hyp.en{suffix}"
    write_lines(path, ["a"])
    stream = path.read_bytes()
    path.write_bytes(stream + stream)
    assert read_lines(path) == ["a", "a"]
    path.write_bytes(stream + stream[:-3])
    with pytest.raises(DataError, match="truncated"):
        read_lines(path)
    path.write_bytes(stream + b"something else")
    with pytest.raises(DataError, match="corrupt"):
        read_lines(path)


def test_padding_between_xz_streams(tmp_path: Path) -> None:
    path = tmp_path / "hyp.xz"
    path.write_bytes(lzma.compress(b"a\n") + bytes(8) + lzma.compress(b"b\n") + bytes(4))
    assert read_lines(path) == ["a", "b"]


def test_skippable_zstd_frames(tmp_path: Path) -> None:
    needs_zstd(".zst")
    path = tmp_path / "hyp.zst"
    write_bytes(path, b"a\n")
    skippable = struct.pack("<II", 0x184D2A5E, 4) + b"meta"
    path.write_bytes(skippable + path.read_bytes())
    assert read_lines(path) == ["a"]


def test_zstd_without_its_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = "compression" if sys.version_info >= (3, 14) else "zstandard"
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingError, match=r"a\.zst: "):
        write_lines(tmp_path / "a.zst", ["a"])


def replace_stdin(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(data)))


def test_standard_input_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    replace_stdin(monkeypatch, gzip.compress(b"a\nb\n"))
    assert read_lines("-") == ["a", "b"]
    with pytest.raises(DataError, match="only once"):
        read_lines(Path("-"))
    replace_stdin(monkeypatch, b"\xff")
    with pytest.raises(DataError, match="standard input, line 1: invalid UTF-8"):
        read_lines("-")


def test_closed_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(DataError, match="standard input is closed"):
        read_lines("-")
    replace_stdin(monkeypatch, b"")
    sys.stdin.buffer.close()
    with pytest.raises(DataError, match="standard input cannot be read"):
        read_lines("-")


def test_unescape_and_normalize(tmp_path: Path) -> None:
    path = tmp_path / "hyp.en"
    path.write_text("don&#39;t &quot;go&quot;\na&#10;b\ncafe&#x301;\nﬁne\n", encoding="utf-8")
    assert read_lines(path)[0] == "don&#39;t &quot;go&quot;"
    assert read_lines(path, unescape=True)[:2] == ['don\'t "go"', "a\nb"]
    assert read_lines(path, unescape=True, normalise="nfc")[2] == "café"
    assert read_lines(path, normalise="nfkc")[3] == "fine"
    assert read_lines(path, normalise="nfc")[3] == "ﬁne"
    with pytest.raises(ParameterError, match="choose one of nfc, nfkc, nfd, nfkd"):
        read_lines(path, normalise="nfz")


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_written_files_are_reproducible(tmp_path: Path, suffix: str) -> None:
    needs_zstd(suffix)
    paths = [tmp_path / f"{name}{suffix}" for name in ("one", "two")]
    for path in paths:
        write_lines(path, ["a", "b"])
    assert paths[0].read_bytes() == paths[1].read_bytes()
    assert read_bytes(paths[0]) == b"a\nb\n"


# Anything but a line feed and lone surrogates, with the characters that tempt a reader over-represented.
LINE = st.text(
    st.one_of(
        st.characters(exclude_categories=["Cs"], exclude_characters="\n"),
        st.sampled_from("\r\ufeff\u2028\u2029\u0085\x0b\x0c\x1c\x00"),
    )
)


@given(st.lists(LINE), st.sampled_from(SUFFIXES[:3]))
def test_round_trip(tmp_path_factory: pytest.TempPathFactory, lines: list[str], suffix: str) -> None:
    path = tmp_path_factory.getbasetemp() / f"round-trip{suffix}"
    write_lines(path, lines)
    assert read_lines(path) == lines


def test_writing_replaces_the_file_only_when_complete(tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.write_text("old\n")
    path.chmod(0o640)
    link = tmp_path / "link"
    link.symlink_to(path)
    with pytest.raises(DataError, match="line 2: a text with a line break"):
        write_lines(path, ["a", "b\nc"])
    with pytest.raises(DataError, match="line 2: a lone surrogate"):
        write_lines(path, ["a", "\ud800"])
    with pytest.raises(DataError, match="one single string"):
        write_lines(path, "abc")
    assert path.read_text() == "old\n"
    write_lines(link, ["new"])
    assert path.read_text() == "new\n"
    assert link.is_symlink()
    assert path.stat().st_mode & 0o777 == 0o640
    assert sorted(tmp_path.iterdir()) == [link, path]


def test_unwritable(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cannot be written"):
        write_lines(tmp_path, ["a"])
    with pytest.raises(DataError, match="cannot be written"):
        write_lines(tmp_path / "no" / "such" / "folder", ["a"])


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_loop_of_links(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.symlink_to(other)
    other.symlink_to(one)
    with pytest.raises(DataError, match=r"one: cannot be written \(Too many levels of symbolic links\)"):
        write_lines(one, ["a"])
    with pytest.raises(DataError, match="one: cannot be written, Too many levels of symbolic links"):
        require_writable(one)
    with pytest.raises(DataError, match=r"one cannot be read \(Too many levels of symbolic links\)"):
        read_lines(one)
    assert sorted(tmp_path.iterdir()) == [one, other]


@pytest.mark.skipif(os.name == "nt", reason="folders cannot be synced there")
def test_what_is_written_is_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """First the content, then the name: a power cut at any time leaves a whole file."""
    steps: list[str] = []
    sync, rename = os.fsync, os.replace

    def fsync(descriptor: int) -> None:
        is_folder = stat.S_ISDIR(os.fstat(descriptor).st_mode)
        steps.append("folder" if is_folder else f"file of {os.fstat(descriptor).st_size}")
        sync(descriptor)

    def replace(source: Path, target: Path) -> None:
        steps.append(f"rename to {Path(target).name}")
        rename(source, target)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(os, "replace", replace)
    write_lines(tmp_path / "out", ["abc"])
    assert steps == ["file of 4", "rename to out", "folder"]


def test_a_disk_that_fails_keeps_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "out"
    path.write_text("old\n")

    def fails(_descriptor: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, "fsync", fails)
    with pytest.raises(DataError, match=r"cannot be written \(Input/output error\)"):
        write_lines(path, ["new"])
    assert path.read_text() == "old\n"
    assert list(tmp_path.iterdir()) == [path]


def test_devices_and_standard_output(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    write_lines(os.devnull, ["a"])
    assert not Path(os.devnull).is_file()
    write_lines("-", ["ä"])
    assert capfdbinary.readouterr().out == "ä\n".encode()


def test_every_error_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(PitchpipeError) as error:
        lines_of(tmp_path, b"\xff\n")
    assert "\n" not in str(error.value)
    assert isinstance(error.value, ValueError)
