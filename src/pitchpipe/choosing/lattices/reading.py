"""Files of lattices: PLF, the text of OpenFst, HTK's SLF, and search graphs of Moses."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, TypeAlias, get_args

from pitchpipe import _core
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.text.files import StrPath, display_name, read_lines

Format = Literal["plf", "openfst", "openfst-acceptor", "openfst-transducer", "slf", "search-graph"]
FORMATS: tuple[Format, ...] = get_args(Format)
#: Formats without symbol tables.
_NAMES = {"plf": "in PLF", "slf": "in HTK's SLF", "search-graph": "a search graph of Moses"}

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

    ``slf``: the standard lattice format of HTK, as speech recognisers and Moses
    (``-output-search-graph-slf``) write it, one lattice after the other. Words stand on links or on nodes;
    ``!NULL``, ``!ENTER``, ``!EXIT``, ``<s>`` and ``</s>`` are silent. The score of a link is that of HTK: its
    logarithms times their scales, and the word penalty.

    ``search-graph``: what Moses writes with ``-output-search-graph``, a graph for each sentence. A hypothesis
    that was recombined with another is a further way to that one; paths end in the last stack.

    Without ``format``, the first lines tell.

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
    if format in _NAMES and symbols is not None:
        raise ParameterError(f"{name} is {_NAMES[format]}, which has no symbol table")
    try:
        found = _read(lines, format, None if symbols is None else _symbols(symbols))
    except DataError as error:
        raise DataError(f"{name}, {error}") from None
    if not found:
        raise DataError(f"{name} holds no lattice")
    return found


def _read(lines: list[str], format: Format, symbols: _core.Symbols | None) -> list[Lattice]:
    if format == "plf":
        return _core.read_plf(lines)
    if format == "slf":
        return _core.read_slf(lines)
    if format == "search-graph":
        return _core.read_search_graphs(lines)
    return _core.read_openfst(lines, format.partition("-")[2] or None, symbols)


def _recognised(lines: Sequence[str]) -> Format:
    """What the first lines look like; a file in which any line is a lattice in PLF is in PLF."""
    if any(line.lstrip().startswith("(") for line in lines):
        return "plf"
    first = next((line for line in lines if line.strip()), "")
    if _SEARCH_GRAPH.match(first):
        return "search-graph"
    if any(map(_SLF.match, lines)):
        return "slf"
    return "openfst" if _is_openfst(first) else "plf"


def _is_openfst(line: str) -> bool:
    """Whether a line is an arc between numbered states, or a single final state."""
    columns = line.split()
    states = columns[:2] if len(columns) > 2 else columns[:1]
    return 0 < len(columns) <= 5 and all(state.isascii() and state.isdigit() for state in states)


def _require_plf(lines: Sequence[str], name: str) -> None:
    """Refuses a file of another format, whose lines would pass for sentences."""
    if any(line.lstrip().startswith("(") for line in lines):
        return
    rest = [line for line in lines if line.strip()][1:]
    if rest and all(map(_is_openfst, rest)):
        raise DataError(
            f"{name} looks like the text of OpenFst, but its first line is no arc: remove that line "
            "(Kaldi's names of lattices are not read), or choose the format plf if these are sentences"
        )


def _symbols(path: StrPath) -> _core.Symbols:
    try:
        return _core.Symbols.read(read_lines(path))
    except DataError as error:
        raise DataError(f"{display_name(path)}, {error}") from None
