"""What a tuning run rests on, known by its content: a run goes on only where nothing of it changed.

Names of files say nothing: another text may stand under the same name, and the same text under another.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from itertools import chain
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pitchpipe._core import Alignments
    from pitchpipe.batch.batch import Batch
    from pitchpipe.lang.annotation.analysis import Analysed
    from pitchpipe.metrics.base import Metric
    from pitchpipe.tuning.devset import DevSet
    from pitchpipe.tuning.weight_files import WeightFile

_DIGEST = 32


def identity(dev: DevSet, metric: Metric) -> dict[str, str]:
    """Digests of texts and links, and what aligns and analyses words, each by what messages call it."""
    found = {
        _numbered("reference", k, len(dev.references)): _of_lines(lines)
        for k, lines in enumerate(dev.references, 1)
    }
    if dev.sources is not None:
        found["source"] = _of_lines(dev.sources)
    for k, lines in enumerate(dev.reference_links or (), 1):
        found[_numbered("file of reference links", k, len(dev.references))] = _of_lines(lines)
    return {**found, **_beside(dev.bare_batch(), metric)}


def _numbered(what: str, number: int, count: int) -> str:
    return what if count == 1 else f"{what} {number}"


def of_weights(start: WeightFile, *, with_text: bool) -> str:
    """The digest of weights to begin with; their text counts where the decoder is given it."""
    parts = (start.weights, start.fixed, start.bounds, start.ranges, start.norm)
    return _of_lines([*map(repr, parts), *([start.text] if with_text else ())])


def _beside(batch: Batch, metric: Metric) -> dict[str, str]:
    """What a metric finds beside the texts: aligner, analyses, and the facts that it fixes beforehand."""
    prepared = metric.prepare(batch)
    if metric.wants("alignment"):
        # Whoever aligns says who it is when words are aligned.
        prepared.measure(batch)
    found = {}
    # Tools that are not ours may say little of themselves; what they make of the references tells them.
    if aligned := batch.aligned_references:
        found["aligner"] = _of_lines(chain.from_iterable(map(_alignment, aligned)))
    if analyses := batch.analysed_references:
        found["analyser"] = _of_lines(chain.from_iterable(map(_analysis, analyses)))
    return {**found, "knowledge of the metric": prepared.spec}


def _alignment(made: tuple[str, Alignments]) -> Iterable[str]:
    origin, links = made
    return chain((origin,), (repr(links.line(i)) for i in range(len(links))))


def _analysis(made: Analysed) -> Iterable[str]:
    return chain((made.tool, made.tagset, repr(made.offsets.tolist())), made.lemmas, made.upos, made.xpos)


def _of_lines(lines: Iterable[str | None]) -> str:
    """The digest of lines, in which a missing one is none that is empty."""
    digest = hashlib.sha256()
    for line in lines:
        data = b"" if line is None else line.encode("utf-8", "surrogatepass")
        digest.update(f"{-1 if line is None else len(data)}\n".encode())
        digest.update(data)
    return digest.hexdigest()[:_DIGEST]
