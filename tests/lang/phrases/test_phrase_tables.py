"""Phrase tables beside golden values, hand-made text and enumeration."""

from __future__ import annotations

import gzip
import itertools
import struct
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import _core
from pitchpipe.errors import DataError, MissingError, ParameterError
from pitchpipe.lang.annotation.analysis import Analysed, Token
from pitchpipe.lang.phrases import files as phrase_table_files
from pitchpipe.lang.phrases.files import find_tables, table_path
from pitchpipe.lang.phrases.sources import Extraction, table_from_moses, table_from_pairs, table_from_text
from pitchpipe.lang.phrases.tables import PivotTable
from tests.golden.rows import HERE, Row, read
from tests.metrics.annotating import SpelledAnnotator

SHARED = Path(__file__).parents[4] / "shared" / "data"
MOSES = SHARED / "formats" / "moses.phrase-table.txt"


def analysed(lines: list[str]) -> Analysed:
    """Tokens that are their own lemmas and tags."""
    tokens = [[Token(word, word, "X", word) for word in line.split()] for line in lines]
    return Analysed.of(tokens, tool="none", tagset="none")


def table_of(pairs: list[tuple[str, str, float]], **options: float | int) -> PivotTable:
    phrases, pivots, counts = (list(column) for column in zip(*pairs, strict=True))
    return table_from_pairs(
        phrases,
        analysed(pivots),
        counts,
        language="en",
        pivot="fr",
        extraction=Extraction(**options),  # type: ignore[arg-type]
    )


HOUSE = [("the", "la", 6.0), ("the", "le", 2.0), ("house", "maison", 3.0), ("the house", "la maison", 2.0)]


@pytest.fixture
def house(tmp_path: Path) -> Path:
    path = tmp_path / "house.table"
    table_of(HOUSE).save(path)
    return path


# -- golden values ---------------------------------------------------------------------------------

GOLDEN = read(HERE, "oracle_tesla_b")


@pytest.mark.parametrize("row", GOLDEN, ids=lambda row: row["id"])
def test_golden(row: Row) -> None:
    pairs = [(phrase, pivot, n) for phrase, pivots in row["phrase_table"] for pivot, n in pivots]
    table = table_of(pairs, top=1000)
    words = row["sentence"].split()
    found = table.segment(words)
    assert found.phrases == row["segmentation"]
    assert found.log_probability == pytest.approx(row["log_prob"], abs=1e-9)
    # Forms are in lower case.
    wanted = {tuple(ngram.lower().split()): weight for ngram, weight in row["bpng"]}
    assert table.ngrams(words) == pytest.approx(wanted, abs=1e-9)


# -- the definition --------------------------------------------------------------------------------

phrases = st.lists(st.sampled_from("abc"), min_size=1, max_size=3).map(" ".join)
pivots = st.lists(st.sampled_from("uvw"), min_size=1, max_size=4).map(" ".join)
tables = st.dictionaries(st.tuples(phrases, pivots), st.integers(1, 9), min_size=1, max_size=12)


@given(tables, st.lists(st.sampled_from("abcd"), max_size=5), st.integers(1, 5))
def test_ngrams_as_on_all_paths(pairs: dict[tuple[str, str], int], words: list[str], order: int) -> None:
    """Every way through the network is a sentence with a probability; its n-grams are counted in it."""
    table = table_of([(*pair, count) for pair, count in pairs.items()])
    segments = []
    for phrase in table.segment(words).phrases:
        found = table.lookup(phrase)
        segments.append([(str(p).split(), p.probability) for p in found] or [([phrase], 1.0)])
    wanted: defaultdict[tuple[str, ...], float] = defaultdict(float)
    for path in itertools.product(*segments):
        sentence = [word for tokens, _ in path for word in tokens]
        probability = float(np.prod([p for _, p in path]))
        for n in range(1, order + 1):
            for begin in range(len(sentence) - n + 1):
                wanted[tuple(sentence[begin : begin + n])] += probability
    assert table.ngrams(words, order) == pytest.approx(dict(wanted), abs=1e-12)


@given(tables, st.lists(st.sampled_from("abcd"), min_size=1, max_size=6))
def test_no_segmentation_is_better(pairs: dict[tuple[str, str], int], words: list[str]) -> None:
    counts: Counter[str] = Counter()
    for (phrase, _), count in pairs.items():
        counts[phrase] += count
    total = sum(counts.values())
    best = -np.inf
    for cuts in itertools.product([False, True], repeat=len(words) - 1):
        borders = [0, *(k for k, cut in enumerate(cuts, 1) if cut), len(words)]
        parts = [" ".join(words[a:b]) for a, b in itertools.pairwise(borders)]
        numbers = [counts.get(part, 0.5 if " " not in part else 0) for part in parts]
        if all(numbers):
            best = max(best, float(np.log(np.array(numbers) / total).sum()))
    found = table_of([(*pair, count) for pair, count in pairs.items()]).segment(words)
    assert found.log_probability == pytest.approx(best, abs=1e-9)
    assert " ".join(found.phrases).split() == words


def test_lookup() -> None:
    table = table_of(HOUSE)
    assert [(str(p), p.count, p.probability) for p in table.lookup("The")] == [
        ("la", 6.0, 0.75),
        ("le", 2.0, 0.25),
    ]
    assert table.lookup("garden") == table.lookup("house the") == table.lookup("") == []
    assert table.sizes == (2, 3, 4, 4)


def test_pruning() -> None:
    assert [str(p) for p in table_of(HOUSE, top=1).lookup("the")] == ["la"]
    assert table_of(HOUSE, min_count=3.0).sizes == (2, 2, 2, 2)
    with pytest.raises(DataError, match="no phrase pair is left"):
        table_of(HOUSE, min_count=7.0)


# -- text ------------------------------------------------------------------------------------------

ENGLISH = ["the house", "the garden", "a house", "a garden", "the big house", "a big garden"] * 4
FRENCH = ["la maison", "le jardin", "une maison", "un jardin", "la grande maison", "un grand jardin"] * 4


def test_from_text() -> None:
    spelled = SpelledAnnotator().annotate([line.replace(" ", ".d ") for line in FRENCH], side="pivot")
    table = table_from_text(ENGLISH, spelled, language="en", pivot="fra")
    assert [(str(p), p.count) for p in table.lookup("house")] == [("maison", 12.0)]
    (whole,) = table.lookup("the house")
    assert whole.tokens == (Token("la.d", "la", "NOUN", "d"), Token("maison", "maison", "NOUN", "n"))
    described = table.description
    assert (described.language, described.pivot, described.tokenize, described.tool) == (
        "en",
        "fr",
        "13a",
        "spelled",
    )
    assert (described.lines, described.longest, described.top) == (24, 7, 20)
    again = table_from_text(ENGLISH, FRENCH, language="en", pivot="fr", annotator=SpelledAnnotator())
    assert [(str(p), p.count) for p in again.lookup("garden")] == [("jardin", 12.0)]


def test_no_phrase_is_longer() -> None:
    table = table_from_text(
        ENGLISH, analysed(FRENCH), language="en", pivot="fr", extraction=Extraction(longest=2)
    )
    assert table.lookup("big house")
    assert not table.lookup("the big house")


def test_text_that_does_not_fit() -> None:
    with pytest.raises(DataError, match="there are 1 lines, but 2 in the pivot language"):
        table_from_text(["a"], ["b", "c"], language="en", pivot="fr")
    with pytest.raises(DataError, match="no sentence pair"):
        table_from_text([""], analysed([""]), language="en", pivot="fr")
    with pytest.raises(ParameterError, match="unknown tokenizer 'words'"):
        table_from_text(["a"], analysed(["b"]), language="en", pivot="fr", tokenize="words")


@pytest.mark.parametrize("pivot", ["en", "eng", "EN_us"])
def test_a_language_is_not_its_own_pivot(tmp_path: Path, pivot: str) -> None:
    says = "the pivot language must be another .*, and both are English$"
    with pytest.raises(ParameterError, match=says):
        table_from_text(["a"], analysed(["a"]), language="en", pivot=pivot)
    with pytest.raises(ParameterError, match=says):
        table_from_pairs(["a"], analysed(["a"]), [1.0], language="en", pivot=pivot)
    table = tmp_path / "moses"
    table.write_text("a ||| a ||| 1 ||| 0-0 ||| 1 1 1\n")
    with pytest.raises(ParameterError, match=says):
        table_from_moses(table, language="en", pivot=pivot, annotator=SpelledAnnotator())


def test_tokens_with_spaces_stay_one() -> None:
    token = Token("mille deux", "mille", "NUM", "NUM")
    pivots = Analysed.of([[token]] * 3, tool="none", tagset="none")
    table = table_from_text(["thousand"] * 3, pivots, language="en", pivot="fr")
    assert [p.tokens for p in table.lookup("thousand")] == [(token,)]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"longest": 0}, "longest must be a whole number from 1 to 100, not 0"),
        ({"top": 0}, "top must be"),
        ({"top": 2.5}, "top must be"),
        ({"min_count": float("nan")}, "min_count must be"),
        ({"min_count": -1}, "min_count must be"),
    ],
)
def test_absurd_extractions(options: dict[str, float], message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        Extraction(**options)  # type: ignore[arg-type]


def test_links_must_fit() -> None:
    (words,) = _core.encode([_core.Texts(["a b"])], "none", "keep", "ascii")
    offsets, ids = np.array([0, 1]), np.array([0], dtype=np.uint32)
    with pytest.raises(DataError, match="line 1: a link leaves its sentences"):
        _core.PhrasePairs.extract(words, offsets, ids, _core.Alignments([[(1, 1)]]), 7, 1.0, 20)
    with pytest.raises(DataError, match="links of 2"):
        _core.PhrasePairs.extract(words, offsets, ids, _core.Alignments([[], []]), 7, 1.0, 20)


# -- tables of Moses -------------------------------------------------------------------------------

LINES = [
    "la maison ||| the house ||| 0.5 0.1 1 0.1 ||| 0-0 1-1 ||| 4 2 2 ||| |||",
    "une maison ||| the house ||| 0.5 0.1 1 0.1 ||| 0-0 1-1 ||| 4 2 2",
    "l &apos; h&#244;tel ||| hotel ||| 1 1 1 1 ||| ||| 8 8 6 ||| |||",
    "vieille ||| old ||| 0.25 1 1 1 ||| 0-0 ||| 8 2",
]


def moses(path: Path, side: str = "target") -> PivotTable:
    return table_from_moses(path, language="en", pivot="fr", side=side, annotator=SpelledAnnotator())  # type: ignore[arg-type]


@pytest.mark.parametrize("compressed", [False, True])
def test_moses(tmp_path: Path, compressed: bool) -> None:
    path = tmp_path / "phrase-table.gz"
    text = "\n".join(LINES).encode()
    path.write_bytes(gzip.compress(text) if compressed else text)
    table = moses(path)
    assert [(str(p), p.count) for p in table.lookup("the house")] == [("la maison", 2.0), ("une maison", 2.0)]
    assert [(str(p), p.count) for p in table.lookup("hotel")] == [("l ' hôtel", 6.0)]
    # Two counts only: a quarter of 8.
    assert [(str(p), p.count) for p in table.lookup("old")] == [("vieille", 2.0)]
    other = moses(path, "source")
    assert [(str(p), p.count) for p in other.lookup("la maison")] == [("the house", 2.0)]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("la maison ||| the house", "line 2: a phrase pair is written f |||"),
        (" ||| the house ||| 1 ||| ||| 1 1 1", "line 2: a phrase pair is written"),
        ("la maison ||| the house ||| 1 1 1 1", "line 2: there are no counts"),
        ("la ||| the ||| 1 ||| ||| 1 1 many", "line 2: '1 1 many' is not numbers"),
        ("la ||| the ||| 1 ||| ||| 1 1 0", "line 2: the pair counts 0, which must be more than 0"),
        ("la ||| the ||| 1 ||| ||| 1 1 nan", "line 2: the pair counts nan"),
    ],
)
def test_malformed_lines(tmp_path: Path, line: str, message: str) -> None:
    path = tmp_path / "table.txt"
    path.write_text(f"{LINES[0]}\n{line}\n")
    with pytest.raises(DataError, match=f"table.txt, {message}".replace("|", r"\|")):
        moses(path)


def test_sides_of_a_table_of_moses(tmp_path: Path) -> None:
    with pytest.raises(ParameterError, match=r"^side must be source or target, not 'both'$"):
        moses(tmp_path / "phrases", "both")


def test_an_empty_table_of_moses(tmp_path: Path) -> None:
    path = tmp_path / "empty"
    path.write_text("")
    with pytest.raises(DataError, match="empty is empty"):
        moses(path)


@pytest.mark.skipif(not MOSES.exists(), reason="needs the shared data")
def test_a_real_table_of_moses() -> None:
    table = table_from_moses(MOSES, language="en", pivot="de", annotator=SpelledAnnotator())
    assert table.description.lines == 100
    assert next((str(p), p.count) for p in table.lookup('! "')) == ('! " .', 3.0)


# -- files -----------------------------------------------------------------------------------------


def test_saved_and_opened(house: Path, tmp_path: Path) -> None:
    table = PivotTable.open(house)
    assert isinstance(table._data, np.memmap)
    assert table.description == table_of(HOUSE).description
    assert table.digest == table_of(HOUSE).digest != table_of(HOUSE[:3]).digest
    assert [str(p) for p in table.lookup("the")] == ["la", "le"]
    table.save(tmp_path / "copy.table.gz")
    assert (tmp_path / "copy.table.gz").read_bytes() != house.read_bytes()
    assert PivotTable.open(tmp_path / "copy.table.gz").digest == table.digest


def test_files_that_are_no_tables(house: Path, tmp_path: Path) -> None:
    data = house.read_bytes()
    other = tmp_path / "other.table"
    with pytest.raises(DataError, match=r"other\.table: no such file"):
        PivotTable.open(other)
    with pytest.raises(DataError, match="is a directory"):
        PivotTable.open(tmp_path)
    wrong = {
        "is not a phrase table": [b"", b"PPPHRAS", b"something else", b"\x00" * 100],
        "truncated": [data[:8], data[:40], data[:-1], data[:100]],
        "damaged: its digest": [
            data + b"\0",
            data[:-1] + bytes([data[-1] ^ 1]),
            data[:100] + b"?" + data[101:],
        ],
        "version 9": [data[:8] + struct.pack("<I", 9) + data[12:]],
    }
    for message, contents in wrong.items():
        for content in contents:
            other.write_bytes(content)
            with pytest.raises(DataError, match=rf"other\.table: .*{message}"):
                PivotTable.open(other)


def test_tables_are_found(house: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "kept"
    folder.mkdir()
    monkeypatch.setattr(phrase_table_files, "_folder", lambda: folder)
    with pytest.raises(MissingError, match="no phrase table for English: make one with pitchpipe lang"):
        find_tables("auto", "en")
    with pytest.raises(MissingError, match="-l de-en"):
        find_tables("auto", None)
    digest = PivotTable.open(house).digest
    for pivot in ("fr", "de"):
        table_of(HOUSE).save(table_path("en", pivot))
    assert list(find_tables("auto", "eng")) == [f"de#{digest}", f"fr#{digest}"]
    named = f"{house}/fr/{house}#{digest}"
    assert list(find_tables(named, "en")) == [f"{house}#{digest}", f"fr#{digest}"]
    assert list(find_tables(f"{house}", None)) == [f"{house}#{digest}"]
    with pytest.raises(MissingError, match=r"no phrase table cs/x\.table"):
        find_tables("fr/cs/x.table", "en")
    with pytest.raises(DataError, match=r"house\.table has phrases of en, but the texts are in de"):
        find_tables(str(house), "de")
    with pytest.raises(DataError, match="it is another file"):
        find_tables(f"{house}#0123", "en")


def test_a_table_that_changes_is_opened_again(house: Path) -> None:
    before = list(find_tables(str(house), "en"))
    table_of(HOUSE[:2]).save(house)
    assert list(find_tables(str(house), "en")) != before


# -- real text -------------------------------------------------------------------------------------


@pytest.mark.skipif(not (SHARED / "align").exists(), reason="needs the shared data")
def test_real_text() -> None:
    def lines(language: str) -> list[str]:
        with gzip.open(SHARED / "align" / "en-fr" / f"train.{language}.gz", "rt", encoding="utf-8") as file:
            return [line.rstrip("\n") for line in itertools.islice(file, 4000)]

    table = table_from_text(lines("en"), analysed(lines("fr")), language="en", pivot="fr", tokenize="none")
    assert str(table.lookup("the")[0]) in {"le", "la", "les"}
    assert str(table.lookup("and")[0]) == "et"
    assert table.sizes.pairs > 50_000
