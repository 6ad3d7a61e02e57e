"""Options that plan a campaign of judgments: how people judge, who is asked what, and which segments."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pitchpipe.cli.options.groups import collected, given

if TYPE_CHECKING:
    from pitchpipe.judging.assigning import Shares
    from pitchpipe.judging.presets import Preset
    from pitchpipe.judging.protocols import Protocol
    from pitchpipe.judging.sampling import Sample
    from pitchpipe.judging.settings import Settings
    from pitchpipe.metrics.base import Metric

F = TypeVar("F", bound=Callable[..., Any])

#: Those of ``pitchpipe.judging``, which is too much to load for a help text; a test compares them.
PROTOCOLS = ("pairwise", "rank", "da", "esa", "mqm")
PRESETS = ("chen2012", "birch2011")
INTERFACES = ("en", "de", "fr", "es", "cs", "zh", "ja", "ar")

#: Options of protocols, and whose they are.
_OPTIONS = {
    "ties": ("pairwise",),
    "size": ("rank",),
    "outputs": ("da", "esa", "mqm"),
    "taxonomy": ("mqm",),
    "weights": ("mqm",),
}


@dataclass(frozen=True)
class ProtocolOptions:
    """How people judge."""

    protocol: str
    ties: str
    size: int
    outputs: int
    taxonomy: str | None
    weights: tuple[str, ...]

    def protocol_with(self, preset: Preset | None) -> Protocol:
        """The protocol; what was not given is the preset's."""
        from pitchpipe.judging.protocols import Taxonomy, get_protocol

        name = self.protocol if preset is None or given("protocol") else preset.protocol
        options = dict(preset.options) if preset is not None and name == preset.protocol else {}
        own: dict[str, dict[str, Any]] = {
            "pairwise": {"ties": None if self.ties == "none" else self.ties},
            "rank": {"size": self.size},
            "da": {"outputs": self.outputs},
            "esa": {"outputs": self.outputs},
            "mqm": {
                "outputs": self.outputs,
                "taxonomy": Taxonomy() if self.taxonomy is None else Taxonomy.read(self.taxonomy),
                **_weights(self.weights),
            },
        }
        for option, of in _OPTIONS.items():
            if given(option) and name not in of:
                raise click.UsageError(f"--{option} is for protocol {' and '.join(of)}, not for {name}")
        return get_protocol(name, **_over(options, own[name]))


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
        values = _over({} if preset is None else preset.shares, own)
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
        values = _over({} if preset is None else preset.sample, own, differing="identical")
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
        values = _over(
            {} if preset is None else preset.settings,
            own,
            show_source="no_source",
            show_reference="no_reference",
        )
        source, target = languages
        return Settings(**values, preset=like, seed=seed, source_language=source, target_language=target)


def _over(preset: Any, own: dict[str, Any], **called: str) -> dict[str, Any]:
    """A preset's values, but for options that were given; ``called`` says which option has another name."""
    return {
        name: value if name not in preset or given(called.get(name, name)) else preset[name]
        for name, value in own.items()
    }


def _window(written: str | None) -> tuple[int, int] | None:
    """``10-50`` as two numbers."""
    if written is None:
        return None
    low, dash, high = written.partition("-")
    if not (dash and low.isdecimal() and high.isdecimal()):
        raise click.UsageError(f"--length {written}: write a window of words such as 10-50")
    return int(low), int(high)


def _weights(written: tuple[str, ...]) -> dict[str, float]:
    """``minor=1,major=5`` as numbers by name."""
    known = ("minor", "major", "critical", "punctuation", "non_translation")
    found: dict[str, float] = {}
    for part in (part for text in written for part in text.split(",")):
        name, equals, number = part.partition("=")
        name = name.strip().replace("-", "_")
        try:
            value = float(number)
        except ValueError:
            value = -1.0
        if not equals or name not in known or value < 0:
            raise click.UsageError(f"--weights {part}: write minor=1,major=5; there are {', '.join(known)}")
        found[name] = value
    return found


protocol_options: Callable[[F], F] = collected(
    ProtocolOptions,
    "asked",
    click.option(
        "--protocol",
        type=click.Choice(PROTOCOLS),
        default="pairwise",
        show_default=True,
        help="pairwise: which of two is better; rank: an order of several; da: 0 to 100; esa: error spans, "
        "then 0 to 100; mqm: error spans with categories.",
    ),
    click.option(
        "--ties",
        type=click.Choice(["no-preference", "dont-know", "none"]),
        default="no-preference",
        show_default=True,
        help="The third answer of pairwise; none: there is none.",
    ),
    click.option("--size", type=int, default=5, show_default=True, metavar="N", help="Outputs of a ranking."),
    click.option(
        "--outputs",
        type=int,
        default=1,
        show_default=True,
        metavar="N",
        help="Outputs that da, esa and mqm show at a time.",
    ),
    click.option(
        "--taxonomy", metavar="FILE", help="Categories of mqm, one per line, e.g. Accuracy/Omission."
    ),
    click.option(
        "--weights",
        multiple=True,
        metavar="NAME=NUMBER,...",
        help="What errors of mqm cost: minor, major, critical (none by default), punctuation, "
        "non_translation.",
    ),
    title="How people judge",
)

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
