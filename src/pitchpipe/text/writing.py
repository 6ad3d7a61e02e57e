"""Test sets out, as JSON lines or as tables."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from pitchpipe.errors import DataError
from pitchpipe.text.columns import JSON_KEYS
from pitchpipe.text.files import StrPath, write_lines

if TYPE_CHECKING:
    from pitchpipe.text.testset import TestSet


def write_jsonl(test_set: TestSet, path: StrPath) -> None:
    """Writes JSON lines that ``read_test_set`` reads back; languages and the name of the set are not kept."""
    write_lines(path, _json_lines(test_set))


def _json_lines(test_set: TestSet) -> Iterable[str]:
    plain = {key: getattr(test_set, attribute) for key, attribute in JSON_KEYS.items()}
    for position in range(len(test_set)):
        segment: dict[str, Any] = {
            key: values[position] for key, values in plain.items() if values is not None
        }
        for key, columns in (("references", test_set.references), ("systems", test_set.systems)):
            if columns:
                segment[key] = {name: texts[position] for name, texts in columns.items()}
        yield json.dumps(segment, ensure_ascii=False)


def write_tsv(test_set: TestSet, path: StrPath, *, missing_token: str | None = None) -> None:
    """Writes a table that ``read_test_set`` reads back; the languages and the name of the test set are not
    kept.

    Raises
    ------
    DataError
        If a text or a name holds a tab or a line break, or a reference is missing and no ``missing_token`` is
        given, or one is given that stands in the references as a text.
    """
    plain = {
        "id": test_set.segment_ids,
        "domain": test_set.domains,
        "document": test_set.documents,
        "source": test_set.source,
    }
    columns = {title: values for title, values in plain.items() if values is not None}
    for name, references in test_set.references.items():
        columns[f"ref:{name}"] = _without_gaps(references, name, missing_token)
    for name, texts in test_set.systems.items():
        columns[f"system:{name}"] = texts
    if not columns:
        raise DataError("the test set is empty; there is nothing to write")
    for title, values in columns.items():
        if any("\t" in value or "\n" in value for value in (title, *values)):
            raise DataError(
                f'the column "{title}" holds a tab or a line break, which a table cannot; write JSONL instead'
            )
    rows = ("\t".join(row) for row in zip(*columns.values(), strict=True))
    write_lines(path, ["\t".join(columns), *rows])


def _without_gaps(references: list[str | None], name: str, missing_token: str | None) -> list[str]:
    if missing_token is not None and missing_token in references:
        raise DataError(f'reference "{name}" holds the missing token "{missing_token}" as a text')
    if missing_token is None and None in references:
        raise DataError(f'reference "{name}" lacks segments; give a missing_token to write in their place')
    return [(missing_token or "") if text is None else text for text in references]
