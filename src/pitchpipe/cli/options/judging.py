"""Options that plan a campaign of judgments: who is asked what, which segments, and what annotators see."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pitchpipe.cli.options.groups import collected, given
from pitchpipe.cli.options.protocols import over

if TYPE_CHECKING:
    from pitchpipe.judging.assigning import Shares
    from pitchpipe.judging.presets import Preset
    from pitchpipe.judging.sampling import Sample
    from pitchpipe.judging.settings import Settings
    from pitchpipe.metrics.base import Metric

F = TypeVar("F", bound=Callable[..., Any])

#: Those of ``pitchpipe.judging``, which is too much to load for a help text; a test compares them.
PRESETS = ("chen2012", "birch2011")
INTERFACES = ("en", "de", "fr", "es", "cs", "zh", "ja", "ar")


@dataclass(frozen=True)
class ShareOptions:
    """Who is asked what."""

    annotators: int
    names: tuple[str, ...]
    common: int
    each: int
    judgments: int
    pool: int
    warm_up: int
    repeats: int

    def shares_with(self, preset: Preset | None) -> Shares:
        """The shares; what was not given is the preset's."""
        from pitchpipe.judging.assigning import Shares

        if self.names and given("annotators"):
            raise click.UsageError(
                "--annotators counts people, --annotator names them: give one or the other"
            )
        own = {
            name: getattr(self, name)
            for name in ("annotators", "common", "each", "judgments", "pool", "warm_up", "repeats")
        }
        values = over({} if preset is None else preset.shares, own)
        if self.names:
            values["annotators"] = self.names
        return Shares(**values)


@dataclass(frozen=True)
class SampleOptions:
    """Which segments are asked."""

    method: str
    length: str | None
    top: float | None
    identical: bool
    combinations: str | None

    def sample_with(self, preset: Preset | None, metrics: tuple[Metric, ...]) -> Sample:
        """The sample; what was not given is the preset's."""
        from pitchpipe.judging.sampling import Sample

        if metrics and self.method != "disagreement":
            raise click.UsageError("-m chooses segments where --sample is disagreement")
        own = {
            "method": self.method,
            "length": _window(self.length),
            "top": self.top,
            "differing": False if self.identical else None,
            "combinations": self.combinations,
        }
        values = over({} if preset is None else preset.sample, own, differing="identical")
        return Sample(**values, metrics=metrics)


@dataclass(frozen=True)
class ShownOptions:
    """What annotators see, and what is decided about them."""

    title: str | None
    instructions: str | None
    consent: str | None
    interface: str
    no_source: bool
    no_reference: bool
    context: int
    gold_threshold: float | None
    gold_least: int
    exclude: int
    lease: float
    fast: float

    def settings_with(
        self,
        preset: Preset | None,
        like: str | None,
        seed: int,
        languages: tuple[str | None, str | None],
    ) -> Settings:
        """The settings; what was not given is the preset's."""
        from pitchpipe.judging.settings import Settings
        from pitchpipe.text.files import read_text

        own = {
            "title": self.title or "",
            "instructions": "" if self.instructions is None else read_text(self.instructions),
            "consent": "" if self.consent is None else read_text(self.consent),
            "interface": self.interface,
            "show_source": not self.no_source,
            "show_reference": not self.no_reference,
            **{
                name: getattr(self, name)
                for name in ("context", "gold_threshold", "gold_least", "exclude", "lease", "fast")
            },
        }
        values = over(
            {} if preset is None else preset.settings,
            own,
            show_source="no_source",
            show_reference="no_reference",
        )
        source, target = languages
        return Settings(**values, preset=like, seed=seed, source_language=source, target_language=target)


def _window(written: str | None) -> tuple[int, int] | None:
    """``10-50`` as two numbers."""
    if written is None:
        return None
    low, dash, high = written.partition("-")
    if not (dash and low.isdecimal() and high.isdecimal()):
        raise click.UsageError(f"--length {written}: write a window of words such as 10-50")
    return int(low), int(high)


share_options: Callable[[F], F] = collected(
    ShareOptions,
    "share",
    click.option(
        "--annotators", type=int, default=2, show_default=True, metavar="N", help="How many people judge."
    ),
    click.option(
        "--annotator", "names", multiple=True, metavar="NAME", help="Somebody who judges; repeat for more."
    ),
    click.option("--common", type=int, default=0, metavar="N", help="Items that everybody gets."),
    click.option(
        "--each",
        type=int,
        default=30,
        show_default=True,
        metavar="N",
        help="Items of everybody's own, or what they get from the pool at most.",
    ),
    click.option(
        "--judgments",
        type=int,
        default=1,
        show_default=True,
        metavar="N",
        help="Distinct people who judge an item that is not common.",
    ),
    click.option(
        "--pool",
        type=int,
        default=0,
        metavar="N",
        help="Items in a shared pool, given to whoever comes, instead of items of one's own.",
    ),
    click.option(
        "--warm-up",
        type=int,
        default=0,
        metavar="N",
        help="First items, which do not count.",
    ),
    click.option(
        "--repeats",
        type=int,
        default=0,
        metavar="N",
        help="Items that everybody is asked again, to see whether they agree with themselves.",
    ),
    title="Who is asked what",
)

sample_options: Callable[[F], F] = collected(
    SampleOptions,
    "chosen",
    click.option(
        "--sample",
        "method",
        type=click.Choice(["random", "documents", "disagreement"]),
        default="random",
        show_default=True,
        help="Segments at random, whole documents at random, or segments where the metrics of -m disagree, "
        "with probabilities that are kept.",
    ),
    click.option(
        "--length", metavar="LOW-HIGH", help="Only segments whose reference has so many words, e.g. 10-50."
    ),
    click.option(
        "--top",
        type=float,
        metavar="PERCENT",
        help="Only segments that are among the best of one of the systems by sentence 1-TER.",
    ),
    click.option(
        "--keep-identical",
        "identical",
        is_flag=True,
        help="Ask about identical outputs, too, which are left out where people choose.",
    ),
    click.option(
        "--combinations",
        type=click.Choice(["one", "all"]),
        help="Of more systems than are shown: one group for each segment, all equally often, or all groups; "
        "default all where people give scores.",
    ),
    title="Which segments",
)

shown_options: Callable[[F], F] = collected(
    ShownOptions,
    "shown",
    click.option("--title", metavar="TEXT", help="What the campaign is called on its pages."),
    click.option("--instructions", metavar="FILE", help="What annotators are told, in Markdown."),
    click.option("--consent", metavar="FILE", help="What annotators must agree to, in Markdown."),
    click.option(
        "--interface",
        type=click.Choice(INTERFACES),
        default="en",
        show_default=True,
        help="The language of buttons and messages.",
    ),
    click.option("--no-source", is_flag=True, help="Do not show the source."),
    click.option("--no-reference", is_flag=True, help="Do not show the reference."),
    click.option(
        "--context",
        type=int,
        default=0,
        metavar="N",
        help="Lines of the document shown before and after.",
    ),
    click.option(
        "--gold-threshold",
        type=float,
        metavar="PERCENT",
        help="Set aside the work of whoever has less of the gold right.",
    ),
    click.option(
        "--gold-least",
        type=int,
        default=5,
        show_default=True,
        metavar="N",
        help="So much gold must be answered before that.",
    ),
    click.option(
        "--exclude",
        type=int,
        default=0,
        metavar="K",
        help="Annotators that `judge agreement` leaves out: those without whom the others agree most.",
    ),
    click.option(
        "--lease",
        type=float,
        default=1800,
        show_default=True,
        metavar="SECONDS",
        help="After so long an item of the pool goes to somebody else.",
    ),
    click.option(
        "--fast",
        type=float,
        default=100,
        show_default=True,
        metavar="LETTERS",
        help="Answers that read so many letters in a second are flagged.",
    ),
    title="What annotators see, and what is decided about them",
)
