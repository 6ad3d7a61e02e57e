"""Knowledge of languages: annotation, taggers, language models, phrases, synonyms."""

from __future__ import annotations

import random
from functools import lru_cache
from pathlib import Path
from typing import Any

from tests.fuzz import samples
from tests.fuzz.cases import Input, require
from tests.fuzz.mutating import mutated, one_mutated
from tests.fuzz.readers.shared import finite, reader


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
            # Not by name alone, which adds the time of day: a seed tries the same again.
            archive.writestr(zipfile.ZipInfo(f"wordnet/{name}"), content, zipfile.ZIP_DEFLATED)
    folder = Input({f"wn/{name}": content for name, content in samples.WORDNET.items()}, "wn")
    return [folder, Input({"wn.zip": out.getvalue()}, "wn.zip")]


LANGUAGES = (
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
)
