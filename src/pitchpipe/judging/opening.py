"""``pp.judge``: a campaign with what people have answered."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitchpipe.brief import Brief
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.judging.campaign import Campaign
from pitchpipe.text.files import StrPath
from pitchpipe.wording import quoted

if TYPE_CHECKING:
    from pitchpipe.agreement.human import Human
    from pitchpipe.judging.agreeing import AgreementTable
    from pitchpipe.judging.humans import Scores
    from pitchpipe.judging.status import Status
    from pitchpipe.judging.store import Judgment, Store


def judge(campaign: StrPath, *, database: str | None = None) -> Judging:
    """Opens a campaign: how far it is, whether people agree, what they prefer, and what to do with it.

    Parameters
    ----------
    campaign
        The folder that ``pitchpipe judge new`` or :func:`pitchpipe.judging.create` has made.
    database
        The address of the database, where it is not the folder's own and needs a password.
    """
    from pitchpipe.judging.store import Store

    plan = Campaign.read(campaign)
    return Judging(plan, Store.open(plan, database))


class Judging(Brief):
    """A campaign that is open; use it in ``with``, or ``close`` it."""

    def __init__(self, campaign: Campaign, store: Store) -> None:
        self.campaign, self.store = campaign, store

    def _brief(self) -> str:
        return self.status()._brief()

    def __enter__(self) -> Judging:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the connections to the database."""
        self.store.close_connections()

    def judgments(self) -> list[Judgment]:
        """The latest answer of everybody to every item."""
        return self.store.judgments()

    def status(self) -> Status:
        """How far everybody is."""
        from pitchpipe.judging.status import Status

        return Status(self.campaign, tuple(self.store.progress()), self.store.closed, self.store.address)

    def agreement(self, **options: Any) -> AgreementTable:
        """Whether people agree, and what they prefer; options are those of ``judging.agreeing.agreement``."""
        from pitchpipe.judging.agreeing import agreement

        return agreement(self.campaign, self.judgments(), **options)

    def human(self, *, scores: Scores = "raw", exclude: int = 0) -> Human:
        """What people said, for ``meta``, ``fit`` and ``report``: rankings, or scores of segments.

        Parameters
        ----------
        scores
            ``raw``, or ``z`` for everybody's own mean and deviation.
        exclude
            How many annotators are left out: those without whom the others agree most.
        """
        from pitchpipe.judging.humans import counting, human_of

        judgments = self.judgments()
        return human_of(self.campaign, counting(judgments, self._excluded(judgments, exclude)), scores)

    def export(
        self,
        path: StrPath,
        form: str | None = None,
        *,
        scores: Scores = "raw",
        exclude: int = 0,
        language_pair: str | None = None,
        anonymous: bool = True,
        everything: bool = False,
    ) -> None:
        """Writes judgments to a file, or to a folder where ``form`` is ``mt-metrics-eval``.

        Parameters
        ----------
        path
            Where to; ``-`` is standard output.
        form
            ``ranks``, ``table``, ``wmt-csv``, ``pearmut``, ``jsonl``, ``mt-metrics-eval`` or ``archive``; by
            default what ``meta`` reads.
        scores, exclude
            As of ``human``.
        language_pair
            ``de-en``, where the campaign does not say it.
        anonymous
            Call annotators ``a01`` and so on, and leave out comments and the time of day.
        everything
            In ``jsonl``, also warm-ups, gold, repeats and what is set aside; ``archive`` has these anyway.
        """
        from pitchpipe.judging.exporting import TEXTS, Exported, anonymised, metrics_eval_files, require_form
        from pitchpipe.judging.humans import counting
        from pitchpipe.text.files import write_bytes

        form = form or ("table" if self.campaign.protocol.is_scored else "ranks")
        require_form(form)
        if everything and form != "jsonl":
            raise ParameterError(f"everything is for jsonl; {form} has what counts")
        judgments = self.judgments()
        kept = judgments if everything else counting(judgments, self._excluded(judgments, exclude))
        if form == "archive":
            write_bytes(path, self._archive(judgments, exclude, anonymous))
            return
        if not kept:
            raise DataError(f"{self.campaign.folder}: nobody has judged anything yet")
        shown = anonymised(self.campaign, kept) if anonymous else kept
        given = Exported(self.campaign, shown, scores, _pair(language_pair), anonymous)
        if form != "mt-metrics-eval":
            write_bytes(path, _encoded(TEXTS[form](given)))
            return
        for name, text in metrics_eval_files(given).items():
            place = Path(path) / name
            try:
                place.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise DataError(f"{place.parent}: cannot be made ({error.strerror})") from None
            write_bytes(place, _encoded(text))

    def _archive(self, judgments: list[Judgment], exclude: int, anonymous: bool) -> bytes:
        from pitchpipe.judging.agreeing import agreement
        from pitchpipe.judging.archiving import archive
        from pitchpipe.judging.exporting import anonymised

        shown = anonymised(self.campaign, judgments) if anonymous else judgments
        table = agreement(self.campaign, shown, exclude=exclude or None)
        return archive(self.campaign, shown, table, anonymous=anonymous)

    def _excluded(self, judgments: list[Judgment], exclude: int) -> tuple[str, ...]:
        from pitchpipe.judging.agreeing import agreement

        return agreement(self.campaign, judgments, exclude=exclude, samples=1).excluded if exclude else ()


def _pair(written: str | None) -> tuple[str, str] | None:
    """``de-en`` as two languages."""
    if written is None:
        return None
    source, dash, target = written.partition("-")
    if not (source and dash and target):
        raise ParameterError(f"{quoted(written)} is no language pair such as de-en")
    return source, target


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "backslashreplace")
