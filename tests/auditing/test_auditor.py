"""The audit of a test set."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pitchpipe as pp
from pitchpipe.aligning import GivenLinks
from pitchpipe.auditing.changes import changed, cut_to, filled_to
from pitchpipe.auditing.grids import machine_rows, overview
from pitchpipe.metrics.registry import find, names

EXAMPLES = Path(__file__).parents[2] / "examples"
METRICS = ("bleu", "bleu-sbp", "wrr", "4-grr")


def examples(*systems: str, references: str = "a") -> pp.TestSet:
    return pp.TestSet.read(
        source=EXAMPLES / "source.de",
        references=[EXAMPLES / f"reference.{name}.en" for name in references],
        systems={name: EXAMPLES / "systems" / f"{name}.en" for name in systems},
        documents=EXAMPLES / "documents.tsv",
    )


@pytest.fixture(scope="module")
def good() -> pp.AuditTable:
    return pp.audit(examples("good"), METRICS)


def test_verdicts(good: pp.AuditTable) -> None:
    words = {one.metric: one.verdict.word for one in good}
    assert words == {
        "bleu": "contradicts itself",
        "bleu-sbp": "contradicts itself",
        "wrr": "consistent",
        "4-grr": "consistent",
    }
    assert good["bleu"].verdict.text.startswith(
        "bleu contradicts itself: the sign test finds good cut to 0.90 "
    )
    assert "no contradiction was found" in good["4-grr"].verdict.text


def test_bleu_sbp_contradicts_itself_less(good: pp.AuditTable) -> None:
    bleu, sbp = good["bleu"], good["bleu-sbp"]
    assert (sbp.sign.made.majority or 0) < (bleu.sign.made.majority or 0)
    assert sbp.genres.margin < bleu.genres.margin
    assert (sbp.trading.forgiven or 0) < 5 < (bleu.trading.forgiven or 0)


def test_numbers_agree_with_score(good: pp.AuditTable) -> None:
    scored = pp.score(examples("good"), METRICS)
    for one in good:
        assert one.scores == {"good": scored["good", one.metric].score}
        assert one.signature == scored["good", one.metric].signature


def test_two_systems_are_compared_as_they_are() -> None:
    table = pp.audit(examples("good", "short"), ["bleu"], samples=50)
    bleu = table["bleu"]
    compared = pp.compare(examples("good", "short"), metrics=["bleu"], test="sign", samples=50)["bleu"]
    assert bleu.sign.given is not None
    assert bleu.sign.given.forward == compared.comparisons[0].forward
    assert bleu.sign.given.backward == compared.comparisons[0].backward
    scored = pp.score(examples("good", "short"), ["bleu"], by="domain")
    assert bleu.genres.given is not None
    assert [(part.name, part.first_score) for part in bleu.genres.given.parts] == [
        (group.name, group.score) for group in scored["good", "bleu"].groups
    ]
    assert (table.system, table.other, table.by) == ("good", "short", "domain")
    assert table.groups == {"news": 16, "conversation": 16, "travel": 16}


def test_threads_and_repetition_change_nothing(good: pp.AuditTable) -> None:
    for threads in (1, 2):
        again = pp.audit(examples("good"), METRICS, threads=threads)
        assert json.dumps(again.to_dict()) == json.dumps(good.to_dict())


def test_the_seed_is_used(good: pp.AuditTable) -> None:
    other = pp.audit(examples("good"), ["bleu"], seed=7)
    assert other["bleu"].trading != good["bleu"].trading
    assert other["bleu"].sign == good["bleu"].sign


def test_json_is_plain(good: pp.AuditTable) -> None:
    written = json.loads(json.dumps(good.to_dict(), allow_nan=False))
    assert (written["system"], written["segments"], written["by"]) == ("good", 48, "domain")
    bleu = written["metrics"][0]
    assert bleu["sign"]["contradiction"] is True
    assert sum(part["segments"] for part in bleu["genres"]["found"]["parts"]) == 48
    assert bleu["deletion"]["greedy"]["words_share"] == good["bleu"].deletion.greedy.words_share  # type: ignore[union-attr]


def test_metrics_are_found_as_they_were_written() -> None:
    table = pp.audit(examples("good"), ["bleu:max_order=4"], samples=20)
    assert table["bleu:max_order=4"] is table["bleu"]
    with pytest.raises(pp.DataError, match="metric 'chrf' was not audited: there are bleu"):
        table["chrf"]


@pytest.mark.parametrize("by", ["document", "length", "bleu", ["x", "y"] * 24])
def test_groups(by: str | list[str]) -> None:
    table = pp.audit(examples("good", "verbose"), ["wrr"], by=by, samples=20)
    assert table.by == (by if isinstance(by, str) else "labels")
    assert sum(table.groups.values()) == 48
    assert table["wrr"].genres.given is not None
    assert not table["wrr"].genres.contradiction


def test_length_is_the_default_where_there_are_no_domains() -> None:
    bare = pp.TestSet(systems={"s": ["a b", "c d e"]}, references={"A": ["a b", "c e d"]})
    assert pp.audit(bare, ["bleu"], samples=20).by == "length"


def test_skipped_segments_take_their_labels_along() -> None:
    whole = examples("good", "short")
    references = {"a": [None, *whole.references["reference.a.en"][1:]]}
    gaps = pp.TestSet(systems=whole.systems, references=references)
    labels = ["gone", *["x"] * 20, *["y"] * 27]
    with pytest.raises(pp.DataError, match="segment 1 has no reference"):
        pp.audit(gaps, ["bleu"], by=labels)
    table = pp.audit(gaps, ["bleu"], by=labels, missing="skip", samples=20)
    assert (table.groups, table.skipped, table.segments) == ({"x": 20, "y": 27}, 1, 47)


@pytest.mark.parametrize("aligner", [None, pp.aligning.TestSetAligner()])
def test_word_order_is_aligned_without_the_outputs(aligner: pp.aligning.TestSetAligner | None) -> None:
    # One metric that asks for it is enough.
    table = pp.audit(examples("good"), ["wer", "lr-kb4"], samples=20, aligner=aligner)
    expected = pp.score(examples("good"), ["lr-kb4"], aligner=pp.aligning.TestSetAligner(with_systems=False))
    assert table["lr-kb4"].scores["good"] == expected["good", "lr-kb4"].score


# -- immunity --------------------------------------------------------------------------------------

DECOMPOSABLE = [
    name
    for name in names()
    if find(name).cls.facts()["decomposable"].holds
    and find(name).cls.facts()["self_contained"].holds
    and find(name).cls.needs == {"references"}
    and find(name).cls.direction != "none"
]
WORDS = st.lists(st.sampled_from(["a", "b", "c", "the"]), max_size=7).map(" ".join)


def test_there_are_decomposable_metrics() -> None:
    assert {"wrr", "4-grr", "wer"} <= set(DECOMPOSABLE)


@settings(max_examples=15)
@given(st.lists(st.tuples(WORDS, WORDS, WORDS), min_size=1, max_size=9), st.integers(0, 99))
def test_decomposable_metrics_never_contradict_themselves(
    lines: list[tuple[str, str, str]], seed: int
) -> None:
    first, second, reference = map(list, zip(*lines, strict=True))
    labels = [str(label) for label in np.random.default_rng(seed).integers(0, 3, len(lines))]
    test_set = pp.TestSet(systems={"s": first, "t": second}, references={"A": reference})
    for one in pp.audit(test_set, DECOMPOSABLE, by=labels, samples=5, seed=seed):
        assert not one.sign.contradiction, one.metric
        assert not one.genres.contradiction, one.metric
        assert one.trading.forgiven in (None, 0.0), one.metric


# -- edges -----------------------------------------------------------------------------------------


def test_one_segment() -> None:
    one = pp.TestSet(systems={"s": ["a b c"]}, references={"A": ["a b d"]})
    for found in pp.audit(one, METRICS):
        assert (found.deletion.greedy, found.padding.junk) == (None, None)
        assert found.genres.found is None
        json.dumps(found.to_dict(), allow_nan=False)


@pytest.mark.parametrize(("hyp", "ref"), [("", "a b c"), ("a b c", ""), ("", "")])
def test_empty_texts(hyp: str, ref: str) -> None:
    empty = pp.TestSet(systems={"s": [hyp] * 3, "t": [hyp] * 3}, references={"A": [ref] * 3})
    for found in pp.audit(empty, (*METRICS, "chrf", "ter", "nist"), samples=20):
        assert not found.sign.contradiction, found.metric
        json.dumps(found.to_dict(), allow_nan=False)


def test_texts_without_spaces() -> None:
    chinese = pp.TestSet(
        systems={"s": ["我喜欢苹果和梨", "他来了"] * 9}, references={"A": ["我爱苹果和梨子", "他到了"] * 9}
    )
    found = pp.audit(chinese, ["bleu:tokenize=zh"])["bleu:tokenize=zh"]
    assert found.sign.made.first_score < found.scores["s"]
    assert found.deletion.greedy is not None
    assert found.deletion.greedy.words_share is not None


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"metrics": []}, "there is no metric"),
        ({"metrics": ["length-ratio"]}, "length-ratio has no direction: neither high nor low is better"),
        ({"metrics": ["external:scores.txt"]}, "external:scores.txt has numbers for given outputs only"),
        ({"metrics": ["nonesuch"]}, "nonesuch"),
        ({"samples": 0}, "the number of samples must be a whole number from 1"),
        ({"seed": -1}, "the seed must be"),
        ({"confidence": 100}, "confidence must be between 0 and 100"),
        ({"by": "genre"}, "'genre'"),
        ({"by": ["x"]}, "1 labels for 48 segments"),
        ({"missing": "perhaps"}, "missing must be"),
    ],
)
def test_bad_arguments(options: dict[str, object], message: str) -> None:
    with pytest.raises(pp.PitchpipeError, match=message):
        pp.audit(examples("good"), **options)  # type: ignore[arg-type]


def test_links_do_not_fit_changed_outputs() -> None:
    links = GivenLinks([[""] * 48], {"good": [""] * 48})
    with pytest.raises(pp.ParameterError, match="do not fit changed outputs"):
        pp.audit(examples("good"), ["lr-kb4:tokenize=none,source_tokenize=none"], aligner=links)


def test_the_number_of_systems() -> None:
    with pytest.raises(pp.DataError, match="an audit takes one system or two, and there are 3 systems"):
        pp.audit(examples("good", "short", "verbose"))
    with pytest.raises(pp.DataError, match="and there is no system"):
        pp.audit(pp.TestSet(references={"A": ["a"]}))
    with pytest.raises(pp.DataError, match="there is no reference"):
        pp.audit(pp.TestSet(systems={"s": ["a"]}))


def test_what_could_not_be_audited_is_not_said_to_be_unaffected() -> None:
    one = pp.TestSet(systems={"s": ["a b c"], "t": ["a b"]}, references={"A": ["a b d"]})
    table = pp.audit(one, ["wer"])
    assert (table["wer"].verdict.word, table["wer"].verdict.affected) == ("n/a", None)
    for grid, missing in ((overview(table), "n/a"), (machine_rows(table), "")):
        (row,) = grid.rows
        last = dict(zip(grid.header, row, strict=True))["affected"]
        assert last.text(2 if missing else None) == missing


def test_whether_the_given_comparison_is_affected(good: pp.AuditTable) -> None:
    assert good["bleu"].verdict.affected is None
    test_set = examples("good")
    both = replace(test_set, systems={**test_set.systems, "twin": test_set.systems["good"]})
    bleu = pp.audit(both, ["bleu", "wrr"], samples=100)["bleu"]
    assert bleu.verdict.affected is False
    assert bleu.verdict.text.endswith(
        "Your comparison, good and twin, is not affected: "
        "the contradiction is between outputs made for the audit."
    )
    # The terse and the wordy version of which the audit says that the sign test prefers either.
    versions = changed(test_set).systems
    terse = {name: versions[key] for name, key in (("terse", cut_to(0.9)), ("wordy", filled_to(1.02, 0.9)))}
    found = pp.audit(replace(test_set, systems=terse), ["bleu"], samples=100)["bleu"]
    assert found.verdict.affected is True
    assert found.verdict.text.endswith("Your comparison, terse and wordy, is affected.")
    assert "terse better than wordy, and the reverse, by 100 % of the substitutions" in found.verdict.text
    assert pp.audit(both, ["wrr"], samples=100)["wrr"].verdict.affected is False
