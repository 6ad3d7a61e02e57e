"""What systems are tuned to and tested with. All texts are tokenised and lower-case already."""

from __future__ import annotations

WORDS = "tokenize=none"
ORDER = f"{WORDS},source_tokenize=none"

METRICS = {
    "BLEU": f"bleu:{WORDS}",
    "BLEU-SBP": f"bleu-sbp:{WORDS}",
    "4-GRR": f"4-grr:{WORDS}",
    "Qmean": f"qmean:{WORDS}",
    "PORT": f"port:{ORDER}",
    "LR-HB4": f"lr-hb4:preset=wmt12,{ORDER}",
    "LR-KB4": f"lr-kb4:preset=wmt12,{ORDER}",
    "TESLA-M": "tesla-m",
    "TER": "ter",
    "chrF": "chrf",
    "METEOR": f"meteor:{WORDS}",
    "pitch": "pitch",
}
#: PORT with its measure of word order replaced (table 9 of its paper), to tune to only.
VARIANTS = {"PORT-rho": f"port:ordering=rho,{ORDER}", "PORT-tau": f"port:ordering=tau,{ORDER}"}
#: Those of the papers' tables, which are tuned first.
FIRST = ("BLEU", "PORT", "LR-HB4", "TESLA-M")


def specs(target: str) -> dict[str, str]:
    """The metrics for text in a language. Synonyms of German come with other programs (LibreOffice)."""
    return METRICS | ({"TESLA-M": "tesla-m:synonyms=none"} if target == "de" else {})
