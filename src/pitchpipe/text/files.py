"""Files of lines: strict UTF-8, plain or compressed, ``-`` for standard input and output.

A line ends in a line feed and in nothing else: U+2028, U+0085, form feeds and vertical tabs are text, so that
line *n* of one file always belongs to line *n* of another.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import BinaryIO, TypeAlias

from pitchpipe.errors import DataError
from pitchpipe.text.cleaning import text_cleaner
from pitchpipe.text.compression import compress_blocks, decompress, decompress_blocks

StrPath: TypeAlias = str | os.PathLike[str]

#: Bytes read at once. Compressed text may grow a thousandfold, and still fit into memory.
_BLOCK = 1 << 18
_BOM = "\ufeff"
# The UTF-32 mark begins with the UTF-16 one, so it comes first.
_FOREIGN_MARKS = (
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)

# The standard input already read: the object, not a flag, so that a replaced sys.stdin counts as new.
_consumed_stdin: object = None


def is_standard_stream(path: StrPath) -> bool:
    """Whether the path is ``-``: standard input when reading, standard output when writing."""
    return os.fspath(path) == "-"


def display_name(path: StrPath) -> str:
    r"""What messages call a file that is read: the path as the user gave it.

    Bytes of a name that are no UTF-8 are spelled out, ``\udcff``: no text may hold what Python has for them.
    """
    name = "standard input" if is_standard_stream(path) else os.fspath(path)
    return name.encode("utf-8", "backslashreplace").decode("utf-8")


def read_bytes(path: StrPath) -> bytes:
    """The uncompressed content of a file, or of standard input if the path is ``-``.

    Compression (gzip, xz, Zstandard) is recognised by content, whatever the file is called.

    Raises
    ------
    DataError
        If there is no such file, it cannot be read, it is truncated or corrupt, or standard input is asked
        for a second time.
    """
    name = display_name(path)
    with _open(path, name) as stream, _reading(name):
        data = stream.read()
    return decompress(data, name)


def read_text(path: StrPath) -> str:
    """The whole file as text: strict UTF-8, without a byte order mark."""
    return decode(read_bytes(path), display_name(path))


def read_lines_between(path: StrPath, begin: int, end: int) -> Iterator[bytes]:
    """The bytes, in blocks, of the lines that begin between two bytes of a file that is not compressed.

    Neighbours have every line between them, and none twice, wherever they meet.
    """
    name = display_name(path)
    with _open(path, name) as stream, _reading(name):
        if begin:
            # A line begins after the end of another one, which may be right here.
            stream.seek(begin - 1)
            stream.readline()
        here, block = stream.tell(), b"\n"
        while here < end and (block := stream.read(min(_BLOCK, end - here))):
            if not here:
                _refuse_foreign(block, name)
            yield block if here else block.removeprefix(_BOM.encode())
            here += len(block)
        if here >= end and not block.endswith(b"\n"):
            yield stream.readline()


def read_text_blocks(path: StrPath) -> Iterator[bytes]:
    """The bytes of a text in blocks, without a byte order mark, for files too large to hold.

    They are uncompressed, but whether they are UTF-8 is left to whoever decodes them.
    """
    name = display_name(path)
    with _open(path, name) as stream:
        blocks = decompress_blocks(_blocks(stream, name), name)
        first = next(blocks, b"")
        _refuse_foreign(first, name)
        yield first.removeprefix(_BOM.encode())
        yield from blocks


def read_lines(path: StrPath, *, unescape: bool = False, normalise: str | None = None) -> list[str]:
    r"""The lines of a file, without their line ends.

    Only ``\n`` ends a line; one ``\r`` before it, or at the very end of the file, is dropped. A missing final
    line feed makes no difference, and an empty file has no lines.

    Parameters
    ----------
    path
        A file, plain or compressed, or ``-``.
    unescape
        Turn HTML entities into characters. The lines are split first: ``&#10;`` does not end a line.
    normalise
        Unicode normal form: ``nfc``, ``nfkc``, ``nfd`` or ``nfkd``.

    Raises
    ------
    DataError
        If the file cannot be read or is not UTF-8; the message names the line and the byte offset.
    """
    clean = text_cleaner(unescape=unescape, normalise=normalise)
    lines = split_lines(read_text(path))
    return lines if clean is None else [clean(line) for line in lines]


def decode(data: bytes, name: str) -> str:
    """Decodes strict UTF-8 and drop a byte order mark; ``name`` is what error messages call the data."""
    _refuse_foreign(data, name)
    try:
        return data.decode("utf-8").removeprefix(_BOM)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise DataError(
            f"{name}, line {line}: invalid UTF-8 at byte offset {error.start} (0x{data[error.start]:02x})"
        ) from None


def _refuse_foreign(data: bytes, name: str) -> None:
    for mark, encoding in _FOREIGN_MARKS:
        if data.startswith(mark):
            raise DataError(f"{name} is encoded in {encoding}: convert it to UTF-8")


def split_lines(text: str) -> list[str]:
    """Splits a text into lines as ``read_lines`` does."""
    lines = text.split("\n")
    if not lines[-1]:
        lines.pop()
    if "\r" in text:
        return [line.removesuffix("\r") for line in lines]
    return lines


def write_lines(path: StrPath, lines: Iterable[str]) -> None:
    r"""Writes lines so that ``read_lines`` gives them back exactly.

    The file appears complete or not at all; ``.gz``, ``.xz`` and ``.zst`` compress; ``-`` is standard output.
    A line that itself ends in ``\r`` gets ``\r\n``, and a first line that begins with U+FEFF gets a byte
    order mark, because the reader drops one of each.

    Raises
    ------
    DataError
        If a line contains a line feed or a lone surrogate, or the file cannot be written.
    """
    write_bytes(path, line_bytes(lines, _output_name(path)))


def line_bytes(lines: Iterable[str], name: str) -> bytes:
    """The content of a file of lines, see :func:`write_lines`; ``name`` is what messages call it."""
    if isinstance(lines, str):
        raise DataError(f"{name}: the lines to write are one single string; give a list of lines")
    parts = []
    for number, line in enumerate(lines, 1):
        if "\n" in line:
            raise DataError(f"{name}, line {number}: a text with a line break cannot be written as one line")
        parts.append(f"{line}\r\n" if line.endswith("\r") else f"{line}\n")
    text = "".join(parts)
    if text.startswith(_BOM):
        text = _BOM + text
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        line_number = text.count("\n", 0, error.start) + 1
        raise DataError(f"{name}, line {line_number}: a lone surrogate cannot be written") from None


def write_bytes(path: StrPath, data: bytes) -> None:
    """Writes a file, complete or not at all, compressed as its suffix asks; ``-`` is standard output.

    When it returns, the file is on the disk: a power cut leaves the old one or the new one, never a part.
    """
    write_blocks(path, [data])


def write_blocks(path: StrPath, blocks: Iterable[bytes]) -> None:
    """As ``write_bytes``, block by block, for what is too large to hold; standard output may get a part."""
    name = _output_name(path)
    if is_standard_stream(path):
        _write_stdout(blocks)
        return
    try:
        _write_file(Path(path), compress_blocks(blocks, name))
    except DataError:
        raise  # of whoever makes the blocks
    except (OSError, ValueError) as error:
        raise DataError(f"{name}: cannot be written ({_reason(error)})") from None


def _open(path: StrPath, name: str) -> AbstractContextManager[BinaryIO]:
    if is_standard_stream(path):
        return nullcontext(_stdin())
    with _reading(name):
        return Path(path).open("rb")


def _stdin() -> BinaryIO:
    import sys

    global _consumed_stdin
    stream = sys.stdin
    if stream is None:
        raise DataError("standard input is closed")
    if _consumed_stdin is stream:
        raise DataError("standard input can be read only once, but - is given more than once")
    _consumed_stdin = stream
    return stream.buffer


def _blocks(stream: BinaryIO, name: str) -> Iterator[bytes]:
    while True:
        with _reading(name):
            block = stream.read(_BLOCK)
        if not block:
            return
        yield block


@contextmanager
def _reading(name: str) -> Iterator[None]:
    """The errors of the system in our words."""
    try:
        yield
    except FileNotFoundError:
        raise DataError(f"{name}: no such file") from None
    except IsADirectoryError:
        raise DataError(f"{name} is a directory, not a file") from None
    except PermissionError:
        raise DataError(f"{name}: permission denied") from None
    except (OSError, ValueError) as error:
        raise DataError(f"{name} cannot be read ({_reason(error)})") from None


def _write_stdout(blocks: Iterable[bytes]) -> None:
    import sys

    stream = sys.stdout
    if stream is None:
        raise DataError("standard output is closed")
    stream.flush()
    stream.buffer.writelines(blocks)
    stream.buffer.flush()


def _write_file(path: Path, blocks: Iterable[bytes]) -> None:
    import secrets
    import stat

    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        mode = None  # a loop of links is not such a case, and cannot be written
    if mode is not None and not stat.S_ISREG(mode):
        # A device or a pipe: renaming over it would replace it.
        with path.open("wb") as device:
            device.writelines(blocks)
        return
    target = path.resolve()
    temporary = target.with_name(f".{secrets.token_hex(8)}.tmp")
    stream = temporary.open("xb")
    try:
        with stream:
            stream.writelines(blocks)
            stream.flush()
            # Without this, some file systems keep the new name before the new content.
            os.fsync(stream.fileno())
        if mode is not None:
            temporary.chmod(stat.S_IMODE(mode))
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    _sync_folder(target.parent)


def _sync_folder(folder: Path) -> None:
    """Names are on the disk when their folder is."""
    if os.name == "nt":
        return  # folders cannot be opened there
    # The file is there and complete, even where a folder cannot be read or a file system cannot sync it.
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _output_name(path: StrPath) -> str:
    return "standard output" if is_standard_stream(path) else os.fspath(path)


def _reason(error: Exception) -> str:
    """The system's own words, without the number and the path that the message names already."""
    return getattr(error, "strerror", None) or str(error)
