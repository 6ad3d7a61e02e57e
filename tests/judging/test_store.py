"""The store, on both databases."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from pitchpipe.errors import DataError
from pitchpipe.judging import Campaign, Store
from pitchpipe.judging.links import Links
from pitchpipe.judging.protocols import AnswerError
from pitchpipe.judging.store import ClosedError, NotTheirsError
from tests.judging.campaigns import Maker, answer_all, everybody, gold


def test_tokens_open_doors_and_others_do_not(maker: Maker) -> None:
    campaign = maker.campaign()
    store, links = maker.store(campaign), Links.read(campaign.folder)
    assert [one.name for one in everybody(store)] == ["annotator-01", "annotator-02"]
    assert store.is_organiser(links.organiser)
    assert store.annotator(links.organiser) is None
    for wrong in ("", "x" * 22, links.annotators["annotator-01"] + "x", "\ud800", "' OR 1=1 --"):
        assert store.annotator(wrong) is None
        assert not store.is_organiser(wrong)
    other = maker.store(maker.campaign("other"))
    assert other.annotator(links.annotators["annotator-01"]) is None


def test_somebody_works_through_their_list(maker: Maker) -> None:
    store = maker.store(maker.campaign(common=2, warm_up=1))
    one, _ = everybody(store)
    first = store.next(one)
    assert first is not None
    assert (first.position, first.total) == (1, 6)
    assert store.next(one) == first
    assert {text[0] for text in first.outputs} == {"A", "B"}
    assert first.source is not None
    assert first.earlier is None
    for at in range(1, 7):
        screen = store.next(one)
        assert screen is not None
        assert screen.position == at
        done = store.record(one, screen.key, f"c{at}", {"choice": "left"}, 5)
        assert (done.position, done.again) == (at + 1 if at < 6 else None, False)
    assert store.next(one) is None
    assert done.code is not None
    assert store.completion_code(one) == done.code
    assert len(store.judgments()) == 6


def test_what_is_recorded_is_by_system(maker: Maker) -> None:
    store = maker.store(maker.campaign(each=8))
    one, _ = everybody(store)
    while (screen := store.next(one)) is not None:
        side = "left" if screen.outputs[0].startswith("A") else "right"
        store.record(one, screen.key, screen.key, {"choice": side}, 9)
    said = store.judgments()
    assert {judgment.answer["choice"] for judgment in said} == {"first"}
    assert {judgment.order for judgment in said} == {(0, 1), (1, 0)}


def test_the_same_client_id_counts_once(maker: Maker) -> None:
    store = maker.store(maker.campaign())
    one, other = everybody(store)
    screen = store.next(one)
    assert screen is not None
    first = store.record(one, screen.key, "id", {"choice": "left"}, 5)
    again = store.record(one, screen.key, "id", {"choice": "right"}, 5)
    assert (first.again, again.again) == (False, True)
    assert store.screen(one, screen.key).earlier == {"choice": "left"}
    following = store.next(one)
    assert following is not None
    with pytest.raises(AnswerError, match="another item"):
        store.record(one, following.key, "id", {"choice": "left"}, 5)
    # Another person's client may have the same idea.
    theirs = store.next(other)
    assert theirs is not None
    assert not store.record(other, theirs.key, "id", {"choice": "left"}, 5).again


def test_a_new_answer_replaces_the_old_one_which_is_kept(maker: Maker) -> None:
    store = maker.store(maker.campaign())
    one, _ = everybody(store)
    screen = store.next(one)
    assert screen is not None
    for at, choice in enumerate(["left", "right", "none"]):
        store.record(one, screen.key, f"c{at}", {"choice": choice}, 5)
    (judgment,) = store.judgments()
    assert (judgment.answer, judgment.revisions) == ({"choice": "none"}, 2)
    assert store.screen(one, screen.key).earlier == {"choice": "none"}
    assert store.answered(one) == [screen.key]
    assert store.progress()[0].done == 1


def test_nobody_sees_or_answers_what_is_not_theirs(maker: Maker) -> None:
    campaign = maker.campaign()
    store = maker.store(campaign)
    one, other = everybody(store)
    theirs = set(campaign.assignment[other.name]) - set(campaign.assignment[one.name])
    for key in [*theirs, "no-such-key", "", "\0", "\ud800", "x" * 10_000]:
        assert key is not None
        with pytest.raises(NotTheirsError):
            store.screen(one, key)
        with pytest.raises(NotTheirsError):
            store.record(one, key, "id", {"choice": "left"}, 5)
    assert store.judgments() == []


def test_what_is_refused_leaves_no_trace(maker: Maker) -> None:
    store = maker.store(maker.campaign())
    one, _ = everybody(store)
    screen = store.next(one)
    assert screen is not None
    for answer, seconds, client in (
        ({"choice": "up"}, 5, "id"),
        ({"choice": "left"}, float("nan"), "id"),
        ({"choice": "left"}, 5, ""),
        ({"choice": "left"}, 5, "x" * 65),
        ({"choice": "left"}, 5, "\0"),
        ({"choice": "left"}, 5, "é"),
    ):
        with pytest.raises(AnswerError):
            store.record(one, screen.key, client, answer, seconds)
    assert store.judgments() == []
    assert store.next(one) == screen


def test_texts_of_any_letters_are_kept(maker: Maker) -> None:
    store = maker.store(maker.campaign())
    one, _ = everybody(store)
    screen = store.next(one)
    assert screen is not None
    comment = "\0 \ud800 😀 '; DROP TABLE answers; -- </script>"
    store.record(one, screen.key, "id", {"choice": "left", "comment": comment}, 5)
    assert store.judgments()[0].answer["comment"] == comment


def test_open_gold_explains_and_hidden_gold_does_not(maker: Maker) -> None:
    store = maker.store(maker.campaign(each=0, common=1, gold=[gold(1), gold(2, hidden=True)]))
    one, _ = everybody(store)
    told = {}
    while (screen := store.next(one)) is not None:
        wrong = "left" if screen.outputs[0].startswith("bad") else "right"
        told[screen.key] = store.record(one, screen.key, screen.key, {"choice": wrong}, 9).feedback
        if screen.key == "gold1":
            right = "right" if wrong == "left" else "left"
            feedback = told[screen.key]
            assert feedback is not None
            assert (feedback.explanation, feedback.expected) == ("because 1", {"choice": right})
            # Whoever has been told the answer does not get it right any more.
            assert store.record(one, screen.key, "second", {"choice": right}, 9).feedback is None
    assert [key for key, feedback in told.items() if feedback] == ["gold1"]
    progress = store.progress()[0]
    assert (progress.gold_right, progress.gold_answered) == (0, 2)
    assert progress.gold_accuracy == 0


def test_below_the_threshold_of_gold_work_is_set_aside(maker: Maker) -> None:
    golden = [gold(number) for number in range(5)]
    store = maker.store(maker.campaign(each=1, gold=golden, gold_threshold=60, gold_least=5))
    one, other = everybody(store)
    for person, wrong in ((one, 3), (other, 2)):
        left = wrong
        while (screen := store.next(person)) is not None:
            good = "left" if screen.outputs[0].startswith("good") else "right"
            bad = "right" if good == "left" else "left"
            mistaken = screen.key.startswith("gold") and left > 0
            left -= mistaken
            store.record(person, screen.key, screen.key, {"choice": bad if mistaken else good}, 9)
    assert [one.annotator.aside for one in store.progress()] == ["gold", None]
    assert len(store.judgments()) == 12
    assert {judgment.aside for judgment in store.judgments() if judgment.annotator == one.name} == {"gold"}


def test_the_organiser_sets_aside_takes_back_closes(maker: Maker) -> None:
    store = maker.store(maker.campaign())
    one, _ = everybody(store)
    screen = store.next(one)
    assert screen is not None
    store.record(one, screen.key, "id", {"choice": "left"}, 5)
    store.set_aside(one, "asked to")
    assert store.judgments()[0].aside == "asked to"
    store.take_back(one)
    assert store.judgments()[0].aside is None
    with pytest.raises(DataError, match="reason"):
        store.set_aside(one, " ")
    store.close()
    assert store.closed
    assert store.next(one) is None
    following = store.screen(one, screen.key)
    with pytest.raises(ClosedError):
        store.record(one, following.key, "late", {"choice": "left"}, 5)
    # What was acknowledged before may be sent again.
    assert store.record(one, screen.key, "id", {"choice": "left"}, 5).again
    store.reopen()
    assert store.next(one) is not None


def test_consent_is_kept(maker: Maker) -> None:
    campaign = maker.campaign(consent="I agree.")
    store = maker.store(campaign)
    one, _ = everybody(store)
    assert one.consent is None
    store.consent(one, campaign.settings.consent_version)
    assert everybody(store)[0].consent == campaign.settings.consent_version != ""


def test_the_pool_gives_each_item_to_distinct_people(maker: Maker) -> None:
    campaign = maker.campaign(annotators=4, pool=5, each=5, judgments=2)
    store = maker.store(campaign)
    people = everybody(store)
    seen: dict[str, list[str]] = {}
    open_ = list(people)
    while open_:
        for person in list(open_):
            screen = store.next(person)
            if screen is None:
                open_.remove(person)
                continue
            store.record(person, screen.key, screen.key, {"choice": "left"}, 9)
            seen.setdefault(screen.key, []).append(person.name)
    assert set(seen) == set(campaign.pool)
    assert all(len(judges) == len(set(judges)) == 2 for judges in seen.values())


def test_an_item_of_somebody_who_left_comes_back(maker: Maker) -> None:
    campaign = maker.campaign(annotators=2, pool=1, each=1, lease=600)
    store = maker.store(campaign)
    one, other = everybody(store)
    taken = store.next(one)
    assert taken is not None
    assert store.next(other) is None
    maker.clock.now += 601
    given = store.next(other)
    assert given is not None
    assert given.key == taken.key
    # Whoever was away has lost it, unless they answer all the same: no answer is thrown away.
    assert store.record(one, taken.key, "late", {"choice": "left"}, 9).code is not None
    store.record(other, given.key, "id", {"choice": "right"}, 9)
    assert len(store.judgments()) == 2


def test_an_expired_lease_is_renewed_or_lost(maker: Maker) -> None:
    store = maker.store(maker.campaign(annotators=2, pool=1, each=1, lease=600))
    one, other = everybody(store)
    taken = store.next(one)
    maker.clock.now += 601
    assert store.next(one) == taken
    maker.clock.now += 601
    given = store.next(other)
    assert given is not None
    store.record(other, given.key, "id", {"choice": "right"}, 9)
    assert store.next(one) is None
    with pytest.raises(NotTheirsError):
        store.record(one, given.key, "late", {"choice": "left"}, 9)


def test_work_set_aside_does_not_fill_the_pool(maker: Maker) -> None:
    store = maker.store(maker.campaign(annotators=2, pool=1, each=1))
    one, other = everybody(store)
    answer_all(store, one)
    assert store.next(other) is None
    store.set_aside(one, "careless")
    assert store.next(other) is not None
    # Nobody who is set aside takes from the pool.
    assert store.next(one) is None


def test_open_items_are_given_to_somebody_else(maker: Maker) -> None:
    campaign = maker.campaign(common=2, each=3, warm_up=1)
    store = maker.store(campaign)
    one, other = everybody(store)
    first = answer_all(store, other)
    assert len(first) == 6
    assert store.reassign(one, other) == 3
    moved = answer_all(store, other)
    assert {campaign.items[key].role for key in moved} == {"own"}
    assert store.progress()[0].total == 3
    with pytest.raises(DataError, match="already"):
        store.reassign(one, one)


def test_somebody_who_wants_it_is_removed(maker: Maker) -> None:
    campaign = maker.campaign(annotators=["Maria Muster", "Jan"])
    store = maker.store(campaign)
    token = Links.read(campaign.folder).annotators["Maria Muster"]
    maria, jan = everybody(store)
    answer_all(store, maria)
    answer_all(store, jan)
    store.remove(maria)
    assert store.annotator(token) is None
    assert {judgment.annotator for judgment in store.judgments()} == {"Jan"}
    assert store.progress()[0].removed
    for file in campaign.folder.iterdir():
        assert b"Maria" not in file.read_bytes()
    again = Campaign.read(campaign.folder)
    assert again.annotators[1] == "Jan"
    assert len(maker.store(again).judgments()) == 3


def test_fast_answers_are_flagged(maker: Maker) -> None:
    store = maker.store(maker.campaign(each=2))
    one, other = everybody(store)
    answer_all(store, one, seconds=0.2)
    answer_all(store, other, seconds=20)
    assert [person.fast for person in store.progress()] == [2, 0]
    assert [person.median_seconds for person in store.progress()] == [0.2, 20]


def test_many_at_once_lose_nothing_and_take_nothing_twice(maker: Maker) -> None:
    """Ten people in ten threads, each with a store of their own, as if they were processes."""
    campaign = maker.campaign(annotators=10, pool=20, each=20, judgments=2)
    stores = [maker.store(campaign) for _ in range(10)]
    people = everybody(stores[0])
    with ThreadPoolExecutor(10) as threads:
        done = list(threads.map(lambda pair: answer_all(*pair), zip(stores, people, strict=True)))
    keys = [key for own in done for key in own]
    assert sorted(keys) == sorted([*campaign.pool, *campaign.pool])
    assert len(stores[0].judgments()) == 40


def test_several_tabs_of_one_person_do_not_wait_for_each_other(maker: Maker) -> None:
    campaign = maker.campaign(annotators=2, pool=12, each=12, common=4, gold=[gold(1)], gold_threshold=0)
    stores = [maker.store(campaign) for _ in range(4)]
    one, other = everybody(stores[0])

    def tab(number: int) -> None:
        person, store = (one, other)[number % 2], stores[number]
        while (screen := store.next(person)) is not None:
            store.screen(person, screen.key)
            store.record(person, screen.key, f"{number}-{screen.key}", {"choice": "left"}, 9)

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(tab, range(4)))
    said = stores[0].judgments()
    assert len(said) == 12 + 2 * 5
    assert len({(judgment.annotator, judgment.item.key) for judgment in said}) == len(said)


def test_opening_twice_at_once_enters_everybody_once(maker: Maker) -> None:
    campaign = maker.campaign()
    with ThreadPoolExecutor(4) as threads:
        stores = list(threads.map(lambda _: maker.store(campaign), range(4)))
    assert len(stores[0].progress()) == 2


def test_nothing_secret_is_in_the_database(sqlite_maker: Maker) -> None:
    campaign = sqlite_maker.campaign()
    links = Links.read(campaign.folder)
    kept = b"".join(file.read_bytes() for file in campaign.folder.glob("judgments.sqlite*"))
    for token in (links.organiser, *links.annotators.values()):
        assert token.encode() not in kept
        assert token not in json.dumps(campaign.to_dict())


def test_passwords_are_not_kept_or_shown(sqlite_maker: Maker) -> None:
    address = "postgresql+psycopg://me:secret@127.0.0.1:1/none"
    with pytest.raises(DataError) as refused:
        Store.open(sqlite_maker.campaign(), address)
    assert "secret" not in str(refused.value)
    assert "127.0.0.1" in str(refused.value)


def test_a_password_is_not_in_the_plan(
    postgresql_address: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    address = postgresql_address.replace("postgres@", "postgres:secret@")
    maker = Maker(tmp_path_factory.mktemp("plan"), address)
    campaign = maker.campaign()
    assert "secret" not in (campaign.folder / "campaign.json").read_text(encoding="utf-8")
    assert campaign.database is not None
    assert campaign.database.startswith("postgresql+psycopg://postgres@/")
