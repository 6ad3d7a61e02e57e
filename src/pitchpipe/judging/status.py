"""How far a campaign is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pitchpipe.judging.campaign import Campaign
from pitchpipe.judging.store.records import Progress
from pitchpipe.showing.pages import Page
from pitchpipe.showing.shown import Shown, Tables
from pitchpipe.wording import counted


@dataclass(frozen=True, repr=False)
class Status(Shown):
    """Everybody's progress; ``closed`` says that no answer is taken any more."""

    campaign: Campaign
    people: tuple[Progress, ...]
    closed: bool
    database: str

    def _brief(self) -> str:
        return f"{counted(self.done, 'answers')} of {self.total}"

    @property
    def done(self) -> int:
        """How many answers there are."""
        return sum(one.done for one in self.people)

    @property
    def total(self) -> int:
        """How many there will be, at most."""
        return sum(one.total for one in self.people)

    def page(self, decimals: int = 1) -> Page:
        """As the command line prints it."""
        from pitchpipe.judging.pages import status_page

        return status_page(self, decimals)

    def tables(self) -> Tables:
        """A row for each annotator."""
        from pitchpipe.judging.grids import people

        return {"annotators": lambda: people(self)}

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        settings = self.campaign.settings
        return {
            "title": settings.title,
            "protocol": self.campaign.protocol.to_dict(),
            "preset": settings.preset,
            "closed": self.closed,
            "database": self.database,
            "systems": list(self.campaign.systems),
            "items": len(self.campaign.items),
            "sampling": dict(self.campaign.sampling),
            "left_out": dict(self.campaign.left_out),
            "done": self.done,
            "total": self.total,
            "annotators": [_person(one) for one in self.people],
        }


def _person(one: Progress) -> dict[str, Any]:
    return {
        "annotator": one.annotator.name,
        "done": one.done,
        "total": one.total,
        "gold_right": one.gold_right,
        "gold_answered": one.gold_answered,
        "median_seconds": one.median_seconds,
        "fast": one.fast,
        "last_seen": one.last_seen,
        "set_aside": one.annotator.aside,
        "removed": one.removed,
        "completion_code": one.code,
    }
