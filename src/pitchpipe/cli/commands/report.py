"""``pitchpipe report``."""

from __future__ import annotations

import shlex
import sys
from typing import TYPE_CHECKING

import click

from pitchpipe.agreement.readers.roles import parse_columns
from pitchpipe.cli.failures import end
from pitchpipe.cli.options.alignment import AlignmentOptions, alignment_options, note_shared_training
from pitchpipe.cli.options.annotation import AnnotationOptions, annotation_options
from pitchpipe.cli.options.campaigns import campaign_judgments, is_campaign
from pitchpipe.cli.options.groups import GroupedCommand, refuse_given
from pitchpipe.cli.options.judged import HUMAN_FORMATS, called_as_judged
from pitchpipe.cli.options.outputs import output_option
from pitchpipe.cli.options.shared import (
    metric_option,
    metrics_or,
    samples_option,
    seed_option,
    threads_option,
)
from pitchpipe.cli.options.texts import TextOptions, text_options
from pitchpipe.cli.progress import bar
from pitchpipe.metrics.lookup import get
from pitchpipe.reporting import report
from pitchpipe.reporting.loading import require_packages
from pitchpipe.text.files import read_lines
from pitchpipe.threads import current_threads

if TYPE_CHECKING:
    from pitchpipe.metrics.base import Metric


@click.command("report", cls=GroupedCommand, context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("hypotheses", nargs=-1, metavar="SYSTEM...")
@text_options
@metric_option
@alignment_options
@annotation_options
@output_option(
    "-o",
    "--output",
    default="report.html",
    show_default=True,
    metavar="FILE",
    help="The page to write; - is standard output.",
)
@click.option("--title", metavar="TEXT", help="What stands above the page; default the test set's name.")
@click.option(
    "--human",
    metavar="FILE",
    help="What people said: any table of systems, segments and scores, ranks, MQM or ESA ratings, exports of "
    "Appraise or Pearmut, or a campaign of `pitchpipe judge`.",
)
@click.option(
    "--human-format",
    type=click.Choice(HUMAN_FORMATS),
    help="The format of the file of judgments; by default it is recognised.",
)
@click.option(
    "--human-columns",
    multiple=True,
    metavar="NAME=TEXT,...",
    help="What columns of a table of judgments are called, e.g. system=engine,score=points; by default "
    "guessed.",
)
@click.option(
    "--ignore-unknown",
    is_flag=True,
    help="Leave out judged systems that the test set lacks, instead of refusing them.",
)
@click.option(
    "--order/--no-order",
    default=None,
    help="Show word order, which aligns all words, or not; by default where a metric wants that anyway.",
)
@click.option(
    "--terms",
    metavar="FILE",
    help="Words that matter, one per line: segments with any of them are a group of their own.",
)
@click.option(
    "--audit",
    "audit_of",
    nargs=2,
    metavar="NAME NAME",
    help="The two systems that metrics are audited with; default the best two.",
)
@click.option("--no-audit", is_flag=True, help="Leave the audit out, which takes about as long as all else.")
@samples_option(10_000, "Resamples of the test set, of the paired bootstrap between all systems.")
@seed_option
@click.option(
    "--confidence",
    type=float,
    default=95,
    show_default=True,
    metavar="PERCENT",
    help="Level of intervals; p-values up to its complement are significant.",
)
@threads_option
def command(
    hypotheses: tuple[str, ...],
    texts: TextOptions,
    metrics: tuple[Metric, ...],
    alignment: AlignmentOptions,
    annotation: AnnotationOptions,
    output: str,
    title: str | None,
    human: str | None,
    human_format: str | None,
    human_columns: tuple[str, ...],
    ignore_unknown: bool,
    order: bool | None,
    terms: str | None,
    audit_of: tuple[str, str] | None,
    no_audit: bool,
    samples: int,
    seed: int,
    confidence: float,
    threads: int | None,
) -> None:
    """Write one page that answers which system is best, and where, and why.

    It is an HTML file that opens without a network: scores with intervals, all systems compared with each
    other, warnings, differences by domain, document, length and kind of word, every segment with what
    differs, agreement between metrics, an audit of them, and how it was made. Without -m the metrics are
    bleu, chrf and ter.

    \b
    pitchpipe report a.en b.en -r reference.en -s source.de -o report.html
    pitchpipe report -t wmt22 -l de-en -m bleu -m chrf -m ter
    """
    current_threads()  # a bad PITCHPIPE_THREADS is said before anything is read
    require_packages()
    if no_audit and audit_of is not None:
        raise click.UsageError("--audit names systems for the audit, which --no-audit leaves out")
    if human is None:
        refuse_given(
            ("human_format", "human_columns", "ignore_unknown"), "is for a file of judgments: --human FILE"
        )
    matter = () if terms is None else read_lines(terms)
    asked = alignment.fitting(metrics_or(metrics, "bleu", "chrf", "ter"))
    test_set = texts.read_named(hypotheses, asked)
    if human is not None and hypotheses and not texts.test_set:
        test_set = called_as_judged(test_set, hypotheses)
    said = campaign_judgments(human) if human is not None and is_campaign(human) else human
    test_set = annotation.annotated(test_set, asked, no_cache=alignment.no_cache)
    with bar(2 * len(asked)) as shown:
        wanting = (*asked, get("kendall")) if order and test_set.source is not None else asked
        test_set = alignment.aligned(test_set, wanting, shown)
        found = report(
            test_set,
            asked,
            title=title,
            human=said,
            human_format=human_format,
            human_columns=parse_columns(human_columns) or None,
            ignore_unknown=ignore_unknown,
            order=True if order is None and alignment.brings_links else order,
            terms=matter,
            audit_of=not no_audit if audit_of is None else audit_of,
            samples=samples,
            seed=seed,
            confidence=confidence,
            missing=texts.missing,
            errors="keep",
            threads=threads,
            progress=None if shown is None else shown.step,
            command=shlex.join(["pitchpipe", *sys.argv[1:]]),
        )
    found.save(output)
    note_shared_training(test_set)
    if output != "-":
        click.echo(output)
    end(found.evidence.measured.errors, "table")
