"""The application: which address is handled by what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from pitchpipe.errors import PitchpipeError
from pitchpipe.judging.protocols.base import AnswerError
from pitchpipe.judging.server.annotating import Annotating
from pitchpipe.judging.server.bodies import json_body
from pitchpipe.judging.server.guarding import Guard, address_of, refusal
from pitchpipe.judging.server.locales import chosen
from pitchpipe.judging.server.organising import Organising
from pitchpipe.judging.server.pages import render
from pitchpipe.judging.server.sessions import RefusedError
from pitchpipe.judging.store import ClosedError, NotTheirsError

if TYPE_CHECKING:
    from starlette.requests import Request

    from pitchpipe.judging.server.site import Site

#: What an error of the campaign is on the wire; any other one that a user can cause is 422.
_STATUS: dict[type[PitchpipeError], int] = {NotTheirsError: 404, ClosedError: 409, AnswerError: 422}


def make_app(site: Site) -> Starlette:
    """The application of a campaign, for any server that speaks ASGI."""
    entrance, annotating, organising = Entrance(site), Annotating(site), Organising(site)
    routes = [
        Route("/", entrance.page),
        Route("/health", entrance.health),
        Route("/enter", entrance.page),
        Route("/enter", entrance.enter, methods=["POST"]),
        Route("/assets/{version}/{name}", entrance.asset),
        Route("/a/{id:int}/", annotating.page),
        Route("/a/{id:int}/state", annotating.state),
        Route("/a/{id:int}/consent", annotating.consent, methods=["POST"]),
        Route("/a/{id:int}/items/{key}", annotating.item),
        Route("/a/{id:int}/answers", annotating.answer, methods=["POST"]),
        *organising.routes(),
    ]
    return Starlette(
        routes=routes,
        middleware=[Middleware(Guard, limits=site.limits)],
        exception_handlers={RefusedError: _refused, PitchpipeError: _failed},
    )


class Entrance:
    """What is open to everybody: the page that a link leads to, and the files of pages."""

    def __init__(self, site: Site) -> None:
        self._site = site

    async def page(self, request: Request) -> Response:
        """The page whose script makes a cookie of the link."""
        return HTMLResponse(_say(self._site, request, "enter.html"))

    async def enter(self, request: Request) -> Response:
        """A token becomes a cookie."""
        self._site.door.require_own_origin(request)
        body = await json_body(request, ("token",))
        visitor = await run_in_threadpool(self._site.door.enter, body["token"], address_of(request.scope))
        response = JSONResponse({"url": f"{self._site.prefix}{visitor.path}"})
        self._site.door.remember(response, visitor)
        return response

    async def asset(self, request: Request) -> Response:
        """A script or a style."""
        found = self._site.assets.get(request.path_params["version"], request.path_params["name"])
        if found is None:
            return refusal(404, "there is no such file")
        content, kind = found
        headers = {"Cache-Control": "public, max-age=31536000, immutable"}
        return Response(content, media_type=kind, headers=headers)

    async def health(self, request: Request) -> Response:
        """That the server is there, for whoever watches it."""
        return JSONResponse({"ok": True})


def _say(site: Site, request: Request, template: str, **values: str) -> str:
    accepted = request.headers.get("accept-language", "")
    locale = chosen(None, None, accepted, site.store.campaign.settings.interface)
    return render(template, locale, site.assets_address, **values)


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, RefusedError)
    headers = {"Retry-After": "3"} if error.status == 429 else None
    return refusal(error.status, str(error), headers)


async def _failed(request: Request, error: Exception) -> Response:
    assert isinstance(error, PitchpipeError)
    return refusal(next((_STATUS[kind] for kind in _STATUS if isinstance(error, kind)), 422), str(error))
