"""Objects that go to other processes: by content, without what can be made again."""

from __future__ import annotations

from functools import cached_property
from typing import Any


class WithoutCaches:
    """Pickled and copied without its cached properties, which are worked out again where they are asked for.

    These hold what cannot travel (parts of the core, loaded models), or what would only be heavy.
    """

    def __getstate__(self) -> dict[str, Any]:
        kind = type(self)
        cached = {name for name in vars(self) if isinstance(getattr(kind, name, None), cached_property)}
        return {name: value for name, value in vars(self).items() if name not in cached}
