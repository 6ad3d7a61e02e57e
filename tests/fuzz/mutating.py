"""Files and texts changed at random: bits, lines, words, fields, numbers."""

from __future__ import annotations

import gzip
import lzma
import random
import re
from collections.abc import Callable, Mapping, Sequence

from pitchpipe.text.compression import compress
from tests.fuzz.cases import Input
from tests.fuzz.hostile import NUMBERS, PIECES

#: A mutated file is never longer.
LONGEST = 1 << 18
_NUMBER = re.compile(rb"[-+]?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")
_SEPARATORS = (
    b"\t",
    b",",
    b"|||",
    b"|",
    b" ",
    b"=",
    b":",
    b"<",
    b">",
    b'"',
    b"'",
    b"(",
    b")",
    b"{",
    b"}",
    b"[",
    b"]",
)
_BYTES = (
    b"\0",
    b"\xff",
    b"\xfe\xff",
    b"\xef\xbb\xbf",
    b"\r",
    b"\n",
    b"\r\n",
    b"\x1a",
    b"\x80",
    b"\xed\xa0\x80",
    b"\xc0\xaf",
)

Mutation = Callable[[bytes, random.Random], bytes]


def mutated(data: bytes, rng: random.Random, others: Sequence[bytes] = ()) -> bytes:
    """A file with a few changes; pieces may come from other files."""
    for _ in range(1 + min(int(rng.expovariate(0.7)), 12)):
        if others and rng.random() < 0.05:
            data = _splice(data, rng.choice(others), rng)
        else:
            data = rng.choice(_MUTATIONS)(data, rng)
    return data[:LONGEST]


def one_mutated(samples: Sequence[Input], rng: random.Random) -> Input:
    """One of the samples, with one of its files changed, and sometimes another; files may be compressed."""
    sample = rng.choice(samples)
    files = dict(sample.files)
    for name in rng.sample(sorted(files), min(len(files), 1 + (rng.random() < 0.15))):
        files[name] = mutated(files[name], rng, list(files.values()))
        if rng.random() < 0.04:
            files[name] = _packed(files[name], rng)
    return Input(files, sample.asked)


def _packed(data: bytes, rng: random.Random) -> bytes:
    """Compressed, whatever the name says; half of the time damaged after that."""
    data = rng.choice(
        (lambda: gzip.compress(data, mtime=0), lambda: lzma.compress(data), lambda: compress(data, "x.zst"))
    )()
    return mutated(data, rng) if rng.random() < 0.5 else data


def _place(data: bytes, rng: random.Random) -> int:
    return rng.randrange(len(data) + 1)


def _span(data: bytes, rng: random.Random, longest: int = 64) -> tuple[int, int]:
    begin = _place(data, rng)
    return begin, min(len(data), begin + rng.randrange(longest + 1))


def _flip(data: bytes, rng: random.Random) -> bytes:
    if not data:
        return data
    at = rng.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]


def _delete(data: bytes, rng: random.Random) -> bytes:
    begin, end = _span(data, rng)
    return data[:begin] + data[end:]


def _duplicate(data: bytes, rng: random.Random) -> bytes:
    begin, end = _span(data, rng)
    return data[:end] + data[begin:end] * rng.choice((1, 1, 2, 50)) + data[end:]


def _insert(data: bytes, rng: random.Random) -> bytes:
    at = _place(data, rng)
    piece = rng.choice((*_BYTES, *_SEPARATORS, *PIECES))
    return data[:at] + piece + data[at:]


def _truncate(data: bytes, rng: random.Random) -> bytes:
    return data[: _place(data, rng)]


def _swap_separator(data: bytes, rng: random.Random) -> bytes:
    there = [separator for separator in _SEPARATORS if separator in data]
    if not there:
        return data
    old, new = rng.choice(there), rng.choice(_SEPARATORS)
    at = data.find(old, _place(data, rng))
    return data if at < 0 else data[:at] + rng.choice((new, b"", old * 2)) + data[at + len(old) :]


def _swap_number(data: bytes, rng: random.Random) -> bytes:
    match = _NUMBER.search(data, _place(data, rng)) or _NUMBER.search(data)
    if match is None:
        return data
    return data[: match.start()] + rng.choice(NUMBERS).encode() + data[match.end() :]


def _lines(change: Callable[[list[bytes], random.Random], None]) -> Mutation:
    def changed(data: bytes, rng: random.Random) -> bytes:
        lines = data.split(b"\n")
        change(lines, rng)
        return b"\n".join(lines)

    return changed


def _drop_line(lines: list[bytes], rng: random.Random) -> None:
    del lines[rng.randrange(len(lines))]


def _double_line(lines: list[bytes], rng: random.Random) -> None:
    lines.insert(rng.randrange(len(lines) + 1), rng.choice(lines))


def _swap_lines(lines: list[bytes], rng: random.Random) -> None:
    i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[i], lines[j] = lines[j], lines[i]


def _empty_line(lines: list[bytes], rng: random.Random) -> None:
    lines[rng.randrange(len(lines))] = b""


def _swap_words(lines: list[bytes], rng: random.Random) -> None:
    at = rng.randrange(len(lines))
    words = lines[at].split(b" ")
    i, j = rng.randrange(len(words)), rng.randrange(len(words))
    words[i], words[j] = words[j], rng.choice((words[i], b"", words[j]))
    lines[at] = b" ".join(words)


def _carriage_returns(lines: list[bytes], rng: random.Random) -> None:
    lines[:] = [line + b"\r" for line in lines]


def _splice(data: bytes, other: bytes, rng: random.Random) -> bytes:
    begin, end = _span(other, rng, 256)
    at = _place(data, rng)
    return data[:at] + other[begin:end] + data[at:]


_MUTATIONS: tuple[Mutation, ...] = (
    _flip,
    _delete,
    _duplicate,
    _insert,
    _insert,
    _truncate,
    _swap_separator,
    _swap_separator,
    _swap_number,
    _swap_number,
    _lines(_drop_line),
    _lines(_double_line),
    _lines(_swap_lines),
    _lines(_empty_line),
    _lines(_swap_words),
    _lines(_carriage_returns),
)


def mutated_mapping(files: Mapping[str, bytes], rng: random.Random) -> dict[str, bytes]:
    """All files, one of them changed."""
    return dict(one_mutated([Input(files)], rng).files)
