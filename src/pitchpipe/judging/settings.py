"""Settings of a campaign: everything that was decided when it was made, but the items and who gets them."""

from __future__ import annotations

import hashlib
import math
from dataclasses import asdict, dataclass, fields
from typing import Any

from pitchpipe.brief import Brief
from pitchpipe.errors import ParameterError
from pitchpipe.judging.fields import Fields
from pitchpipe.wording import quoted

#: Languages of the interface.
INTERFACES = ("en", "de", "fr", "es", "cs", "zh", "ja", "ar")


@dataclass(frozen=True, kw_only=True, repr=False)
class Settings(Brief):
    """What was decided.

    Parameters
    ----------
    title
        What the campaign is called on its pages.
    instructions, consent
        Markdown; annotators agree to ``consent``, where there is one, before they see an item.
    interface
        The language of buttons and messages; texts may be in any.
    source_language, target_language
        Codes of the texts' languages, for their direction and fonts.
    show_source, show_reference
        What annotators see beside outputs.
    context
        How many lines of the same document they see before and after the segment.
    seed
        Where random numbers begin: of the sample, and of the order of outputs.
    preset
        Whose experiment it follows: ``chen2012``, ``birch2011``.
    judgments
        How many people judge an item, those for all apart.
    gold_threshold
        Per cent of gold that an annotator must get right, or their work is set aside.
    gold_least
        So many questions of gold must be answered before anybody's work is set aside.
    exclude
        How many annotators ``agreement`` leaves out, those whose absence raises the agreement most.
    lease
        Seconds until an item of the pool that was shown and not answered is given to somebody else.
    fast
        Letters in a second which nobody reads: faster answers are flagged.
    """

    title: str = ""
    instructions: str = ""
    consent: str = ""
    interface: str = "en"
    source_language: str | None = None
    target_language: str | None = None
    show_source: bool = True
    show_reference: bool = True
    context: int = 0
    seed: int = 12345
    preset: str | None = None
    judgments: int = 1
    gold_threshold: float | None = None
    gold_least: int = 5
    exclude: int = 0
    lease: float = 1800.0
    fast: float = 100.0

    def __post_init__(self) -> None:
        if self.interface not in INTERFACES:
            raise ParameterError(
                f"the interface does not speak {quoted(self.interface)}: there are {', '.join(INTERFACES)}"
            )
        for name, least in (("context", 0), ("seed", 0), ("judgments", 1), ("gold_least", 1), ("exclude", 0)):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or value < least:
                raise ParameterError(f"{name} must be a whole number, {least} or more, not {quoted(value)}")
        for name in ("lease", "fast"):
            value = getattr(self, name)
            if not (math.isfinite(value) and value > 0):
                raise ParameterError(f"{name} must be more than 0, not {quoted(value)}")
        if self.gold_threshold is not None and not 0 <= self.gold_threshold <= 100:
            raise ParameterError(
                f"the threshold of gold is from 0 to 100 per cent, not {quoted(self.gold_threshold)}"
            )

    @property
    def consent_version(self) -> str:
        """A digest of the text, so that it is known what somebody agreed to; empty if there is none."""
        return hashlib.sha256(self.consent.encode()).hexdigest()[:16] if self.consent else ""

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


def settings_of(written: Any, where: str) -> Settings:
    """Settings as :meth:`Settings.to_dict` wrote them; what is absent is as usual."""
    read, usual = Fields(written, where), Settings()
    values: dict[str, Any] = {}
    for field in fields(Settings):
        default = getattr(usual, field.name)
        if read.get(field.name) is None:
            values[field.name] = default
        elif isinstance(default, bool):
            values[field.name] = read.flag(field.name, default)
        elif isinstance(default, int):
            values[field.name] = read.whole(field.name, default, least=0)
        elif isinstance(default, float) or field.name == "gold_threshold":
            values[field.name] = read.number(field.name)
        else:
            values[field.name] = read.text(field.name)
    read.require_no_more()
    return Settings(**values)
