"""The one table of languages: codes, names, scripts, and which tokenizer finds their words."""

from __future__ import annotations

from typing import NamedTuple

from pitchpipe.errors import ParameterError
from pitchpipe.wording import quoted


class Language(NamedTuple):
    """A language that something here knows.

    ``code`` is that of ISO 639-1 where there is one, ``others`` what else people write for it; ``script``
    that of ISO 15924. ``words`` is the tokenizer that finds words which no space tells apart, or what
    comes next to words: characters.
    """

    code: str
    name: str
    others: str = ""
    script: str = "Latn"
    words: str | None = None

    @property
    def is_spaced(self) -> bool:
        """Whether spaces separate words."""
        return self.script not in UNSPACED

    @property
    def analysed_words(self) -> str:
        """The tokenizer whose words are analysed; ``intl`` knows the quotation marks of every script."""
        if self.script in {"Hani", "Jpan", "Kore"} and self.words is not None:
            return self.words
        return "13a" if self.code == "en" else "intl"


#: The tokenizer of most languages.
USUAL = "13a"

#: Scripts without spaces between words.
UNSPACED = frozenset({"Hani", "Jpan", "Khmr", "Laoo", "Mymr", "Thai"})

LANGUAGES = (
    Language("ar", "Arabic", "ara", "Arab"),
    Language("ast", "Asturian", ""),
    Language("bg", "Bulgarian", "bul", "Cyrl"),
    Language("bn", "Bengali", "ben", "Beng"),
    Language("ca", "Catalan", "cat"),
    Language("cs", "Czech", "ces cze cz"),
    Language("cy", "Welsh", "cym wel"),
    Language("da", "Danish", "dan"),
    Language("de", "German", "deu ger"),
    Language("el", "Greek", "ell gre", "Grek"),
    Language("en", "English", "eng"),
    Language("eo", "Esperanto", "epo"),
    Language("es", "Spanish", "spa"),
    Language("et", "Estonian", "est"),
    Language("fa", "Persian", "fas per", "Arab"),
    Language("fi", "Finnish", "fin"),
    Language("fr", "French", "fra fre"),
    Language("ga", "Irish", "gle"),
    Language("gd", "Gaelic", "gla"),
    Language("gl", "Galician", "glg"),
    Language("gu", "Gujarati", "guj", "Gujr"),
    Language("ha", "Hausa", "hau"),
    Language("he", "Hebrew", "heb", "Hebr"),
    Language("hi", "Hindi", "hin", "Deva"),
    Language("hr", "Croatian", "hrv"),
    Language("hu", "Hungarian", "hun"),
    Language("hy", "Armenian", "hye arm", "Armn"),
    Language("id", "Indonesian", "ind"),
    Language("is", "Icelandic", "isl ice"),
    Language("it", "Italian", "ita"),
    Language("ja", "Japanese", "jpn", "Jpan", "ja-mecab"),
    Language("ka", "Georgian", "kat geo", "Geor"),
    Language("kk", "Kazakh", "kaz", "Cyrl"),
    Language("km", "Khmer", "khm", "Khmr", "char"),
    Language("ko", "Korean", "kor", "Kore", "ko-mecab"),
    Language("la", "Latin", "lat"),
    Language("lb", "Luxembourgish", "ltz"),
    Language("lo", "Lao", "lao", "Laoo", "char"),
    Language("lt", "Lithuanian", "lit"),
    Language("lv", "Latvian", "lav"),
    Language("mk", "Macedonian", "mkd mac", "Cyrl"),
    Language("ml", "Malayalam", "mal", "Mlym"),
    Language("ms", "Malay", "msa may"),
    Language("my", "Burmese", "mya bur", "Mymr", "char"),
    Language("nb", "Norwegian Bokmål", "no nor nob"),
    Language("nl", "Dutch", "nld dut"),
    Language("nn", "Norwegian Nynorsk", "nno"),
    Language("pl", "Polish", "pol plk"),
    Language("ps", "Pashto", "pus", "Arab"),
    Language("pt", "Portuguese", "por"),
    Language("ro", "Romanian", "ron rum"),
    Language("ru", "Russian", "rus", "Cyrl"),
    Language("se", "Northern Sámi", "sme"),
    Language("sk", "Slovak", "slk slo"),
    Language("sl", "Slovene", "slv"),
    Language("sq", "Albanian", "sqi alb"),
    Language("sr", "Serbian", "srp", "Cyrl"),
    Language("sv", "Swedish", "swe"),
    Language("sw", "Swahili", "swa"),
    Language("ta", "Tamil", "tam", "Taml"),
    Language("th", "Thai", "tha", "Thai", "char"),
    Language("tl", "Tagalog", "tgl fil"),
    Language("tr", "Turkish", "tur"),
    Language("uk", "Ukrainian", "ukr", "Cyrl"),
    Language("vi", "Vietnamese", "vie"),
    Language("xh", "Xhosa", "xho"),
    Language("zh", "Chinese", "zho chi cmn yue", "Hani", "zh"),
    Language("zu", "Zulu", "zul"),
)

_BY_CODE = {code: one for one in LANGUAGES for code in (one.code, *one.others.split())}
_BY_NAME = {one.name.lower(): one for one in LANGUAGES}


def find(language: str | None) -> Language | None:
    """The language of a code or an English name: ``EN``, ``eng``, ``en_US``, ``English``."""
    text = (language or "").strip().lower().replace("_", "-")
    return _BY_NAME.get(text) or _BY_CODE.get(text.partition("-")[0])


def code(language: str) -> str:
    """One code for a language: ``EN``, ``eng`` and ``en_US`` are all ``en``.

    Raises
    ------
    ParameterError
        If it does not look like a code at all.
    """
    first = language.strip().lower().replace("_", "-").partition("-")[0]
    if not (2 <= len(first) <= 3 and first.isascii() and first.isalpha()):
        raise ParameterError(
            f"{quoted(language)} is not the code of a language: give two letters, such as de"
        )
    known = _BY_CODE.get(first)
    return first if known is None else known.code


def name(language: str) -> str:
    """What a language is called, or its code again."""
    known = _BY_CODE.get(language)
    return language if known is None else known.name


def tokenizer(language: str) -> str:
    """The tokenizer whose words are analysed."""
    known = find(language)
    return "intl" if known is None else known.analysed_words


def word_tokenizer(language: str | None) -> str:
    """The tokenizer that metrics of words use: ``13a`` unless the language wants another."""
    known = find(language)
    return USUAL if known is None or known.words is None else known.words
