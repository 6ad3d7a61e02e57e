"""Items: what is shown to people at a time, and what is known about it that they must not see."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

from pitchpipe.brief import Brief
from pitchpipe.errors import DataError
from pitchpipe.judging.fields import Fields
from pitchpipe.judging.protocols.base import Answer
from pitchpipe.wording import quoted

Role = Literal["warmup", "gold", "hidden-gold", "common", "own", "pool", "repeat"]
ROLES: tuple[Role, ...] = get_args(Role)
#: Roles whose answers are data about systems. Warm-ups are not, and of gold the answer was known before.
COUNTED: tuple[Role, ...] = ("common", "own", "pool")
GOLD: tuple[Role, ...] = ("gold", "hidden-gold")


@dataclass(frozen=True)
class ContextLine:
    """A neighbour of the segment in its document; ``outputs`` are in the order of the item's systems."""

    segment: int
    source: str | None
    reference: str | None
    outputs: tuple[str, ...]


@dataclass(frozen=True, repr=False)
class Item(Brief):
    """Outputs of systems for a segment.

    Parameters
    ----------
    key
        What it is called in the store and in addresses: opaque, and the same for the same seed.
    role
        Why it is asked; annotators are not told.
    segment
        Counted from 0 in the test set; -1 for gold with texts of its own.
    document, source, reference, context
        What may be shown beside the outputs.
    systems, outputs
        In canonical order. Systems are never sent to annotators.
    expected, explanation
        Of gold: the right answer in canonical form, and what is said after a wrong one.
    probability
        How probable it was that sampling would take this item.
    repeats
        Of a repeat: the key of the item that is asked again.
    """

    key: str
    role: Role
    segment: int
    systems: tuple[str, ...]
    outputs: tuple[str, ...]
    document: str | None = None
    source: str | None = None
    reference: str | None = None
    context: tuple[ContextLine, ...] = ()
    expected: Answer | None = None
    explanation: str | None = None
    probability: float = 1.0
    repeats: str | None = None

    def __post_init__(self) -> None:
        if len(self.systems) != len(self.outputs) or not self.systems:
            raise DataError(
                f"item {self.key} has {len(self.systems)} systems and {len(self.outputs)} outputs"
            )
        if any(len(line.outputs) != len(self.systems) for line in self.context):
            raise DataError(f"item {self.key}: a line of context has not one output for each system")
        if not 0 < self.probability <= 1:
            raise DataError(f"item {self.key}: {self.probability!r} is no probability of sampling")
        if self.role in GOLD and self.expected is None:
            raise DataError(f"item {self.key} is gold, and has no right answer")

    def again(self, key: str) -> Item:
        """The same question as a repeat."""
        return replace(self, key=key, role="repeat", repeats=self.key)

    def to_dict(self) -> dict[str, Any]:
        """For JSON; what an item does not have is left out."""
        written: dict[str, Any] = {
            "key": self.key,
            "role": self.role,
            "segment": self.segment,
            "systems": list(self.systems),
            "outputs": list(self.outputs),
        }
        for name in ("document", "source", "reference", "expected", "explanation", "repeats"):
            if getattr(self, name) is not None:
                written[name] = getattr(self, name)
        if self.context:
            written["context"] = [
                {
                    "segment": line.segment,
                    "source": line.source,
                    "reference": line.reference,
                    "outputs": list(line.outputs),
                }
                for line in self.context
            ]
        if self.probability != 1:
            written["probability"] = self.probability
        return written


def item_of(written: Any, where: str) -> Item:
    """An item as :meth:`Item.to_dict` wrote it; ``where`` is what messages call its place."""
    fields = Fields(written, where)
    role = fields.text("role")
    if role not in ROLES:
        raise DataError(f"{where}: {quoted(role)} is no role of an item")
    item = Item(
        key=fields.text("key"),
        role=role,
        segment=fields.whole("segment", least=-1),
        systems=fields.texts("systems"),
        outputs=fields.texts("outputs"),
        document=fields.maybe_text("document"),
        source=fields.maybe_text("source"),
        reference=fields.maybe_text("reference"),
        context=tuple(_line(line) for line in fields.objects("context")),
        expected=fields.maybe_object("expected"),
        explanation=fields.maybe_text("explanation"),
        probability=fields.number("probability", 1.0),
        repeats=fields.maybe_text("repeats"),
    )
    fields.require_no_more()
    return item


def _line(fields: Fields) -> ContextLine:
    return ContextLine(
        fields.whole("segment", least=0),
        fields.maybe_text("source"),
        fields.maybe_text("reference"),
        fields.texts("outputs"),
    )


def item_key(seed: int, role: Role, segment: int, systems: Sequence[str], number: int = 0) -> str:
    """The key of an item: nothing can be told from it, and the same campaign has the same keys.

    >>> item_key(1, "own", 0, ["a", "b"]) == item_key(1, "own", 0, ["a", "b"])
    True
    """
    written = "\0".join([str(seed), role, str(segment), str(number), *systems])
    return hashlib.sha256(written.encode("utf-8", "surrogatepass")).hexdigest()[:16]
