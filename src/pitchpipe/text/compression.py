"""Compressed files: gzip, xz and Zstandard, in memory.

Reading goes by the first bytes, so a misnamed file is still read; writing goes by the suffix. None of the
three signatures is valid UTF-8, so a plain text cannot be mistaken for a compressed one.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
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
    """`.gz`, `.xz` or `.zst` if the name ends in one of them (any case), otherwise the empty string."""
    lowered = name.lower()
    return next((suffix for suffix in SUFFIXES if lowered.endswith(suffix)), "")


def strip_compression_suffix(name: str) -> str:
    """The name without its compression suffix: `a.en.gz` gives `a.en`."""
    return name[: len(name) - len(compression_suffix(name))]


def decompress(data: bytes, name: str) -> bytes:
    """The uncompressed bytes of `data`; bytes that carry no known signature come back unchanged.

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
    if data.startswith(_GZIP_MAGIC):
        return _gunzip(data, name)
    if data.startswith(_XZ_MAGIC):
        return _unxz(data, name)
    if data.startswith((_ZSTD_MAGIC, *_ZSTD_SKIPPABLE)):
        return _unzstd(data, name)
    if not data and compression_suffix(name):
        raise DataError(f"{name}: truncated: the file has no bytes at all")
    return data


def compress(data: bytes, name: str) -> bytes:
    """`data` compressed as the suffix of `name` asks; equal data give equal bytes."""
    suffix = compression_suffix(name)
    if suffix == ".gz":
        import gzip

        return gzip.compress(data, mtime=0)
    if suffix == ".xz":
        import lzma

        return lzma.compress(data)
    if suffix == ".zst":
        return _zstd(name).compress(data)
    return data


def _gunzip(data: bytes, name: str) -> bytes:
    import gzip
    import zlib

    try:
        return gzip.decompress(data)
    except EOFError:
        raise _truncated(name, "gzip") from None
    except (OSError, zlib.error) as error:
        raise _corrupt(name, "gzip", error) from None


def _unxz(data: bytes, name: str) -> bytes:
    import lzma

    try:
        # lzma.decompress() would silently drop whatever follows the first stream and is not a valid one.
        return _join_streams(data, lambda: lzma.LZMADecompressor(lzma.FORMAT_XZ), padding=b"\0")
    except EOFError:
        raise _truncated(name, "xz") from None
    except lzma.LZMAError as error:
        raise _corrupt(name, "xz", error) from None


def _unzstd(data: bytes, name: str) -> bytes:
    zstd = _zstd(name)
    try:
        return _join_streams(data, zstd.new_stream)
    except EOFError:
        raise _truncated(name, "zstd") from None
    except zstd.error as error:
        raise _corrupt(name, "zstd", error) from None


class _Stream(Protocol):
    @property
    def eof(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, /) -> bytes: ...


def _join_streams(data: bytes, new_stream: Callable[[], _Stream], padding: bytes = b"") -> bytes:
    """Decompress concatenated streams, all of which must be complete; `padding` may stand between them."""
    parts = []
    while data:
        stream = new_stream()
        parts.append(stream.decompress(data))
        if not stream.eof:
            raise EOFError
        data = stream.unused_data.lstrip(padding) if padding else stream.unused_data
    return b"".join(parts)


class _Zstd(NamedTuple):
    """What the two implementations of Zstandard have in common."""

    compress: Callable[[bytes], bytes]
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
            lambda data: zstd.compress(data, options=writing),
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
        return _Zstd(compressor.compress, decompressor.decompressobj, zstandard.ZstdError)


def _truncated(name: str, kind: str) -> DataError:
    return DataError(f"{name}: truncated: the {kind} data end too early")


def _corrupt(name: str, kind: str, error: Exception) -> DataError:
    return DataError(f"{name}: corrupt {kind} data ({error})")
