"""Annotations of Pearmut (Zouhar and Kocmi 2026): its log in JSON lines, or what its dashboard gives.

An entry is what somebody (``user_id``) submitted for a document (``item_i``): of every segment (``item``: its
``item_id``, ``src`` and outputs) a score and error spans for each system (``annotation``). The dashboard's
file has the entries by campaign. Tutorials and attention checks (items with ``validation``, or a name such as
``welcome_0`` for a number) do not count, nor does what was reset later; of what somebody submitted twice, the
last counts. Where a campaign has no scores but error spans, they are weighed as MQM.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pitchpipe.agreement.readers.cells import left_out
from pitchpipe.agreement.readers.fields import number, system_name
from pitchpipe.agreement.readers.judgment_file import JudgmentFile
from pitchpipe.agreement.readers.mqm_weights import MQMWeights
from pitchpipe.agreement.readers.ratings import Rating, mean_ratings
from pitchpipe.agreement.readers.segments import Locator, Place
from pitchpipe.agreement.readers.tables import json_objects
from pitchpipe.agreement.scores import SegmentScores
from pitchpipe.agreement.spans import listed_spans
from pitchpipe.errors import DataError
from pitchpipe.text.jsonl import parse_json
from pitchpipe.text.names import listing
from pitchpipe.wording import quoted

_RESET = "__RESET__"
_SKIP = "submit_skip"


@dataclass(frozen=True)
class _Annotated:
    """What somebody said of one translation."""

    system: str
    place: Place
    rater: str
    score: Any
    spans: list[Any]


def parse_pearmut(given: JudgmentFile) -> SegmentScores:
    """Segment scores of one campaign: of several, the one with the language pair in its name."""
    file = given.file
    counts: Counter[str] = Counter()
    annotated = [
        one
        for entry, where in _last(_entries(given.lines, file, given.language_pair), counts)
        for one in _of_entry(entry, where, counts)
    ]
    scored = any(one.score is not None for one in annotated)
    notes = [] if scored else [f"{file}: there are no scores, error spans are weighed as MQM"]
    value = _score if scored else _weighed(given.weights or MQMWeights())
    ratings = [Rating(one.system, one.place, one.rater, value(one)) for one in annotated]
    locator = Locator(file, given.test_set, given.first_segment)
    scores = mean_ratings(ratings, locator, given.name, [*notes, *left_out(file, counts)])
    located = locator.find([one.place for one in annotated])
    spans = (
        span
        for one, index in zip(annotated, located.indices, strict=True)
        if index is not None
        for span in listed_spans(one.spans, one.system, index)
    )
    return replace(scores, spans=tuple(spans))


def is_pearmut(entry: Any) -> bool:
    """Whether a JSON value is an entry of a log, or a file of them by campaign."""
    if not isinstance(entry, dict):
        return False
    if "annotation" in entry and "user_id" in entry:
        return True
    lists = [value for value in entry.values() if isinstance(value, list)]
    return len(lists) == len(entry) > 0 and all(is_pearmut(one) for some in lists for one in some[:1])


def _entries(lines: Sequence[str], file: str, pair: str | None) -> list[tuple[dict[str, Any], str]]:
    """The entries of the log, or of the one campaign that is meant."""
    if not lines:
        raise DataError(f"{file} has no judgment at all")
    if len(lines) > 1 and lines[0].strip() not in ("{", "["):
        return list(json_objects(lines, file))
    whole = parse_json("\n".join(lines), file)
    if isinstance(whole, dict) and "annotation" not in whole:
        whole = whole[_campaign(whole, file, pair)] if whole else []
    listed = whole if isinstance(whole, list) else [whole]
    if not all(isinstance(entry, dict) for entry in listed):
        raise DataError(f"{file}: an annotation is not a JSON object")
    return [(entry, f"{file}, entry {place}") for place, entry in enumerate(listed, 1)]


def _campaign(campaigns: dict[str, Any], file: str, pair: str | None) -> str:
    names = [name for name, entries in campaigns.items() if entries] or list(campaigns)
    chosen = [name for name in names if pair is not None and pair in name] or names
    if len(chosen) > 1:
        raise DataError(
            f"{file} has several campaigns, {listing(chosen)}: download one, or name the language pair that "
            "one of them has in its name"
        )
    return chosen[0]


def _last(
    entries: list[tuple[dict[str, Any], str]], counts: Counter[str]
) -> Iterator[tuple[dict[str, Any], str]]:
    """What counts of each person's entries of the same item: the last, unless it was reset."""
    valid: dict[tuple[str, str], tuple[dict[str, Any], str]] = {}
    for entry, where in entries:
        if "annotation" not in entry:
            raise DataError(f'{where}: there is no "annotation"; an entry has {listing(entry)}')
        key = (str(entry.get("user_id")), str(entry.get("item_i")))
        counts["entries that were reset or submitted again"] += valid.pop(key, None) is not None
        if entry["annotation"] != _RESET:
            valid[key] = (entry, where)
    yield from valid.values()


def _of_entry(entry: dict[str, Any], where: str, counts: Counter[str]) -> Iterator[_Annotated]:
    annotations, items = _listed(entry["annotation"], where), _listed(entry.get("item"), where)
    if isinstance(entry.get("item_i"), str) and not entry["item_i"].isdecimal():
        counts["tutorials and attention checks"] += 1
        return
    if any(isinstance(one, dict) and one.get("action") == _SKIP for one in _actions(entry)):
        counts["skipped items"] += 1
        return
    if items and len(items) != len(annotations):
        raise DataError(f"{where}: {len(annotations)} annotations of {len(items)} segments")
    if not items and len(annotations) == 1:
        # Without the item itself, its number is all that is known.
        items = [{"item_id": entry.get("item_i")}]
    for at, annotation in enumerate(annotations):
        item = (items[at] if items else None) or {}
        if annotation is None or "validation" in item:
            counts["tutorials and attention checks"] += 1
            continue
        place = _place(item, where)
        for system, said in annotation.items():
            if not isinstance(said, dict):
                raise DataError(f"{where}: the annotation of {quoted(system)} is not a JSON object")
            spans = said.get("error_spans") or []
            yield _Annotated(
                system_name(system, where),
                place,
                str(entry.get("user_id", "")),
                said.get("score"),
                spans if isinstance(spans, list) else [],
            )


def _actions(entry: dict[str, Any]) -> list[Any]:
    actions = entry.get("actions")
    return actions if isinstance(actions, list) else []


def _place(item: dict[str, Any], where: str) -> Place:
    identifier, source, document = (item.get(key) for key in ("item_id", "src", "document"))
    if identifier is None and not isinstance(source, str):
        raise DataError(f'{where}: a segment has neither "item_id" nor "src": cannot tell which one it is')
    return Place(
        where,
        "" if identifier is None else str(identifier).strip(),
        document.strip() if isinstance(document, str) else "",
        source if isinstance(source, str) else "",
    )


def _listed(value: Any, where: str) -> list[Any]:
    """A list of objects or ``None``; one object is a list of one."""
    listed = [] if value is None else value if isinstance(value, list) else [value]
    if not all(one is None or isinstance(one, dict) for one in listed):
        raise DataError(f"{where}: annotations and items must be JSON objects")
    return listed


def _score(one: _Annotated) -> float:
    if one.score is None:
        return math.nan
    if isinstance(one.score, bool) or not isinstance(one.score, int | float):
        raise DataError(f"{one.place.where}: {quoted(one.score)} is not a score of {quoted(one.system)}")
    # As text, since no float is as large as an integer of JSON may be.
    return number(str(one.score), one.place.where)


def _weighed(weights: MQMWeights) -> Callable[[_Annotated], float]:
    def penalty(one: _Annotated) -> float:
        costs = []
        for span in one.spans:
            if not isinstance(span, dict):
                raise DataError(f"{one.place.where}: an error span is not a JSON object")
            category, severity = (str(span.get(key) or "") for key in ("category", "severity"))
            costs.append(weights.penalty(category, severity, one.place.where))
        return 0.0 - sum(costs)

    return penalty
