"""Test sets as JSON lines: one object per segment.

| key | holds |
| --- | --- |
| ``source`` | the source text |
| ``references`` | an object from names to texts, or a list (called ``reference1``, ``reference2`` ...) |
| ``reference`` | instead of ``references``: the one reference, called ``reference`` |
| ``systems`` | an object from names to texts |
| ``hypothesis`` | instead of ``systems``: the one output, called ``hypothesis`` |
| ``document``, ``domain`` | where the segment is from |
| ``id`` | the identifier of the segment, a string or an integer |

A reference that is ``null``, or that other lines have and this one does not, is missing for this segment.
Every line must have the same systems, and the same of the other keys.
"""

from __future__ import annotations

from typing import Any

from pitchpipe.errors import DataError
from pitchpipe.text.columns import JSON_KEYS
from pitchpipe.text.files import split_lines
from pitchpipe.text.testset import TestSet

_KEYS = (*JSON_KEYS, "references", "reference", "systems", "hypothesis")


def parse_jsonl(text: str, file: str) -> TestSet:
    """Reads JSON lines from a text; ``file`` is what error messages call it."""
    segments = [_Segment(line, f"{file}, line {number}") for number, line in enumerate(split_lines(text), 1)]
    if not segments:
        return TestSet()
    first = segments[0]
    for segment in segments[1:]:
        segment.require_like(first)
    plain: dict[str, Any] = {
        JSON_KEYS[key]: [segment.plain[key] for segment in segments] for key in first.plain
    }
    reference_names = dict.fromkeys(name for segment in segments for name in segment.references)
    return TestSet(
        systems={name: [segment.systems[name] for segment in segments] for name in first.systems},
        references={name: [segment.references.get(name) for segment in segments] for name in reference_names},
        **plain,
    )


class _Segment:
    """One checked line."""

    def __init__(self, line: str, place: str) -> None:
        self.place = place
        fields = parse_object(line, place)
        for key in fields:
            if key not in _KEYS:
                raise DataError(f'{place}: unknown key "{key}"; a segment may have {", ".join(_KEYS)}')
        for one, several in (("reference", "references"), ("hypothesis", "systems")):
            if one in fields and several in fields:
                raise DataError(f'{place}: both "{one}" and "{several}" are given')
        self.plain = {key: self._plain(key, fields[key]) for key in JSON_KEYS if key in fields}
        self.references = self._references(fields)
        self.systems = self._systems(fields)

    def require_like(self, first: _Segment) -> None:
        """Refuses a line that has other systems or other keys than the first one."""
        for kind, here, there in (("key", self.plain, first.plain), ("system", self.systems, first.systems)):
            for name in there:
                if name not in here:
                    raise DataError(f'{self.place}: {kind} "{name}" is missing, which the first line has')
            for name in here:
                if name not in there:
                    raise DataError(f'{self.place}: {kind} "{name}" is new, the first line does not have it')

    def _plain(self, key: str, value: object) -> str:
        if key == "id" and isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        return self._text(value, f'"{key}"')

    def _references(self, fields: dict[str, Any]) -> dict[str, str | None]:
        if "reference" in fields:
            named = {"reference": fields["reference"]}
        else:
            given = fields.get("references", {})
            named = given
            if isinstance(given, list):
                named = {f"reference{number}": text for number, text in enumerate(given, 1)}
        if not isinstance(named, dict):
            raise DataError(f'{self.place}: "references" must be an object or a list')
        return {
            name: None if text is None else self._text(text, f'reference "{name}"')
            for name, text in named.items()
        }

    def _systems(self, fields: dict[str, Any]) -> dict[str, str]:
        named = {"hypothesis": fields["hypothesis"]} if "hypothesis" in fields else fields.get("systems", {})
        if not isinstance(named, dict):
            raise DataError(f'{self.place}: "systems" must be an object from names to texts')
        return {name: self._text(text, f'system "{name}"') for name, text in named.items()}

    def _text(self, value: object, what: str) -> str:
        if not isinstance(value, str):
            raise DataError(f"{self.place}: {what} must be a string")
        return value


def parse_object(line: str, place: str) -> dict[str, Any]:
    """A JSON object; ``place`` is what error messages call where it stands."""
    value = parse_json(line, place)
    if not isinstance(value, dict):
        raise DataError(f"{place}: not a JSON object")
    return value


def parse_json(text: str, place: str) -> Any:
    """Any JSON, in which no object has the same key twice."""
    import json

    try:
        return json.loads(text, object_pairs_hook=unique_keys)
    except json.JSONDecodeError as error:
        raise DataError(f"{place}: not JSON: {error.msg} (column {error.colno})") from None
    except RecursionError:
        raise DataError(f"{place}: too deeply nested") from None
    except ValueError as error:
        raise DataError(f"{place}: {error}") from None


def unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Build an object, refusing what JSON readers usually swallow: the same key twice."""
    fields = dict(pairs)
    if len(fields) != len(pairs):
        keys = [key for key, _ in pairs]
        repeated = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f'the key "{repeated}" occurs twice')
    return fields
