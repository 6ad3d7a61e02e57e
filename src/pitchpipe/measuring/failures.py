"""Metrics as they were asked for, and those that could not run beside others that did."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pitchpipe.errors import MissingError


def as_asked(names: Mapping[str, str], spec: str) -> str:
    """How a metric was asked for, by the map from that to specs."""
    return next((asked for asked, own in names.items() if own == spec), spec)


def refuse_failed(errors: Mapping[str, str], spec: str) -> None:
    """Says why a metric could not run, if it could not.

    Raises
    ------
    MissingError
        As the metric raised it.
    """
    if spec in errors:
        raise MissingError(errors[spec])


def failed_records(names: Mapping[str, str], errors: Mapping[str, str]) -> list[dict[str, Any]]:
    """What JSON says of metrics that could not run."""
    return [{"metric": spec, "asked": as_asked(names, spec), "error": why} for spec, why in errors.items()]


def failed_notes(errors: Mapping[str, str]) -> Iterator[str]:
    """What is said below tables."""
    for spec, why in errors.items():
        yield f"{spec} could not run: {why}"
