"""Judgments as files: what ``meta`` and ``fit`` read, what others do, and everything in one archive.

Anonymised, annotators are called ``a01``, ``a02``, …, and neither comments nor the time of day are written.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pitchpipe.agreement.ranks import Ranks
from pitchpipe.agreement.scores import SegmentScores
from pitchpipe.errors import ParameterError
from pitchpipe.judging.campaign import Campaign
from pitchpipe.judging.humans import Scores, human_of
from pitchpipe.judging.ratings import z_scale
from pitchpipe.judging.store.records import Judgment
from pitchpipe.wording import meant, quoted


@dataclass(frozen=True)
class Exported:
    """What is to be written: judgments that count, under the names that may be shown."""

    campaign: Campaign
    judgments: Sequence[Judgment]
    scores: Scores = "raw"
    pair: tuple[str, str] | None = None
    anonymous: bool = True

    def languages(self, form: str) -> tuple[str, str]:
        """The language pair, which some formats must have."""
        settings = self.campaign.settings
        source, target = self.pair or (settings.source_language, settings.target_language)
        if source is None or target is None:
            raise ParameterError(f"{form} names languages, and the campaign does not: say -l de-en")
        return source, target

    def require(self, form: str, *, scored: bool) -> None:
        """Refuses a form that has no room for what was asked."""
        if self.campaign.protocol.is_scored != scored:
            wanted = (
                "scores, and people gave orders: ranks" if scored else "orders, and people gave scores: table"
            )
            raise ParameterError(f"{form} is for {wanted} has these")


def pseudonyms(names: Sequence[str]) -> dict[str, str]:
    """What annotators are called where nobody is to know who they are.

    >>> pseudonyms(["Maria", "Jan"])
    {'Maria': 'a01', 'Jan': 'a02'}
    """
    width = max(2, len(str(len(names))))
    return {name: f"a{number:0{width}}" for number, name in enumerate(names, 1)}


def anonymised(campaign: Campaign, judgments: Iterable[Judgment]) -> list[Judgment]:
    """Judgments without names, comments and the time of day."""
    called = pseudonyms(campaign.annotators)
    return [
        replace(
            one,
            annotator=called.get(one.annotator, "a00"),
            time=0.0,
            answer={key: value for key, value in one.answer.items() if key != "comment"},
        )
        for one in judgments
    ]


def ranks_text(given: Exported) -> str:
    """Every pair of every ranking, as ``agreement.readers.ranks`` reads them."""
    given.require("ranks", scored=False)
    human = human_of(given.campaign, given.judgments)
    assert isinstance(human, Ranks)
    header = ["seg_index", "judge", "task", "sysA", "sysB", "rankA", "rankB"]
    lines = [header if human.weight is None else [*header, "weight"]]
    for at in range(len(human)):
        preference = int(human.preference[at])
        row = [
            str(human.segment[at]),
            human.judge[at],
            human.task[at],
            human.systems[human.first[at]],
            human.systems[human.second[at]],
            "2" if preference < 0 else "1",
            "2" if preference > 0 else "1",
        ]
        lines.append(row if human.weight is None else [*row, repr(float(human.weight[at]))])
    return _tsv(lines)


def table_text(given: Exported) -> str:
    """A row for each score, with its system, segment (from 1), document, rater and source."""
    given.require("table", scored=True)
    protocol = given.campaign.protocol
    scale = z_scale(protocol, given.judgments)
    lines = [["system", "segment", "document", "rater", "score", "source"]]
    for one in given.judgments:
        for system, score in zip(one.item.systems, protocol.scores(one.answer) or [], strict=True):
            value = scale(one.annotator, score) if given.scores == "z" else score
            item = one.item
            place = [system, str(item.segment + 1), item.document or "", one.annotator]
            lines.append([*place, repr(float(value)), item.source or ""])
    return _tsv(lines)


def wmt_text(given: Exported) -> str:
    """The CSV of WMT's rankings: a row for each task, with ``systemNId`` and ``systemNrank``."""
    given.require("wmt-csv", scored=False)
    source, target = given.languages("wmt-csv")
    most = max((len(one.item.systems) for one in given.judgments), default=2)
    slots = [title for number in range(1, most + 1) for title in (f"system{number}Id", f"system{number}rank")]
    lines = [["srclang", "trglang", "srcIndex", "documentId", "judgeId", "rankingID", *slots]]
    for one in given.judgments:
        ranks = given.campaign.protocol.ranks(one.answer) or []
        filled = [field for pair in zip(one.item.systems, map(str, ranks), strict=True) for field in pair]
        place = [source, target, str(one.item.segment + 1), one.item.document or "-1", one.annotator]
        # Nobody was ranked in the places that are left.
        empty = [field for at in range(len(ranks), most) for field in (f"none{at + 1}", "-1")]
        lines.append([*place, one.item.key, *filled, *empty])
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows(lines)
    return written.getvalue()


def pearmut_text(given: Exported) -> str:
    """JSON lines as Pearmut's log has them: ``user_id``, ``item_i``, ``item`` and ``annotation``."""
    given.require("pearmut", scored=True)
    number = {key: at for at, key in enumerate(given.campaign.items)}
    return "".join(
        _json(
            {
                "user_id": one.annotator,
                "item_i": number[one.item.key],
                "item": [_pearmut_item(one)],
                "annotation": [_pearmut_answer(given.campaign, one)],
                "actions": [{"action": "submit", "time": one.time, "seconds": one.seconds}],
            }
        )
        for one in given.judgments
    )


def _pearmut_item(one: Judgment) -> dict[str, Any]:
    item = one.item
    texts = {"src": item.source, "ref": item.reference, "document": item.document}
    return {
        "item_id": str(item.segment + 1),
        "tgt": dict(zip(item.systems, item.outputs, strict=True)),
        **{key: text for key, text in texts.items() if text is not None},
    }


def _pearmut_answer(campaign: Campaign, one: Judgment) -> dict[str, Any]:
    scores = campaign.protocol.scores(one.answer) or []
    entries = one.answer.get("outputs", [{"spans": [], "missing": []}] * len(scores))
    found: dict[str, Any] = {}
    for system, score, entry in zip(one.item.systems, scores, entries, strict=True):
        placed = [
            # Ends are the last letter there.
            {"start_i": span["start"], "end_i": span["end"] - 1, **_kind(span)}
            for span in entry["spans"]
        ]
        missing = [{"start_i": "missing", "end_i": "missing", **_kind(error)} for error in entry["missing"]]
        found[system] = {"score": score, "error_spans": [*placed, *missing]}
    return found


def _kind(error: dict[str, Any]) -> dict[str, Any]:
    return {key: error[key] for key in ("severity", "category") if key in error}


def jsonl_text(given: Exported) -> str:
    """Every judgment with everything: item, systems, answer by system, the order shown, seconds."""
    return "".join(_json(_everything(one, timed=not given.anonymous)) for one in given.judgments)


def _everything(one: Judgment, *, timed: bool) -> dict[str, Any]:
    found: dict[str, Any] = {
        "annotator": one.annotator,
        "item": one.item.key,
        "role": one.item.role,
        "segment": one.item.segment,
        "document": one.item.document,
        "systems": list(one.item.systems),
        "answer": one.answer,
        "order": list(one.order),
        "seconds": one.seconds,
        "fast": one.fast,
        "right": one.right,
        "revisions": one.revisions,
        "set_aside": one.aside,
        "probability": one.item.probability,
    }
    return {**found, "time": one.time} if timed else found


def metrics_eval_files(given: Exported) -> dict[str, str]:
    """Files of a folder in the layout of mt-metrics-eval, by their place in it."""
    pair = "-".join(given.languages("mt-metrics-eval"))
    if not given.campaign.protocol.is_scored:
        human = human_of(given.campaign, given.judgments)
        assert isinstance(human, Ranks)
        wins = human.wins()
        scores = zip(wins.systems, wins.values, strict=True)
        return {
            f"human-ranks/{pair}.tsv": ranks_text(given),
            f"human-scores/{pair}.wins.sys.score": "".join(
                f"{name}\t{_or_none(won)}\n" for name, won in scores
            ),
        }
    found = human_of(given.campaign, given.judgments, given.scores)
    assert isinstance(found, SegmentScores)
    rows = [
        f"{system}\t{_or_none(value)}\n"
        for system, own in zip(found.systems, found.values, strict=True)
        for value in own
    ]
    means = found.system_means()
    return {
        f"human-scores/{pair}.{found.name}.seg.score": "".join(rows),
        f"human-scores/{pair}.{found.name}.sys.score": "".join(
            f"{system}\t{_or_none(value)}\n"
            for system, value in zip(means.systems, means.values, strict=True)
        ),
    }


#: Forms that are one text.
TEXTS: dict[str, Callable[[Exported], str]] = {
    "ranks": ranks_text,
    "table": table_text,
    "wmt-csv": wmt_text,
    "pearmut": pearmut_text,
    "jsonl": jsonl_text,
}
FORMS = (*TEXTS, "mt-metrics-eval", "archive")


def require_form(form: str) -> None:
    """Refuses a form that there is not."""
    if form not in FORMS:
        raise ParameterError(f"there is no form {quoted(form)}: {meant(form, FORMS)}")


def _tsv(lines: Iterable[Sequence[str]]) -> str:
    # Nothing may look like another field or row.
    return "".join("\t".join(" ".join(field.split("\t")) for field in line) + "\n" for line in lines)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False) + "\n"


def _or_none(value: float) -> str:
    return "None" if value != value else repr(float(value))
