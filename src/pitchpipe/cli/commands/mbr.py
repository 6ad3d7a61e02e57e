"""``pitchpipe mbr``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from pitchpipe.cli.options.annotation import candidate_analysis_options, candidate_annotators, languages_of
from pitchpipe.cli.options.candidates import choice_options, nbest_from, once, weights_of, write_choice
from pitchpipe.cli.options.shared import no_cache_option, threads_option
from pitchpipe.cli.progress import bar
from pitchpipe.errors import DataError
from pitchpipe.metrics.lookup import get
from pitchpipe.text.files import display_name, read_lines
from pitchpipe.threads import current_threads

if TYPE_CHECKING:
    from pitchpipe.batch.values import Array
    from pitchpipe.choosing.candidates import Candidates
    from pitchpipe.choosing.expectations import Progress
    from pitchpipe.choosing.mbr import MinimumRisk
    from pitchpipe.cli.progress import Bar
    from pitchpipe.nbest.lists import NBest


@click.command("mbr", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("systems", nargs=-1, metavar="[HYP...]")
@click.option(
    "--nbest",
    callback=once,
    multiple=True,
    metavar="FILE",
    help="An n-best list, or samples, instead of system outputs.",
)
@click.option(
    "--pseudo-references",
    callback=once,
    multiple=True,
    metavar="FILE",
    help="Another list of the same segments to hold candidates against; default the candidates themselves.",
)
@click.option(
    "-m",
    "--metric",
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
@click.option(
    "--posterior",
    metavar="FEATURE",
    help="Weigh pseudo-references by the softmax of this feature, or of the list's total. "
    "By default all weigh the same.",
)
@click.option("--weights", metavar="FILE", help="Weigh them by the softmax of weights · features instead.")
@click.option(
    "--temperature", type=float, metavar="T", help="Divides what the softmax is taken of; default 1."
)
@click.option(
    "--nbest-format",
    type=click.Choice(["moses", "joshua", "zmert", "jsonl", "tsv"]),
    help="Format of the lists; by default their first line tells.",
)
@click.option("--names", metavar="FILE", help="Z-MERT's file of parameters, which names the features.")
@click.option(
    "--missing-features",
    type=click.Choice(["error", "zero"]),
    help="What a feature is that some candidates do not have; default error if features are asked for.",
)
@click.option(
    "-l", "--language-pair", metavar="PAIR", help="Languages, e.g. de-en, for metrics that analyse words."
)
@candidate_analysis_options
@no_cache_option
@click.option("--all", "every", is_flag=True, help="Show the expected score of all candidates (TSV, JSON).")
@choice_options
@threads_option
def command(
    systems: tuple[str, ...],
    metric: str,
    aggregate: bool,
    every: bool,
    output: str,
    style: str,
    threads: int | None,
    **options: Any,
) -> None:
    """Choose the candidate that agrees best with all others (minimum Bayes risk).

    Candidates are those of an n-best list, or the lines of several system outputs. Candidates and segments
    are numbered from 0.

    \b
    pitchpipe mbr --nbest samples.jsonl -m chrf > chosen.en
    pitchpipe mbr --nbest test.nbest.gz -m bleu:tokenize=none --posterior total --temperature 0.5
    pitchpipe mbr a.en b.en c.en -m 0.5*chrf+0.5*bleu --format json
    """
    from pitchpipe.choosing.candidates import Lists
    from pitchpipe.choosing.mbr import mbr

    current_threads()  # a bad PITCHPIPE_THREADS is said before anything is read
    if every and style == "text":
        raise click.UsageError("--all needs --format tsv or --format json")
    language = languages_of(options["language_pair"])[1]
    annotator = candidate_annotators([get(metric)], language, options)
    candidates = _candidates(systems, options)
    path = options["pseudo_references"]
    others = None if path is None else _nbest(path, options)
    weights = _weights(candidates if others is None else others, options)
    with bar(100) as shown:
        chosen = mbr(
            candidates,
            metric,
            pseudo_references=others,
            weights=weights,
            aggregate=aggregate,
            language=language,
            annotator=annotator,
            threads=threads,
            progress=None if shown is None else _percents(shown),
        )
    rows = _all_rows(chosen, Lists.of(candidates).texts) if every else _rows(chosen)
    write_choice(output, style, chosen.texts, rows, lambda: chosen.to_dict(every=every))
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


def _candidates(systems: tuple[str, ...], options: dict[str, Any]) -> Candidates:
    if bool(systems) == bool(options["nbest"]):
        raise click.UsageError("give either system outputs or --nbest FILE")
    if not systems:
        return _nbest(options["nbest"], options)
    columns = [read_lines(path) for path in systems]
    for path, lines in zip(systems, columns, strict=True):
        if len(lines) != len(columns[0]):
            first = display_name(systems[0])
            raise DataError(f"{first} has {len(columns[0])} lines, {display_name(path)} has {len(lines)}")
    return list(zip(*columns, strict=True))


def _nbest(path: str, options: dict[str, Any]) -> NBest:
    # Utilities look at texts alone, so a feature that is missing somewhere does no harm unless it is used.
    used = options["posterior"] not in (None, "total") or options["weights"]
    missing = options["missing_features"] or ("error" if used else "zero")
    return nbest_from(path, {**options, "missing_features": missing})


def _weights(references: Candidates, options: dict[str, Any]) -> Array | None:
    from pitchpipe.choosing.expectations import model_scores, posterior
    from pitchpipe.nbest.lists import NBest
    from pitchpipe.tuning.weight_files import read_weights

    by, path, temperature = (options[name] for name in ("posterior", "weights", "temperature"))
    if by is not None and path is not None:
        raise click.UsageError("--posterior and --weights say the same thing twice: give one")
    if by is None and path is None:
        if temperature is not None:
            raise click.UsageError("--temperature needs a model's opinion: --posterior total, or --weights")
        return None
    if not isinstance(references, NBest):
        raise click.UsageError(
            "--posterior and --weights need an n-best list: system outputs have no features"
        )
    if path is None:
        scores = model_scores(references, by)
    else:
        start = read_weights(path)
        references = start.named(references)
        scores = model_scores(references, weights_of(start, references))
    return posterior(scores, references.offsets, 1.0 if temperature is None else temperature)


def _rows(chosen: MinimumRisk) -> Iterator[tuple[Any, ...]]:
    yield "segment", "candidate", "expected", "text"
    for s, segment in enumerate(chosen.segments()):
        yield s, segment["chosen"], segment["expected"], segment["text"]


def _all_rows(chosen: MinimumRisk, texts: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    yield "segment", "candidate", "expected", "chosen", "text"
    own = iter(texts)
    for s, segment in enumerate(chosen.segments(every=True)):
        for number, expected in enumerate(segment["candidates"]):
            yield s, number, expected, int(number == segment["chosen"]), next(own)
