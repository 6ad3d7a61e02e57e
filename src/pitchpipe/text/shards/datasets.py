"""Datasets of other packages as corpora: Hugging Face's and Ray's, by what they can do.

Neither is imported here. A dataset of Hugging Face is read by rows, from the files that lie behind it; one of
Ray by its blocks, where they are in the cluster.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from pitchpipe.brief import Brief
from pitchpipe.engines.engine import Engine
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.text.shards import stretches
from pitchpipe.text.shards.lines import BATCH
from pitchpipe.text.shards.named_columns import NamedColumns, checked_values
from pitchpipe.text.shards.shards import Cleaning, Shards
from pitchpipe.text.shards.stretches import Stretch
from pitchpipe.text.testset import TestSet

#: Rows of a stretch.
ROWS = 1 << 16


def as_shards(corpus: Any) -> Shards:
    """A corpus as it is, or a dataset whose columns are called ``hypothesis``, ``reference`` and so on."""
    if hasattr(corpus, "stretches") and hasattr(corpus, "batches"):
        shards: Shards = corpus
        return shards
    return DatasetShards.of(corpus)


@dataclass(frozen=True, repr=False)
class DatasetShards(Brief):
    """A dataset whose columns hold texts; ``name`` stands for its content."""

    data: Any
    columns: NamedColumns
    name: str
    cleaning: Cleaning = field(default_factory=Cleaning)

    @classmethod
    def of(
        cls, dataset: Any, columns: str | Mapping[str, str] | None = None, cleaning: Cleaning | None = None
    ) -> DatasetShards:
        """A dataset of Hugging Face, or of Ray; without ``columns``, those that are called as we do."""
        titles = _titles(dataset)
        if columns is None:
            chosen = NamedColumns.told_by(titles, "the dataset")
        elif isinstance(columns, str):
            chosen = NamedColumns.parse(columns)
        else:
            chosen = NamedColumns.of(columns.items())
        if not chosen.systems:
            raise DataError("no column holds outputs: say which, hypothesis=NAME")
        chosen.require(titles, "the dataset")
        if _is_of_ray(dataset):
            data: Any = _RayBlocks(tuple(dataset.select_columns(chosen.wanted).to_arrow_refs()))
        else:
            data = _Rows(dataset.with_format(None, columns=chosen.wanted))
        name = getattr(dataset, "_fingerprint", None) or "in Ray"
        return cls(data, chosen, f"dataset {name}", cleaning or Cleaning())

    @property
    def systems(self) -> tuple[str, ...]:
        return tuple(self.columns.systems)

    @property
    def files(self) -> tuple[str, ...]:
        """None: what a dataset holds does not change."""
        return ()

    def stretches(self, engine: Engine) -> list[Stretch]:
        del engine  # nothing has to be looked through
        # As large as a block, so that each is one.
        edges = self.data.edges()
        return [Stretch((self.name,), (a,), (b,), stretches.SIZE) for a, b in pairwise(edges)]

    def batches(self, stretch: Stretch) -> Iterator[TestSet]:
        begin, end = stretch.begins[0], stretch.ends[0]
        assert end is not None
        for row, values in self.data.batches(begin, end, self.columns.wanted):
            checked_values(values, self.columns, "the dataset", row)
            yield self.cleaning.test_set(self.columns.fields(values))


@dataclass(frozen=True)
class _Rows:
    """Rows of Hugging Face's dataset, which workers read from its files."""

    dataset: Any

    def edges(self) -> list[int]:
        return [*range(0, len(self.dataset), ROWS), len(self.dataset)]

    def batches(self, begin: int, end: int, wanted: Sequence[str]) -> Iterator[tuple[int, dict[str, Any]]]:
        for row in range(begin, end, BATCH):
            values = self.dataset[row : min(row + BATCH, end)]
            yield row, {name: list(values[name]) for name in wanted}


@dataclass(frozen=True)
class _RayBlocks:
    """The blocks of Ray's dataset, as Arrow tables in the memory of the cluster."""

    blocks: tuple[Any, ...]

    def edges(self) -> list[int]:
        return list(range(len(self.blocks) + 1))

    def batches(self, begin: int, end: int, wanted: Sequence[str]) -> Iterator[tuple[int, dict[str, Any]]]:
        import ray

        row = 0
        for block in self.blocks[begin:end]:
            # A block without rows may be without columns.
            for batch in filter(len, ray.get(block).to_batches(BATCH)):
                yield row, {name: batch.column(name).to_pylist() for name in wanted}
                row += batch.num_rows


def _is_of_ray(dataset: Any) -> bool:
    return all(hasattr(dataset, name) for name in ("to_arrow_refs", "columns", "select_columns"))


def _titles(dataset: Any) -> Iterable[str]:
    """The columns of a dataset; what is none, or cannot be cut, is refused."""
    if _is_of_ray(dataset):
        return list(dataset.columns() or ())
    titles = getattr(dataset, "column_names", None)
    if isinstance(titles, Mapping):
        splits = ", ".join(map(str, titles))
        raise ParameterError(f"a dataset of several splits ({splits}) is not one corpus: choose a split")
    if titles is None or not hasattr(dataset, "with_format"):
        raise ParameterError(
            f"{type(dataset).__name__} cannot be scored: give a TestSet, TableShards, LineShards, or a "
            "dataset of Hugging Face or Ray"
        )
    if not hasattr(dataset, "__len__"):
        raise ParameterError("a dataset that is streamed cannot be cut into parts: load it, or write Parquet")
    return list(titles)
