"""The whole campaign as one archive: the plan, every judgment, and what follows from them."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Sequence
from dataclasses import replace

from pitchpipe.judging.agreeing import AgreementTable
from pitchpipe.judging.campaign import PLAN, Campaign
from pitchpipe.judging.exporting import Exported, jsonl_text, pseudonyms, ranks_text, table_text
from pitchpipe.judging.humans import counting
from pitchpipe.judging.store.records import Judgment

#: So that the same campaign makes the same bytes.
_DATE = (1980, 1, 1, 0, 0, 0)


def archive(
    campaign: Campaign, judgments: Sequence[Judgment], table: AgreementTable, *, anonymous: bool
) -> bytes:
    """A ZIP file; ``judgments`` are all there are, already without names where ``anonymous``."""
    called = pseudonyms(campaign.annotators) if anonymous else {name: name for name in campaign.annotators}
    plan = replace(
        campaign,
        annotators=tuple(called.values()),
        assignment={called[name]: keys for name, keys in campaign.assignment.items()},
        database=None if anonymous else campaign.database,
    )
    everything = Exported(plan, judgments, anonymous=anonymous)
    files = {PLAN: _json(plan.to_dict()), "judgments.jsonl": jsonl_text(everything)}
    counted = counting(judgments)
    if counted:
        name, text = ("scores.tsv", table_text) if plan.protocol.is_scored else ("ranks.tsv", ranks_text)
        files[name] = text(replace(everything, judgments=counted))
    files["agreement.json"] = _json(table.to_dict())
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in files.items():
            packed.writestr(zipfile.ZipInfo(name, _DATE), content.encode("utf-8"))
    return written.getvalue()


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"
