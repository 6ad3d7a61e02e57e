"""Languages: one code for each, its name, and the tokenizer its words are taken from."""

from __future__ import annotations

from pitchpipe.errors import ParameterError

#: Names of the languages that something here knows, by ISO 639-1 code where there is one.
NAMES = {
    "ar": "Arabic", "ast": "Asturian", "bg": "Bulgarian", "ca": "Catalan", "cs": "Czech", "cy": "Welsh",
    "da": "Danish", "de": "German", "el": "Greek", "en": "English", "eo": "Esperanto", "es": "Spanish",
    "et": "Estonian", "fa": "Persian", "fi": "Finnish", "fr": "French", "ga": "Irish", "gd": "Gaelic",
    "gl": "Galician", "he": "Hebrew", "hi": "Hindi", "hr": "Croatian", "hu": "Hungarian", "hy": "Armenian",
    "id": "Indonesian", "is": "Icelandic", "it": "Italian", "ja": "Japanese", "ka": "Georgian",
    "ko": "Korean", "la": "Latin", "lb": "Luxembourgish", "lt": "Lithuanian", "lv": "Latvian",
    "mk": "Macedonian", "ml": "Malayalam", "ms": "Malay", "nb": "Norwegian Bokmål", "nl": "Dutch",
    "nn": "Norwegian Nynorsk", "pl": "Polish", "pt": "Portuguese", "ro": "Romanian", "ru": "Russian",
    "se": "Northern Sámi", "sk": "Slovak", "sl": "Slovene", "sq": "Albanian", "sr": "Serbian",
    "sv": "Swedish", "sw": "Swahili", "tl": "Tagalog", "tr": "Turkish", "uk": "Ukrainian", "zh": "Chinese",
}  # fmt: skip

#: Other codes of the same languages: three letters, and what people write.
_SAME = {
    "ara": "ar", "bul": "bg", "cat": "ca", "ces": "cs", "cze": "cs", "cz": "cs", "cym": "cy", "wel": "cy",
    "dan": "da", "deu": "de", "ger": "de", "ell": "el", "gre": "el", "eng": "en", "epo": "eo", "spa": "es",
    "est": "et", "fas": "fa", "per": "fa", "fin": "fi", "fra": "fr", "fre": "fr", "gle": "ga", "gla": "gd",
    "glg": "gl", "heb": "he", "hin": "hi", "hrv": "hr", "hun": "hu", "hye": "hy", "arm": "hy", "ind": "id",
    "isl": "is", "ice": "is", "ita": "it", "jpn": "ja", "kat": "ka", "geo": "ka", "kor": "ko", "lat": "la",
    "ltz": "lb", "lit": "lt", "lav": "lv", "mkd": "mk", "mac": "mk", "mal": "ml", "msa": "ms", "may": "ms",
    "no": "nb", "nor": "nb", "nob": "nb", "nld": "nl", "dut": "nl", "nno": "nn", "pol": "pl", "por": "pt",
    "ron": "ro", "rum": "ro", "rus": "ru", "sme": "se", "slk": "sk", "slo": "sk", "slv": "sl", "sqi": "sq",
    "alb": "sq", "srp": "sr", "swe": "sv", "swa": "sw", "tgl": "tl", "fil": "tl", "tur": "tr", "ukr": "uk",
    "zho": "zh", "chi": "zh", "cmn": "zh", "yue": "zh",
}  # fmt: skip

#: Those whose words no space separates. Everything else but English is split as ``intl`` does, which
#: knows the quotation marks of every script.
_TOKENIZERS = {"en": "13a", "zh": "zh", "ja": "ja-mecab", "ko": "ko-mecab"}


def code(language: str) -> str:
    """One code for a language: ``EN``, ``eng`` and ``en_US`` are all ``en``.

    Raises
    ------
    ParameterError
        If it does not look like a code at all.
    """
    first = language.strip().lower().replace("_", "-").partition("-")[0]
    if not (2 <= len(first) <= 3 and first.isascii() and first.isalpha()):
        raise ParameterError(f"{language!r} is not the code of a language: give two letters, such as de")
    return _SAME.get(first, first)


def name(language: str) -> str:
    """What a language is called, or its code again."""
    return NAMES.get(language, language)


def tokenizer(language: str) -> str:
    """The tokenizer whose words are analysed."""
    return _TOKENIZERS.get(language, "intl")
