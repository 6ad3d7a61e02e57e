"""Options that say how people judge, and which of a preset's values they change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pitchpipe.cli.options.groups import collected, given

if TYPE_CHECKING:
    from pitchpipe.judging.presets import Preset
    from pitchpipe.judging.protocols import Protocol

F = TypeVar("F", bound=Callable[..., Any])

#: Those of ``pitchpipe.judging``, which is too much to load for a help text; a test compares them.
PROTOCOLS = ("pairwise", "rank", "da", "esa", "mqm")

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
        return get_protocol(name, **over(options, own[name]))


def over(preset: Any, own: dict[str, Any], **called: str) -> dict[str, Any]:
    """A preset's values, but for options that were given; ``called`` says which option has another name."""
    return {
        name: value if name not in preset or given(called.get(name, name)) else preset[name]
        for name, value in own.items()
    }


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
