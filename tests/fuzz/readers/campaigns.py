"""Campaigns of judgments: the plan, the links, the answers, and what they are made from."""

from __future__ import annotations

import tempfile
from functools import lru_cache
from pathlib import Path

import pitchpipe as pp
from tests.fuzz import samples
from tests.fuzz.cases import Input
from tests.fuzz.readers.shared import reader

GOLD = b"segment\texpected\texplanation\thidden\n2\tgood>short\tone word is missing\tno\n"
TAXONOMY = b"# ours\nAccuracy/Omission\nStyle\n"
_SCORED = b"segment\texpected\n2\tgood:60..100\n"


@lru_cache(maxsize=1)
def campaign_files() -> dict[str, bytes]:
    """A campaign of three people in which most is answered, in a folder of its name."""
    from pitchpipe.judging import Settings, Shares, Store, create
    from pitchpipe.judging.links import Links

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "campaign"
        shares = Shares(annotators=3, common=2, each=1, warm_up=1)
        settings = Settings(source_language="de", target_language="en")
        campaign = create(
            folder, samples.test_set().select([0, 1, 2, 3, 0, 1]), shares=shares, settings=settings
        )
        store = Store.open(campaign)
        for at, token in enumerate(Links.read(folder).annotators.values()):
            person = store.annotator(token)
            assert person is not None
            while (screen := store.next(person)) is not None and screen.position < 4:
                choice = ("left", "right", "none")[(at + screen.position) % 3]
                store.record(person, screen.key, screen.key, {"choice": choice, "comment": "x"}, 4.5)
        store.close_connections()
        return {f"campaign/{file.name}": file.read_bytes() for file in sorted(folder.iterdir())}


def _folders() -> list[Input]:
    return [Input(campaign_files())]


def _read_folder(given: Input, folder: Path) -> None:
    with pp.judge("campaign") as opened:
        opened.status().to_dict()
        opened.agreement(samples=10).to_dict()
        opened.human()
        opened.export("out.jsonl", "jsonl", everything=True)


def _read_plan(given: Input, folder: Path) -> None:
    from pitchpipe.judging import Campaign

    campaign = Campaign.read("campaign")
    repr(campaign)
    campaign.to_dict()


def _read_gold(given: Input, folder: Path) -> None:
    from pitchpipe.judging.gold import read_gold
    from pitchpipe.judging.protocols import get_protocol

    test_set = samples.test_set()
    for protocol in ("pairwise", "da") if given.asked is None else (given.asked,):
        read_gold("gold.tsv", test_set, get_protocol(protocol), 1)


def _read_taxonomy(given: Input, folder: Path) -> None:
    from pitchpipe.judging.protocols import Taxonomy

    repr(Taxonomy.read("labels.txt"))


CAMPAIGNS = (
    reader("campaigns.folder", _folders, _read_folder),
    reader(
        "campaigns.plan",
        lambda: [Input({"campaign/campaign.json": campaign_files()["campaign/campaign.json"]})],
        _read_plan,
    ),
    reader(
        "campaigns.gold",
        lambda: [Input({"gold.tsv": GOLD}, "pairwise"), Input({"gold.tsv": _SCORED}, "da")],
        _read_gold,
    ),
    reader("campaigns.taxonomy", lambda: samples.single("labels.txt", [TAXONOMY]), _read_taxonomy),
)
