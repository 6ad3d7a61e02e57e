"""Test sets, in every format they come in."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pitchpipe as pp
from tests.fuzz import samples
from tests.fuzz.cases import Input
from tests.fuzz.readers.judgments import judged, segment_scores
from tests.fuzz.readers.shared import Plain, Run, finite, reader


def _scored(test_set: pp.TestSet) -> None:
    """A test set that was read must be of use."""
    if len(test_set) and test_set.systems and test_set.references:
        kept, _ = test_set.drop_unreferenced()
        table = pp.score(kept, ["wer"])
        finite([score.score for score in table.scores.values()], "a score")


def _plain_files() -> list[Input]:
    files = {
        "hyp": samples.text("systems/good.en"),
        "ref": samples.text("reference.a.en"),
        "src": samples.text("source.de"),
        "docs": b"news\td1\nnews\td1\ntalk\td2\ntalk\td2\n",
    }
    return [Input(files), Input(files | {"docs": b"d1\nd1\nd2\nd2\n"})]


def _read_plain(given: Input, folder: Path) -> None:
    _scored(pp.TestSet.read("src", ["ref"], ["hyp"], "docs", missing_token="NA"))


def _read_labels(given: Input, folder: Path) -> None:
    from pitchpipe.cli.options.grouping import grouping_from

    labels = grouping_from("labels", "labels", samples.test_set())
    pp.compare(samples.test_set(), "good", ["wer"], by=labels, samples=10)


def _read_one(**options: Any) -> Run:
    def run(given: Input, folder: Path) -> None:
        names = sorted(given.files)
        _scored(pp.read_test_set(*names, **options))

    return run


def _from_set(file: str, save: Callable[[pp.TestSet, Path], object]) -> Plain:
    def plain() -> list[Input]:
        content = samples.saved(file, lambda path: save(samples.test_set(), path))
        return samples.single(file, [content])

    return plain


def _sgml() -> list[Input]:
    whole = samples.test_set()
    assert whole.source is not None
    references = {
        f"ref.{name}.sgm": samples.sgml("ref", name, [t or "" for t in texts])
        for name, texts in whole.references.items()
    }
    systems = {f"{name}.sgm": samples.sgml("tst", name, texts) for name, texts in whole.systems.items()}
    made = [Input({"src.sgm": samples.sgml("src", "", whole.source), **references, **systems})]
    own = samples.real("sgml_src.sgm", "sgml_ref.sgm", "sgml_tst_document-level.sgm", whole=True)
    if own:
        made.append(Input(dict(zip(("src.sgm", "ref.sgm", "tst.sgm"), own, strict=True))))
    return made


def _xml() -> list[Input]:
    return samples.single("set.xml", [samples.XML, *samples.real("wmt22.en-liv.xml", whole=True)])


def _mtme() -> list[Input]:
    return [
        Input(
            {
                "sources/de-en.txt": samples.text("source.de"),
                "references/de-en.refA.txt": samples.text("reference.a.en"),
                "system-outputs/de-en/good.txt": samples.text("systems/good.en"),
                "system-outputs/de-en/short.txt": samples.text("systems/short.en"),
                "documents/de-en.docs": b"news\td1\nnews\td1\ntalk\td2\ntalk\td2\n",
                "human-scores/de-en.da.seg.score": segment_scores(),
                "human-scores/de-en.da.sys.score": b"good\t0.5\nshort\tNone\n",
                "human-scores/de-en.da.doc.score": b"good\t1\ngood\t2\nshort\tNone\nshort\t3\n",
                "human-ranks/de-en.tsv": samples.RANKS,
            }
        )
    ]


def _read_mtme(given: Input, folder: Path) -> None:
    from pitchpipe.agreement.readers.directory import human_names

    _scored(pp.read_test_set("."))
    # Everything is read, so that no refusal of one part hides another.
    refused = [error for name in human_names(".", "de-en") if (error := _refusal(name)) is not None]
    if refused:
        raise refused[0]


def _refusal(name: str) -> pp.PitchpipeError | None:
    from pitchpipe.agreement.readers.directory import human_of

    try:
        judged(human_of(".", "de-en", name))
    except pp.PitchpipeError as error:
        return error
    return None


def _sacrebleu() -> list[Input]:
    return [
        Input(
            {
                "wmt22/wmt22.de-en.src": samples.text("source.de"),
                "wmt22/wmt22.de-en.ref-A": samples.text("reference.a.en"),
                "wmt22/wmt22.de-en.good": samples.text("systems/good.en"),
                "wmt22/wmt22.de-en.docid": b"d1\nd1\nd2\nd2\n",
            }
        )
    ]


def _read_sacrebleu(given: Input, folder: Path) -> None:
    os.environ["SACREBLEU"] = "."
    _scored(pp.read_test_set("sacrebleu:wmt22"))


def _flat_jsonl() -> bytes:
    import json

    whole = samples.test_set()
    rows = zip(whole.systems["good"], whole.references["a"], strict=True)
    return b"".join(json.dumps({"hypothesis": a, "reference": b}).encode() + b"\n" for a, b in rows)


def _parquet() -> bytes:
    from pitchpipe.text.shards.parquet import parquet_bytes

    whole = samples.test_set()
    return parquet_bytes({"hypothesis": whole.systems["good"], "reference": whole.references["a"]})


def _read_shards(given: Input, folder: Path) -> None:
    (name,) = given.files
    table = pp.score(pp.TableShards.find([name], None), ["wer"], missing="skip", threads=1)
    finite([score.score for score in table.scores.values()], "a score")


TEST_SETS = (
    reader("test-set.plain", _plain_files, _read_plain),
    reader("test-set.labels", lambda: samples.single("labels", [b"a\nb\na\nb\n"]), _read_labels),
    reader("test-set.jsonl", _from_set("s.jsonl", pp.TestSet.to_jsonl), _read_one(format="jsonl")),
    reader(
        "test-set.tsv", _from_set("s.tsv", pp.TestSet.to_tsv), _read_one(format="tsv", missing_token="NA")
    ),
    reader("test-set.xml", _xml, _read_one()),
    reader("test-set.sgml", _sgml, _read_one()),
    reader("test-set.directory", _mtme, _read_mtme),
    reader("test-set.sacrebleu", _sacrebleu, _read_sacrebleu),
    reader("shards.tsv", _from_set("s.tsv", pp.TestSet.to_tsv), _read_shards),
    reader("shards.jsonl", lambda: samples.single("s.jsonl", [_flat_jsonl()]), _read_shards),
    reader("shards.parquet", lambda: samples.single("s.parquet", [_parquet()]), _read_shards),
)
