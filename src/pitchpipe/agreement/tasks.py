"""A test set together with what people said about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from pitchpipe.agreement.coverage import Judged, coverage, judged_cells
from pitchpipe.agreement.human import Human
from pitchpipe.agreement.ranks import Ranks
from pitchpipe.agreement.readers import human_names, human_of, read_human
from pitchpipe.agreement.scores import DocumentScores, SegmentScores, SystemScores
from pitchpipe.brief import Brief
from pitchpipe.errors import DataError
from pitchpipe.pickling import cached_property
from pitchpipe.text.files import StrPath
from pitchpipe.text.formats import read_test_set
from pitchpipe.text.mtme import language_pairs
from pitchpipe.text.names import listing
from pitchpipe.text.testset import TestSet


@dataclass(frozen=True, repr=False)
class Task(Brief):
    """A test set and the judgments of its systems, in the order of the test set's systems.

    ``systems`` are people's scores of whole systems: published ones, or those that follow from the finer
    judgments. They are the same judgments where these are of systems only. ``system_scores`` says which, and
    ``published`` whether they were published beside finer ones.
    """

    name: str
    test_set: TestSet
    human: Human
    systems: SystemScores
    system_scores: str = "as given"
    published: bool = False

    @classmethod
    def of(
        cls,
        test_set: TestSet,
        human: Human,
        *,
        systems: SystemScores | None = None,
        name: str | None = None,
        ignore_unknown: bool = False,
    ) -> Task:
        """Brings judgments in line with a test set.

        Parameters
        ----------
        test_set, human
            The texts, and what people said of them.
        systems
            Scores of whole systems, where they were published; by default they follow from ``human``.
        name
            What the task is called in tables; by default after the test set and its languages.
        ignore_unknown
            Leave out judged systems that the test set lacks, instead of refusing them. Its references may
            always be judged as systems, and are left out.

        Raises
        ------
        DataError
            If people judged a system or a segment that the test set lacks, or the judgments name other
            documents of segments than the test set.
        """

        names, segments, references = tuple(test_set.systems), len(test_set), test_set.references
        fitting = human.require_documents(test_set.documents)
        chosen = fitting.for_systems(names, segments, ignore_unknown=ignore_unknown, ignore=references)
        if systems is None:
            whole, origin = _whole_systems(chosen)
        else:
            whole = systems.for_systems(names, segments, ignore_unknown=ignore_unknown, ignore=references)
            origin = f"{systems.name} as published"
        return cls(name or _name_of(test_set), test_set, chosen, whole, origin, systems is not None)

    @cached_property
    def judged_cells(self) -> Judged:
        """``[systems, segments]``: what people judged."""
        return judged_cells(self.human, self.test_set)

    @property
    def measured_cells(self) -> Judged | None:
        """On what metrics score whole systems; ``None`` is on everything.

        It is what people judged, where their scores of systems are means of that. Published scores and shares
        of comparisons won are compared with scores of the whole test set, as evaluation campaigns do.
        """
        means = isinstance(self.human, SegmentScores | DocumentScores) and not self.published
        return self.judged_cells if means and not self.judged_cells.all() else None

    @property
    def coverage(self) -> str:
        """On which segments metrics score whole systems, in words; empty where people judged all of them."""
        return coverage(self.human, self.judged_cells, judged_only=self.measured_cells is not None)

    @classmethod
    def read(
        cls,
        test_set: TestSet,
        path: StrPath,
        *,
        human_format: str | None = None,
        human_columns: Mapping[str, str] | None = None,
        language_pair: str | None = None,
        first_segment: int | None = None,
        fillers: bool | None = None,
        name: str | None = None,
        ignore_unknown: bool = False,
    ) -> Task:
        """Reads judgments of a test set from a file of any format.

        Parameters
        ----------
        test_set, path
            The texts, and the file of judgments.
        human_format, human_columns
            The format of the file, and the titles of its columns, where they are not to be guessed;
            ``format`` and ``columns`` of ``read_human``.
        language_pair
            Which pair of a file that holds several.
        first_segment
            What the file calls the first segment, where that differs from the format's habit.
        fillers
            Whether documents of ESA that only fill up a judge's work count, as they do by default.
        name, ignore_unknown
            As for ``Task.of``.

        Raises
        ------
        DataError
            If the file cannot be read, or its judgments are not of this test set.
        """
        human = read_human(
            path,
            format=human_format,
            columns=human_columns,
            test_set=test_set,
            language_pair=language_pair,
            first_segment=first_segment,
            fillers=fillers,
        )
        return cls.of(test_set, human, name=name, ignore_unknown=ignore_unknown)


def read_tasks(
    directory: StrPath,
    pairs: Iterable[str] = (),
    human: str | None = None,
    *,
    references: Iterable[str] | None = None,
    systems: Iterable[str] | None = None,
    unescape: bool = False,
    normalise: str | None = None,
    ignore_unknown: bool = False,
    progress: Callable[[str], None] | None = None,
) -> list[Task]:
    """Tasks of a directory in the mt-metrics-eval layout, one for each language pair.

    Parameters
    ----------
    directory
        The directory.
    pairs
        Its language pairs; by default all that have the judgments.
    human
        Which judgments: ``da-z``, ``ranks``; may be omitted if there is only one kind.
    references, systems
        Which of them to use, where a pair has them; all by default.
    unescape, normalise
        Clean all texts, see ``TestSet.cleaned``.
    ignore_unknown
        See ``Task.of``.
    progress
        Is told the name of each pair before it is read.

    Raises
    ------
    DataError
        If a pair or the judgments are not there, or a file is malformed.
    """
    asked = list(pairs)
    name = human or _only_name(directory, asked or language_pairs(directory))
    chosen = asked or [pair for pair in language_pairs(directory) if _has(directory, pair, name)]
    if not chosen:
        raise DataError(f'{directory} has no human judgments "{name}"')
    tasks = []
    for pair in chosen:
        if progress is not None:
            progress(pair)
        test_set = read_test_set(
            directory,
            language_pair=pair,
            references=references,
            systems=systems,
            unescape=unescape,
            normalise=normalise,
        )
        published = f"{name}.sys"
        coarse = human_of(directory, pair, published) if _has(directory, pair, published) else None
        tasks.append(
            Task.of(
                test_set,
                human_of(directory, pair, name),
                systems=coarse if isinstance(coarse, SystemScores) else None,
                ignore_unknown=ignore_unknown or systems is not None,
            )
        )
    return tasks


def _has(directory: StrPath, pair: str, name: str) -> bool:
    return any(there == name or there.startswith(f"{name}.") for there in human_names(directory, pair))


def _only_name(directory: StrPath, pairs: list[str]) -> str:
    """The one kind of judgments that there is; of its levels, the finest is read."""
    there = {name.rpartition(".")[0] or name for pair in pairs for name in human_names(directory, pair)}
    if len(there) != 1:
        found = f"has several, choose one: {listing(sorted(there))}" if there else "has none"
        raise DataError(f"which human judgments? {directory} {found}")
    return there.pop()


def _whole_systems(human: Human) -> tuple[SystemScores, str]:
    """Scores of whole systems, and where they come from."""
    if isinstance(human, SystemScores):
        return human, f"{human.name} as given"
    if isinstance(human, Ranks):
        return human.wins(), "share of comparisons won"
    what = "documents" if isinstance(human, DocumentScores) else "segments"
    return human.system_means(), f"means of {what}"


def _name_of(test_set: TestSet) -> str:
    languages = "-".join(x for x in (test_set.source_language, test_set.target_language) if x)
    return " ".join(x for x in (test_set.name, languages) if x) or "test set"
