"""Files of lattices: PLF and the text of OpenFst."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, TypeAlias, get_args

from pitchpipe import _core
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.text.files import StrPath, display_name, read_lines

Format = Literal["plf", "openfst", "openfst-acceptor", "openfst-transducer"]
FORMATS: tuple[Format, ...] = get_args(Format)

#: Lines of HTK's standard lattice format: its version, its size, a node, an arc.
_SLF = re.compile(r"\s*(VERSION=\S|(N|NODES)=\d+\s+(L|LINKS)=\d|I=\d+(\s|$)|J=\d+\s+S(TART)?=\d)")

#: A hypothesis in the search graph of Moses (``-output-search-graph``).
_SEARCH_GRAPH = re.compile(r"\d+ hyp=\d+ stack=\d+(\s|$)")

#: An acyclic graph of words: ``sources``, ``targets``, ``labels`` and ``scores`` of its arcs in the order of
#: their file, nodes numbered in topological order, the ``start`` and the ``ends``.
Lattice: TypeAlias = _core.Lattice


def read_lattices(
    path: StrPath, format: Format | None = None, symbols: StrPath | None = None
) -> list[Lattice]:
    """The lattices of a file, plain or compressed, or of standard input (``-``).

    ``plf``: a lattice in Python's notation on every line, as Moses, cdec and Joshua read it; any other line
    is a sentence, a lattice of one path. Several scores of an arc, or named features, are summed; the
    label ``*EPS*`` is silent.

    ``openfst``: the text that ``fstprint`` writes, lattices separated by empty lines. Output labels are the
    words, scores are negated costs. ``symbols`` is the symbol table of files with numbers for words; in
    all others ``<eps>`` is silent. Whether four columns are an acceptor with costs or a transducer
    without is told by the other lines and by the fourth being a number; ``openfst-acceptor`` and
    ``openfst-transducer`` say so.

    Without ``format``, the first line tells.

    Raises
    ------
    DataError
        If the file cannot be read, or a lattice is malformed, has a cycle or no path to an end; the message
        names the line.
    """
    lines = read_lines(path)
    name = display_name(path)
    if format is None:
        format = _recognised(lines)
        if format == "plf":
            _require_plf(lines, name)
    elif format not in FORMATS:
        raise ParameterError(f"unknown lattice format {format!r}: there are {', '.join(FORMATS)}")
    if format == "plf" and symbols is not None:
        raise ParameterError(f"{name} is in PLF, which has no symbol table")
    table = None if symbols is None else _symbols(symbols)
    try:
        if format == "plf":
            found = _core.read_plf(lines)
        else:
            found = _core.read_openfst(lines, format.partition("-")[2] or None, table)
    except DataError as error:
        raise DataError(f"{name}, {error}") from None
    if not found:
        raise DataError(f"{name} holds no lattice")
    return found


def _recognised(lines: Sequence[str]) -> Format:
    """An OpenFst file begins with an arc between numbered states, or is a single final state."""
    first = next((line for line in lines if line.strip()), "").split()
    states = first[:2] if len(first) > 2 else first[:1]
    is_arc = 0 < len(first) <= 5 and all(state.isascii() and state.isdigit() for state in states)
    return "openfst" if is_arc else "plf"


def _require_plf(lines: Sequence[str], name: str) -> None:
    """Refuses files of other formats, whose lines would pass for sentences."""
    if any(line.lstrip().startswith("(") for line in lines):
        return
    if any(_SLF.match(line) for line in lines):
        raise DataError(
            f"{name} looks like HTK's SLF, which is not read: convert it to PLF or to the text of OpenFst"
        )
    if any(_SEARCH_GRAPH.match(line) for line in lines):
        raise DataError(
            f"{name} looks like a search graph of Moses, which is not read: convert it to PLF or to the text "
            "of OpenFst, or choose the format plf if these are sentences"
        )
    rest = [line for line in lines if line.strip()][1:]
    if rest and all(_recognised([line]) == "openfst" for line in rest):
        raise DataError(
            f"{name} looks like the text of OpenFst, but its first line is no arc: remove that line "
            "(Kaldi's names of lattices are not read), or choose the format plf if these are sentences"
        )


def _symbols(path: StrPath) -> _core.Symbols:
    try:
        return _core.Symbols.read(read_lines(path))
    except DataError as error:
        raise DataError(f"{display_name(path)}, {error}") from None
