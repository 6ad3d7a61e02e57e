"""What all handlers of a server share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitchpipe.judging.server.limits import Limits
from pitchpipe.judging.server.pages import Assets
from pitchpipe.judging.server.sessions import Door

if TYPE_CHECKING:
    from pitchpipe.judging.store import Store


class Site:
    """A campaign as it is served.

    Parameters
    ----------
    store
        The answers.
    secure
        Whether people come by https, so that cookies go no other way.
    prefix
        What stands before all paths where the server is below a folder of another one: ``/judge``.
    limits
        How often and how much.
    """

    def __init__(
        self, store: Store, *, secure: bool = False, prefix: str = "", limits: Limits | None = None
    ) -> None:
        self.store = store
        self.secure = secure
        self.prefix = prefix
        self.limits = limits or Limits()
        self.assets = Assets()
        self.door = Door(store, self.limits, secure=secure, prefix=prefix)

    @property
    def assets_address(self) -> str:
        """Where scripts and styles are."""
        return f"{self.prefix}/assets/{self.assets.version}"
