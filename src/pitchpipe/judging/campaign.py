"""A campaign: the plan of who is asked what, as a folder.

| file | holds |
| --- | --- |
| ``campaign.json`` | the plan: protocol, settings, systems, items with all texts, assignment; never changed |
| ``judgments.sqlite`` | the answers, unless they are in another database |
| ``links.txt`` | the secrets of annotators' links and the organiser's, for nobody but the organiser |
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pitchpipe.brief import Brief
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.judging.fields import Fields
from pitchpipe.judging.items import Item, item_of
from pitchpipe.judging.links import Links
from pitchpipe.judging.protocols import Protocol, protocol_of
from pitchpipe.judging.settings import Settings, settings_of
from pitchpipe.text.files import StrPath, read_text, write_bytes
from pitchpipe.text.jsonl import parse_json
from pitchpipe.wording import counted

VERSION = 1
PLAN = "campaign.json"
DATABASE = "judgments.sqlite"


@dataclass(frozen=True, repr=False)
class Campaign(Brief):
    """Who is asked what.

    Parameters
    ----------
    folder
        Where it is.
    id
        What tells it from other campaigns in the same database.
    protocol, settings
        How people judge, and what else was decided.
    systems
        All systems, in the order of the test set.
    segments
        How many segments the test set has.
    items
        Every item, by its key.
    annotators
        What annotators are called.
    assignment
        What each of them is asked, in order: keys of items, or ``None`` for the next one of the pool.
    pool
        The keys of items that are given to whoever comes, ``settings.judgments`` people each.
    left_out
        How many segments were not to be sampled, by the reason.
    sampling
        How the items were chosen, for people and for JSON.
    created
        When, in UTC.
    database
        The address of another database than the folder's own, without its password.
    """

    folder: Path
    id: str
    protocol: Protocol
    settings: Settings
    systems: tuple[str, ...]
    segments: int
    items: Mapping[str, Item]
    annotators: tuple[str, ...]
    assignment: Mapping[str, tuple[str | None, ...]]
    pool: tuple[str, ...] = ()
    left_out: Mapping[str, int] = field(default_factory=dict)
    sampling: Mapping[str, Any] = field(default_factory=dict)
    created: str = ""
    database: str | None = None

    def __post_init__(self) -> None:
        where = str(self.folder)
        if len(set(self.annotators)) < len(self.annotators) or not self.annotators:
            raise DataError(f"{where}: annotators must have names of their own, and there must be one")
        if set(self.assignment) != set(self.annotators):
            raise DataError(f"{where}: the assignment is not that of the annotators")
        for name, keys in {**self.assignment, "the pool": self.pool}.items():
            own = [key for key in keys if key is not None]
            for key in own:
                if key not in self.items:
                    raise DataError(f"{where}: {name} has item {key}, which there is not")
            if len(set(own)) < len(own):
                raise DataError(f"{where}: {name} has an item twice")
        for item in self.items.values():
            if not set(item.systems) <= set(self.systems):
                raise DataError(f"{where}: item {item.key} has a system that the campaign has not")
            if not self.protocol.fewest <= len(item.systems) <= self.protocol.shown:
                raise DataError(
                    f"{where}: item {item.key} has {counted(len(item.systems), 'outputs')}, "
                    f"which protocol {self.protocol.name} does not show"
                )
            if item.segment >= self.segments:
                raise DataError(f"{where}: item {item.key} is of a segment that the test set has not")
            if item.repeats is not None and item.repeats not in self.items:
                raise DataError(f"{where}: item {item.key} repeats one that there is not")

    def _brief(self) -> str:
        return ", ".join(
            [
                self.protocol.name,
                counted(len(self.items), "items"),
                counted(len(self.annotators), "annotators"),
                counted(len(self.systems), "systems"),
            ]
        )

    @classmethod
    def read(cls, folder: StrPath) -> Campaign:
        """Reads the plan of a folder.

        Raises
        ------
        DataError
            If the folder has none, or it is damaged.
        """
        place = Path(folder) / PLAN
        if not place.is_file():
            raise DataError(f"{folder} is no campaign: `pitchpipe judge new {folder} …` makes one")
        return campaign_of(parse_json(read_text(place), str(place)), Path(folder))

    def write(self) -> None:
        """Writes the plan, whole or not at all; a folder that has one already is refused."""
        require_new(self.folder)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise DataError(f"{self.folder}: cannot be made ({error.strerror})") from None
        self._save()

    def forget(self, name: str, instead: str) -> None:
        """Takes the name of somebody who wants to be removed, and their link, out of the folder's files."""
        plan = Campaign.read(self.folder)
        if name not in plan.annotators:
            return
        called = {one: instead if one == name else one for one in plan.annotators}
        replace(
            plan,
            annotators=tuple(called.values()),
            assignment={called[one]: () if one == name else keys for one, keys in plan.assignment.items()},
        )._save()
        Links.read(self.folder).without(name).write(self.folder)

    def _save(self) -> None:
        place = self.folder / PLAN
        text = json.dumps(self.to_dict(), ensure_ascii=False, indent=1)
        try:
            data = text.encode("utf-8")
        except UnicodeEncodeError:
            raise DataError("a text of the campaign has a lone surrogate, which cannot be written") from None
        write_bytes(place, data + b"\n")

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "version": VERSION,
            "id": self.id,
            "created": self.created,
            "protocol": self.protocol.to_dict(),
            "settings": self.settings.to_dict(),
            "sampling": dict(self.sampling),
            "left_out": dict(self.left_out),
            "database": self.database,
            "segments": self.segments,
            "systems": list(self.systems),
            "annotators": list(self.annotators),
            "assignment": {name: list(keys) for name, keys in self.assignment.items()},
            "pool": list(self.pool),
            "items": [item.to_dict() for item in self.items.values()],
        }


def require_new(folder: Path) -> None:
    """Refuses a folder that has a plan."""
    if (folder / PLAN).exists():
        raise ParameterError(f"{folder} is a campaign already: a plan is never changed")


def campaign_of(written: Any, folder: Path) -> Campaign:
    """A campaign as :meth:`Campaign.to_dict` wrote it."""
    where = str(folder / PLAN)
    fields = Fields(written, where)
    version = fields.whole("version", least=0)
    if version != VERSION:
        raise DataError(f"{where} is of version {version}; this Pitchpipe reads version {VERSION}")
    try:
        settings = settings_of(fields.get("settings"), f"{where}, settings")
    except ParameterError as error:
        raise DataError(f"{where}, settings: {error}") from None
    items = [item_of(item, f"{where}, item {at}") for at, item in enumerate(fields.list_of("items"), 1)]
    if len({item.key for item in items}) < len(items):
        raise DataError(f"{where}: two items have one key")
    left_out = Fields(fields.maybe_object("left_out") or {}, f"{where}, left_out")
    campaign = Campaign(
        folder=folder,
        id=fields.text("id"),
        protocol=protocol_of(fields.get("protocol"), where),
        settings=settings,
        systems=fields.texts("systems"),
        segments=fields.whole("segments", least=0),
        items={item.key: item for item in items},
        annotators=fields.texts("annotators"),
        assignment=_assignment(fields),
        pool=fields.texts("pool"),
        left_out={reason: left_out.whole(reason, least=0) for reason in left_out.known()},
        sampling=fields.maybe_object("sampling") or {},
        created=fields.text("created"),
        database=fields.maybe_text("database"),
    )
    fields.require_no_more()
    return campaign


def _assignment(fields: Fields) -> dict[str, tuple[str | None, ...]]:
    found: dict[str, tuple[str | None, ...]] = {}
    for name, keys in (fields.maybe_object("assignment") or {}).items():
        if not isinstance(keys, list) or not all(key is None or isinstance(key, str) for key in keys):
            raise DataError(f"{fields.where}: the assignment of {name} is not a list of keys")
        found[name] = tuple(keys)
    return found
