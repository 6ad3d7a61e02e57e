"""What annotators do: consent, items, answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, JSONResponse

from pitchpipe.judging.server.bodies import json_body
from pitchpipe.judging.server.locales import chosen, names
from pitchpipe.judging.server.pages import markdown, render
from pitchpipe.judging.server.sessions import RefusedError, Visitor
from pitchpipe.judging.server.wire import feedback_record, protocol_record, screen_record

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from pitchpipe.judging.server.site import Site
    from pitchpipe.judging.store import Annotator, Screen

LANGUAGE_COOKIE = "language"
_QUESTIONS = {
    "pairwise": "pairwise_question",
    "rank": "rank_question",
    "da": "da_question",
    "esa": "esa_question",
    "mqm": "mqm_question",
}


class Annotating:
    """The handlers below ``/a/{id}/``."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._store = site.store
        settings = site.store.campaign.settings
        self._version = settings.consent_version
        self._consent = markdown(settings.consent)
        self._instructions = markdown(settings.instructions)

    async def page(self, request: Request) -> Response:
        """The page itself; everything else is fetched by it."""
        visitor, _ = await self._who(request)
        site, settings = self._site, self._store.campaign.settings
        asked = request.query_params.get("lang")
        locale = chosen(
            asked,
            request.cookies.get(LANGUAGE_COOKIE),
            request.headers.get("accept-language", ""),
            settings.interface,
        )
        base = f"{site.prefix}{visitor.path}"
        protocol = self._store.campaign.protocol
        data = {
            "base": base,
            "csrf": visitor.csrf,
            "storage": f"judge/{self._store.campaign.id}{visitor.path}",
            "protocol": protocol_record(protocol),
            "languages": [settings.source_language, settings.target_language],
            "consent": self._version or None,
            "messages": dict(locale.messages),
        }
        text = render(
            "annotator.html",
            locale,
            site.assets_address,
            title=settings.title,
            languages=names(),
            consent=self._consent,
            instructions=self._instructions,
            question=locale.messages[_QUESTIONS[protocol.name]],
            marking=protocol.name in ("esa", "mqm"),
            data=data,
        )
        response = HTMLResponse(text)
        if asked == locale.code:
            response.set_cookie(
                LANGUAGE_COOKIE, asked, path=base, secure=site.secure, httponly=True, samesite="strict"
            )
        return response

    async def state(self, request: Request) -> Response:
        """What there is to do now."""
        _, annotator = await self._who(request)
        return JSONResponse(await run_in_threadpool(self._state, annotator))

    async def consent(self, request: Request) -> Response:
        """Somebody agrees to the text they were shown."""
        _, annotator = await self._who(request)
        body = await json_body(request, ("version",))
        if body["version"] != self._version:
            raise RefusedError(409, "the text of the consent is another one by now: reload the page")
        await run_in_threadpool(self._store.consent, annotator, self._version)
        _, annotator = await self._who(request)
        return JSONResponse(await run_in_threadpool(self._state, annotator))

    async def item(self, request: Request) -> Response:
        """An item of theirs, to look at again."""
        _, annotator = await self._who(request)
        self._require_consent(annotator)
        return JSONResponse(await run_in_threadpool(self._item, annotator, request.path_params["key"]))

    async def answer(self, request: Request) -> Response:
        """An answer, which is on the disk when this returns, and what comes next."""
        _, annotator = await self._who(request)
        self._require_consent(annotator)
        body = await json_body(request, ("client_id", "key", "answer", "seconds"))
        return JSONResponse(await run_in_threadpool(self._answered, annotator, body))

    # -- below ---------------------------------------------------------------------------------------

    async def _who(self, request: Request) -> tuple[Visitor, Annotator]:
        path = f"/a/{request.path_params['id']}/"
        visitor = await run_in_threadpool(self._site.door.visitor, request, path)
        assert visitor.annotator is not None  # the organiser's path is another one
        return visitor, visitor.annotator

    def _agreed(self, annotator: Annotator) -> bool:
        return not self._version or annotator.consent == self._version

    def _require_consent(self, annotator: Annotator) -> None:
        if not self._agreed(annotator):
            raise RefusedError(409, "nobody is asked before they have agreed")

    def _state(self, annotator: Annotator) -> dict[str, Any]:
        agreed = self._agreed(annotator)
        screen = self._store.next(annotator) if agreed else None
        code = self._store.completion_code(annotator) if agreed and screen is None else None
        return {"consented": agreed, **self._place(annotator, screen, code)}

    def _place(self, annotator: Annotator, screen: Screen | None, code: str | None) -> dict[str, Any]:
        """Where somebody is."""
        answered = self._store.answered(annotator)
        return {
            "closed": screen is None and self._store.closed,
            "screen": None if screen is None else screen_record(screen, answered),
            "done": len(answered),
            "total": len(answered) if screen is None else screen.total,
            "last": answered[-1] if answered else None,
            "code": code,
        }

    def _item(self, annotator: Annotator, key: str) -> dict[str, Any]:
        return screen_record(self._store.screen(annotator, key), self._store.answered(annotator))

    def _answered(self, annotator: Annotator, body: dict[str, Any]) -> dict[str, Any]:
        recorded = self._store.record(
            annotator, str(body["key"]), body["client_id"], body["answer"], body["seconds"]
        )
        return {
            "consented": True,
            "feedback": feedback_record(recorded.feedback),
            **self._place(annotator, recorded.screen, recorded.code),
        }
