"""Objects of JSON whose fields have types, with errors that say where and what."""

from __future__ import annotations

import math
from typing import Any

from pitchpipe.errors import DataError
from pitchpipe.wording import quoted


class Fields:
    """An object of JSON, read field by field; ``where`` is what messages call its place."""

    def __init__(self, written: Any, where: str) -> None:
        if not isinstance(written, dict):
            raise DataError(f"{where}: not a JSON object")
        self._written, self.where = written, where
        self._read: set[str] = set()

    def get(self, key: str) -> Any:
        """Whatever is there."""
        self._read.add(key)
        return self._written.get(key)

    def known(self) -> tuple[str, ...]:
        """What there is."""
        return tuple(self._written)

    def text(self, key: str) -> str:
        found: str = self._of(key, self.get(key), str, "a text")
        return found

    def maybe_text(self, key: str) -> str | None:
        return None if self.get(key) is None else self.text(key)

    def texts(self, key: str) -> tuple[str, ...]:
        return tuple(self._of(key, one, str, "a list of texts") for one in self.list_of(key))

    def list_of(self, key: str) -> list[Any]:
        value = self.get(key)
        found: list[Any] = [] if value is None else self._of(key, value, list, "a list")
        return found

    def objects(self, key: str) -> list[Fields]:
        return [Fields(one, f"{self.where}, {key} {at}") for at, one in enumerate(self.list_of(key), 1)]

    def maybe_object(self, key: str) -> dict[str, Any] | None:
        value = self.get(key)
        found: dict[str, Any] | None = None if value is None else self._of(key, value, dict, "an object")
        return found

    def flag(self, key: str, usual: bool) -> bool:
        value = self.get(key)
        found: bool = usual if value is None else self._of(key, value, bool, "true or false")
        return found

    def whole(self, key: str, usual: int | None = None, *, least: int) -> int:
        value = self.get(key)
        value = usual if value is None else value
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise self._wrong(key, value, f"a whole number, {least} or more")
        return value

    def number(self, key: str, usual: float | None = None) -> float:
        value = self.get(key)
        value = usual if value is None else value
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self._wrong(key, value, "a number")
        try:
            converted = float(value)
        except OverflowError:
            converted = math.inf
        if not math.isfinite(converted):
            raise self._wrong(key, value, "a number")
        return converted

    def maybe_number(self, key: str) -> float | None:
        return None if self.get(key) is None else self.number(key)

    def require_no_more(self) -> None:
        """Refuses fields that nobody has read: they would be lost."""
        for key in self._written:
            if key not in self._read:
                raise DataError(f"{self.where}: {quoted(key)} is unknown to this version")

    def _of(self, key: str, value: Any, kind: type[Any], what: str) -> Any:
        if not isinstance(value, kind):
            raise self._wrong(key, value, what)
        return value

    def _wrong(self, key: str, value: Any, what: str) -> DataError:
        return DataError(f'{self.where}: "{key}" must be {what}, not {quoted(value)}')
