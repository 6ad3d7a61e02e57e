"""Who asks: a link's token becomes a cookie, and what changes something must carry a token of the page, too.

Cookies are for one path, so that the links of several people work beside each other in one browser. They hold
the link's own token: there is no state in the server, and any number of processes can answer.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from pitchpipe.judging.server.limits import Buckets, Limits

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from pitchpipe.judging.store import Annotator, Store

COOKIE = "judge"
CSRF_HEADER = "x-csrf-token"
ORGANISER_PATH = "/organiser/"
#: Seconds for which a link need not be opened again.
LIFETIME = 60 * 86_400


class RefusedError(Exception):
    """A request that is not answered."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


@dataclass(frozen=True)
class Visitor:
    """Somebody who has a valid link; ``annotator`` is ``None`` for the organiser."""

    token: str
    annotator: Annotator | None

    @property
    def path(self) -> str:
        """Where their pages are."""
        return ORGANISER_PATH if self.annotator is None else f"/a/{self.annotator.id}/"

    @property
    def csrf(self) -> str:
        """What only a page of theirs knows."""
        return hmac.new(self.token.encode(), b"csrf", "sha256").hexdigest()


class Door:
    """Lets in whoever has a valid token."""

    def __init__(self, store: Store, limits: Limits, *, secure: bool, prefix: str, host: str) -> None:
        self._store = store
        self._secure = secure
        self._prefix = prefix
        self._host = host
        self._visits = Buckets(limits.token)
        self._wrong = Buckets(limits.wrong)

    def enter(self, token: object, address: str) -> Visitor:
        """Whose token it is; nobody may try many."""
        if self._wrong.left(address) < 1:
            raise RefusedError(429, "too many links that are not valid: wait a minute")
        visitor = self._visitor(token) if isinstance(token, str) and 0 < len(token) <= 100 else None
        if visitor is None:
            self._wrong.take(address)
            raise RefusedError(401, "this link is not valid")
        return visitor

    def _visitor(self, token: str) -> Visitor | None:
        annotator = self._store.annotator(token)
        if annotator is not None:
            return Visitor(token, annotator)
        return Visitor(token, None) if self._store.is_organiser(token) else None

    def remember(self, response: Response, visitor: Visitor) -> None:
        """Gives the cookie."""
        response.set_cookie(
            COOKIE,
            visitor.token,
            max_age=LIFETIME,
            path=f"{self._prefix}{visitor.path}",
            secure=self._secure,
            httponly=True,
            samesite="strict",
        )

    def visitor(self, request: Request, path: str) -> Visitor:
        """Whoever asks for something below ``path``, which must be their own."""
        visitor = self.enter(request.cookies.get(COOKIE, ""), request.client.host if request.client else "")
        if visitor.path != path:
            raise RefusedError(403, "this is the page of another link")
        if not self._visits.take(visitor.path):
            raise RefusedError(429, "too many requests: wait a moment")
        if request.method == "POST":
            self.require_own_origin(request)
            if not hmac.compare_digest(request.headers.get(CSRF_HEADER, "").encode(), visitor.csrf.encode()):
                raise RefusedError(403, "this was not sent by the page: reload it")
        return visitor

    def require_own_origin(self, request: Request) -> None:
        """Refuses what a page of another site sends."""
        origin = request.headers.get("origin")
        # A proxy may call the host otherwise than people do.
        own = {request.headers.get("host"), self._host} - {"", None}
        if origin is not None and urlsplit(origin).netloc not in own:
            raise RefusedError(403, f"sent from {origin}, another site")
        if request.headers.get("content-type", "").partition(";")[0] != "application/json":
            raise RefusedError(415, "only application/json is taken")
