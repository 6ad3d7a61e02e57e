"""What every result can do: print itself, stand in a notebook, and become a data frame."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from pitchpipe.brief import Brief
from pitchpipe.errors import ParameterError
from pitchpipe.showing.grids import Grid
from pitchpipe.showing.pages import Page, page_text
from pitchpipe.wording import meant, quoted

#: Tables with one thing to a row, by what a row is; each is made when somebody asks for it.
Tables: TypeAlias = Mapping[str, Callable[[], Grid]]


class Shown(Brief, ABC):
    """A result: ``repr`` is a line, ``str`` what the command line prints, and notebooks show its tables."""

    @abstractmethod
    def page(self, decimals: int = 2) -> Page:
        """What the command line prints, before anybody decides in which format."""

    @abstractmethod
    def tables(self) -> Tables:
        """Tidy tables by what a row is; the first is what :meth:`to_frame` gives."""

    def to_frame(self, rows: str | None = None, *, library: str | None = None) -> Any:
        """A data frame of the ``library``, or of the first that is installed: pandas, polars, pyarrow.

        ``rows`` says what a row is to be, where there are several tables; see :meth:`tables`.
        """
        from pitchpipe.showing.frames import frame

        there = self.tables()
        chosen = next(iter(there)) if rows is None else rows
        if chosen not in there:
            hint = meant(str(chosen), list(there))
            raise ParameterError(f"{type(self).__name__} has no rows {quoted(chosen)}: {hint}")
        return frame(there[chosen](), library)

    def __str__(self) -> str:
        return page_text(self.page())

    def _repr_html_(self) -> str:
        """What notebooks show."""
        from pitchpipe.showing.html import page_html

        return page_html(self.page())
