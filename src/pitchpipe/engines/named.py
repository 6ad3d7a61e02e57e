"""Engines by name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pitchpipe.engines.engine import Engine
from pitchpipe.errors import ParameterError
from pitchpipe.wording import quoted


@contextmanager
def opened(
    engine: str | Engine, *, workers: int | None = None, address: str | None = None
) -> Iterator[Engine]:
    """The engine of a name, for the time of the block; one that is there already stays as it is.

    ``workers`` are the processes of the local engine, or of a Ray cluster that is started on the spot, all
    cores by default; ``address`` is that of a Ray cluster.
    """
    if address is not None and engine != "ray":
        raise ParameterError("an address is that of a Ray cluster: the engine must be ray")
    if not isinstance(engine, str):
        yield engine
    elif engine == "local":
        from pitchpipe.engines.local import Local

        yield Local(workers)
    elif engine == "ray":
        from pitchpipe.engines.cluster import connected

        with connected(address, workers) as found:
            yield found
    else:
        raise ParameterError(f"there is no engine {quoted(engine)}: choose local or ray")
