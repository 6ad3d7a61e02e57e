"""Engines by name."""

from __future__ import annotations

from pitchpipe.engines.engine import Engine
from pitchpipe.errors import ParameterError
from pitchpipe.wording import quoted


def engine_of(engine: str | Engine, *, workers: int | None = None, address: str | None = None) -> Engine:
    """The engine of a name; one that is there already stays as it is.

    ``workers`` are the processes of the local engine, all cores by default; ``address`` is that of a Ray
    cluster.
    """
    if not isinstance(engine, str):
        return engine
    if engine == "local":
        from pitchpipe.engines.local import Local

        if address is not None:
            raise ParameterError("an address is that of a Ray cluster: the engine is local")
        return Local(workers)
    raise ParameterError(f"there is no engine {quoted(engine)}: choose local")
