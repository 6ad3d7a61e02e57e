"""``pitchpipe mbr``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import click

from pitchpipe.cli.options.annotation import (
    candidate_analysis_options,
    candidate_annotators,
    forgetful_annotators,
    languages_of,
)
from pitchpipe.cli.options.candidates import list_shards, names_option, nbest_format_option, note_others
from pitchpipe.cli.options.choice import ChoiceOptions, choice_options
from pitchpipe.cli.options.engines import RunOptions, run_options
from pitchpipe.cli.options.groups import GroupedCommand, collected, once
from pitchpipe.cli.options.runs import SystemArgument, parse_system, runs_of
from pitchpipe.cli.options.shared import METRIC, threads_option, uncached_option
from pitchpipe.cli.printing import show_page
from pitchpipe.cli.progress import bar, parts_shown
from pitchpipe.errors import DataError
from pitchpipe.text.files import display_name, read_lines
from pitchpipe.text.names import names_of_files
from pitchpipe.threads import current_threads
from pitchpipe.wording import quoted

if TYPE_CHECKING:
    from pitchpipe.choosing.candidates import Candidates
    from pitchpipe.choosing.expectations import Progress
    from pitchpipe.choosing.minimum_risk import MinimumRisk
    from pitchpipe.cli.progress import Bar
    from pitchpipe.metrics.base import Metric
    from pitchpipe.nbest import NBest
    from pitchpipe.nbest.reading import Format
    from pitchpipe.nbest.shards import ListShards
    from pitchpipe.tuning import WeightFile

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class PoolOptions:
    """What candidates are taken from and held against, and how much each of that counts."""

    nbest: str | None
    pseudo_references: str | None
    posterior: str | None
    weights: str | None
    temperature: float | None
    nbest_format: Format | None
    names: str | None
    missing_features: Literal["error", "zero"] | None

    def candidates(self, systems: tuple[str, ...]) -> Candidates:
        """Those of the list, or the lines of several outputs."""
        if bool(systems) == bool(self.nbest):
            raise click.UsageError("give either system outputs or --nbest FILE")
        if self.nbest is not None:
            return self.read(self.nbest)
        paths = [system.paths[0] for system in _named(systems)]
        columns = [read_lines(path) for path in paths]
        for path, lines in zip(paths, columns, strict=True):
            if len(lines) != len(columns[0]):
                first = display_name(paths[0])
                raise DataError(f"{first} has {len(columns[0])} lines, {display_name(path)} has {len(lines)}")
        return list(zip(*columns, strict=True))

    def read(self, path: str) -> NBest:
        """A list; utilities look at texts alone, so a missing feature does no harm unless it is used."""
        from pitchpipe.nbest import read_nbest

        return read_nbest(path, format=self.nbest_format, names=self.names, missing_features=self._missing)

    def shards(self, systems: tuple[str, ...]) -> ListShards:
        """Lists in files."""
        if systems or self.nbest is None:
            raise click.UsageError("with --engine candidates are those of lists: give --nbest PATTERN")
        return list_shards(self.nbest, self.nbest_format, self.names, self._missing)

    @property
    def _missing(self) -> Literal["error", "zero"]:
        used = self.posterior not in (None, "total") or self.weights
        return self.missing_features or ("error" if used else "zero")

    def opinion(self, references: Candidates | ListShards) -> str | WeightFile | dict[str, float] | None:
        """Whose opinion weighs pseudo-references: a feature's, the list's total, or that of weights."""
        from pitchpipe.nbest import NBest
        from pitchpipe.nbest.shards import ListShards
        from pitchpipe.tuning import read_weights
        from pitchpipe.tuning.weight_files import inline_weights

        if self.posterior is not None and self.weights is not None:
            raise click.UsageError("--posterior and --weights say the same thing twice: give one")
        if self.posterior is None and self.weights is None:
            if self.temperature is not None:
                raise click.UsageError(
                    "--temperature needs a model's opinion: --posterior total, or --weights"
                )
            return None
        if not isinstance(references, NBest | ListShards):
            raise click.UsageError(
                "--posterior and --weights need an n-best list: system outputs have no features"
            )
        if self.weights is None:
            return self.posterior
        inline = inline_weights(self.weights)
        if inline is not None:
            return inline
        weights = read_weights(self.weights)
        if isinstance(references, NBest):
            note_others(weights, weights.named(references).names)
        return weights


pool_options: Callable[[F], F] = collected(
    PoolOptions,
    "pool",
    click.option(
        "--nbest",
        callback=once,
        multiple=True,
        metavar="FILE",
        help="An n-best list, or samples, instead of system outputs.",
    ),
    click.option(
        "--pseudo-references",
        callback=once,
        multiple=True,
        metavar="FILE",
        help="Another list of the same segments to hold candidates against; default the candidates "
        "themselves.",
    ),
    click.option(
        "--posterior",
        metavar="FEATURE",
        help="Weigh pseudo-references by the softmax of this feature, or of the list's total. "
        "By default all weigh the same.",
    ),
    click.option(
        "--weights",
        metavar="FILE",
        help="Weigh them by the softmax of weights · features instead; a file, or qe=1,lm=0.2.",
    ),
    click.option(
        "--temperature", type=float, metavar="T", help="Divides what the softmax is taken of; default 1."
    ),
    nbest_format_option,
    names_option,
    click.option(
        "--missing-features",
        type=click.Choice(["error", "zero"]),
        help="What a feature is that some candidates do not have; default error if features are asked for.",
    ),
)


@click.command("mbr", cls=GroupedCommand, context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("systems", nargs=-1, metavar="[HYP...]")
@pool_options
@click.option(
    "-m",
    "--metric",
    type=METRIC,
    callback=once,
    multiple=True,
    default=("chrf",),
    show_default=True,
    metavar="METRIC",
    help="The utility: any metric that can score pairs, or a mixture 0.5*bleu+0.5*chrf.",
)
@click.option(
    "--aggregate",
    is_flag=True,
    help="Score against expected counts: linear rather than quadratic, and approximate (bleu, chrf).",
)
@click.option("-s", "--source", metavar="FILE", help="The source text, for metrics that read it: programs.")
@click.option(
    "-l", "--language-pair", metavar="PAIR", help="Languages, e.g. de-en, for metrics that analyse words."
)
@candidate_analysis_options
@uncached_option
@run_options(
    "Choose from lists larger than memory, in parts: local is this machine, ray a cluster. --nbest is a "
    "pattern, a folder or a file, and -o a folder.",
    "-o",
)
@click.option("--all", "every", is_flag=True, help="Show the expected score of all candidates (TSV, JSON).")
@choice_options
@threads_option
def command(
    systems: tuple[str, ...],
    pool: PoolOptions,
    metric: Metric,
    aggregate: bool,
    source: str | None,
    language_pair: str | None,
    analyser: str | None,
    run: RunOptions,
    every: bool,
    choice: ChoiceOptions,
    threads: int | None,
) -> None:
    """Choose the candidate that agrees best with all others (minimum Bayes risk).

    Candidates are those of an n-best list, or the lines of several system outputs. Candidates and segments
    are numbered from 0.

    \b
    pitchpipe mbr --nbest samples.jsonl -m chrf > chosen.en
    pitchpipe mbr --nbest test.nbest.gz -m bleu:tokenize=none --posterior total --temperature 0.5
    pitchpipe mbr a.en b.en c.en -m 0.5*chrf+0.5*bleu --format json
    pitchpipe mbr --nbest 'candidates/*.jsonl.zst' -m chrf --engine local -o chosen/
    """
    from pitchpipe.choosing import mbr
    from pitchpipe.choosing.candidates import Lists
    from pitchpipe.choosing.verbs import required_folder

    current_threads()  # a bad PITCHPIPE_THREADS is said before anything is read
    if every and choice.style == "text":
        raise click.UsageError("--all needs --format tsv or --format json")
    run.refuse(("pseudo_references", "every"))
    language = languages_of(language_pair)[1]
    if run.engine is not None:
        with parts_shown(run.shown_as) as told:
            found = mbr(
                lists := pool.shards(systems),
                metric,
                posterior=pool.opinion(lists),
                temperature=1.0 if pool.temperature is None else pool.temperature,
                aggregate=aggregate,
                sources=source,
                language=language,
                annotator=forgetful_annotators([metric], language, analyser),
                threads=threads,
                to=required_folder(choice.folder),
                style=choice.style,
                shown=told,
                **run.arguments(),
            )
        show_page(found.page(), "table")
        _note_aggregated(aggregate)
        return
    annotator = candidate_annotators([metric], language, analyser)
    candidates = pool.candidates(systems)
    others = None if pool.pseudo_references is None else pool.read(pool.pseudo_references)
    opinion = pool.opinion(candidates if others is None else others)
    with bar(100) as shown:
        chosen = mbr(
            candidates,
            metric,
            pseudo_references=others,
            posterior=opinion,
            temperature=1.0 if pool.temperature is None else pool.temperature,
            aggregate=aggregate,
            sources=None if source is None else read_lines(source),
            language=language,
            annotator=annotator,
            threads=threads,
            progress=None if shown is None else _percents(shown),
        )
    names = system_names(systems)
    rows = _all_rows(chosen, Lists.of(candidates).texts, names) if every else _rows(chosen, names)
    choice.write(chosen.texts, rows, lambda: chosen.to_dict(every=every, systems=names))
    _note_aggregated(aggregate)


def _note_aggregated(aggregate: bool) -> None:
    if aggregate:
        click.echo("note: scores of expected counts approximate expected scores (--aggregate)", err=True)


def _percents(shown: Bar) -> Progress:
    begun = 0

    def tell(done: int, count: int) -> None:
        nonlocal begun
        while begun < 100 * done // count:
            shown.step(f"{done} of {count} candidates")
            begun += 1

    return tell


def _named(systems: tuple[str, ...]) -> list[SystemArgument]:
    """The outputs, each of which may be written ``NAME=FILE``."""
    named = [parse_system(argument) for argument in systems]
    for argument, system in zip(systems, named, strict=True):
        if len(system.paths) > 1:
            raise click.UsageError(f"{quoted(argument)} would be several outputs: give file by file")
    return named


def system_names(systems: tuple[str, ...]) -> list[str] | None:
    """What the outputs are called; ``None`` where candidates are those of a list."""
    named = _named(systems)
    return list(runs_of(named, names_of_files([one.paths[0] for one in named]))) if named else None


def _rows(chosen: MinimumRisk, names: list[str] | None) -> Iterator[tuple[Any, ...]]:
    """A row for each segment; where systems were given, the name of the chosen one comes last."""
    yield "segment", "candidate", "expected", "text", *(() if names is None else ("system",))
    for s, segment in enumerate(chosen.segments(systems=names)):
        row = (s, segment["chosen"], segment["expected"], segment["text"])
        yield row if names is None else (*row, segment["system"])


def _all_rows(
    chosen: MinimumRisk, texts: Sequence[str], names: list[str] | None
) -> Iterator[tuple[Any, ...]]:
    yield "segment", "candidate", "expected", "chosen", "text", *(() if names is None else ("system",))
    own = iter(texts)
    for s, segment in enumerate(chosen.segments(every=True)):
        for number, expected in enumerate(segment["candidates"]):
            row = (s, number, expected, int(number == segment["chosen"]), next(own))
            yield row if names is None else (*row, names[number])
