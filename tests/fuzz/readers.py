"""Every reader with mutated files."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

import pitchpipe as pp
from tests.fuzz import samples
from tests.fuzz.cases import Input, Target, require
from tests.fuzz.mutating import mutated, one_mutated

Run = Callable[[Input, Path], None]
Plain = Callable[[], Sequence[Input]]


def reader(
    name: str, plain: Plain, run: Run, hostile: Callable[[random.Random], Input] | None = None
) -> Target:
    """A target of the kind ``files``; by default one of the plain inputs is mutated."""
    made = lru_cache(maxsize=1)(plain)
    return Target(name, "files", made, hostile or (lambda rng: one_mutated(made(), rng)), run)


def finite(values: Any, what: str) -> None:
    """Numbers must be numbers."""
    require(bool(np.isfinite(np.asarray(values, dtype=np.float64)).all()), f"{what} is not finite")


# -- test sets -------------------------------------------------------------------------------------


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


def segment_scores() -> bytes:
    scores = {"good": (80, 70, None, 90), "short": (20, 30, 10.5, None)}
    return "".join(f"{name}\t{x}\n" for name, row in scores.items() for x in row).encode()


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
        _judged(human_of(".", "de-en", name))
    except pp.PitchpipeError as error:
        return error
    return None


# -- judgments -------------------------------------------------------------------------------------


def _judged(human: Any) -> None:
    """Judgments that were read must be of use."""
    from pitchpipe.agreement.tasks import Task

    if hasattr(human, "values"):
        require(not np.isinf(human.values).any(), "an infinite judgment")
    table = pp.meta(Task.of(samples.test_set(), human), ["wer"], test=None)
    repr(table)


def _human(
    format: str, file: str, contents: Callable[[], Sequence[bytes]], called: str | None = None, **options: Any
) -> Target:
    from pitchpipe.agreement.readers.recognise import read_human

    def run(given: Input, folder: Path) -> None:
        human = read_human(file, format=given.asked, **options)
        repr(human)
        str(human.notes)

    def plain() -> list[Input]:
        return [Input({file: content}, asked) for content in contents() for asked in (format, None)]

    return reader(f"judgments.{called or format}", plain, run)


# -- candidates ------------------------------------------------------------------------------------


def _read_nbest(given: Input, folder: Path) -> None:
    format, missing, sort = given.asked
    lists = pp.read_nbest("list", format=format, missing_features=missing, sort=sort)
    finite(lists.features, "a feature")
    require(len(list(lists.extras.chosen(lists.offsets[:-1]))) == lists.segments, "keys without a segment")
    if not lists.names:
        # Candidates without features are a list all the same.
        return
    weights = dict.fromkeys(lists.names, 0.5)
    try:
        chosen = pp.rerank(lists, weights)
    except pp.PitchpipeError as error:
        # Features that are too large to be summed are refused when they are summed.
        require(
            "finite" in str(error) or "large" in str(error), f"a list that was read cannot be used: {error}"
        )
        return
    finite(chosen.totals, "a total")
    require(len(chosen.texts) == lists.segments, "a segment without a choice")


def _nbest(format: str, *names: str) -> Target:
    def plain() -> list[Input]:
        contents = [samples.NBEST[format], *samples.real(*names)]
        if format == "jsonl":
            contents += [samples.text("llm.dev.jsonl", 12), *samples.CANDIDATES]
        return [Input({"list": content}, [format, "zero", True]) for content in contents] + [
            Input({"list": samples.NBEST[format]}, [None, "error", False])
        ]

    return reader(f"nbest.{format}", plain, _read_nbest)


def _read_lattices(given: Input, folder: Path) -> None:
    from pitchpipe.choosing.lattices import best_paths, lattice_oracles, path_count, read_lattices

    symbols = "symbols" if "symbols" in given.files else None
    lattices = read_lattices("lattice", given.asked, symbols)
    for lattice in lattices[:3]:
        require(path_count(lattice) > 0, "a lattice without a path")
        for path in best_paths(lattice, 3):
            finite(path.path_score, "the score of a path")
    few = lattices[:3]
    found = lattice_oracles(few, [["the cat a b"] * len(few)], "wrr", n=3)
    repr(found)


def _plf() -> list[Input]:
    names = ("lattice_cdec.plf", "lattice_joshua.plf", "lattice_joshua_short.plf")
    contents = [samples.PLF, *samples.real(*names)]
    return [Input({"lattice": content}, asked) for content in contents for asked in (None, "plf")]


def _openfst() -> list[Input]:
    names = ("openfst_lattice.fst.txt", "openfst_lattice.fstprint.txt")
    contents = [samples.OPENFST, *samples.real(*names)]
    numbered = {"lattice": b"0\t1\t1\t0.5\n1\t2\t2\n2\n", "symbols": samples.SYMBOLS}
    return [*(Input({"lattice": c}) for c in contents), Input(numbered, "openfst-acceptor")]


# -- weights ---------------------------------------------------------------------------------------


def _read_weights(given: Input, folder: Path) -> None:
    from pitchpipe.tuning.weight_files import read_weights, write_weights

    file = read_weights("weights", format=given.asked)
    finite(list(file.weights.values()), "a weight")
    require(bool(file.weights), "no weights")
    write_weights("again", file.weights, like=file, format=file.format)
    again = read_weights("again", format=file.format)
    require(dict(again.weights) == dict(file.weights), "weights change when they are written")


def _weights(format: str, *names: str) -> Target:
    def plain() -> list[Input]:
        contents = [samples.WEIGHTS[format], *samples.real(*names)]
        return [Input({"weights": content}, asked) for content in contents for asked in (format, None)]

    return reader(f"weights.{format}", plain, _read_weights)


# -- alignments ------------------------------------------------------------------------------------


def _read_links(given: Input, folder: Path) -> None:
    from pitchpipe.aligning.given import GivenLinks
    from pitchpipe.aligning.links import read_links
    from pitchpipe.text.files import read_lines

    links = read_links("links")
    repr(links)
    sources = ["a b c", "d e", "f"]
    score = pp.metrics.get("kendall:tokenize=none,source_tokenize=none").corpus_score(
        ["x y z", "u v", "w"],
        [["x z y", "v u", "w"]],
        sources=sources,
        aligner=GivenLinks([["0-0 1-1 2-2", "0-1", "0-0"]], {"": read_lines("links")}),
    )
    finite(score.score, "a score")


@lru_cache(maxsize=1)
def aligner_bytes() -> bytes:
    test_set = samples.test_set()
    assert test_set.source is not None
    from pitchpipe.aligning.model import Aligner

    aligner = Aligner.train(test_set.source, test_set.systems["good"])
    return samples.saved("model", aligner.save)


def _read_aligner(given: Input, folder: Path) -> None:
    from pitchpipe.aligning.model import Aligner

    aligner = Aligner.load("model")
    aligner.align(["Die Brücke bleibt", "x"], ["The bridge remains", "y z"])


def _resealed_aligner(rng: random.Random) -> Input:
    """Damaged within, so that only the reader's own checks stand between it and the kernels."""
    data = aligner_bytes()
    if rng.random() < 0.3:
        return one_mutated([Input({"model": data})], rng)
    body = mutated(data[20:-8], rng)
    head = data[:12] + len(body).to_bytes(8, "little")
    return Input({"model": head + body + _fnv(body).to_bytes(8, "little")})


def _fnv(data: bytes) -> int:
    digest = 0xCBF29CE484222325
    for byte in data:
        digest = (digest ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return digest


# -- knowledge of languages ------------------------------------------------------------------------


def _read_annotation(given: Input, folder: Path) -> None:
    from pitchpipe.lang.annotation.files import read_annotation

    (name,) = given.files
    found = read_annotation(name)
    require(len(found.texts) == len(found.analysed), "as many texts as analyses")


def _conllu() -> list[Input]:
    return samples.single(
        "a.conllu",
        [samples.CONLLU, *samples.real("en_ewt.conllu", "fr_gsd.conllu", "en_ewt_empty_nodes.conllu")],
    )


def _factored() -> list[Input]:
    return samples.single(
        "a.txt", [b"The|the|DET cat|cat|NOUN\nDogs|dog|NOUN bark|bark|VERB\n", *samples.real("factored.txt")]
    )


@lru_cache(maxsize=2)
def tagger_bytes(language: str = "en") -> bytes:
    from pitchpipe.lang.annotation.tagger import Tagger

    def train(path: Path) -> None:
        bank = path.with_name("bank.conllu")
        bank.write_bytes(samples.CONLLU)
        Tagger.train([bank], language).save(path)

    return samples.saved("tagger", train)


def _read_tagger(given: Input, folder: Path) -> None:
    from pitchpipe.lang.annotation.tagger import Tagger

    tagger = Tagger.load("tagger")
    require(len(tagger.tag(["The", "cat"])) == 2, "a tag for each word")


def _read_arpa(given: Input, folder: Path) -> None:
    from pitchpipe.lang.lm.model import LanguageModel

    model = LanguageModel.read("model.arpa")
    finite(model.score(["the cat", "a dog", ""]), "a log probability")


@lru_cache(maxsize=1)
def table_bytes() -> bytes:
    return samples.saved("table", _table().save)


def _table() -> Any:
    from pitchpipe.lang.annotation.analysis import Analysed, Token
    from pitchpipe.lang.phrases.sources import table_from_pairs

    pairs = [
        ("the bridge", "die Brücke", 3.0),
        ("the", "die", 5.0),
        ("bridge", "Brücke", 2.0),
        (".", ".", 9.0),
    ]
    pivots = [[Token(w, w.lower(), "NOUN", "NN") for w in pivot.split()] for _, pivot, _ in pairs]
    analysed = Analysed.of(pivots, tool="none", tagset="upos")
    return table_from_pairs(
        [p for p, _, _ in pairs], analysed, [c for _, _, c in pairs], language="en", pivot="de"
    )


def _read_table(given: Input, folder: Path) -> None:
    from pitchpipe.lang.phrases.tables import PivotTable

    table = PivotTable.open("table")
    found = table.segment(["the", "bridge", "x"])
    finite(found.log_probability, "a log probability")
    finite(list(table.ngrams(["the", "bridge", "."]).values()), "a count")
    for pivot in table.lookup("the bridge"):
        finite(pivot.count, "a count")


def _resealed_table(rng: random.Random) -> Input:
    """Damaged within, with a digest that fits."""
    import hashlib
    import struct

    data = table_bytes()
    if rng.random() < 0.3:
        return one_mutated([Input({"table": data})], rng)
    header = struct.Struct("<8sIQ32s")
    body = mutated(data[header.size :], rng)
    magic, version, _, _ = header.unpack(data[: header.size])
    return Input({"table": header.pack(magic, version, len(body), hashlib.sha256(body).digest()) + body})


def _read_moses_table(given: Input, folder: Path) -> None:
    from pitchpipe.lang.phrases.moses import read_moses_table

    for pair in read_moses_table("phrases"):
        finite(pair.count, "a count")
        require(pair.count > 0, "a count of 0")


def _read_synonyms(given: Input, folder: Path) -> None:
    from pitchpipe.caches import uncached
    from pitchpipe.lang.synonyms.finding import find_synonyms

    with uncached():
        found = find_synonyms(str(folder / given.asked), "en")
    assert found is not None
    found.synsets(["cat", "dog", "big", "x"], ["NOUN", "NOUN", "ADJ", "X"])
    found.inflected(["cats", "mice", "x"])


def _mythes() -> list[Input]:
    own = [Input({"th_en_US.dat": samples.MYTHES, "th_en_US.idx": samples.MYTHES_INDEX}, "th_en_US.dat")]
    for language in ("en_US", "es_ES", "de_DE"):
        found = samples.real(f"mythes_{language}.dat", f"mythes_{language}.idx", whole=True)
        if found:
            own.append(Input({"th_en_US.dat": found[0], "th_en_US.idx": found[1]}, "th_en_US.idx"))
    return own


def _wordnet() -> list[Input]:
    import io
    import zipfile

    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in samples.WORDNET.items():
            archive.writestr(f"wordnet/{name}", content)
    folder = Input({f"wn/{name}": content for name, content in samples.WORDNET.items()}, "wn")
    return [folder, Input({"wn.zip": out.getvalue()}, "wn.zip")]


# -- what we write ourselves -----------------------------------------------------------------------


@lru_cache(maxsize=1)
def _presets() -> list[Input]:
    from pitchpipe.metrics.presets import Preset

    made = [
        Preset("chrf", {"beta": 1.5}, {"fitted": "today"}),
        Preset("1*bleu+1*chrf", {"weights": [0.5, 2.0]}),
    ]
    return samples.single("preset.json", [samples.saved("p.json", preset.write) for preset in made])


def _resealed_preset(rng: random.Random) -> Input:
    """Other values with a digest that fits."""
    from pitchpipe.metrics import presets
    from tests.fuzz.hostile import value

    if rng.random() < 0.5:
        return one_mutated(_presets(), rng)
    content = json.loads(rng.choice(_presets()).files["preset.json"])
    del content["digest"]
    where = rng.choice((content, content["parameters"]))
    where[rng.choice((*where, "x"))] = value(rng)
    try:
        content["digest"] = presets._digest(content)
    except ValueError:
        content["digest"] = ""
    return Input({"preset.json": json.dumps(content).encode()})


def _read_preset(given: Input, folder: Path) -> None:
    from pitchpipe.metrics.lookup import fitted
    from pitchpipe.metrics.presets import Preset

    score = fitted(Preset.read("preset.json")).corpus_score(["the cat"], [["a cat"]])
    finite(score.score, "a score")


@lru_cache(maxsize=1)
def _statistics() -> list[Input]:
    batch = pp.metrics.Batch(["the cat", "a dog"], ["a cat", "the dog"], np.array([0, 1, 2], dtype=np.uint32))
    names = ("bleu", "ter", "chrf", "0.5*bleu+0.5*wer")
    made = [pp.Statistics.of(pp.metrics.get(name), batch) for name in names]
    return samples.single("s.npz", [samples.saved("s.npz", one.save) for one in made])


def _damaged_statistics(rng: random.Random) -> Input:
    """Arrays of other shapes, types and numbers in an archive that is whole."""
    import io

    data = rng.choice(_statistics()).files["s.npz"]
    if rng.random() < 0.4:
        return Input({"s.npz": mutated(data, rng)})
    with np.load(io.BytesIO(data)) as archive:
        arrays = {name: archive[name] for name in archive.files}
    name = rng.choice(sorted(arrays))
    array = arrays[name]
    if name == "header":
        arrays[name] = np.array(mutated(str(array).encode(), rng).decode("utf-8", "replace"))
    else:
        arrays[name] = rng.choice(
            (
                array[:-1],
                array[..., :-1],
                array.astype(np.float64) * np.nan if array.dtype.kind == "f" else array.astype(np.float64),
                array + 1,
                array.astype(np.int64) - 3,
                array.reshape(-1),
                array[None],
                array.astype(np.float64) * 1e300,
                array.astype(str),
            )
        )
    if rng.random() < 0.1:
        del arrays[rng.choice(sorted(arrays))]
    out = io.BytesIO()
    np.savez_compressed(out, **arrays)
    return Input({"s.npz": out.getvalue()})


def _read_statistics(given: Input, folder: Path) -> None:
    statistics = pp.Statistics.load("s.npz")
    finite(statistics.score().score, "a score")
    pp.merge([statistics, statistics]).score()


def _read_function_words(given: Input, folder: Path) -> None:
    from pitchpipe.lang.function_words import read_function_words

    require(bool(read_function_words("words")), "no function words")


#: As BLEURT, COMET (printed, and as JSON) and MetricX write them.
_SCORES = [
    b"0.5\n-1\n3e2\n",
    b"x\tSegment 0\tscore: 0.5\nx\tSegment 1\tscore: 0.1\nx\tSegment 2\tscore: 1\nx\tscore: 0.5\n",
    b'{"x.en": [{"mt": "a", "COMET": 0.5}, {"mt": "b", "COMET": 0.1}, {"mt": "c", "COMET": 1}]}\n',
    b'{"hypothesis": "a", "prediction": 5.5}\n{"prediction": 0.1}\n{"prediction": 25}\n',
]


def _read_scores(given: Input, folder: Path) -> None:
    score = pp.metrics.get("external:scores.txt").corpus_score(["a", "b", "c"], [["a", "b", "c"]])
    finite(score.score, "a score")


def _compressed() -> list[Input]:
    import gzip
    import lzma

    from pitchpipe.text.compression import compress

    text = samples.text("systems/good.en")
    packed = {"t.gz": gzip.compress(text), "t.xz": lzma.compress(text), "t.zst": compress(text, "t.zst")}
    twice = {"t.gz": gzip.compress(text) + gzip.compress(text)}
    return [*(Input({name: data}) for name, data in packed.items()), Input(twice)]


def _read_compressed(given: Input, folder: Path) -> None:
    from pitchpipe.text.files import read_lines, read_text_blocks

    (name,) = given.files
    whole = read_lines(name)
    b"".join(read_text_blocks(name))
    require(len(whole) < 1000, "more lines than were packed")


def _from_set(file: str, save: Callable[[pp.TestSet, Path], object]) -> Plain:
    def plain() -> list[Input]:
        content = samples.saved(file, lambda path: save(samples.test_set(), path))
        return samples.single(file, [content])

    return plain


READERS = (
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
    _human("seg", "h.txt", lambda: [segment_scores()]),
    _human("sys", "h.txt", lambda: [b"good\t0.5\nshort\tNone\n"]),
    _human("doc", "h.txt", lambda: [b"good\t1\ngood\t2\nshort\tNone\nshort\t3\n"]),
    _human("ranks", "h.tsv", lambda: [samples.RANKS]),
    _human("mqm", "h.tsv", lambda: [samples.MQM, *samples.real("mqm_ted_ende.tsv")]),
    _human(
        "mqm-averages",
        "h.tsv",
        lambda: [samples.MQM_AVERAGES, *samples.real("mqm_ted_ende.avg_seg_scores.tsv")],
    ),
    _human(
        "mqm",
        "h.tsv",
        lambda: [samples.MQM.replace(b"\tseg_id\t", b"\tx\t")],
        called="mqm-of-documents",
        test_set=samples.test_set(),
    ),
    _human("table", "h.csv", lambda: samples.RATINGS),
    _human(
        "table",
        "h.csv",
        lambda: [*samples.RATINGS, samples.RATINGS_OF_DOCUMENTS],
        called="table-of-set",
        test_set=samples.test_set(),
    ),
    _human("appraise", "h.csv", lambda: [samples.ESA, samples.APPRAISE_DUMP, samples.APPRAISE_JSON]),
    _human(
        "esa",
        "h.csv",
        lambda: samples.real("esa_wmt24.csv") or [samples.ESA.replace(b"deu,eng", b"eng,jpn")],
        called="esa-of-several",
        language_pair="en-ja",
    ),
    _human("pearmut", "h.json", lambda: samples.PEARMUT, test_set=samples.test_set()),
    _human(
        "wmt-csv",
        "h.csv",
        lambda: [samples.WMT_CSV, *samples.real("wmt_ranking_5way.csv", "wmt15_pairwise.csv")],
    ),
    _nbest("moses", "moses.nbest.txt", "moses_old.nbest.txt", "moses_segments.nbest.txt"),
    _nbest("joshua", "joshua6.nbest.txt"),
    _nbest("zmert", "zmert.nbest.txt"),
    _nbest("jsonl"),
    _nbest("tsv"),
    reader("lattices.plf", _plf, _read_lattices),
    reader("lattices.openfst", _openfst, _read_lattices),
    _weights("moses", "moses.ini", "moses_untuned.ini"),
    _weights("json"),
    _weights("joshua", "joshua6.config", "zmert_joshua.decoder_config_ex2.txt"),
    _weights("zmert", "zmert.params.txt", "zmert_joshua.params.txt"),
    reader("links", lambda: samples.single("links", [b"0-0 1-1 2-2\n0-1\n\n"]), _read_links),
    reader("aligner", lambda: samples.single("model", [aligner_bytes()]), _read_aligner, _resealed_aligner),
    reader("annotation.conllu", _conllu, _read_annotation),
    reader("annotation.factored", _factored, _read_annotation),
    reader("tagger", lambda: samples.single("tagger", [tagger_bytes()]), _read_tagger),
    reader("language-model", lambda: samples.single("model.arpa", [samples.ARPA]), _read_arpa),
    reader("phrases.own", lambda: samples.single("table", [table_bytes()]), _read_table, _resealed_table),
    reader(
        "phrases.moses",
        lambda: samples.single("phrases", [samples.MOSES_TABLE, *samples.real("moses.phrase-table.txt")]),
        _read_moses_table,
    ),
    reader(
        "synonyms.tsv",
        lambda: samples.single("s.tsv", [b"big\tlarge\nclose\tshut\n"], "s.tsv"),
        _read_synonyms,
    ),
    reader("synonyms.mythes", _mythes, _read_synonyms),
    reader("synonyms.wordnet", _wordnet, _read_synonyms),
    reader("presets", _presets, _read_preset, _resealed_preset),
    reader("statistics", _statistics, _read_statistics, _damaged_statistics),
    reader("function-words", lambda: samples.single("words", [b"the\nof\n"]), _read_function_words),
    reader("scores", lambda: samples.single("scores.txt", _SCORES), _read_scores),
    reader("compressed", _compressed, _read_compressed),
)
