"""Metrics by name: presets, suggestions, and those of other packages."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from importlib.metadata import EntryPoint
from types import ModuleType
from typing import ClassVar

import numpy as np
import pytest

from pitchpipe.batch.values import Array
from pitchpipe.errors import ParameterError
from pitchpipe.metrics import BLEU, Batch, ChrF, Measured, Metric, entries, get, names, register, registry
from pitchpipe.metrics.parameters import formula


@dataclass(frozen=True, kw_only=True)
class Words(Metric):
    """How many words there are: a metric of another package."""

    name: ClassVar[str] = "words"
    title: ClassVar[str] = "words"
    paper: ClassVar[str] = "none"

    scale: float = formula(1.0, "what a word counts", low=0.0)

    def measure(self, batch: Batch) -> Measured:
        return Measured(np.array([[float(len(line.split()))] for line in batch.hypotheses]))

    @property
    def columns(self) -> tuple[str, ...]:
        return ("words",)

    def combine(self, sums: Array) -> Array:
        scores: Array = self.scale * sums[..., 0]
        return scores


@pytest.fixture(autouse=True)
def own_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test registers is gone afterwards; ours register once, so they must be there before."""
    assert list(entries())
    monkeypatch.setattr(registry, "_entries", dict(registry._entries))


def offer(monkeypatch: pytest.MonkeyPatch, name: str, value: str, **contents: object) -> None:
    """Pretends that a package is installed that offers a metric."""
    module = ModuleType("their_package")
    for key, content in contents.items():
        setattr(module, key, content)
    monkeypatch.setitem(sys.modules, "their_package", module)
    point = EntryPoint(name, value, registry.ENTRY_POINTS)
    monkeypatch.setattr(
        "importlib.metadata.entry_points", lambda group: [point] if group == point.group else []
    )


def test_names() -> None:
    assert names() == sorted(names())
    assert {"bleu", "chrf", "chrf++", "ter", "wer", "external"} <= set(names())
    assert [entry.name for entry in entries()] == names()


def test_get() -> None:
    assert get("bleu") == BLEU()
    assert get("bleu", tokenize="intl") == get("bleu:tokenize=intl") == BLEU(tokenize="intl")
    assert get("bleu:tokenize=intl", tokenize="char") == BLEU(tokenize="char")
    assert get(BLEU(), tokenize="char") == BLEU(tokenize="char")
    with pytest.raises(ParameterError, match="given to its parts"):
        get("1*bleu", tokenize="char")


def test_presets() -> None:
    assert get("chrf++") == ChrF(word_order=2)
    assert get("chrf++", word_order=1) == ChrF(word_order=1)
    assert ChrF(word_order=2).spec == "chrf++"


@pytest.mark.parametrize(
    ("written", "name"), [("BLEU", "bleu"), ("chrF++", "chrf++"), ("hLEPOR", "hlepor"), ("4-GRR", "4-grr")]
)
def test_in_any_case(written: str, name: str) -> None:
    assert get(written) == get(name)
    assert get(f"0.5*{written}+0.5*TER") == get(f"0.5*{name}+0.5*ter")


def test_a_name_as_it_is_written_goes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    offer(monkeypatch, "Words", "their_package:Words", Words=Words)
    assert get("WORDS") == get("Words") == Words()
    monkeypatch.setitem(registry._entries, "BLEU", registry._entries["words"])
    assert get("BLEU") == Words()
    assert get("Bleu") == BLEU()


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("blue", "unknown metric 'blue': did you mean bleu"),
        ("BLUE", "unknown metric 'BLUE': did you mean bleu"),
        ("chrf+", "did you mean chrf"),
        ("zzzzzz", "there are .*bleu.*wer"),
    ],
)
def test_unknown(name: str, says: str) -> None:
    with pytest.raises(ParameterError, match=says):
        get(name)


def test_unknown_parameters() -> None:
    with pytest.raises(ParameterError, match="bleu has no parameter 'order': there are lowercase"):
        get("bleu", order=3)
    with pytest.raises(ParameterError, match=r"chrf\+\+ has no parameter 'order'"):
        get("chrf++", order=3)


def test_register() -> None:
    register(twice={"scale": 2.0})(Words)
    assert get("words") == Words()
    assert get("twice").spec == "twice"
    assert get("twice").corpus_score(["a b", "c"], [["a", "c"]]).score == 6.0
    assert get("0.5*words+0.5*bleu").corpus_score(["a b"], [["c"]]).score == 1.0
    register()(Words)  # again is no harm


def test_a_name_is_taken_once() -> None:
    @dataclass(frozen=True, kw_only=True)
    class Other(Words):
        name: ClassVar[str] = "bleu"

    with pytest.raises(ParameterError, match="'bleu' is registered already"):
        register()(Other)


def test_entry_points(monkeypatch: pytest.MonkeyPatch) -> None:
    offer(monkeypatch, "words", "their_package:Words", Words=Words)
    assert "words" in names()
    assert "words" not in registry._entries, "loaded before it was asked for"
    assert get("words:scale=3") == Words(scale=3.0)
    assert any(entry.cls is Words for entry in entries())


def test_entry_points_under_another_name(monkeypatch: pytest.MonkeyPatch) -> None:
    offer(monkeypatch, "their-words", "their_package:Words", Words=Words)
    metric = get("their-words")
    assert metric == Words()
    assert get(metric.spec) == metric


def test_entry_points_that_do_not_load(monkeypatch: pytest.MonkeyPatch) -> None:
    offer(monkeypatch, "words", "their_package:Nothing")
    with pytest.raises(ParameterError, match="'words' of their_package:Nothing does not load"):
        get("words")
    offer(monkeypatch, "words", "no_such_package_at_all:Words")
    with pytest.raises(ParameterError, match="does not load: No module named"):
        get("words")


@pytest.mark.parametrize("thing", [str, BLEU(), len, 5])
def test_entry_points_to_something_else(monkeypatch: pytest.MonkeyPatch, thing: object) -> None:
    offer(monkeypatch, "words", "their_package:thing", thing=thing)
    with pytest.raises(ParameterError, match=r"their_package:thing is not a pitchpipe.Metric class"):
        get("words")


def test_ours_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    offer(monkeypatch, "bleu", "their_package:Words", Words=Words)
    assert get("bleu") == BLEU()
    assert names().count("bleu") == 1


def test_a_metric_asked_for_by_name_alone_is_made_once() -> None:
    assert get("chrf++") is get("chrf++")
    assert get("chrf++") == get("chrF++") == get("chrf:word_order=2")
    assert [get(text).asked for text in ("chrf++", "chrF++", "chrf:word_order=2")] == [
        "chrf++",
        "chrF++",
        "chrf:word_order=2",
    ]
    # What others make of it is theirs.
    assert get("chrf++", word_order=1).asked == "chrf++"
    assert get("chrf++").replace(word_order=1).asked is None
    assert get("chrf++").spec == "chrf++"
