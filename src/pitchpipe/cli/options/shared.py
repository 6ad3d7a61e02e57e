"""Options that most commands have."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pitchpipe.showing.formats import FORMATS

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from pitchpipe.metrics.base import Metric

F = TypeVar("F", bound=Callable[..., Any])


class MetricType(click.ParamType):  # type: ignore[type-arg]  # generic since click 8.4 only
    """A metric in the grammar; from here on it travels as an object."""

    name = "metric"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Metric:
        from pitchpipe.metrics.lookup import get

        metric = get(value)
        _caution(metric)
        return metric

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Names of metrics, in any case; parameters are beyond what a shell can know."""
        from click.shell_completion import CompletionItem

        from pitchpipe.metrics.registry import names

        return [CompletionItem(name) for name in names() if name.startswith(incomplete.lower())]


def _caution(metric: Metric) -> None:
    """Says of parameters from a preset that nobody has shown them to be better than the default."""
    for one in dict.fromkeys((metric, *metric.singles())):
        caution = None if one.provenance is None else one.provenance.caution
        if caution is not None:
            click.echo(f"note: {metric.asked or metric.spec}: {caution}", err=True)


METRIC = MetricType()

metric_option: Callable[[F], F] = click.option(
    "-m",
    "--metric",
    "metrics",
    type=METRIC,
    multiple=True,
    metavar="METRIC",
    help="name[:param=value,...] or a mixture 0.7*bleu+0.3*chrf; repeat for more. "
    "`pitchpipe metrics` lists them.",
)


def metrics_or(asked: tuple[Metric, ...], *usual: str) -> tuple[Metric, ...]:
    """The metrics that were asked for, or the usual ones."""
    from pitchpipe.metrics.lookup import get

    return asked or tuple(get(name) for name in usual)


short_option: Callable[[F], F] = click.option(
    "--short", is_flag=True, help="Show signatures with short keys."
)

format_option: Callable[[F], F] = click.option(
    "--format",
    "style",
    type=click.Choice(FORMATS),
    default="table",
    show_default=True,
    help="Output format; TSV is a single table, the most detailed one asked for.",
)


def decimals_option(default: int) -> Callable[[F], F]:
    """``--decimals``, of which every command has its own default."""
    return click.option(
        "--decimals",
        type=click.IntRange(0, 15),
        default=default,
        show_default=True,
        help="Decimals of scores from 0 to 100; on a smaller scale there are more. TSV and JSON give all.",
    )


def samples_option(default: int, what: str) -> Callable[[F], F]:
    """``--samples``: how many are drawn, of what."""
    return click.option("--samples", type=int, default=default, show_default=True, metavar="N", help=what)


seed_option: Callable[[F], F] = click.option(
    "--seed", type=int, default=12345, show_default=True, metavar="N", help="Where random numbers begin."
)

threads_option: Callable[[F], F] = click.option(
    "--threads",
    type=int,
    metavar="N",
    help="Threads; default all cores, or PITCHPIPE_THREADS. Results do not depend on it.",
)


def _keep_nothing(context: click.Context, option: click.Parameter, asked: bool) -> bool:
    if asked:
        from pitchpipe.caches import uncached

        # Metrics look for synonyms and run programs themselves, wherever they are measured.
        context.with_resource(uncached())
    return asked


def _no_cache_option(*, exposed: bool) -> Callable[[F], F]:
    return click.option(
        "--no-cache",
        is_flag=True,
        expose_value=exposed,
        callback=_keep_nothing,
        help="Keep nothing in the cache folder: trained aligners, analyses, compiled synonyms, scores of "
        "programs.",
    )


no_cache_option: Callable[[F], F] = _no_cache_option(exposed=True)
#: For commands that hand it on to nobody: whatever may be kept asks :mod:`pitchpipe.caches`.
uncached_option: Callable[[F], F] = _no_cache_option(exposed=False)
