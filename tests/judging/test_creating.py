"""Campaigns: who is asked what, and what is written."""

from __future__ import annotations

import json
import stat
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from pitchpipe.errors import DataError, ParameterError
from pitchpipe.judging import Campaign, Sample, Settings, Shares, create
from pitchpipe.judging.gold import read_gold
from pitchpipe.judging.links import Links
from pitchpipe.judging.presets import PRESETS
from pitchpipe.judging.protocols import get_protocol
from pitchpipe.judging.settings import INTERFACES
from tests.judging.campaigns import Maker, everybody, gold, small_test_set


def roles(campaign: Campaign, name: str) -> Counter[str]:
    return Counter(campaign.items[key].role for key in campaign.assignment[name] if key is not None)


def test_a_plan_comes_back(sqlite_maker: Maker) -> None:
    campaign = sqlite_maker.campaign(
        annotators=3, common=2, warm_up=1, repeats=2, context=1, gold=[gold(1)], consent="yes", title="Übung"
    )
    assert Campaign.read(campaign.folder) == campaign
    with pytest.raises(ParameterError, match="never changed"):
        sqlite_maker.campaign()


def test_the_same_seed_makes_the_same_plan(sqlite_maker: Maker) -> None:
    one, other, third = (
        sqlite_maker.campaign(name, common=2, each=5, seed=seed)
        for name, seed in (("a", 1), ("b", 1), ("c", 2))
    )
    assert one.items == other.items
    assert one.assignment == other.assignment
    assert one.assignment != third.assignment
    assert one.id != other.id


def test_common_items_go_to_all_and_others_to_one(sqlite_maker: Maker) -> None:
    campaign = sqlite_maker.campaign(annotators=4, common=3, each=5, warm_up=2)
    assert all(roles(campaign, name) == {"common": 3, "own": 5, "warmup": 2} for name in campaign.annotators)
    own = [
        key for keys in campaign.assignment.values() for key in keys if campaign.items[str(key)].role == "own"
    ]
    assert len(own) == len(set(own)) == 20
    for keys in campaign.assignment.values():
        assert [campaign.items[str(key)].role for key in keys[:2]] == ["warmup", "warmup"]
    assert len({item.segment for item in campaign.items.values()}) == len(campaign.items)


def test_several_judgments_are_by_distinct_people(sqlite_maker: Maker) -> None:
    campaign = sqlite_maker.campaign(annotators=5, each=6, judgments=3)
    judges = Counter(key for keys in campaign.assignment.values() for key in keys)
    assert set(judges.values()) == {3}
    assert len(judges) == 10
    assert {len(keys) for keys in campaign.assignment.values()} == {6}


def test_gold_is_spread_and_repeats_come_late(sqlite_maker: Maker) -> None:
    golden = [gold(1), gold(2, hidden=True)]
    campaign = sqlite_maker.campaign(annotators=2, common=4, each=6, repeats=3, gold=golden)
    for keys in campaign.assignment.values():
        assert {"gold1", "gold2h"} <= set(keys)
        for at, key in enumerate(keys):
            original = campaign.items[str(key)].repeats
            if original is not None:
                assert original in keys[:at]
    assert all(roles(campaign, name)["repeat"] == 3 for name in campaign.annotators)


def test_a_pool_leaves_places_in_lists(sqlite_maker: Maker) -> None:
    campaign = sqlite_maker.campaign(annotators=3, pool=10, each=4, judgments=2, common=1)
    assert all(list(keys).count(None) == 4 and len(keys) == 5 for keys in campaign.assignment.values())
    assert {campaign.items[key].role for key in campaign.pool} == {"pool"}
    assert len(campaign.pool) == 10


def test_context_is_of_the_same_document(sqlite_maker: Maker) -> None:
    campaign = sqlite_maker.campaign(each=20, context=2)
    for item in campaign.items.values():
        assert {line.segment // 5 for line in item.context} <= {item.segment // 5}
        expected = [at for at in range(item.segment - 2, item.segment + 3) if at != item.segment]
        expected = [at for at in expected if at // 5 == item.segment // 5 and 0 <= at < 40]
        assert [line.segment for line in item.context] == expected
        assert all(line.outputs[0] == f"A says number {line.segment} in many words" for line in item.context)


def test_screens_hide_what_is_not_to_be_shown(sqlite_maker: Maker) -> None:
    campaign = sqlite_maker.campaign(show_source=False, context=1)
    store = sqlite_maker.store(campaign)
    screen = store.next(everybody(store)[0])
    assert screen is not None
    assert screen.source is None
    assert screen.reference is not None
    lines = (*screen.context_before, *screen.context_after)
    assert lines
    # Neighbours stand as the outputs do: the same system on the same side.
    for line in lines:
        assert line.source is None
        assert [text[0] for text in line.outputs] == [text[0] for text in screen.outputs]


def test_documents_stay_together(sqlite_maker: Maker) -> None:
    campaign = sqlite_maker.campaign(each=10, context=4, sample=Sample(method="documents"))
    for keys in campaign.assignment.values():
        places = [campaign.items[str(key)].segment for key in keys]
        blocks = [places[at : at + 5] for at in range(0, len(places), 5)]
        assert all(block == list(range(block[0], block[0] + 5)) for block in blocks)


def test_links_are_for_the_organiser_alone(sqlite_maker: Maker) -> None:
    campaign = sqlite_maker.campaign()
    place = campaign.folder / "links.txt"
    assert stat.S_IMODE(place.stat().st_mode) == 0o600
    links = Links.read(campaign.folder)
    tokens = [links.organiser, *links.annotators.values()]
    assert len(set(tokens)) == 3
    assert all(len(token) >= 22 for token in tokens)
    for damage in ("", "organiser\tshort\n", "nothing"):
        place.write_text(damage, encoding="utf-8")
        with pytest.raises(DataError, match=r"links\.txt"):
            Links.read(campaign.folder)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"annotators": 0}, "1 to"),
        ({"annotators": ["a", "a"]}, "one name"),
        ({"annotators": ["organiser"]}, "no name"),
        ({"annotators": ["a\tb"]}, "no name"),
        ({"judgments": 3}, "distinct people"),
        ({"common": -1}, "common must be"),
        ({"each": 0}, "nobody would be asked"),
    ],
)
def test_shares_that_cannot_be(options: dict[str, Any], says: str) -> None:
    with pytest.raises(ParameterError, match=says):
        Shares(**options)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"interface": "tlh"}, "does not speak"),
        ({"gold_threshold": 101.0}, "0 to 100"),
        ({"lease": 0.0}, "lease"),
        ({"fast": float("inf")}, "fast"),
        ({"seed": -1}, "seed"),
        ({"context": True}, "context"),
    ],
)
def test_settings_that_cannot_be(options: dict[str, Any], says: str) -> None:
    with pytest.raises(ParameterError, match=says):
        Settings(**options)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"version": 2}, "version 2"),
        ({"settings": {"fast": "x"}}, "fast"),
        ({"settings": {"fast": -1}}, "fast"),
        ({"settings": {"colour": "red"}}, "colour"),
        ({"protocol": {"name": "x"}}, "no protocol"),
        ({"systems": ["A"]}, "system that the campaign has not"),
        ({"annotators": []}, "annotators"),
        ({"assignment": {}}, "assignment"),
        ({"pool": ["nothing"]}, "which there is not"),
        ({"segments": 1}, "segment that the test set has not"),
        ({"more": 1}, "unknown to this version"),
        ({"items": [{}]}, "role"),
        ({"left_out": {"x": -1}}, "left_out"),
    ],
)
def test_damaged_plans_are_refused(sqlite_maker: Maker, change: dict[str, Any], says: str) -> None:
    campaign = sqlite_maker.campaign()
    place = campaign.folder / "campaign.json"
    place.write_text(json.dumps({**campaign.to_dict(), **change}), encoding="utf-8")
    with pytest.raises(DataError, match=says):
        Campaign.read(campaign.folder)


def test_a_folder_without_a_plan_is_no_campaign(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="is no campaign"):
        Campaign.read(tmp_path)


def test_presets_are_the_papers(tmp_path: Path) -> None:
    chen, birch = PRESETS["chen2012"], PRESETS["birch2011"]
    shares = Shares(**chen.shares)
    # 450 examples: 15 sets of 30, one of them common.
    assert (len(shares.names), shares.wanted) == (14, 450)
    assert Sample(**chen.sample).length == (10, 50)
    assert Settings(**chen.settings).exclude == 4
    assert get_protocol(chen.protocol, **chen.options).to_dict()["ties"] == "no-preference"
    assert Shares(**birch.shares).wanted == 60
    assert Shares(**birch.shares).judgments == 3
    assert Sample(**birch.sample).length == (15, 30)
    assert Settings(**birch.settings).gold_threshold == 60
    assert get_protocol(birch.protocol, **birch.options).to_dict()["ties"] == "dont-know"


def test_help_names_what_there_is() -> None:
    from pitchpipe.cli.options import judging as options
    from pitchpipe.cli.options import protocols
    from pitchpipe.judging.protocols import PROTOCOLS

    assert tuple(PROTOCOLS) == protocols.PROTOCOLS
    assert tuple(PRESETS) == options.PRESETS
    assert options.INTERFACES == INTERFACES


# -- gold ------------------------------------------------------------------------------------------


def read(tmp_path: Path, content: str, protocol: str = "pairwise", systems: int = 3) -> Any:
    place = tmp_path / "gold.tsv"
    place.write_text(content, encoding="utf-8")
    return read_gold(place, small_test_set(5, systems), get_protocol(protocol), 1)


def test_gold_of_segments_and_of_texts(tmp_path: Path) -> None:
    content = (
        "segment\texpected\texplanation\thidden\tA\tB\tsource\n"
        "2\tB>A\tB has a verb\t\t\t\t\n"
        "\tA=B\t\tyes\tone\tone!\teins\n"
    )
    first, second = read(tmp_path, content)
    assert (first.role, first.segment, first.systems) == ("gold", 1, ("B", "A"))
    assert first.outputs == ("B says number 1 in many words", "A says number 1 in many words")
    assert (first.expected, first.explanation, first.source) == (
        {"choice": "first"},
        "B has a verb",
        "Quelle 1",
    )
    assert (second.role, second.segment, second.outputs) == ("hidden-gold", -1, ("one", "one!"))
    assert (second.expected, second.source, second.reference) == ({"choice": "none"}, "eins", None)


def test_gold_of_rankings_and_scores(tmp_path: Path) -> None:
    (ranking,) = read(tmp_path, "segment\texpected\n1\tC>A=B\n", "rank")
    assert (ranking.systems, ranking.expected) == (("C", "A", "B"), {"ranks": [1, 2, 2]})
    (scored,) = read(tmp_path, "segment\texpected\n1\tA:60..100\n", "da")
    assert scored.expected == {"ranges": [[60.0, 100.0]]}
    (weighed,) = read(tmp_path, "segment\texpected\n1\tA:-5.5..-1\n", "mqm")
    assert weighed.expected == {"ranges": [[-5.5, -1.0]]}


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("", "empty"),
        ("segment\texpected\n", "no question"),
        ("segment\n1\n", "expected"),
        ("segment\texpected\tcolour\n1\tA>B\tred\n", "'colour' is unknown"),
        ("segment\texpected\n9\tA>B\n", "no segment"),
        ("segment\texpected\n²\tA>B\n", "no segment"),
        ("segment\texpected\n1\tA>Z\n", "no system"),
        ("segment\texpected\n1\tA>A\n", "twice"),
        ("segment\texpected\n1\tA\n", "1 systems"),
        ("segment\texpected\n1\tA>\n", "no order"),
        ("segment\texpected\n\tA>B\n", "neither a segment nor a text"),
        ("segment\texpected\thidden\n1\tA>B\tperhaps\n", "yes or no"),
    ],
)
def test_what_is_no_gold_is_said(tmp_path: Path, content: str, says: str) -> None:
    with pytest.raises(DataError, match=says):
        read(tmp_path, content)


@pytest.mark.parametrize("expected", ["A", "A:1", "A:5..1", "A:x..y", ":1..2"])
def test_what_is_no_range_is_said(tmp_path: Path, expected: str) -> None:
    with pytest.raises(DataError):
        read(tmp_path, f"segment\texpected\n1\t{expected}\n", "da")


def test_texts_that_cannot_be_written_are_refused(tmp_path: Path) -> None:
    test_set, shares = small_test_set(), Shares(each=1, annotators=1)
    with pytest.raises(DataError, match="surrogate"):
        create(tmp_path / "c", test_set, shares=shares, settings=Settings(title="\ud800"))


def test_segments_of_gold_are_not_asked_otherwise(tmp_path: Path) -> None:
    test_set = small_test_set(4)
    (tmp_path / "gold.tsv").write_text("segment\texpected\n2\tA>B\n", encoding="utf-8")
    golden = read_gold(tmp_path / "gold.tsv", test_set, get_protocol("pairwise"), 1)
    campaign = create(tmp_path / "c", test_set, shares=Shares(each=3, annotators=1), gold=golden)
    assert sorted(item.segment for item in campaign.items.values()) == [0, 1, 2, 3]
    assert campaign.left_out["gold"] == 1
