"""Altair, where it is installed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from pitchpipe.errors import MissingError

if TYPE_CHECKING:
    import altair

#: Panels side by side; what :meth:`plot` of a result gives.
Chart: TypeAlias = "altair.ConcatChart"


def load_altair() -> Any:
    """The module; it takes longer to load than a test set to score, so nobody does before it draws."""
    try:
        import altair
    except ImportError:
        raise MissingError("charts need Altair: pip install 'pitchpipe[plot]'") from None
    return altair


def load_converter() -> Any:
    """What draws pictures of charts without a browser."""
    try:
        import vl_convert
    except ImportError:
        raise MissingError(
            "pictures of charts need vl-convert-python: pip install 'pitchpipe[plot]'"
        ) from None
    return vl_convert
