"""What Chiang et al. (2008) claim, on real outputs: BLEU contradicts itself, BLEU-SBP less, WRR, 4-GRR never.

Each of 20 samples of segments is audited, and every claim must hold in 19 of them.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import pitchpipe as pp

SEEDS = 20
ENOUGH = 19
METRICS = ("bleu", "bleu-sbp", "wrr", "4-grr")
Claim = Callable[[pp.AuditTable], bool]


def bleu_contradicts_itself_by_the_sign_test(table: pp.AuditTable) -> bool:
    """§3.1."""
    return table["bleu"].sign.made.contradiction


def sbp_less_by_the_sign_test(table: pp.AuditTable) -> bool:
    """§4.2; a smaller majority, or none."""
    sbp = table["bleu-sbp"].sign.made
    return not sbp.contradiction or (sbp.majority or 0.0) < (table["bleu"].sign.made.majority or 0.0)


def bleu_contradicts_itself_on_genres(table: pp.AuditTable) -> bool:
    """§3.2; by a twentieth of the score at least."""
    bleu = table["bleu"]
    return bleu.genres.margin > 0.05 * bleu.scores[table.system]


def sbp_less_on_genres(table: pp.AuditTable) -> bool:
    """§4.2."""
    return table["bleu-sbp"].genres.margin < 0.7 * table["bleu"].genres.margin


def bleu_overlooks_deletion(table: pp.AuditTable) -> bool:
    """§3.3; with a surplus of words, at random."""
    surplus = table["bleu"].deletion.surplus
    return surplus is not None and (surplus.free_words_share or 0.0) > 3.0


def the_others_overlook_less(table: pp.AuditTable) -> bool:
    """§4.2 and 4.3."""
    found = [table[metric].deletion.surplus for metric in METRICS]
    bleu, *others = (0.0 if one is None else one.free_words_share or 0.0 for one in found)
    return max(others) < bleu / 2


def only_bleu_trades_lengths(table: pp.AuditTable) -> bool:
    """§2 and 4.2."""
    bleu, *others = (table[metric].trading.forgiven or 0.0 for metric in METRICS)
    return bleu > 15 and max(map(abs, others)) < 5


CLAIMS: tuple[Claim, ...] = (
    bleu_contradicts_itself_by_the_sign_test,
    sbp_less_by_the_sign_test,
    bleu_contradicts_itself_on_genres,
    sbp_less_on_genres,
    bleu_overlooks_deletion,
    the_others_overlook_less,
    only_bleu_trades_lengths,
)


def check(test_set: pp.TestSet, segments: int) -> None:
    """Audits samples of segments, each of another system."""
    held = dict.fromkeys(CLAIMS, 0)
    names = list(test_set.systems)
    for seed in range(SEEDS):
        chosen = np.random.default_rng(seed).choice(len(test_set), segments, replace=False)
        sample = test_set.with_systems(names[seed % len(names)]).select(np.sort(chosen))
        table = pp.audit(sample, METRICS, samples=100, seed=seed)
        for metric in ("wrr", "4-grr"):
            assert not table[metric].sign.contradiction
            assert not table[metric].genres.contradiction
        for claim in CLAIMS:
            held[claim] += claim(table)
    failed = {claim.__name__: count for claim, count in held.items() if count < ENOUGH}
    assert not failed


def real(shared: Path, year: str, pair: str, reference: str) -> pp.TestSet:
    read = pp.read_test_set(shared / "data" / year, language_pair=pair, references=[reference], unescape=True)
    return read.with_systems([name for name in read.systems if not name.startswith("refA")])


def test_wmt22(shared: Path) -> None:
    check(real(shared, "wmt22", "de-en", "refA"), segments=200)


@pytest.mark.full
@pytest.mark.parametrize(
    ("year", "pair", "reference"),
    [
        ("wmt22", "de-en", "refA"),
        ("wmt22", "cs-en", "refB"),
        ("wmt12", "de-en", "refA"),
        ("wmt12", "fr-en", "refA"),
    ],
)
def test_larger_samples(shared: Path, year: str, pair: str, reference: str) -> None:
    check(real(shared, year, pair, reference), segments=1000)
