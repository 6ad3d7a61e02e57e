"""Where answers are kept."""

from pitchpipe.errors import MissingError

try:
    import sqlalchemy  # noqa: F401
except ImportError:
    raise MissingError("judging needs SQLAlchemy: pip install 'pitchpipe[judge]'") from None

from pitchpipe.judging.store.records import (
    Annotator,
    ClosedError,
    Feedback,
    Judgment,
    NotTheirsError,
    Progress,
    Recorded,
    Screen,
)
from pitchpipe.judging.store.store import Store

__all__ = [
    "Annotator",
    "ClosedError",
    "Feedback",
    "Judgment",
    "NotTheirsError",
    "Progress",
    "Recorded",
    "Screen",
    "Store",
]
