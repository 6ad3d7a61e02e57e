"""What all handlers of a server share."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

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
    address
        What people open. Where it begins with ``https``, cookies go no other way; a path in it stands before
        all paths.
    limits
        How often and how much.
    """

    def __init__(self, store: Store, *, address: str = "", limits: Limits | None = None) -> None:
        parts = urlsplit(address)
        self.store = store
        self.secure = parts.scheme == "https"
        self.prefix = parts.path.rstrip("/")
        self.host = parts.netloc
        self.limits = limits or Limits()
        self.assets = Assets()
        self.door = Door(store, self.limits, secure=self.secure, prefix=self.prefix, host=self.host)

    @property
    def assets_address(self) -> str:
        """Where scripts and styles are."""
        return f"{self.prefix}/assets/{self.assets.version}"
