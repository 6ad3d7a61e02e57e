"""Small campaigns."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pitchpipe.judging import Campaign, Item, Settings, Shares, Store, create
from pitchpipe.judging.links import Links
from pitchpipe.judging.store import Annotator
from pitchpipe.text.testset import TestSet


class Clock:
    """The time, as tests want it."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


def small_test_set(segments: int = 40, systems: int = 2) -> TestSet:
    """Every output says which system and segment it is of."""
    return TestSet(
        systems={
            name: [f"{name} says number {at} in many words" for at in range(segments)]
            for name in "ABCDEFGH"[:systems]
        },
        references={"ref": [f"the right number {at}" for at in range(segments)]},
        source=[f"Quelle {at}" for at in range(segments)],
        documents=[f"doc{at // 5}" for at in range(segments)],
        source_language="de",
        target_language="en",
    )


def gold(number: int, *, hidden: bool = False, choice: str = "first") -> Item:
    """A question whose answer is known; A is better."""
    return Item(
        key=f"gold{number}{'h' if hidden else ''}",
        role="hidden-gold" if hidden else "gold",
        segment=-1,
        systems=("A", "B"),
        outputs=(f"good {number}", f"bad {number}"),
        expected={"choice": choice},
        explanation=f"because {number}",
    )


class Maker:
    """Makes campaigns and opens their stores."""

    def __init__(self, folder: Path, address: str | None) -> None:
        self.folder, self.address = folder, address
        self.clock = Clock()
        self._stores: list[Store] = []

    def campaign(
        self, name: str = "campaign", *, systems: int = 2, segments: int = 40, **options: Any
    ) -> Campaign:
        """A campaign; options are those of ``create`` and of its shares and settings."""
        shares = {key: options.pop(key) for key in list(options) if key in Shares.__dataclass_fields__}
        settings = {key: options.pop(key) for key in list(options) if key in Settings.__dataclass_fields__}
        return create(
            self.folder / name,
            small_test_set(segments, systems),
            options.pop("protocol", "pairwise"),
            shares=Shares(**{"each": 3, **shares}),
            settings=Settings(**settings),
            database=self.address,
            **options,
        )

    def store(self, campaign: Campaign) -> Store:
        """Its store, opened once more."""
        store = Store.open(campaign, self.address, clock=self.clock)
        self._stores.append(store)
        return store

    def close(self) -> None:
        """Ends all connections."""
        for store in self._stores:
            store.close_connections()


def everybody(store: Store) -> list[Annotator]:
    """All annotators by their links, in the order of the plan."""
    links = Links.read(store.campaign.folder).annotators
    found = [store.annotator(links[name]) for name in store.campaign.annotators]
    return [one for one in found if one is not None]


def answer_all(store: Store, annotator: Annotator, choice: str = "left", seconds: float = 20.0) -> list[str]:
    """Answers whatever is asked; the keys."""
    keys: list[str] = []
    while (screen := store.next(annotator)) is not None:
        store.record(annotator, screen.key, f"c-{screen.key}", {"choice": choice}, seconds)
        keys.append(screen.key)
    return keys
