"""``pp.judge``: a campaign with what people have answered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pitchpipe.brief import Brief
from pitchpipe.judging.campaign import Campaign
from pitchpipe.text.files import StrPath

if TYPE_CHECKING:
    from pitchpipe.judging.agreeing import AgreementTable
    from pitchpipe.judging.status import Status
    from pitchpipe.judging.store import Judgment, Store


def judge(campaign: StrPath, *, database: str | None = None) -> Judging:
    """Opens a campaign: how far it is, whether people agree, what they prefer, and what to do with it.

    Parameters
    ----------
    campaign
        The folder that ``pitchpipe judge new`` or :func:`pitchpipe.judging.create` has made.
    database
        The address of the database, where it is not the folder's own and needs a password.
    """
    from pitchpipe.judging.store import Store

    plan = Campaign.read(campaign)
    return Judging(plan, Store.open(plan, database))


class Judging(Brief):
    """A campaign that is open; use it in ``with``, or ``close`` it."""

    def __init__(self, campaign: Campaign, store: Store) -> None:
        self.campaign, self.store = campaign, store

    def _brief(self) -> str:
        return self.status()._brief()

    def __enter__(self) -> Judging:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the connections to the database."""
        self.store.close_connections()

    def judgments(self) -> list[Judgment]:
        """The latest answer of everybody to every item."""
        return self.store.judgments()

    def status(self) -> Status:
        """How far everybody is."""
        from pitchpipe.judging.status import Status

        return Status(self.campaign, tuple(self.store.progress()), self.store.closed, self.store.address)

    def agreement(self, **options: Any) -> AgreementTable:
        """Whether people agree, and what they prefer; options are those of ``judging.agreeing.agreement``."""
        from pitchpipe.judging.agreeing import agreement

        return agreement(self.campaign, self.judgments(), **options)
