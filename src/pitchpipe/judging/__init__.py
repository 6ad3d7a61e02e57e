"""People's judgments: campaigns in which they choose between translations, or score them.

:func:`~pitchpipe.judging.creating.create` makes a campaign, a server asks people, and what they said goes to
``meta``, ``fit`` and ``report``.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pitchpipe.judging.assigning import Shares as Shares
    from pitchpipe.judging.campaign import Campaign as Campaign
    from pitchpipe.judging.creating import create as create
    from pitchpipe.judging.items import Item as Item
    from pitchpipe.judging.protocols import PROTOCOLS as PROTOCOLS
    from pitchpipe.judging.protocols import get_protocol as get_protocol
    from pitchpipe.judging.sampling import Sample as Sample
    from pitchpipe.judging.settings import Settings as Settings
    from pitchpipe.judging.store import Store as Store

#: What there is, and where; the store needs an extra, and loads when it is asked for.
_NAMES = {
    "PROTOCOLS": "protocols",
    "Campaign": "campaign",
    "Item": "items",
    "Sample": "sampling",
    "Settings": "settings",
    "Shares": "assigning",
    "Store": "store",
    "create": "creating",
    "get_protocol": "protocols",
}


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name not in _NAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_NAMES[name]}"), name)


__all__ = [
    "PROTOCOLS", "Campaign", "Item", "Sample", "Settings", "Shares", "Store", "create", "get_protocol",
]  # fmt: skip
