"""What a tuning run rests on is told by content."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pitchpipe.batch.resources import Resources
from pitchpipe.lang.annotation.analysis import Analysed, Token
from pitchpipe.metrics import get
from pitchpipe.nbest import read_nbest
from pitchpipe.tuning import DevSet, Reading
from pitchpipe.tuning.identity import identity

REFERENCE = ["a b c", "d e"]
ORDER = "kendall:tokenize=none,source_tokenize=none"


def differing(one: DevSet, other: DevSet, metric: str = "bleu") -> set[str]:
    """What is not the same."""
    before, now = identity(one, get(metric)), identity(other, get(metric))
    return {name for name in {**before, **now} if before.get(name) != now.get(name)}


def test_texts() -> None:
    dev = DevSet([REFERENCE])
    assert not differing(dev, DevSet([tuple(REFERENCE)]))
    assert differing(dev, DevSet([["a b", "c d e"]])) == {"reference"}
    # Where a line ends is part of the text, and a missing line is none that is empty.
    assert differing(DevSet([["ab", "c"]]), DevSet([["a", "bc"]])) == {"reference"}
    two = DevSet([REFERENCE, ["x", ""]])
    assert differing(two, DevSet([REFERENCE, ["x", None]])) == {"reference 2"}
    assert differing(dev, replace(dev, sources=["x", "y"])) == {"source"}


def test_links() -> None:
    dev = DevSet([REFERENCE], ["x y z", "v w"], [["0-0 1-1 2-2", "0-0 1-1"]])
    other = replace(dev, reference_links=[["0-0 1-1 2-2", "0-1 1-0"]])
    assert not differing(dev, replace(dev), ORDER)
    assert "file of reference links" in differing(dev, other, ORDER)
    assert "file of reference links" in differing(dev, other)


@dataclass(frozen=True)
class Says:
    """An annotator that says nothing of itself, and one thing of all words."""

    lemma: str

    def annotate(self, lines: Sequence[str], *, side: str) -> Analysed:
        made = [[Token(word, self.lemma, "NOUN", "n") for word in line.split()] for line in lines]
        return Analysed.of(made, tool="same", tagset="same")


def test_annotators_are_told_by_what_they_say() -> None:
    dev, other = (DevSet([REFERENCE], resources=Resources(annotator=Says(lemma))) for lemma in "ab")
    metric = "tesla-m:synonyms=none,language=en"
    assert not differing(dev, replace(dev), metric)
    assert differing(dev, other, metric) == {"analyser"}
    assert not differing(dev, other), "a metric that looks at no lemma does not care"


def test_names_of_features_are_read_from_their_file(tmp_path: Path) -> None:
    path = tmp_path / "params"
    path.write_text("lm ||| 1\ntm ||| 1\n")
    reading = Reading("zmert", path).resolved()
    assert reading.names == ["lm", "tm"]
    assert reading.resolved() is reading
    (tmp_path / "list").write_text("0 ||| a ||| 1 2\n")
    assert read_nbest(tmp_path / "list", names=reading.names).names == ("lm", "tm")
