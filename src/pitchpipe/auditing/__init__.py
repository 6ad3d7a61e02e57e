"""Whether metrics contradict themselves, or look away: the scenarios of Chiang et al. (2008)."""

from pitchpipe.auditing.auditor import audit
from pitchpipe.auditing.results import (
    AuditTable,
    DeletionAudit,
    GenreAudit,
    MetricAudit,
    Mixing,
    PaddingAudit,
    Part,
    SignAudit,
    SignPair,
    Tolerance,
    TradingAudit,
    Verdict,
)

__all__ = [
    "AuditTable",
    "DeletionAudit",
    "GenreAudit",
    "MetricAudit",
    "Mixing",
    "PaddingAudit",
    "Part",
    "SignAudit",
    "SignPair",
    "Tolerance",
    "TradingAudit",
    "Verdict",
    "audit",
]
