"""Where a tuning loop stands, on disk: whatever happens, it goes on from the last finished step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitchpipe.brief import Brief
from pitchpipe.errors import DataError
from pitchpipe.showing.shown import Shown, Tables
from pitchpipe.text.files import read_text, write_bytes
from pitchpipe.wording import counted, quoted

if TYPE_CHECKING:
    from pitchpipe.showing.pages import Page

FORMAT = "pitchpipe-tuning"
VERSION = 2


@dataclass(frozen=True, repr=False)
class Iteration(Brief):
    """One round of decoding and tuning.

    ``decoded`` is the score of what the weights of this round choose from the list decoded with them,
    ``before`` and ``tuned`` the scores of old and new weights on all lists so far. ``moved`` is the largest
    change of a weight, both at length 1.
    """

    number: int
    candidates: int
    new: int
    decoded: float
    before: float
    tuned: float
    moved: float
    weights: Mapping[str, float]

    def __str__(self) -> str:
        return (
            f"iteration {self.number}: {self.candidates} candidates, {self.new} new; "
            f"decoded {self.decoded:.4f}, tuned {self.before:.4f} -> {self.tuned:.4f}, "
            f"weights moved {self.moved:.5f}"
        )


@dataclass(frozen=True)
class State:
    """The settings of a run, what it rests on, its finished iterations, and why it ended, if it did.

    ``content`` has digests of texts and files by what they are to the run (:mod:`pitchpipe.tuning.identity`).
    ``decoded`` counts the lists that are complete: one more than iterations between decoding and
    tuning.
    """

    settings: Mapping[str, Any]
    content: Mapping[str, str]
    iterations: tuple[Iteration, ...] = ()
    decoded: int = 0
    finished: str | None = None

    def with_list(self, number: int) -> State:
        """After decoding."""
        return replace(self, decoded=number)

    def with_iteration(self, iteration: Iteration) -> State:
        """After tuning."""
        return replace(self, iterations=(*self.iterations, iteration))

    def save(self, path: Path) -> None:
        """Writes the state, complete or not at all."""
        import json

        content = {"format": FORMAT, "version": VERSION, **asdict(self)}
        write_bytes(path, (json.dumps(content, ensure_ascii=False, indent=2) + "\n").encode("utf-8"))

    @classmethod
    def load(cls, path: Path, settings: Mapping[str, Any], content: Mapping[str, str]) -> State:
        """The state kept at a path, or that of a new run; a run with other settings or content is refused."""
        import json

        if not path.exists():
            return cls(settings, content)
        try:
            kept = json.loads(read_text(path))
            if kept["format"] != FORMAT:
                raise ValueError("another format")
            if kept["version"] != VERSION:
                raise DataError(
                    f"{path} is of another version of pitchpipe (format {kept['version']}, not {VERSION}), "
                    "so nobody can tell whether its texts are these: choose another folder with --work"
                )
            state = cls(
                dict(kept["settings"]),
                dict(kept["content"]),
                tuple(Iteration(**one) for one in kept["iterations"]),
                kept["decoded"],
                kept["finished"],
            )
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise DataError(
                f"{path} is no state of a tuning run ({error}): choose another folder with --work"
            ) from None
        state._require_settings(settings, path)
        state._require_content(content, path)
        return state

    def _require_content(self, content: Mapping[str, str], path: Path) -> None:
        for name in {**self.content, **content}:
            before, now = self.content.get(name), content.get(name)
            if before != now:
                change = (
                    "there was none"
                    if before is None
                    else "there is none now"
                    if now is None
                    else "it changed"
                )
                raise DataError(
                    f"the {name} is not the one that the run in {path.parent} began with ({change}): "
                    "choose another folder with --work, or go on as it began"
                )

    def _require_settings(self, settings: Mapping[str, Any], path: Path) -> None:
        import json

        # As they come back from JSON: tuples are lists there.
        wanted = json.loads(json.dumps(settings))
        for name in {**self.settings, **wanted}:
            before, now = self.settings.get(name), wanted.get(name)
            if before != now:
                raise DataError(
                    f"{path.parent} holds a run with another {name} ({quoted(before)}, now {quoted(now)}): "
                    "choose another folder with --work, or go on as it began"
                )


@dataclass(frozen=True, repr=False)
class Loop(Shown):
    """How a loop ended: the best weights, the score they were chosen by, and how it went.

    ``decoded`` says that a list was decoded with these weights; otherwise they are those tuned last, and
    ``score`` is that of their choice from all lists. ``begun`` are the weights of the first round, and
    ``provenance`` says how they were tuned, where it is known.
    """

    weights: Mapping[str, float]
    metric: str
    score: float
    decoded: bool
    iterations: tuple[Iteration, ...]
    finished: str
    resumed: bool = field(default=False, compare=False)
    begun: Mapping[str, float] = field(default_factory=dict)
    provenance: Mapping[str, Any] = field(default_factory=dict)

    @property
    def features(self) -> tuple[str, ...]:
        """The weights that were tuned: those of features in the lists."""
        return tuple(self.iterations[-1].weights)

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers and texts, at full precision."""
        return {
            "metric": self.metric,
            "score": self.score,
            "decoded": self.decoded,
            "weights": dict(self.weights),
            "finished": self.finished,
            "iterations": [asdict(one) for one in self.iterations],
            **self.provenance,
        }

    def page(self, decimals: int = 4) -> Page:
        """The table of ``pitchpipe tune --decoder``."""
        from pitchpipe.tuning.pages import loop_page

        return loop_page(self, decimals)

    def tables(self) -> Tables:
        """Rows of weights, and of rounds."""
        from pitchpipe.tuning.machine_rows import iteration_rows, loop_weight_rows

        return {"weights": lambda: loop_weight_rows(self), "iterations": lambda: iteration_rows(self)}

    def _brief(self) -> str:
        return (
            f"{counted(len(self.iterations), 'iterations')}, {self.metric} {self.score:.4f}; {self.finished}"
        )
