"""Tables in Parquet, a row group at a time; needs pyarrow."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from pitchpipe.errors import DataError, MissingError
from pitchpipe.text.files import display_name
from pitchpipe.text.shards.lines import BATCH
from pitchpipe.text.shards.named_columns import NamedColumns, checked_values
from pitchpipe.text.shards.stretches import Stretch


def row_groups(file: str) -> list[Stretch]:
    """A stretch for every row group."""
    with _opened(file) as parquet:
        groups = [parquet.metadata.row_group(k) for k in range(parquet.num_row_groups)]
        return [Stretch((file,), (k,), (k + 1,), one.total_byte_size) for k, one in enumerate(groups)]


def titles(file: str) -> list[str]:
    """The names of the columns."""
    with _opened(file) as parquet:
        return [str(name) for name in parquet.schema_arrow.names]


def batches(stretch: Stretch, columns: NamedColumns) -> Iterator[dict[str, list[Any]]]:
    """The values of the wanted columns, batch by batch."""
    file = stretch.files[0]
    with _opened(file) as parquet:
        columns.require([str(name) for name in parquet.schema_arrow.names], display_name(file))
        _require_texts(parquet, columns, file)
        end = parquet.num_row_groups if stretch.ends[0] is None else stretch.ends[0]
        row = sum(parquet.metadata.row_group(k).num_rows for k in range(stretch.begins[0]))
        for group in range(stretch.begins[0], end):
            # A group at a time: what is read together does not depend on how many there are.
            for batch in parquet.iter_batches(BATCH, row_groups=[group], columns=columns.wanted):
                values = {name: batch.column(name).to_pylist() for name in columns.wanted}
                checked_values(values, columns, display_name(file), row)
                yield values
                row += batch.num_rows


def _require_texts(parquet: Any, columns: NamedColumns, file: str) -> None:
    import pyarrow as pa

    identifier = columns.plain.get("segment_ids")
    for name in columns.wanted:
        kind = parquet.schema_arrow.field(name).type
        kind = kind.value_type if pa.types.is_dictionary(kind) else kind
        is_text = any(one(kind) for one in (pa.types.is_string, pa.types.is_large_string, _is_view))
        if not is_text and not (name == identifier and pa.types.is_integer(kind)):
            raise DataError(f'{display_name(file)}: column "{name}" holds {kind}, not text')


def _is_view(kind: Any) -> bool:
    return str(kind) == "string_view"


@contextmanager
def _opened(file: str) -> Iterator[Any]:
    parquet = _module()
    import pyarrow as pa

    name = display_name(file)
    try:
        with parquet.ParquetFile(file, memory_map=True) as opened:
            yield opened
    except FileNotFoundError:
        raise DataError(f"{name}: no such file") from None
    except IsADirectoryError:
        raise DataError(f"{name} is a directory, not a file") from None
    except (pa.ArrowException, OSError) as error:
        first = (str(error).splitlines() or ["unknown"])[0]
        raise DataError(f"{name}: not Parquet, or corrupt ({first})") from None
    except UnicodeDecodeError:
        raise DataError(f"{name}: a text is not UTF-8") from None


def _module() -> Any:
    try:
        import pyarrow.parquet as parquet
    except ModuleNotFoundError:
        raise MissingError("Parquet needs pyarrow: pip install 'pitchpipe[parquet]'") from None
    return parquet


def require_parquet() -> None:
    """Says now, rather than after long work, that pyarrow is missing."""
    _module()


def parquet_bytes(columns: dict[str, Any]) -> bytes:
    """A table of arrays as a file."""
    import pyarrow as pa

    target = pa.BufferOutputStream()
    _module().write_table(pa.table(columns), target, compression="zstd")
    return bytes(target.getvalue())
