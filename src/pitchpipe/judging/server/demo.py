"""A campaign to look at: a few sentences, annotators who never were, and what they might have answered."""

from __future__ import annotations

import csv
import io
import random
import time
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from pitchpipe.judging.assigning import Shares
from pitchpipe.judging.creating import create
from pitchpipe.judging.items import Item
from pitchpipe.judging.links import Links
from pitchpipe.judging.protocols import get_protocol
from pitchpipe.judging.settings import Settings
from pitchpipe.judging.store import Store
from pitchpipe.text.testset import TestSet

if TYPE_CHECKING:
    from pitchpipe.judging.campaign import Campaign
    from pitchpipe.judging.store import Screen
    from pitchpipe.text.files import StrPath

PROTOCOLS = ("pairwise", "rank", "da", "esa", "mqm")
INSTRUCTIONS = """\
You see a sentence and translations of it. Read them all, then say which is better, or how good they are.

- **Meaning comes first.** A fluent sentence that says something else is worse than a clumsy one.
- Do not think too long: what you would say at first is what we want to know.
"""
CONSENT = """\
This is a demonstration. What you answer is kept in the folder of the campaign, with the time you took, and
goes nowhere else.
"""
#: How good the systems are, and by how much that differs from sentence to sentence, for everybody alike.
_QUALITY = {"careful": 65.0, "literal": 45.0, "hasty": 35.0}
_SPREAD = 25.0
#: Gold is as clear as anything.
_GOLD = {"careful": 100.0, "literal": 0.0}


@dataclass(frozen=True)
class _Person:
    """How much somebody errs, how many seconds an item takes them, and how much of their work is done."""

    name: str
    error: float
    seconds: float
    done: float
    agrees: bool = True


#: Some who have finished, one of them hasty; some who are on their way, and whoever runs the demonstration.
_PEOPLE = (
    _Person("Ada", 18.0, 14.0, 1.0),
    _Person("Ben", 500.0, 0.4, 1.0),
    _Person("Cem", 26.0, 16.0, 1.0),
    _Person("Dora", 22.0, 11.0, 0.8),
    _Person("Emil", 30.0, 55.0, 0.6),
    _Person("you", 0.0, 0.0, 0.0, agrees=False),
)


def texts(systems: int) -> TestSet:
    """The sentences: German into English, by two or three systems."""
    text = (files("pitchpipe.judging.server") / "demo.tsv").read_text(encoding="utf-8")
    rows = list(csv.DictReader(io.StringIO(text), delimiter="\t", quoting=csv.QUOTE_NONE))
    return TestSet(
        systems={name: [row[name] for row in rows] for name in list(_QUALITY)[:systems]},
        references={"reference": [row["reference"] for row in rows]},
        source=[row["source"] for row in rows],
        source_language="de",
        target_language="en",
    )


def make_demo(folder: StrPath, protocol: str = "pairwise", *, seed: int = 12345) -> Campaign:
    """Makes a campaign with made-up answers in a new folder."""
    rng = random.Random(seed)
    campaign = create(
        folder,
        # With three systems there would be too few judgments of each two.
        texts(2 if protocol == "pairwise" else 3),
        get_protocol("rank", size=len(_QUALITY)) if protocol == "rank" else get_protocol(protocol),
        shares=Shares(annotators=tuple(person.name for person in _PEOPLE), common=6, each=2),
        settings=Settings(
            title="A demonstration",
            instructions=INSTRUCTIONS,
            consent=CONSENT,
            source_language="de",
            target_language="en",
            gold_threshold=60.0,
            gold_least=2,
            seed=seed,
        ),
        gold=_gold() if protocol == "pairwise" else (),
    )
    now = time.time()
    tokens = Links.read(campaign.folder).annotators
    for at, person in enumerate(_PEOPLE):
        store = Store.open(campaign, clock=lambda at=at: now - 4000.0 / (at + 1))  # type: ignore[misc]
        _work(store, person, tokens[person.name], rng)
        store.close_connections()
    return campaign


def _gold() -> list[Item]:
    """Two questions that nobody gets wrong who reads."""
    pairs = (
        ("Danke, mir geht es gut.", "Thank you, I am fine.", "Thank me it goes good."),
        ("Die Tür ist offen.", "The door is open.", "The window is shut."),
    )
    return [
        Item(
            key=f"gold-{number}",
            role="gold",
            segment=-1,
            systems=("careful", "literal"),
            outputs=(good, bad),
            source=source,
            expected={"choice": "first"},
            explanation=f"“{bad}” is not what the source says.",
        )
        for number, (source, good, bad) in enumerate(pairs, 1)
    ]


def _work(store: Store, person: _Person, token: str, rng: random.Random) -> None:
    """Answers as much as somebody has done."""
    annotator = store.annotator(token)
    assert annotator is not None
    if person.agrees:
        store.consent(annotator, store.campaign.settings.consent_version)
    wanted = round(person.done * len(store.campaign.assignment[person.name]))
    for number in range(wanted):
        screen = store.next(annotator)
        if screen is None:
            break
        seconds = person.seconds * rng.lognormvariate(0.0, 0.3)
        store.record(annotator, screen.key, f"demo-{number}", _answer(store, screen, person, rng), seconds)


def _answer(store: Store, screen: Screen, person: _Person, rng: random.Random) -> dict[str, Any]:
    """What somebody says of outputs: what they are worth, and by how much the person errs."""
    item, name = store.campaign.items[screen.key], store.campaign.protocol.name
    worth = [
        min(100.0, max(0.0, rng.gauss(_worth(item, item.outputs.index(output)), person.error)))
        for output in screen.outputs
    ]
    if name == "pairwise":
        apart = worth[0] - worth[1]
        return {"choice": "none" if abs(apart) < 5 else "left" if apart > 0 else "right"}
    if name == "rank":
        return {"ranks": [1 + sum(other > one + 5 for other in worth) for one in worth]}
    if name == "da":
        return {"scores": [round(one) for one in worth]}
    return {
        "outputs": [
            _marked(output, one, name, rng) for output, one in zip(screen.outputs, worth, strict=True)
        ]
    }


def _worth(item: Item, output: int) -> float:
    """What an output is worth before anybody errs."""
    system = item.systems[output]
    if item.expected is not None:
        return _GOLD[system]
    return random.Random(f"{system} {item.segment}").gauss(_QUALITY[system], _SPREAD)


def _marked(output: str, worth: float, name: str, rng: random.Random) -> dict[str, Any]:
    """The worse an output, the more of its words are errors."""
    spans: list[dict[str, Any]] = []
    start = 0
    for word in output.split(" "):
        if rng.random() < (100 - worth) / 250:
            spans.append(
                {"start": start, "end": start + len(word), "severity": rng.choice(["minor", "major"])}
            )
        start += len(word) + 1
    if name == "esa":
        return {"spans": spans, "missing": [], "score": round(worth)}
    category = ("Accuracy/Mistranslation", "Fluency/Grammar", "Style/Awkward")
    return {"spans": [{**span, "category": rng.choice(category)} for span in spans], "missing": []}
