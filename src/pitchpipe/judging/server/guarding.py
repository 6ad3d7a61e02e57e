"""What every request passes: how often an address may ask, how large a body may be, and headers of safety."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse

from pitchpipe.judging.server.limits import Buckets, Limits

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: Scripts and styles are files of this server, and nothing comes from elsewhere.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
#: What is not a file of the page is about somebody, and kept nowhere.
UNKEPT = "no-store"


class TooLargeError(Exception):
    """A body that is larger than any answer."""


class Guard:
    """Middleware that refuses what is too much, and adds the headers."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self._app = app
        self._limits = limits
        self._addresses = Buckets(limits.address)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = False

        async def guarded_send(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers.setdefault("Cache-Control", UNKEPT)
            await send(message)

        refused = self._refusal(scope)
        if refused is not None:
            await refused(scope, receive, guarded_send)
            return
        try:
            await self._app(scope, self._bounded(receive), guarded_send)
        except TooLargeError:
            # Whoever handles the request reads all of it before answering.
            assert not started
            await self._too_large()(scope, receive, guarded_send)

    def _refusal(self, scope: Scope) -> JSONResponse | None:
        if not self._addresses.take(address_of(scope)):
            return too_often()
        length = Headers(scope=scope).get("content-length", "0")
        if not length.isdigit() or int(length) > self._limits.body:
            return self._too_large()
        return None

    def _too_large(self) -> JSONResponse:
        return refusal(413, f"at most {self._limits.body} bytes are taken")

    def _bounded(self, receive: Receive) -> Receive:
        """Receives no more than is allowed, whatever the header said."""
        received = 0

        async def bounded() -> Message:
            nonlocal received
            message: Message = await receive()
            received += len(message.get("body", b""))
            if received > self._limits.body:
                raise TooLargeError
            return message

        return bounded


def address_of(scope: Scope) -> str:
    """Whose request it is, as far as the network knows."""
    client = scope.get("client")
    return str(client[0]) if client else ""


def refusal(status: int, message: str, headers: dict[str, str] | None = None) -> JSONResponse:
    """Says no, and why."""
    content: dict[str, Any] = {"error": message}
    return JSONResponse(content, status, headers=headers)


def too_often() -> JSONResponse:
    """Says that it was too often."""
    return refusal(429, "too many requests: wait a moment", {"Retry-After": "3"})
