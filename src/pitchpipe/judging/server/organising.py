"""What the organiser does: looks, sets aside, reassigns, closes, downloads."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from statistics import median
from typing import TYPE_CHECKING, Any

from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from pitchpipe.judging.server.bodies import json_body
from pitchpipe.judging.server.locales import locale
from pitchpipe.judging.server.pages import render
from pitchpipe.judging.server.results import archive, results
from pitchpipe.judging.server.sessions import ORGANISER_PATH, RefusedError, Visitor
from pitchpipe.judging.server.wire import progress_record

if TYPE_CHECKING:
    from starlette.requests import Request

    from pitchpipe.judging.server.site import Site
    from pitchpipe.judging.store import Annotator

#: Letters of a reason.
_LONGEST = 500


class Organising:
    """The handlers below ``/organiser/``, which speak English."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._store = site.store

    def routes(self) -> list[Route]:
        """Addresses and what handles them."""
        path = ORGANISER_PATH
        changes: dict[str, tuple[tuple[str, ...], Callable[[dict[str, Any]], None]]] = {
            "set-aside": (("annotator", "reason"), self._set_aside),
            "take-back": (("annotator",), self._take_back),
            "reassign": (("annotator", "to"), self._reassign),
            "remove": (("annotator",), self._remove),
            "close": ((), lambda _: self._store.close()),
            "reopen": ((), lambda _: self._store.reopen()),
        }
        return [
            Route(path, self._page),
            Route(f"{path}progress", self._progress),
            Route(f"{path}results", self._results),
            Route(f"{path}download", self._download),
            *(
                Route(f"{path}{name}", self._changing(*change), methods=["POST"])
                for name, change in changes.items()
            ),
        ]

    async def _who(self, request: Request) -> Visitor:
        return await run_in_threadpool(self._site.door.visitor, request, ORGANISER_PATH)

    # -- looking -------------------------------------------------------------------------------------

    async def _page(self, request: Request) -> Response:
        visitor = await self._who(request)
        campaign = self._store.campaign
        data = {"base": f"{self._site.prefix}{ORGANISER_PATH}", "csrf": visitor.csrf}
        text = render("organiser.html", locale("en"), self._site.assets_address, campaign=campaign, data=data)
        return HTMLResponse(text)

    async def _progress(self, request: Request) -> Response:
        await self._who(request)
        return JSONResponse(await run_in_threadpool(self._progress_record))

    async def _results(self, request: Request) -> Response:
        await self._who(request)
        return JSONResponse(await run_in_threadpool(results, self._store))

    async def _download(self, request: Request) -> Response:
        await self._who(request)
        content = await run_in_threadpool(archive, self._store)
        headers = {"Content-Disposition": 'attachment; filename="campaign.zip"'}
        return Response(content, media_type="application/zip", headers=headers)

    def _progress_record(self) -> dict[str, Any]:
        people = self._store.progress()
        spent = [one.median_seconds for one in people if one.median_seconds is not None]
        usual = median(spent) if spent else None
        threshold = self._store.campaign.settings.gold_threshold
        return {
            "closed": self._store.closed,
            "threshold": threshold,
            "annotators": [progress_record(one, usual, threshold) for one in people],
        }

    # -- changing ------------------------------------------------------------------------------------

    def _changing(
        self, keys: tuple[str, ...], change: Callable[[dict[str, Any]], None]
    ) -> Callable[[Request], Awaitable[Response]]:
        """A handler that changes something, and says how things are then."""

        async def handle(request: Request) -> Response:
            await self._who(request)
            body = await json_body(request, keys)
            await run_in_threadpool(change, body)
            return JSONResponse(await run_in_threadpool(self._progress_record))

        return handle

    def _person(self, wanted: object) -> Annotator:
        for one in self._store.progress():
            if one.annotator.id == wanted and not one.removed:
                return one.annotator
        raise RefusedError(404, "there is no such annotator")

    def _set_aside(self, body: dict[str, Any]) -> None:
        self._store.set_aside(self._person(body["annotator"]), str(body["reason"])[:_LONGEST])

    def _take_back(self, body: dict[str, Any]) -> None:
        self._store.take_back(self._person(body["annotator"]))

    def _remove(self, body: dict[str, Any]) -> None:
        self._store.remove(self._person(body["annotator"]))

    def _reassign(self, body: dict[str, Any]) -> None:
        moved = self._store.reassign(self._person(body["annotator"]), self._person(body["to"]))
        if not moved:
            raise RefusedError(409, "they have nothing left that the other one could be asked")
