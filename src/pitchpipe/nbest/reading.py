"""N-best lists in: a file in any of five formats, recognised by its first line.

=========  ==========================================================================================
``moses``  ``id ||| text ||| Name= v v Name= v ||| total [||| segmentation] [||| alignment]``; the names
           may also be short ones with a colon (``lm: -3``), and phrase marks in the text (``|0-1|``)
           are left out. ``TM0= a b`` becomes the features ``TM0_0`` and ``TM0_1``
``joshua`` ``id ||| text ||| name=value name=value ||| total [||| alignment]``; cdec writes this too
``zmert``  ``id ||| text ||| v v v``, values in the order of a file of parameters; what may follow them is
           that of ``moses``, which without its names is this
``jsonl``  ``{"segment": 0, "text": "...", "features": {"logprob": -3.1}}``, also ``"total"`` and
           ``"alignment"``; or a segment with all its candidates, ``{"candidates": ["...", {"text": "...",
           "features": {...}}]}``, numbered as they come unless ``"segment"`` says so. Either an object per
           line, or written over several lines, one after the other or in a list ``[...]``. All other keys
           are kept (:class:`pitchpipe.nbest.Extras`)
``tsv``    a header with the columns ``segment`` and ``text``, perhaps ``total`` and ``alignment``; all
           others are features
=========  ==========================================================================================

Segments are numbered from 0. Word alignments are links ``i-j`` (Pharaoh).
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Literal, get_args

from pitchpipe import _core
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.nbest.extras import Extras
from pitchpipe.nbest.lists import Merge, NBest, accumulate, grouped
from pitchpipe.text.files import StrPath, display_name, read_lines, read_text_blocks

Format = Literal["moses", "joshua", "zmert", "jsonl", "tsv"]
FORMATS: tuple[Format, ...] = get_args(Format)


def read_nbest(
    paths: StrPath | Sequence[StrPath],
    *,
    format: Format | None = None,
    names: Sequence[str] | StrPath | None = None,
    segments: int | None = None,
    missing_features: Literal["error", "zero"] = "error",
    sort: bool = False,
    merge_duplicates: Merge = False,
) -> NBest:
    """Reads an n-best list, plain or compressed; several files are accumulated.

    Parameters
    ----------
    paths
        A file, ``-`` for standard input, or several files of the same segments.
    format
        One of :data:`FORMATS`; by default the first line tells.
    names
        For lists of plain values, such as Z-MERT's: the names of the features, or the file of parameters
        to take them from. By default ``f0``, ``f1`` and so on.
    segments
        How many segments there must be; by default as many as the list has.
    missing_features
        Whether a feature that some lines do not have is an error or 0 there.
    sort
        Whether candidates may stand in any order; they are then put in that of their segments.
    merge_duplicates
        See :meth:`NBest.merged`; ``"text"`` merges by text.

    Raises
    ------
    DataError
        If a file cannot be read as such a list; the message names the line.
    """
    if format is not None and format not in FORMATS:
        raise ParameterError(f"unknown n-best format {format!r}: there are {', '.join(FORMATS)}")
    if missing_features not in {"error", "zero"}:
        raise ParameterError(f"missing_features must be 'error' or 'zero', not {missing_features!r}")
    if segments is not None and segments < 1:
        raise ParameterError(f"segments must be at least 1, not {segments}")
    if isinstance(names, str | os.PathLike):
        names = zmert_names(names)
    files = [paths] if isinstance(paths, str | os.PathLike) else list(paths)
    lists = []
    for path in files:
        reader = _core.NBestReader(
            display_name(path),
            format=format,
            names=names,
            fill=missing_features == "zero",
            sort=sort,
            segments=segments,
        )
        for block in read_text_blocks(path):
            reader.feed(block)
        found_names, features, texts, owner, totals, links, *further = reader.finish()
        lists.append(grouped(found_names, features, texts, owner, totals, links, Extras(*further)))
    return accumulate(lists, merge_duplicates)


def zmert_names(path: StrPath) -> list[str]:
    """The names of features in a Z-MERT file of parameters: lines ``name ||| ...``."""
    lines = read_lines(path)
    names = [name.strip() for name, bars, _ in (line.partition("|||") for line in lines) if bars]
    if not names or not all(names):
        raise DataError(f"{display_name(path)} is no file of parameters: its lines begin with 'name |||'")
    return names
