"""What metrics saw in outputs beside the first reference, as the scripts of the page take it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pitchpipe.batch.batch import Batch
from pitchpipe.batch.resources import Resources
from pitchpipe.errors import PitchpipeError
from pitchpipe.measuring.explaining import explains
from pitchpipe.metrics.base import Metric
from pitchpipe.metrics.explanations import Explanation, Links, Path, ShiftedPath
from pitchpipe.reporting.evidence import Evidence
from pitchpipe.text.testset import TestSet

#: A path, one after shifts, links, and links of which it is known why.
Kind = Literal["path", "shifted", "links", "staged"]
#: Characters of an output times those of a reference, beyond which nobody would look at an alignment, nor
#: wait for it.
_MOST = 10**8
_LETTERS = {"match": "m", "substitution": "s", "insertion": "i", "deletion": "d"}
_STAGES = {"exact": "e", "stem": "s", "synonym": "y", None: "-"}


@dataclass(frozen=True)
class Explaining:
    """A metric that has word alignments to show, and what it is called."""

    head: str
    metric: Metric
    kind: Kind


def explaining(evidence: Evidence) -> tuple[Explaining, ...]:
    """The metrics that have word alignments to show, prepared on the whole test set."""
    if not evidence.test_set.references:
        return ()
    found = ((one.spec, one.metric, _kind(one.metric)) for one in evidence.measured)
    return tuple(
        Explaining(evidence.heads[spec], metric, kind) for spec, metric, kind in found if kind is not None
    )


def alignments(
    metrics: Sequence[Explaining], test_set: TestSet, references: Sequence[str], segments: range
) -> Iterator[list[list[Any]]]:
    """Of every segment of a run, by metric: the words of the reference, and for each system what was seen.

    That is the words of the output, and of a path its steps as letters (capitals where the word was moved),
    with the places that words had and the number of shifts where there are any; of links the places in the
    reference, and by what they were found, as letters, where that is known. Of very long lines it is nothing.
    """
    if not metrics:
        yield from ([] for _ in segments)
        return
    part = slice(segments.start, segments.stop)
    first = references[part]
    outputs = [
        line if len(line) * len(reference) <= _MOST else None
        for lines in test_set.systems.values()
        for line, reference in zip(lines[part], first, strict=True)
    ]
    batch = Batch.from_streams(
        [line or "" for line in outputs],
        [[*first]],
        resources=Resources(
            test_set.source_language, test_set.target_language, test_set.aligner, test_set.annotator
        ),
    )
    found = [_seen(one.metric, batch, outputs) for one in metrics]
    for i in range(len(segments)):
        rows = slice(i, None, len(segments))
        yield [[words[i], seen[rows]] for words, seen in found]


def _seen(
    metric: Metric, batch: Batch, outputs: Sequence[str | None]
) -> tuple[list[str], list[list[Any] | None]]:
    """The words of references, and what was seen in every output that is not too long."""
    references: dict[int, str] = {}
    seen = []
    rows = zip(batch.owner.tolist(), outputs, metric.explanations(batch), strict=True)
    for segment, output, one in rows:
        if segment not in references:
            references[segment] = " ".join(one.reference)
        seen.append(None if output is None else [" ".join(one.hypothesis), *_packed(one)])
    return [references[segment] for segment in range(len(references))], seen


def _packed(found: Explanation) -> list[Any]:
    if isinstance(found, Links):
        stages = () if found.stages is None else ("".join(map(_STAGES.__getitem__, found.stages)),)
        return [list(found.positions), *stages]
    letters = "".join(map(_LETTERS.__getitem__, found.steps))
    if isinstance(found, Path) or not found.shifts:
        return [letters]
    return [_with_capitals(letters, found), list(found.order), len(found.shifts)]


def _with_capitals(letters: str, found: ShiftedPath) -> str:
    """The letters of steps, in capitals where the word was moved."""
    moved = found.moved
    places = iter(found.order)
    return "".join(
        letter.upper() if letter != "d" and next(places) in moved else letter for letter in letters
    )


def _kind(metric: Metric) -> Kind | None:
    """What a metric shows; nothing where it has no alignment, or none with these parameters."""
    if not explains(metric):
        return None
    try:
        found = metric.explain("a", "a")
    except PitchpipeError:
        return None
    if isinstance(found, Links):
        return "links" if found.stages is None else "staged"
    return "path" if isinstance(found, Path) else "shifted"
