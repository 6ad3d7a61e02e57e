"""What is sent to pages, as ``assets/types.d.ts`` describes it.

Nothing for annotators tells a system, or what kind of item they see.
"""

from __future__ import annotations

from datetime import datetime, timezone
from typing import TYPE_CHECKING, Any

from pitchpipe.judging.protocols import MQM, Pairwise, Protocol

if TYPE_CHECKING:
    from pitchpipe.judging.items import ContextLine
    from pitchpipe.judging.store import Feedback, Progress, Screen


def protocol_record(protocol: Protocol) -> dict[str, Any]:
    """What the page must know of a protocol."""
    return {
        "name": protocol.name,
        "ties": protocol.ties if isinstance(protocol, Pairwise) else None,
        "severities": list(getattr(protocol, "severities", ())),
        "taxonomy": _groups(protocol.taxonomy.categories) if isinstance(protocol, MQM) else None,
    }


def _groups(categories: tuple[str, ...]) -> list[dict[str, Any]]:
    """Categories by what stands before their slash, in the order of the taxonomy."""
    found: dict[str, list[list[str]]] = {}
    for category in categories:
        group, _, name = category.rpartition("/")
        found.setdefault(group, []).append([category, name])
    return [{"group": group, "categories": own} for group, own in found.items()]


def screen_record(screen: Screen, answered: list[str]) -> dict[str, Any]:
    """An item; ``answered`` are the keys of what they have answered, for going back and forth."""
    at = answered.index(screen.key) if screen.key in answered else len(answered)
    return {
        "key": screen.key,
        "position": screen.position,
        "total": screen.total,
        "source": screen.source,
        "reference": screen.reference,
        "before": [_context_record(line) for line in screen.context_before],
        "after": [_context_record(line) for line in screen.context_after],
        "outputs": list(screen.outputs),
        "answer": screen.earlier,
        "previous": answered[at - 1] if at else None,
        "following": answered[at + 1] if at + 1 < len(answered) else None,
    }


def _context_record(line: ContextLine) -> dict[str, Any]:
    return {"source": line.source, "reference": line.reference, "outputs": list(line.outputs)}


def feedback_record(feedback: Feedback | None) -> dict[str, Any] | None:
    """What is said after a wrong answer."""
    if feedback is None:
        return None
    return {"explanation": feedback.explanation, "expected": feedback.expected}


def progress_record(progress: Progress, usual: float | None, threshold: float | None) -> dict[str, Any]:
    """How far somebody is, for the organiser; ``usual`` are the seconds that people take for an item."""
    accuracy = progress.gold_accuracy
    return {
        "id": progress.annotator.id,
        "name": progress.annotator.name,
        "done": progress.done,
        "total": progress.total,
        "gold": [progress.gold_right, progress.gold_answered],
        "low": accuracy is not None and threshold is not None and accuracy < threshold,
        "seconds": progress.median_seconds,
        "fast": progress.fast,
        "slow": bool(usual and progress.median_seconds and progress.median_seconds > SLOW * usual),
        "seen": None if progress.last_seen is None else _moment(progress.last_seen),
        "aside": progress.annotator.aside,
        "code": progress.code,
        "removed": progress.removed,
    }


#: Whoever takes so many times as long as people usually do is called slow.
SLOW = 3.0


def _moment(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, timezone.utc).isoformat(timespec="seconds")
