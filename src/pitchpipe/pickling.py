"""What objects remember, and leave behind when they go to other processes."""

from __future__ import annotations

import functools
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or sys.version_info >= (3, 12):
    from functools import cached_property
else:

    class cached_property(functools.cached_property):  # noqa: N801 (a decorator)
        """Worked out once for each object, without a lock, as from Python 3.12 on.

        Before, all objects of a class shared one lock: a thread waited for another that worked on an object
        of its own, and a process that was forked meanwhile waited for ever.
        """

        def __get__(self, instance: Any, owner: type[Any] | None = None) -> Any:
            if instance is None:
                return self
            value = instance.__dict__[self.attrname] = self.func(instance)
            return value


__all__ = ["WithoutCaches", "cached_property"]


class WithoutCaches:
    """Pickled and copied without its cached properties, which are worked out again where they are asked for.

    These hold what cannot travel (parts of the core, loaded models), or what would only be heavy.
    """

    def __getstate__(self) -> dict[str, Any]:
        kind = type(self)
        cached = {
            name for name in vars(self) if isinstance(getattr(kind, name, None), functools.cached_property)
        }
        return {name: value for name, value in vars(self).items() if name not in cached}
