"""Synonyms from every kind of source, what is found by itself, and what is refused."""

from __future__ import annotations

import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from pitchpipe.caches import uncached
from pitchpipe.errors import DataError, MissingError, ParameterError
from pitchpipe.lang.synonyms import finding as module
from pitchpipe.lang.synonyms import places as synonym_files
from pitchpipe.lang.synonyms.compiled import ANY, NOUN, VERB, SynonymTable, compiled
from pitchpipe.lang.synonyms.finding import Synonyms, find_synonyms
from pitchpipe.lang.synonyms.morphology import base_form
from pitchpipe.lang.synonyms.tsv import TsvSynonyms
from pitchpipe.lang.synonyms.wordnet import PARTS

LICENCE = "  1 This software and database is being provided to you\n  2 WordNet 3.0 Copyright 2006  \n"
NOUNS = """\
auto n 1 2 @ ~ 1 1 02958343
car n 2 2 @ ~ 2 1 02958343 02959942
child n 1 1 @ 1 1 09917593
kid n 2 1 @ 2 1 09917593 02416519
railway_car n 1 1 @ 1 0 02959942
"""
VERBS = """\
go v 2 1 @ 2 1 01835496 02009433
kid v 1 1 @ 1 0 02009433
move v 1 1 @ 1 1 01835496
"""


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache of its own for every test, and nothing installed."""
    folder = tmp_path / "cache"
    monkeypatch.setattr(module, "cache_folder", lambda name: folder)
    for name in ("WNSEARCHDIR", "WNHOME", "NLTK_DATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("WN_DATA", str(tmp_path / "nowhere"))
    monkeypatch.setattr(synonym_files, "_WORDNET_FOLDERS", ())
    monkeypatch.setattr(synonym_files, "_MYTHES_FOLDERS", (str(tmp_path / "mythes"),))
    monkeypatch.setattr(synonym_files, "_nltk_folders", lambda: iter(()))
    yield folder
    module._loaded.cache_clear()


def whole(folder: Path) -> Path:
    """Adds what a WordNet must have, with an entry in every index."""
    for file in (f"{kind}.{part}" for kind in ("index", "data") for part in PARTS):
        if not (folder / file).exists():
            (folder / file).write_text(f"{LICENCE}zyzzyva n 1 0 1 0 00000001\n")
    return folder


@pytest.fixture
def wordnet(tmp_path: Path) -> Path:
    folder = tmp_path / "wordnet"
    folder.mkdir()
    (folder / "index.noun").write_text(LICENCE + NOUNS)
    (folder / "index.verb").write_text(LICENCE + VERBS)
    (folder / "noun.exc").write_text("children child\n")
    (folder / "verb.exc").write_text("went go\nchildren go\n")
    return whole(folder)


def load(path: Path, language: str = "en") -> Synonyms:
    found = find_synonyms(str(path), language)
    assert found is not None
    return found


def senses(synonyms: Synonyms, *tagged: str) -> list[set[int]]:
    """The synsets of words written ``lemma/UPOS``."""
    lemmas, upos = zip(*(word.split("/") for word in tagged), strict=True)
    return split(*synonyms.synsets(lemmas, upos))


def inflected(synonyms: Synonyms, *words: str) -> list[set[int]]:
    return split(*synonyms.inflected(words))


def split(offsets: NDArray[np.int64], ids: NDArray[np.uint32]) -> list[set[int]]:
    assert (offsets.dtype.name, ids.dtype.name) == ("int64", "uint32")
    return [set(ids[a:b].tolist()) for a, b in pairwise(offsets)]


# -- WordNet ---------------------------------------------------------------------------------------


def test_parts_of_speech_choose_synsets(wordnet: Path) -> None:
    found = load(wordnet)
    car, auto, kid, kidding, go, unclassed, closed = senses(
        found, "car/NOUN", "auto/PROPN", "Kid/NOUN", "kid/VERB", "go/AUX", "kid/X", "kid/ADP"
    )
    assert auto < car
    assert not kid & kidding
    assert kidding < go
    assert unclassed == kid | kidding
    assert closed == set()


def test_offsets_are_those_of_a_part_of_speech(tmp_path: Path) -> None:
    folder = tmp_path / "same"
    folder.mkdir()
    (folder / "index.noun").write_text("entity n 1 0 1 0 00001740\n")
    (folder / "index.verb").write_text("breathe v 1 0 1 0 00001740\n")
    noun, verb = inflected(load(whole(folder)), "entity", "breathe")
    assert not noun & verb


def test_forms_are_looked_up_by_their_base(wordnet: Path) -> None:
    found = load(wordnet)
    child, go, car = inflected(found, "child", "go", "car")
    # An exception that two lists have stands for both bases.
    assert inflected(found, "Children", "went", "cars", "glass", "nothing") == [
        child | go,
        go,
        car,
        set(),
        set(),
    ]
    assert senses(found, "children/NOUN", "children/VERB", "cars/NOUN", "cars/VERB") == [
        child,
        go,
        car,
        set(),
    ]


def test_rules_of_detachment() -> None:
    known = {"church", "man", "fly", "bake", "jump", "large", "bus"}.__contains__
    forms = ["churches", "men", "flies", "baking", "jumped", "larger", "buses", "bus", "ss", "is"]
    expected = ["church", "man", "fly", "bake", "jump", "large", "bus", None, None, None]
    assert [base_form(form, known) for form in forms] == expected
    assert base_form("flies", known, NOUN) == "fly"
    assert base_form("baking", known, NOUN) is None
    assert base_form("baking", known, VERB) == "bake"


def test_base_forms_are_those_of_the_part_of_speech(wordnet: Path) -> None:
    """As in WordNet, where "passe" is an adjective, and "axes" are an axe or an axis, but one axes."""
    (wordnet / "index.verb").write_text("axe v 1 0 1 0 00000003\npass v 2 0 2 0 00000001 00000002\n")
    (wordnet / "index.adj").write_text("passe a 1 0 1 0 00000001\n")
    (wordnet / "index.noun").write_text("axis n 1 0 1 0 00000001\npass n 1 0 1 0 00000002\n")
    (wordnet / "noun.exc").write_text("axes axis\n")
    found = load(wordnet)
    verb, noun, adjective = senses(found, "pass/VERB", "pass/NOUN", "passe/ADJ")
    assert [len(verb), len(noun), len(adjective)] == [2, 1, 1]
    assert senses(found, "passes/VERB", "passes/NOUN", "passes/ADJ") == [verb, noun, set()]
    assert senses(found, "axes/VERB", "axes/NOUN") == senses(found, "axe/VERB", "axis/NOUN")
    # Without parts of speech the first that is known counts, and exceptions before rules.
    assert inflected(found, "passes", "axes") == [adjective, *senses(found, "axis/NOUN")]


def pack(folder: Path, into: Path) -> Path:
    """As NLTK's data."""
    archive = into / "wordnet.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        for file in folder.iterdir():
            packed.write(file, f"wordnet/{file.name}")
    return archive


def test_an_archive_is_read_as_its_folder(wordnet: Path, tmp_path: Path) -> None:
    archive = pack(wordnet, tmp_path)
    assert load(archive).origin == f"{archive}#{load(wordnet).origin[-8:]}"


def test_the_real_files(shared: Path, tmp_path: Path) -> None:
    formats = shared / "data" / "formats"
    for name in ("index.noun", "index.verb", "noun.exc"):
        (tmp_path / name).write_bytes((formats / f"wordnet_{name}").read_bytes())
    found = load(whole(tmp_path))
    animal, being = inflected(found, "animals", "animate_being")
    assert animal & being
    assert len(found.table.words) == 246


@pytest.mark.parametrize(
    ("file", "text"),
    [("index.noun", "car n 2 2 @ ~ 2 1 02958343"), ("index.verb", "go v"), ("verb.exc", "went")],
)
def test_malformed_wordnet(wordnet: Path, file: str, text: str) -> None:
    (wordnet / file).write_text(f"{LICENCE}{text}\n")
    with pytest.raises(DataError, match=rf"{file}, line 3"):
        load(wordnet)


@pytest.mark.parametrize("file", ["index.verb", "index.noun", "data.adv"])
@pytest.mark.parametrize("state", ["missing", "empty"])
@pytest.mark.parametrize("packed", [False, True])
def test_an_incomplete_wordnet(wordnet: Path, tmp_path: Path, file: str, state: str, packed: bool) -> None:
    (wordnet / file).unlink() if state == "missing" else (wordnet / file).write_bytes(b"")
    path = pack(wordnet, tmp_path) if packed else wordnet
    with pytest.raises(DataError) as error:
        load(path)
    assert str(error.value) == f"{path} is not a whole WordNet: {file} is {state}; install it again"


@pytest.mark.parametrize("text", [" \n\n", "\t\n", LICENCE])
@pytest.mark.parametrize("packed", [False, True])
def test_an_index_without_entries(wordnet: Path, tmp_path: Path, text: str, packed: bool) -> None:
    for part in ("noun", "adv"):
        (wordnet / f"index.{part}").write_text(text)
    path = pack(wordnet, tmp_path) if packed else wordnet
    with pytest.raises(DataError) as error:
        load(path)
    states = "index.noun has no entries, index.adv has no entries"
    assert str(error.value) == f"{path} is not a whole WordNet: {states}; install it again"


def test_all_that_is_missing_is_named(wordnet: Path) -> None:
    (wordnet / "index.adj").unlink()
    (wordnet / "data.noun").write_bytes(b"")
    with pytest.raises(DataError, match=r"WordNet: index\.adj is missing, data\.noun is empty; install"):
        load(wordnet)


def test_exceptions_are_optional(wordnet: Path) -> None:
    for file in wordnet.glob("*.exc"):
        file.unlink()
    car, cars, children = inflected(load(wordnet), "car", "cars", "children")
    assert cars == car != set()
    assert children == set()


def test_an_archive_of_something_else(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "readme").write_text("nothing")
    with pytest.raises(DataError, match=r"has no WordNet files: index\.noun"):
        load(pack(tmp_path / "other", tmp_path))


# -- thesauri ---------------------------------------------------------------------------------------


def thesaurus(path: Path, text: str, encoding: str = "UTF-8") -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(f"{encoding}\n{text}".encode(encoding))
    return path


def test_a_thesaurus_is_symmetric(tmp_path: Path) -> None:
    text = "Bank|2\n-|Geldhaus (ugs.)|Kreditinstitut|Firma (Oberbegriff)\n(noun)|Sitzmöbel|(lange) Sitzbank\n"
    found = load(thesaurus(tmp_path / "th_de_DE.dat", text), "de")
    bank, house, institute, company, seat = inflected(
        found, "Bank", "Geldhaus", "Kreditinstitut", "Firma", "Sitzmöbel"
    )
    assert house == institute != set()
    assert bank == house | seat
    assert company == set()
    assert inflected(found, "sitzbank", "lange") == [seat, set()]
    # A meaning without a part of speech suits every word; one with a part of speech only its own.
    assert senses(found, "Bank/NOUN", "Bank/VERB", "Bank/ADP") == [bank, house, house]


def test_meanings_that_are_repeated_are_one(tmp_path: Path) -> None:
    found = load(thesaurus(tmp_path / "th.dat", "a|1\n-|b\nb|1\n-|a\n"), "de")
    assert found.table.ids.tolist() == [0, 0]


def test_encodings(tmp_path: Path) -> None:
    found = load(thesaurus(tmp_path / "th_es_ES.dat", "Alá|1\n-|Señor\n", "ISO8859-1"), "es")
    assert found.table.words == ["alá", "señor"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nonsense\na|1\n-|b\n", "line 1: should name an encoding, such as UTF-8, not 'nonsense'"),
        ("U\0T\0F\0-\x008\na|1\n-|b\n", r"line 1: should name an encoding, such as UTF-8, not 'U\\x00T"),
        ("\0\n", r"line 1: should name an encoding, such as UTF-8, not '\\x00'"),
        ("undefined\na|1\n-|b\n", "line 1: should name an encoding, such as UTF-8, not 'undefined'"),
        ("UTF-8\na|\0\n-|b\n", "line 2: should be a word and how many meanings"),
        ("UTF-8\na|²\n-|b\n", "line 2: should be a word and how many meanings"),
        pytest.param(
            f"UTF-8\na|{'9' * 5000}\n-|b\n", "line 2: should be a word and how many meanings", id="digits"
        ),
        ("UTF-8\na|x\n-|b\n", "line 2: should be a word and how many meanings"),
        ("UTF-8\na|2\n-|b\n", "line 2: the file ends within the meanings of 'a'"),
        ("UTF-8\na|1\nb\n", "line 3: a meaning of 'a' has no synonyms"),
        ("ASCII\na|1\n-|ä\n", "line 3: is not ASCII"),
    ],
)
def test_malformed_thesauri(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "th.dat"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=message):
        load(path, "de")


@pytest.mark.parametrize(("file", "words"), [("cs_CZ", 747), ("de_DE", 415), ("en_US", 610), ("es_ES", 1518)])
def test_real_thesauri(shared: Path, file: str, words: int) -> None:
    """The index beside the file leads to it."""
    found = load(shared / "data" / "formats" / f"mythes_{file}.idx", file[:2])
    assert len(found.table.words) == words


# -- other sources ----------------------------------------------------------------------------------


def test_plain_synonyms(tmp_path: Path) -> None:
    path = tmp_path / "synonyms.tsv"
    path.write_text("Auto\tWagen\n\nWagen\tKarren\tFuhrwerk\n")
    car, wagon, cart = inflected(load(path, "de"), "auto", "wagen", "karren")
    assert car | cart == wagon
    assert not car & cart


def test_a_file_without_tabs_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "synonyms.txt"
    path.write_text("auto wagen\n")
    with pytest.raises(DataError, match=r"has no synonyms: .* separated by tabs"):
        load(path)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """The tables of the package ``wn`` that matter, with a German and an English lexicon."""
    path = tmp_path / "wn" / "wn.db"
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as base:
        base.executescript(
            """
            CREATE TABLE lexicons (rowid INTEGER PRIMARY KEY, id, version, language);
            CREATE TABLE entries (rowid INTEGER PRIMARY KEY, lexicon_rowid, pos);
            CREATE TABLE forms (rowid INTEGER PRIMARY KEY, entry_rowid, form);
            CREATE TABLE senses (rowid INTEGER PRIMARY KEY, entry_rowid, synset_rowid);
            INSERT INTO lexicons VALUES (1, 'odenet', '1.4', 'de'), (2, 'oewn', '2024', 'en');
            INSERT INTO entries VALUES (1, 1, 'n'), (2, 1, 'n'), (3, 1, 'v'), (4, 2, 'n');
            INSERT INTO forms VALUES (1, 1, 'Auto'), (2, 1, 'Autos'), (3, 2, 'Wagen'), (4, 3, 'wagen'),
                                     (5, 4, 'auto');
            INSERT INTO senses VALUES (1, 1, 7), (2, 2, 7), (3, 3, 8), (4, 4, 9);
            """
        )
    return path


def test_a_database_of_wn(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WN_DATA", str(database.parent))
    found = find_synonyms(None, "de")
    assert found is not None
    assert found.origin.startswith("wn-odenet-1.4#")
    assert senses(found, "Auto/NOUN", "Autos/NOUN", "Wagen/NOUN", "wagen/VERB") == [{7}, {7}, {7}, {8}]
    with pytest.raises(MissingError, match="no synonyms of French"):
        find_synonyms(None, "fr")
    with pytest.raises(MissingError, match="has no wordnet of French"):
        load(database, "fr")


def test_a_damaged_database(tmp_path: Path) -> None:
    path = tmp_path / "wn.db"
    path.write_bytes(b"nothing of the kind")
    with pytest.raises(DataError, match="cannot be read as a database of wn"):
        load(path)


# -- finding ----------------------------------------------------------------------------------------


def test_what_is_installed_is_found(wordnet: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    thesaurus(tmp_path / "mythes" / "th_de_DE_v2.dat", "a|1\n-|b\n")
    monkeypatch.setenv("WNSEARCHDIR", str(wordnet))
    english, german = find_synonyms(None, "eng"), find_synonyms(None, "de-AT")
    assert english is not None
    assert german is not None
    assert (english.language, german.language) == ("en", "de")
    assert english.origin.startswith("wordnet-3.0#")
    assert german.origin.startswith("mythes#")
    assert find_synonyms(english.origin, "en") is english
    # A path that is gone: the same content is as good.
    assert find_synonyms(f"/old/place#{english.origin[-8:]}", "en") is english


def test_an_origin_is_asked_for_again(tmp_path: Path) -> None:
    path = tmp_path / "my#synonyms.tsv"
    path.write_text("a\tb\n")
    origin = load(path).origin
    assert origin.startswith(f"{path}#")
    module._loaded.cache_clear()
    again = find_synonyms(origin, "en")
    assert again is not None
    assert again.origin == origin
    path.write_text("a\tb\tc\n")
    with pytest.raises(
        DataError, match=rf"has the digest \w{{8}}, not {origin[-8:]}: these are other synonyms"
    ):
        find_synonyms(origin, "en")
    path.unlink()
    with pytest.raises(MissingError, match="are not here: give their file or folder"):
        find_synonyms(origin, "en")


def test_what_is_not_there() -> None:
    assert find_synonyms("none", "en") is None
    with pytest.raises(MissingError, match=r"no synonyms of English: install WordNet .*synonyms=none"):
        find_synonyms(None, "en")
    with pytest.raises(MissingError, match=r"apt install mythes-de\).* meteor:synonyms=none"):
        find_synonyms(None, "de", metric="meteor")
    with pytest.raises(MissingError, match=r"install a thesaurus of LibreOffice or a wordnet of"):
        find_synonyms(None, "zh")
    with pytest.raises(MissingError, match=r"wordnet-3\.0#01234567 are not here"):
        find_synonyms("wordnet-3.0#01234567", "en")
    with pytest.raises(ParameterError, match="not the code of a language"):
        find_synonyms(None, "?")


def test_paths_of_nothing(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no such file or folder of synonyms"):
        load(tmp_path / "nowhere")
    with pytest.raises(DataError, match="no such file or folder of synonyms"):
        load(tmp_path / ("x" * 300))
    with pytest.raises(DataError, match=r"has no WordNet files \(index\.noun"):
        load(tmp_path)
    (tmp_path / "broken.zip").write_bytes(b"PK")
    with pytest.raises(DataError, match="cannot be read as an archive"):
        load(tmp_path / "broken.zip")


#: Of a file in an archive: where its header has its flags and how it is compressed.
FLAGS, METHOD = 8, 10


@pytest.mark.parametrize(
    ("place", "byte", "reason"),
    [
        (FLAGS, 1, "is encrypted"),
        (METHOD, 99, "compression method is not supported"),
        (METHOD, 8, "while decompressing data"),
    ],
)
def test_archives_that_cannot_be_opened(
    wordnet: Path, tmp_path: Path, place: int, byte: int, reason: str
) -> None:
    archive = pack(wordnet, tmp_path)
    content = bytearray(archive.read_bytes())
    # The central directory repeats what stands before each file, two bytes further on.
    for signature, shift in ((b"PK\x03\x04", -2), (b"PK\x01\x02", 0)):
        at = content.find(signature)
        while at >= 0:
            content[at + place + shift] = byte
            at = content.find(signature, at + 4)
    archive.write_bytes(content)
    with pytest.raises(DataError, match=f"cannot be read as an archive of WordNet .*{reason}"):
        load(archive)


# -- the cache --------------------------------------------------------------------------------------


def test_what_was_read_once_is_kept(wordnet: Path, own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = load(wordnet)
    (kept,) = own_cache.iterdir()
    module._loaded.cache_clear()
    with monkeypatch.context() as patch:
        patch.setattr(SynonymTable, "of", lambda source: pytest.fail("read again"))
        again = load(wordnet)
    assert inflected(again, "kids", "went", "x") == inflected(first, "kids", "went", "x")
    module._loaded.cache_clear()
    kept.write_bytes(kept.read_bytes()[:100])
    assert load(wordnet).table.words == first.table.words


def test_another_form_of_the_cache_is_not_read(wordnet: Path, own_cache: Path) -> None:
    first = load(wordnet)
    (kept,) = own_cache.iterdir()
    with np.load(kept) as packed:
        arrays = dict(packed)
    for old in ({"format": np.array(1)}, {}):
        arrays.pop("format", None)
        np.savez(kept, **{**arrays, "words": np.frombuffer(b"old", dtype=np.uint8), **old})
        module._loaded.cache_clear()
        assert load(wordnet).table.words == first.table.words


def test_changed_files_are_read_again(tmp_path: Path) -> None:
    path = tmp_path / "synonyms.tsv"
    path.write_text("a\tb\n")
    before = load(path)
    path.write_text("a\tb\tc\n")
    after = load(path)
    assert before.origin != after.origin
    assert after.table.words == ["a", "b", "c"]


@pytest.mark.parametrize("folder", ["file/cache", "x" * 300], ids=["below a file", "name too long"])
def test_a_cache_that_cannot_be_used(tmp_path: Path, folder: str) -> None:
    (tmp_path / "file").write_text("")
    assert compiled(TsvSynonyms(["a\tb"]), tmp_path / folder).words == ["a", "b"]


def test_without_a_cache(wordnet: Path, own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with uncached():
        first = load(wordnet)
    assert not own_cache.exists()
    assert load(wordnet).table.words == first.table.words
    assert own_cache.exists()


def test_places_that_are_closed_to_us(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = Path("/" + "x" * 300)
    monkeypatch.setenv("WN_DATA", str(closed))
    monkeypatch.setenv("WNSEARCHDIR", str(closed))
    with pytest.raises(MissingError, match="no synonyms of English"):
        find_synonyms(None, "en")


WORD = st.text(st.characters(exclude_characters="\n\t", exclude_categories=["Cs"]), max_size=4)


@given(st.lists(st.lists(WORD, max_size=4), max_size=6))
def test_tables_survive_being_kept(synsets: list[list[str]]) -> None:
    made = SynonymTable.of(TsvSynonyms(["\t".join(words) for words in synsets]))
    kept = SynonymTable.from_bytes(made.to_bytes())
    assert kept.words == made.words
    assert kept.exceptions == made.exceptions
    for name in ("offsets", "ids", "parts"):
        assert np.array_equal(getattr(kept, name), getattr(made, name))
    assert set(made.parts.tolist()) <= {ANY}


def test_tables_with_columns_of_unequal_length_are_damaged() -> None:
    made = SynonymTable.of(TsvSynonyms(["car\tauto", "kid\tchild"]))
    assert (len(made.words), len(made.offsets), len(made.ids), len(made.parts)) == (4, 5, 4, 4)
    for column, length in (("words", 3), ("offsets", 4), ("ids", 3), ("parts", 3)):
        damaged = replace(made, **{column: getattr(made, column)[:length]})
        with pytest.raises(ValueError, match="columns of unequal length"):
            SynonymTable.from_bytes(damaged.to_bytes())
