"""``pitchpipe fit``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import click

from pitchpipe.cli.options.alignment import AlignmentOptions, alignment_options
from pitchpipe.cli.options.annotation import AnnotationOptions, annotation_options
from pitchpipe.cli.options.groups import GroupedCommand, refuse_given
from pitchpipe.cli.options.judged import JudgedOptions, aligned_tasks, judged_set_options
from pitchpipe.cli.options.outputs import output_option
from pitchpipe.cli.options.plotting import draw, plot_option
from pitchpipe.cli.options.shared import (
    METRIC,
    decimals_option,
    format_option,
    samples_option,
    seed_option,
    short_option,
    threads_option,
)
from pitchpipe.cli.options.texts import missing_option
from pitchpipe.cli.printing import print_json, show, show_page
from pitchpipe.cli.progress import bar
from pitchpipe.errors import ParameterError
from pitchpipe.threads import current_threads
from pitchpipe.wording import quoted

if TYPE_CHECKING:
    from pitchpipe.fitting import FitResult
    from pitchpipe.fitting.folds import Folds
    from pitchpipe.fitting.requests import Optimiser
    from pitchpipe.metrics.base import Metric


@click.command("fit", cls=GroupedCommand, context_settings={"help_option_names": ["-h", "--help"]})
@judged_set_options
@click.option(
    "-m",
    "--metric",
    "metrics",
    type=METRIC,
    required=True,
    multiple=True,
    metavar="METRIC",
    help="The metric, or a mixture 1*bleu+1*chrf.",
)
@click.option(
    "-p",
    "--parameter",
    "parameters",
    multiple=True,
    metavar="NAME[=LOW:HIGH]",
    help="Fit this parameter; repeat. By default those of the formula that have bounds or are proportions. "
    "Of a part of a mixture, chrf.beta, beside the weights; chrf#2.beta of the second of two.",
)
@click.option(
    "--objective",
    metavar="STATISTIC",
    help="The agreement to maximise; default tau-wmt14 with rankings, kendall-b:none with scores of "
    "segments, kendall-b with those of systems.",
)
@click.option(
    "--optimiser",
    "--optimizer",
    "optimiser",
    type=click.Choice(["hill", "de", "rank", "svm"]),
    help="Hill climbing with random restarts, differential evolution, weights learnt from pairs of "
    "translations, or TESLA-F's ranking SVM.  [default: rank for mixtures, svm for tesla-f, hill for others]",
)
@click.option(
    "--restarts", type=int, default=20, show_default=True, metavar="N", help="Climbs of hill climbing."
)
@click.option(
    "--cost",
    type=float,
    default=1.0,
    show_default=True,
    metavar="C",
    help="What an error costs against large weights, where weights are learnt from pairs.",
)
@click.option(
    "--loss",
    type=click.Choice(["logistic", "squared-hinge"]),
    default="logistic",
    show_default=True,
    help="What an error is, where weights are learnt from pairs.",
)
@click.option(
    "--penalty",
    type=click.Choice(["ridge", "l1"]),
    default="ridge",
    show_default=True,
    help="What large weights cost: their squares, or their sum.",
)
@click.option(
    "--select",
    type=int,
    metavar="N",
    help="Give a weight to at most N parts of a mixture, chosen anew without each part of the data.",
)
@click.option(
    "--against",
    type=METRIC,
    metavar="METRIC",
    help="Ask whether the fitted metric is better than this one on what is held out.",
)
@click.option(
    "--folds",
    type=int,
    metavar="N",
    help="Parts of the segments that are held out in turn; 0 for none.  [default: 5]",
)
@click.option("--leave-pair-out", is_flag=True, help="Hold out one language pair after the other instead.")
@click.option("--leave-set-out", is_flag=True, help="Hold out one test set after the other instead.")
@click.option(
    "--average",
    type=click.Choice(["pairs", "judgments", "sets"]),
    default="pairs",
    show_default=True,
    help="Language pairs count the same, by their number of judgments, or as parts of test sets that do.",
)
@samples_option(1000, "Bootstrap samples of the test of the gain; 0 for no test.")
@click.option(
    "--bootstrap",
    type=int,
    default=0,
    metavar="N",
    help="Fit again to N samples of the judged segments, for an interval of every fitted number; none by "
    "default.",
)
@click.option(
    "--confidence", type=float, default=95, show_default=True, metavar="PERCENT", help="Level of intervals."
)
@seed_option
@output_option("-o", "--output", metavar="FILE", help="Write the preset, for -m METRIC:preset=FILE.")
@missing_option
@alignment_options
@annotation_options
@format_option
@plot_option
@short_option
@decimals_option(4)
@threads_option
def command(
    judged: JudgedOptions,
    metrics: tuple[Metric, ...],
    parameters: tuple[str, ...],
    objective: str | None,
    optimiser: Optimiser | None,
    restarts: int,
    cost: float,
    loss: Literal["logistic", "squared-hinge"],
    penalty: Literal["ridge", "l1"],
    select: int | None,
    against: Metric | None,
    folds: int | None,
    leave_pair_out: bool,
    leave_set_out: bool,
    average: Literal["pairs", "judgments", "sets"],
    samples: int,
    bootstrap: int,
    confidence: float,
    seed: int,
    output: str | None,
    missing: Literal["error", "skip"],
    alignment: AlignmentOptions,
    annotation: AnnotationOptions,
    style: str,
    plot: str | None,
    decimals: int,
    short: bool,
    threads: int | None,
) -> None:
    """Fit the parameters of a metric to human judgments.

    TESTSET (or -t) is as for pitchpipe meta: a directory in the mt-metrics-eval layout, or any test set, with
    --human naming a file of judgments. Parameters are fitted to all data, and again without each part of it
    in turn; only what is held out shows whether they help.

    \b
    pitchpipe fit wmt12 -l de-en --human ranks -m hlepor -o hlepor.json
    pitchpipe fit wmt12 -l de-en -l fr-en --human ranks -m lr-kb4 --leave-pair-out
    pitchpipe fit wmt12 wmt17 --human ranks --human da-z -m "1*bleu+1*chrf+1*cer" --against chrf
    pitchpipe fit wmt12 -l de-en --human ranks -m "1*chrf+1*hlepor" -p chrf.beta -p hlepor.weights
    pitchpipe fit wmt12 -l de-en --human ranks -m tesla-f:pivots=fr,models=en.arpa.gz -o tesla-f.json
    """
    current_threads()  # a bad PITCHPIPE_THREADS is said before anything is read
    from pitchpipe.fitting import fit
    from pitchpipe.fitting.fitting import statistic_for
    from pitchpipe.fitting.requests import usual_optimiser
    from pitchpipe.metrics.lookup import refuse_programs

    if (folds is not None) + leave_pair_out + leave_set_out > 1:
        raise click.UsageError(
            "--folds hold segments out, --leave-pair-out language pairs, --leave-set-out test sets: "
            "choose one"
        )
    if len(metrics) > 1:
        mixture = "+".join(f"1*{metric.asked or metric.spec}" for metric in metrics)
        raise click.UsageError(f"parameters are fitted of one metric: choose one, or mix them ({mixture})")
    (asked,) = metrics
    if output is not None:
        refuse_programs(asked, "a preset")  # rather than after all has been fitted
    names, bounds = _parameters(parameters)
    held_out: Folds = 5 if folds is None else folds
    if leave_pair_out or leave_set_out:
        held_out = "pairs" if leave_pair_out else "sets"
    needed = metrics if against is None else (*metrics, against)
    tasks = annotation.annotated_tasks(judged.read(), needed, no_cache=alignment.no_cache)
    humans = [task.human for task in tasks]
    chosen = optimiser or usual_optimiser(asked, names, humans, statistic_for(objective, humans))
    if chosen != "hill":
        refuse_given(("restarts",), "is for hill climbing: --optimiser hill")
    if chosen not in {"rank", "svm"}:
        refuse_given(("cost",), "is for weights learnt from pairs: --optimiser rank or svm")
    if chosen != "rank":
        refuse_given(("loss", "penalty", "select"), "is for weights learnt from pairs: --optimiser rank")
    rounds = held_out if isinstance(held_out, int) else len(tasks)
    # The test sets, all data, each fold, each sample, and the test of the gain.
    with bar(len(tasks) + rounds + max(bootstrap, 0) + 2) as shown:
        result = fit(
            aligned_tasks(tasks, needed, alignment, shown),
            asked,
            objective,
            parameters=names or None,
            bounds=bounds,
            optimiser=chosen,
            restarts=restarts,
            cost=cost,
            loss=loss,
            penalty=penalty,
            select=select,
            against=against,
            folds=held_out,
            average=average,
            samples=samples,
            bootstrap=bootstrap,
            confidence=confidence,
            seed=seed,
            missing=missing,
            threads=threads,
            progress=None if shown is None else shown.step,
        )
    draw(result, plot)
    _show(result, style, decimals, short)
    if output is not None:
        result.save(output)
    newton = f"; {result.steps} of Newton's steps" if result.steps else ""
    click.echo(
        f"note: {result.evaluations} evaluations in {result.seconds:.1f} s, {result.rate:.0f} per second"
        f"{newton}",
        err=True,
    )


def _parameters(texts: tuple[str, ...]) -> tuple[list[str], dict[str, tuple[float, float]]]:
    """Names and bounds from ``alpha`` and ``alpha=0:20``."""
    names: list[str] = []
    bounds: dict[str, tuple[float, float]] = {}
    for text in texts:
        name, equals, interval = text.partition("=")
        if name in names:
            raise ParameterError(f"--parameter {name} is given twice")
        names.append(name)
        if equals:
            low, _, high = interval.partition(":")
            try:
                bounds[name] = float(low), float(high)
            except ValueError:
                raise ParameterError(
                    f"cannot read --parameter {quoted(text)}: write NAME, or NAME=LOW:HIGH as in alpha=0:20"
                ) from None
    return names, bounds


def _show(result: FitResult, style: str, decimals: int, short: bool) -> None:
    from pitchpipe.fitting.grids import fold_rows

    if style == "json":
        print_json(result.to_dict())
    elif style == "tsv":
        show(fold_rows(result), style, decimals)
    else:
        show_page(result.page(decimals), style, short=short)
