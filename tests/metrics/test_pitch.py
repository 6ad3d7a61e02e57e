"""pitch: its parts by themselves, its frozen file, and where it goes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe.metrics import get
from pitchpipe.metrics.frozen_mixture import frozen
from pitchpipe.metrics.lookup import from_signature
from tests.commands import Run
from tests.metrics.texts import lines

CHRF, CER = "chrf:char_order=4,whitespace=true,beta=3", "cer"


def test_the_first_version_never_changes() -> None:
    assert get("pitch").name == "pitch-1"
    assert frozen("pitch-1").parameters == {"weights": [0.742309, 0.257691]}
    assert frozen("pitch-1").metric == f"1*{CHRF}+1*{CER}"
    assert frozen("pitch-1").shown_digest == "d97e7fc73e91"


@given(st.lists(st.tuples(lines, lines), min_size=1, max_size=4))
def test_it_is_its_parts(corpus: list[tuple[str, str]]) -> None:
    hypotheses, references = (list(column) for column in zip(*corpus, strict=True))
    pitch, chrf, cer = (
        get(spec).corpus_score(hypotheses, [references], references_by="stream").score
        for spec in ("pitch", CHRF, CER)
    )
    assert pitch == pytest.approx(0.742309 * chrf + 0.257691 * (100 - cer), abs=1e-9)
    for hypothesis, reference in corpus:
        scores = [get(spec).sentence_score(hypothesis, [reference]).score for spec in ("pitch", CHRF, CER)]
        assert scores[0] == pytest.approx(0.742309 * scores[1] + 0.257691 * (100 - scores[2]), abs=1e-9)


def test_by_hand() -> None:
    # Of "ab" and "ac": one of two characters, no pair; F = 25 % over two orders, one edit of two.
    assert get("pitch").sentence_score("ab", ["ac"]).score == pytest.approx(0.742309 * 25 + 0.257691 * 50)
    assert get("pitch").sentence_score("the cat", ["the cat"]).score == pytest.approx(100.0)
    assert get("pitch").sentence_score("a" * 50, ["b"]).score < 0.0


def test_names_and_signatures() -> None:
    assert get("pitch") == get("pitch-1") == get("Pitch")
    signature = get("pitch").corpus_score(["a b"], [["a c"]]).signature
    assert signature.startswith("pitch-1|nrefs:1|version:")
    assert from_signature(signature) == get("pitch")
    mixed = get("0.5*pitch+0.5*ter")
    assert mixed.spec == "0.5*pitch-1+0.5*ter"
    assert get(mixed.spec) == mixed


def test_it_reads_any_script() -> None:
    score = get("pitch").corpus_score(["橋は今日閉まっています。"], [["その橋は今日は閉まっています。"]])
    assert 50 < score.score < 100
    assert set(score.parts) == {CHRF, CER}


def test_where_it_comes_from_is_shown(run: Run) -> None:
    shown = run("metrics", "pitch").out
    for text in (
        "0.742309*chrf:char_order=4,whitespace=true,beta=3+0.257691*cer",
        "learnt from wmt12 cs-en, wmt12 de-en",
        "out of English alone, gain over chrf: +0.0130 [+0.0064, +0.0199]",
        "      wmt12 en-es: -0.0057 [-0.0205, +0.0090]",
        "wmt22, gain over chrf: +0.0102 [+0.0078, +0.0124]",
        "mind: out of English it was tested on",
    ):
        assert text in shown
