"""The test set: what every command works on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from pitchpipe import _core
from pitchpipe.brief import Brief
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.text.cleaning import text_cleaner
from pitchpipe.text.columns import PLAIN_COLUMNS, named_texts, positions_of, require_equal_lengths, texts_of
from pitchpipe.text.files import StrPath
from pitchpipe.text.names import choose_names
from pitchpipe.text.scripts import told_language
from pitchpipe.wording import counted, quoted

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pitchpipe.aligning.requests import Aligning
    from pitchpipe.lang.annotation.remembering import Annotating


def language_pair(pair: str) -> tuple[str, str]:
    """The languages of a pair, ``de-en``."""
    source, dash, target = pair.partition("-")
    if not (source and dash and target):
        raise ParameterError(f"a language pair is written de-en, not {quoted(pair)}")
    return source, target


@dataclass(frozen=True, repr=False)
class TestSet(Brief):
    """Parallel texts: the output of one or more systems, references, and what is known about each segment.

    All lists have one entry per segment. They may be given as any iterable (a generator, a numpy array of
    strings) and are stored as lists; lengths and types are checked when the test set is made.

    Parameters
    ----------
    systems
        The output of each system, by name.
    references
        The references, by name. None: this segment lacks this reference. An empty string is a reference of
        length 0, not a missing one.
    source
        The source text.
    documents, domains
        Which document and which domain (genre) each segment belongs to.
    segment_ids
        What the segments are called; unique within a document at best.
    source_language, target_language
        Language codes.
    name
        What the test set is called.
    aligner
        Where word alignments come from, for metrics of word order: a trained model, links brought along;
        by default a model trained on the test set.
    annotator
        Where lemmas and parts of speech of outputs and references come from, for metrics that look at
        them; by default what is installed for the target language.

    Raises
    ------
    DataError
        If the lists differ in length or hold anything but text.

    Examples
    --------
    >>> ts = TestSet(systems={"base": ["a cat", "a dog"]}, references={"A": ["the cat", None]})
    >>> len(ts)
    2
    >>> kept, dropped = ts.drop_unreferenced()
    >>> kept.systems, dropped
    ({'base': ['a cat']}, 1)
    """

    # The class is called like a test; pytest must not collect it where a test module imports it.
    __test__: ClassVar[bool] = False

    systems: dict[str, list[str]] = field(default_factory=dict)
    references: dict[str, list[str | None]] = field(default_factory=dict)
    source: list[str] | None = None
    documents: list[str] | None = None
    domains: list[str] | None = None
    segment_ids: list[str] | None = None
    source_language: str | None = None
    target_language: str | None = None
    name: str | None = None
    aligner: Aligning | None = field(default=None, compare=False, repr=False)
    annotator: Annotating | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Stores every iterable as a list of plain strings and check lengths and types."""
        self._store("systems", named_texts(self.systems, "system"))
        self._store("references", named_texts(self.references, "reference", missing_allowed=True))
        for attribute, label in PLAIN_COLUMNS.items():
            values = getattr(self, attribute)
            if values is not None:
                self._store(attribute, texts_of(values, label))
        require_equal_lengths(self._lengths(), "segment")

    def __len__(self) -> int:
        """The number of segments."""
        return next((length for _, length in self._lengths()), 0)

    def _brief(self) -> str:
        languages = "-".join(filter(None, (self.source_language, self.target_language)))
        sizes = (len(self), "segments"), (len(self.systems), "systems"), (len(self.references), "references")
        source = [] if self.source is None else ["source"]
        named = filter(None, (self.name, languages))
        return ", ".join([*named, *(counted(*size) for size in sizes), *source])

    def select(self, indices: Iterable[int] | slice | NDArray[Any]) -> TestSet:
        """The segments at these positions, in this order: integers, a slice or a mask of booleans."""
        import numpy as np

        if not isinstance(indices, (slice, np.ndarray)):
            indices = np.asarray(list(indices))
        if isinstance(indices, np.ndarray) and indices.size == 0 and indices.dtype != bool:
            indices = indices.astype(int)
        try:
            positions = np.arange(len(self))[indices].tolist()
        except IndexError as error:
            raise DataError(f"cannot select from {len(self)} segments: {error}") from None
        return self._map_lists(lambda values: [values[position] for position in positions])

    def with_systems(self, names: str | Iterable[str]) -> TestSet:
        """The test set with only these systems, in this order."""
        chosen = choose_names(names, self.systems, "system")
        return replace(self, systems={name: self.systems[name] for name in chosen})

    def with_references(self, names: str | Iterable[str]) -> TestSet:
        """The test set with only these references, in this order."""
        chosen = choose_names(names, self.references, "reference")
        return replace(self, references={name: self.references[name] for name in chosen})

    def without_references(self, names: str | Iterable[str] | None = None) -> TestSet:
        """The test set without these references; without any if no names are given."""
        if names is None:
            return replace(self, references={})
        dropped = choose_names(names, self.references, "reference")
        kept = {name: texts for name, texts in self.references.items() if name not in dropped}
        return replace(self, references=kept)

    def told_language(self) -> str | None:
        """The target language: the one given, or else the one that the script of all references tells."""
        lines = [line for lines in self.references.values() for line in lines if line is not None]
        return told_language(self.target_language, lines)

    def unreferenced(self) -> list[int]:
        """The positions of the segments that have no reference at all."""
        columns = self.references.values()
        if any(_core.are_texts(texts) for texts in columns):
            return []
        return [i for i in range(len(self)) if all(texts[i] is None for texts in columns)]

    def with_languages(self, pair: str) -> TestSet:
        """The test set with its languages said, ``de-en``."""
        source, target = language_pair(pair)
        return replace(self, source_language=source, target_language=target)

    def with_aligner(self, aligner: Aligning | None) -> TestSet:
        """The test set with words aligned in this way; with ``None``, as before."""
        return self if aligner is None else replace(self, aligner=aligner)

    def drop_unreferenced(self) -> tuple[TestSet, int]:
        """The test set without the segments that have no reference at all, and how many those are."""
        dropped = set(self.unreferenced())
        if not dropped:
            return self, 0
        return self.select([i for i in range(len(self)) if i not in dropped]), len(dropped)

    def groups(self, by: Literal["domain", "document"]) -> dict[str, NDArray[np.intp]]:
        """The positions of the segments of each domain or document, in order of first appearance."""
        labels = {"domain": self.domains, "document": self.documents}
        if by not in labels:
            raise ParameterError(f"segments cannot be grouped by {quoted(by)}: choose domain or document")
        column = labels[by]
        if column is None:
            raise DataError(f"the test set does not say which {by} each segment belongs to")
        return positions_of(column)

    def cleaned(self, *, unescape: bool = False, normalise: str | None = None) -> TestSet:
        """The test set with every text cleaned: HTML entities resolved, one Unicode normal form.

        ``normalise`` is ``nfc``, ``nfkc``, ``nfd`` or ``nfkd``. Names, documents and identifiers stay as they
        are.
        """
        clean = text_cleaner(unescape=unescape, normalise=normalise)
        if clean is None:
            return self
        return replace(
            self,
            systems={name: [clean(text) for text in texts] for name, texts in self.systems.items()},
            references={
                name: [None if text is None else clean(text) for text in texts]
                for name, texts in self.references.items()
            },
            source=None if self.source is None else [clean(text) for text in self.source],
        )

    @classmethod
    def read(
        cls,
        source: StrPath | None = None,
        references: StrPath | Iterable[StrPath] | Mapping[str, StrPath] = (),
        systems: StrPath | Iterable[StrPath] | Mapping[str, StrPath] = (),
        documents: StrPath | None = None,
        *,
        missing_token: str | None = None,
        unescape: bool = False,
        normalise: str | None = None,
    ) -> TestSet:
        """Reads plain files with one segment per line, plain or compressed; ``-`` is standard input, once.

        Parameters
        ----------
        source
            The source text.
        references, systems
            Paths, or a mapping from names to paths. Without names, systems and references are called after
            their files: without folders and compression suffix, but with as many folders as it takes to
            tell equal file names apart.
        documents
            A file with the columns domain and document, separated by a tab, or the document alone.
        missing_token
            A line of a reference file that is exactly this says that the segment lacks this reference.
        unescape, normalise
            Clean all texts, see ``cleaned``.

        Raises
        ------
        DataError
            If a file cannot be read, or two files differ in their number of lines.
        """
        from pitchpipe.text.plain import read_columns

        columns = read_columns(source, references, systems, documents, missing_token)
        return cls(**columns).cleaned(unescape=unescape, normalise=normalise)

    def to_jsonl(self, path: StrPath) -> None:
        """Writes one JSON object per segment, see ``pitchpipe.text.jsonl``."""
        from pitchpipe.text.writing import write_jsonl

        write_jsonl(self, path)

    def to_tsv(self, path: StrPath, *, missing_token: str | None = None) -> None:
        """Writes a table with a header row, see ``pitchpipe.text.tsv``."""
        from pitchpipe.text.writing import write_tsv

        write_tsv(self, path, missing_token=missing_token)

    def _store(self, attribute: str, value: object) -> None:
        object.__setattr__(self, attribute, value)

    def _lengths(self) -> list[tuple[str, int]]:
        """Every list there is, labelled for messages, with its length."""
        lengths = [] if self.source is None else [("the source", len(self.source))]
        lengths += [(f'reference "{name}"', len(texts)) for name, texts in self.references.items()]
        lengths += [(f'system "{name}"', len(texts)) for name, texts in self.systems.items()]
        for attribute, label in PLAIN_COLUMNS.items():
            values = getattr(self, attribute)
            if values is not None and attribute != "source":
                lengths.append((label, len(values)))
        return lengths

    def _map_lists(self, function: Callable[[list[Any]], list[Any]]) -> TestSet:
        """The test set with a function applied to each of its lists."""
        plain: dict[str, Any] = {
            attribute: function(getattr(self, attribute))
            for attribute in PLAIN_COLUMNS
            if getattr(self, attribute) is not None
        }
        return replace(
            self,
            systems={name: function(texts) for name, texts in self.systems.items()},
            references={name: function(texts) for name, texts in self.references.items()},
            **plain,
        )
