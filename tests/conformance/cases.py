"""The metrics that are tried: every registered one, as it is and with every parameter changed in turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pitchpipe.metrics import Metric, entries
from pitchpipe.metrics.ensemble import Ensemble
from pitchpipe.metrics.parameters import Parameter, defaults, parameters
from pitchpipe.metrics.registry import find

MIXTURES = ("0.7*bleu+0.3*ter", "2*chrf+++1*wer:lowercase=true")
TOGETHER = (
    "bleu:smooth=floor,smooth_value=0.5",
    "bleu:smooth=add-k,smooth_value=2,max_order=2",
    "hlepor:pos=true,mode=perl,w_word=0.5,pos_weights=1/2/3",
    "hlepor:pos=true,system=B,tags=xpos,w_pos=3,pos_alpha=0.5,pos_beta=2",
    "lrscore:lexical=chrf,alpha=0.5",
    "lrscore:lexical=ter,theta=0.2,distance=hamming",
    "lrscore:lexical=nlepor,dk=0.7,theta=0.1",
    "tesla-f:weights=1/-2/3/-4/5/6/7/8/9/10/11/12/0.5,references=max",
    "tesla-f:weights=1/-2/3/-4/5/6/0.5,pivots=none,scale=false",
)


@dataclass(frozen=True)
class Case:
    """A metric as it is asked for; what it needs besides text is added when it is made."""

    name: str
    values: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        return ":".join([self.name, *(f"{name}={value}" for name, value in self.values)])

    @property
    def cls(self) -> type[Metric]:
        """The class of the metric."""
        return Ensemble if "*" in self.name else find(self.name.partition(":")[0]).cls

    def has(self, what: str) -> bool:
        """Whether it has a fact, a direction (``directed``), scores of its own texts (``from_text``), or may
        be named in signatures and files (``nameable``).
        """
        if what == "directed":
            return self.cls.direction != "none"
        if what == "nameable":
            return "program" not in self.cls.needs
        if what == "from_text":
            return "file" not in self.cls.needs
        return self.cls.facts()[what].holds


def another(name: str, parameter: Parameter, default: Any) -> Iterator[Any]:
    """Values of a parameter beside its default."""
    if parameter.type == "bool":
        yield from (value for value in (False, True) if value is not default)
    elif parameter.choices:
        yield from (choice for choice in parameter.choices if choice != default)
    elif parameter.type == "int":
        yield default + 1 if default + 1 <= parameter.high else default - 1
    elif parameter.type == "float":
        inside = (value for value in (0.5, 1.5, 0.05, 50.0) if parameter.low <= value <= parameter.high)
        yield next(inside, parameter.low)
    elif parameter.type == "floats" and default:
        yield tuple(reversed(default))
    elif name in {"tokenize", "source_tokenize"}:
        yield from ("none", "char")


#: Takes no other analysis and no other synonyms than those it was fitted with, which are not those of these
#: tests. Its parts are tried by themselves, and it in its own tests.
PARTICULAR = frozenset({"pitch-en", "pitch-en-1"})


def cases() -> Iterator[Case]:
    for entry in entries():
        if entry.name in PARTICULAR:
            continue
        yield Case(entry.name)
        if entry.preset:
            continue
        for name, parameter in parameters(entry.cls).items():
            for value in another(name, parameter, defaults(entry.cls)[name]):
                yield Case(entry.name, ((name, value),))
    for text in (*TOGETHER, *MIXTURES):
        yield Case(text)
