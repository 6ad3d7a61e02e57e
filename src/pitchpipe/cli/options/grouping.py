"""From --by and --labels to what segments are grouped by."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import click

from pitchpipe.errors import DataError
from pitchpipe.text.files import display_name, read_lines

if TYPE_CHECKING:
    from pitchpipe.comparing.buckets import By
    from pitchpipe.text.testset import TestSet


def grouping_from(by: str | None, labels: str | None, test_set: TestSet) -> By | None:
    """How segments are grouped, as the library wants it: a word, or a label for every segment."""
    if labels is None:
        if by == "labels":
            raise click.UsageError("--by labels needs them: --labels FILE, one line per segment")
        # click accepts no other words than the library knows.
        return cast("By | None", by)
    if by not in {None, "labels"}:
        raise click.UsageError(f"--labels goes with --by labels, not with --by {by}")
    lines = read_lines(labels)
    if len(lines) != len(test_set):
        raise DataError(
            f"{display_name(labels)} has {len(lines)} labels, but there are {len(test_set)} segments"
        )
    return lines
