"""A small list, and others made from texts and Python values."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from pitchpipe import _core
from pitchpipe.nbest import NBest, read_nbest

MOSES = """\
0 ||| a red hat  ||| LM0= -3.5 TM0= 1 2 ||| -7.25 ||| 0-0 1-1 2-2\x20
0 ||| a hat red  ||| LM0= -4.5 TM0= 1 3 ||| -8 ||| 0-0 1-2 2-1\x20
1 |||  ||| LM0= 0 TM0= 3 4e-1 ||| -9 |||\x20
"""


def read(tmp_path: Path, text: str | bytes, **options: Any) -> NBest:
    path = tmp_path / "list"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_nbest(path, **options)


def contents(nbest: NBest) -> tuple[Any, ...]:
    """Everything a list holds, to be compared."""
    links = nbest.alignments
    return (
        nbest.names,
        nbest.features.tolist(),
        nbest.texts.list(),
        nbest.offsets.tolist(),
        None if nbest.totals is None else nbest.totals.tolist(),
        None if links is None else [links.line(i) for i in range(len(links))],
    )


def made(
    texts: list[list[str]], names: tuple[str, ...] = (), features: Any = None, totals: Any = None
) -> NBest:
    """A list from Python values."""
    flat = [text for segment in texts for text in segment]
    return NBest(
        names,
        np.zeros((len(flat), 0)) if features is None else np.array(features, dtype=np.float64),
        _core.Texts(flat),
        np.cumsum([0, *map(len, texts)]),
        None if totals is None else np.array(totals, dtype=np.float64),
    )
