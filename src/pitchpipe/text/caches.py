"""Test sets by name, from where sacreBLEU and mt-metrics-eval keep what they have downloaded.

``sacrebleu:wmt22`` stands for the files ``wmt22.PAIR.FIELD`` in sacreBLEU's cache (``~/.sacrebleu`` or
``$SACREBLEU``), ``mtme:wmt22`` for the folder of mt-metrics-eval. Nothing is downloaded: what is not there is
refused, with the command that gets it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from pitchpipe.errors import DataError, MissingError
from pitchpipe.text.files import StrPath, read_lines
from pitchpipe.text.names import choose_names, listing
from pitchpipe.text.testset import TestSet
from pitchpipe.wording import quoted

SACREBLEU = "sacrebleu:"
MTME = "mtme:"

#: The references that sacreBLEU takes of several, by test set, and by pair where it differs.
_STANDARD = {
    "wmt24": "refA",
    "wmt23": "refA",
    "wmt23 en-he": "refB",
    "wmt23 he-en": "refB",
    "wmt22": "A",
    "wmt22 cs-en": "B",
    "wmt22 en-cs": "B",
    "wmt21": "A",
    "wmt21/systems": "A",
    "wmt21/A": "A",
    "wmt21/B": "B",
    "wmt21/AB": "A B",
    "wmt21/C": "C",
    "wmt21/AC": "A C",
    "wmt21/D": "D",
    "wmt21/dev": "A ref",
}
#: Fields that are neither text nor a system.
_ABOUT = ("docid", "domain", "genre", "origlang")


def is_sacrebleu(path: StrPath) -> bool:
    """Whether a path names a test set of sacreBLEU's cache; a file of that very name is a file."""
    return isinstance(path, str) and path.startswith(SACREBLEU) and not Path(path).exists()


def located(path: StrPath) -> StrPath:
    """A path, or the folder that ``mtme:NAME`` stands for."""
    if not isinstance(path, str) or not path.startswith(MTME) or Path(path).exists():
        return path
    name = path.removeprefix(MTME)
    root = Path.home() / ".mt-metrics-eval" / "mt-metrics-eval-v2"
    if not name or not (root / name / "sources").is_dir():
        there = sorted(one.parent.name for one in root.glob("*/sources"))
        raise MissingError(
            f"mt-metrics-eval's folder {root} has no test set {quoted(name)}, it has {listing(there)}: "
            "python -m mt_metrics_eval.mtme --download gets them all"
        )
    return root / name


def read_sacrebleu(
    path: str,
    language_pair: str | None = None,
    *,
    references: str | Iterable[str] | None = None,
    systems: str | Iterable[str] | None = None,
) -> TestSet:
    """Reads one language pair of a test set in sacreBLEU's cache, by default with the references it takes.

    Raises
    ------
    MissingError
        If it is not in the cache.
    DataError
        If the pair, a reference or a system is not there.
    """
    name = path.removeprefix(SACREBLEU)
    folder = _root() / name
    stem = name.replace("/", "_")
    pairs = sorted(_between(file, f"{stem}.", ".src") for file in folder.glob(f"{stem}.*.src"))
    if language_pair is None and len(pairs) > 1:
        raise DataError(f"{path} has several language pairs, choose one: {listing(pairs)}")
    pair = language_pair or (pairs[0] if pairs else None)
    if not name or pair not in pairs:
        raise _missing(name, pair, pairs)
    fields = {_between(file, f"{stem}.{pair}.", ""): file for file in sorted(folder.glob(f"{stem}.{pair}.*"))}
    texts = {field.removeprefix("ref-"): file for field, file in fields.items() if _is_reference(field)}
    outputs = {
        field: file
        for field, file in fields.items()
        if not _is_reference(field) and field not in {"src", *_ABOUT}
    }
    where = f"{path}, {pair},"
    chosen = _standard(name, pair, texts) if references is None else references
    wanted = list(outputs) if systems is None else systems
    test_set = TestSet.read(
        source=fields["src"],
        references={one: texts[one] for one in choose_names(chosen, texts, "reference", where)},
        systems={one: outputs[one] for one in choose_names(wanted, outputs, "system", where)},
    )
    about = {field: read_lines(fields[field]) for field in _ABOUT if field in fields}
    source_language, _, target_language = str(pair).partition("-")
    return replace(
        test_set,
        documents=about.get("docid"),
        domains=about.get("domain", about.get("genre")),
        source_language=source_language,
        target_language=target_language or None,
        name=name,
    )


def _root() -> Path:
    return Path(os.environ.get("SACREBLEU") or Path.home() / ".sacrebleu")


def _is_reference(field: str) -> bool:
    return field == "ref" or field.startswith("ref-")


def _standard(name: str, pair: str | None, there: Iterable[str]) -> list[str]:
    """What sacreBLEU would take; all where it makes no choice, or where its choice is not there."""
    all_of_them = list(there)
    usual = _STANDARD.get(f"{name} {pair}", _STANDARD.get(name, "")).split()
    return [one for one in usual if one in all_of_them] or all_of_them


def _between(file: Path, head: str, tail: str) -> str:
    return file.name.removeprefix(head).removesuffix(tail)


def _missing(name: str, pair: str | None, pairs: list[str]) -> MissingError:
    root = _root()
    if pairs:
        has = f"has {quoted(name)} for {listing(pairs)} only"
    else:
        there = sorted({file.parent.relative_to(root).as_posix() for file in root.glob("**/*.*-*.src")})
        has = f"has no test set {quoted(name)}, it has {listing(there)}"
    command = f"sacrebleu -t {name or 'wmt22'} -l {pair or 'en-de'} --echo src"
    return MissingError(f"sacreBLEU's cache {root} {has}: {command} puts it there")
