"""Bodies of requests: JSON objects with known keys."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NoReturn

from pitchpipe.judging.server.sessions import RefusedError

if TYPE_CHECKING:
    from starlette.requests import Request


async def json_body(request: Request, keys: tuple[str, ...]) -> dict[str, Any]:
    """The object, which has these keys and no other."""
    try:
        found = json.loads(await request.body(), parse_constant=_no_number)
        # Half of a pair of surrogates is no letter: nothing could be sent back that has one.
        json.dumps(found, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise RefusedError(400, "the body is not JSON") from None
    if not isinstance(found, dict) or set(found) != set(keys):
        raise RefusedError(400, f"the body must be an object with {', '.join(keys)}")
    return found


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)
