"""Compressed files: gzip, xz and Zstandard.

Reading goes by the first bytes, so a misnamed file is still read; writing goes by the suffix. None of the
three signatures is valid UTF-8, so a plain text cannot be mistaken for a compressed one.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import NamedTuple, Protocol

from pitchpipe.errors import DataError, MissingError

SUFFIXES = (".gz", ".xz", ".zst")

_GZIP_MAGIC = b"\x1f\x8b"
_XZ_MAGIC = b"\xfd7zXZ\x00"
_ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
# Parallel compressors put a frame of metadata first: 0x184D2A50 to 0x184D2A5F, little-endian.
_ZSTD_SKIPPABLE = tuple(bytes([low]) + b"\x2a\x4d\x18" for low in range(0x50, 0x60))
_ZSTD_LARGEST_WINDOW_LOG = 31


def compression_suffix(name: str) -> str:
    """``.gz``, ``.xz`` or ``.zst`` if the name ends in one of them (any case), otherwise the empty string."""
    lowered = name.lower()
    return next((suffix for suffix in SUFFIXES if lowered.endswith(suffix)), "")


def strip_compression_suffix(name: str) -> str:
    """The name without its compression suffix: ``a.en.gz`` gives ``a.en``."""
    return name[: len(name) - len(compression_suffix(name))]


def decompress(data: bytes, name: str) -> bytes:
    """The uncompressed bytes of ``data``; bytes that carry no known signature come back unchanged.

    Parameters
    ----------
    data
        The whole file.
    name
        What error messages call it.

    Raises
    ------
    DataError
        If the data are truncated or corrupt.
    MissingError
        If they are Zstandard data and nothing that reads them is installed.
    """
    return b"".join(decompress_blocks([data], name))


def decompress_blocks(blocks: Iterable[bytes], name: str) -> Iterator[bytes]:
    """As ``decompress``, block by block, for files too large to hold; the first must have the signature."""
    rest = iter(blocks)
    first = next(rest, b"")
    if not first and compression_suffix(name):
        raise DataError(f"{name}: truncated: the file has no bytes at all")
    kind = _kind(first, name)
    if kind is None:
        yield first
        yield from rest
        return
    try:
        yield from _join_streams(chain([first], rest), kind)
    except EOFError:
        raise DataError(f"{name}: truncated: the {kind.name} data end too early") from None
    except kind.error as error:
        raise DataError(f"{name}: corrupt {kind.name} data ({error})") from None
    except MemoryError:
        raise DataError(f"{name}: too large: memory ran out while it was unpacked") from None


def is_compressed(first: bytes) -> bool:
    """Whether a file that begins with these bytes is compressed."""
    return first.startswith((_GZIP_MAGIC, _XZ_MAGIC, _ZSTD_MAGIC, *_ZSTD_SKIPPABLE))


def compress(data: bytes, name: str) -> bytes:
    """``data`` compressed as the suffix of ``name`` asks; equal data give equal bytes."""
    return b"".join(compress_blocks([data], name))


def compress_blocks(blocks: Iterable[bytes], name: str) -> Iterator[bytes]:
    """As ``compress``, block by block, for what is too large to hold."""
    writer = _writer(name)
    if writer is None:
        yield from blocks
        return
    for block in blocks:
        yield writer.compress(block)
    yield writer.flush()


class _Writer(Protocol):
    def compress(self, data: bytes, /) -> bytes: ...
    def flush(self) -> bytes: ...


def _writer(name: str) -> _Writer | None:
    """What compresses as a suffix asks."""
    suffix = compression_suffix(name)
    if suffix == ".gz":
        import zlib

        # Without the time, which would make other bytes of the same data.
        return zlib.compressobj(wbits=zlib.MAX_WBITS | 16)
    if suffix == ".xz":
        import lzma

        return lzma.LZMACompressor()
    return _zstd(name).new_writer() if suffix == ".zst" else None


class _Stream(Protocol):
    @property
    def eof(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, /) -> bytes: ...


class _Kind(NamedTuple):
    """A compression: how its streams are read, and what may stand between them."""

    name: str
    new_stream: Callable[[], _Stream]
    error: type[Exception]
    padding: bytes = b""


def _kind(first: bytes, name: str) -> _Kind | None:
    """The compression that bytes begin with."""
    if first.startswith(_GZIP_MAGIC):
        import zlib

        return _Kind("gzip", lambda: zlib.decompressobj(zlib.MAX_WBITS | 16), zlib.error, b"\0")
    if first.startswith(_XZ_MAGIC):
        import lzma

        return _Kind("xz", lambda: lzma.LZMADecompressor(lzma.FORMAT_XZ), lzma.LZMAError, b"\0")
    if first.startswith((_ZSTD_MAGIC, *_ZSTD_SKIPPABLE)):
        zstd = _zstd(name)
        return _Kind("zstd", zstd.new_stream, zstd.error)
    return None


def _join_streams(blocks: Iterable[bytes], kind: _Kind) -> Iterator[bytes]:
    """Decompress concatenated streams, all of which must be complete."""
    stream: _Stream | None = None
    for block in blocks:
        data = block
        while data:
            if stream is None:
                data = data.lstrip(kind.padding)
                if not data:
                    break
                stream = kind.new_stream()
            if decompressed := stream.decompress(data):
                yield decompressed
            data = b""
            if stream.eof:
                data, stream = stream.unused_data, None
    if stream is not None:
        raise EOFError


class _Zstd(NamedTuple):
    """What the two implementations of Zstandard have in common."""

    new_writer: Callable[[], _Writer]
    new_stream: Callable[[], _Stream]
    error: type[Exception]


if sys.version_info >= (3, 14):

    def _zstd(name: str) -> _Zstd:
        try:
            from compression import zstd
        except ImportError:
            raise MissingError(f"{name}: this Python was built without Zstandard; use .gz or .xz") from None
        writing: dict[int, int] = {zstd.CompressionParameter.checksum_flag: 1}
        reading: dict[int, int] = {zstd.DecompressionParameter.window_log_max: _ZSTD_LARGEST_WINDOW_LOG}
        return _Zstd(
            lambda: zstd.ZstdCompressor(options=writing),
            lambda: zstd.ZstdDecompressor(options=reading),
            zstd.ZstdError,
        )

else:

    def _zstd(name: str) -> _Zstd:
        try:
            import zstandard
        except ImportError:
            raise MissingError(f"{name}: .zst files need a package: pip install zstandard") from None
        decompressor = zstandard.ZstdDecompressor(max_window_size=2**_ZSTD_LARGEST_WINDOW_LOG)
        compressor = zstandard.ZstdCompressor(write_checksum=True)
        return _Zstd(compressor.compressobj, decompressor.decompressobj, zstandard.ZstdError)
