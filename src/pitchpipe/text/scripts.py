"""Scripts: which one letters belong to, and which language a text's letters tell."""

from __future__ import annotations

import sys
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from pitchpipe.text import languages

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: Ranges of characters, for regular expressions.
KANA = "\u3040-\u30ff"
HAN = "\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
SOUTH_EAST_ASIAN = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer

#: What names of characters begin with, where several are one script.
_SCRIPTS = {"HIRAGANA": "kana", "KATAKANA": "kana", "CJK": "han", "IDEOGRAPHIC": "han"}
_WIDTHS = frozenset({"FULLWIDTH", "HALFWIDTH"})
#: Scripts of one language, or of languages whose words are found alike. Kana makes Han Japanese.
_LANGUAGES = {"han": "zh", "hangul": "ko", "thai": "th", "lao": "lo", "khmer": "km", "myanmar": "my"}
#: The least share of kana among the letters of Japanese.
_KANA_OF_JAPANESE = 0.1
#: What words and marks come to at most, on average, in tokenised text of scripts without spaces.
_LONGEST_WORDS = 6
#: The first character of a script in :data:`_LANGUAGES`, Thai.
_FIRST_TOLD = 0x0E00
#: Lines that are counted together.
_BLOCK = 1 << 16


@lru_cache(maxsize=1 << 16)
def script_of(character: str) -> str | None:
    """The script of a letter, after Unicode's names of characters; what is no letter has none.

    >>> script_of("é"), script_of("ж"), script_of("語"), script_of("ｶ"), script_of("1")
    ('latin', 'cyrillic', 'han', 'kana', None)
    """
    if not character.isalpha():
        return None
    words = unicodedata.name(character, "unknown").replace("-", " ").split()
    first = words[1] if words[0] in _WIDTHS else words[0]
    return _SCRIPTS.get(first, first.lower())


def _by_block(lines: Sequence[str]) -> Iterator[NDArray[np.int64]]:
    """How often each character occurs, by its code, in one block of lines after the other."""
    import numpy as np

    left = iter(lines)
    while block := list(islice(left, _BLOCK)):
        codes = np.frombuffer("".join(block).encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
        yield np.bincount(codes)


class Letters(NamedTuple):
    """The letters of a script in some text: how many there are, and which."""

    total: int
    different: str


def letters_by_script(lines: Sequence[str]) -> dict[str, Letters]:
    """The letters of each script."""
    import numpy as np

    occurrences = np.zeros(0, dtype=np.int64)
    for block in _by_block(lines):
        longer, shorter = (block, occurrences) if len(block) > len(occurrences) else (occurrences, block)
        longer[: len(shorter)] += shorter
        occurrences = longer
    codes = np.flatnonzero(occurrences)
    numbers = _script_numbers(codes)
    found = {}
    for number in np.flatnonzero(np.bincount(numbers)).tolist():
        script = _numbered[number]
        if script is not None:
            of_script = codes[numbers == number]
            different = of_script.astype("<u4").tobytes().decode("utf-32-le")
            found[script] = Letters(int(occurrences[of_script].sum()), different)
    return found


#: Scripts by their number in :func:`_table`; 0 is that of characters that were not looked up yet.
_numbered: list[str | None] = [None]


@lru_cache(maxsize=1)
def _table() -> NDArray[np.uint16]:
    """The number of each character's script, as far as it was looked up: texts share most characters."""
    import numpy as np

    return np.zeros(sys.maxunicode + 1, dtype=np.uint16)


def _script_numbers(codes: NDArray[np.intp]) -> NDArray[np.uint16]:
    table = _table()
    for code in codes[table[codes] == 0].tolist():
        script = script_of(chr(code))
        if script not in _numbered[1:]:
            _numbered.append(script)
        table[code] = _numbered.index(script, 1)
    return table[codes]


def _is_mostly_latin(lines: Sequence[str]) -> bool:
    """Whether letters of ASCII are more than all characters that may be of a script that tells anything."""
    excess = 0
    for occurrences in _by_block(lines):
        upper, lower = (int(occurrences[ord(first) :][:26].sum()) for first in "Aa")
        excess += upper + lower - int(occurrences[_FIRST_TOLD:].sum())
    return excess > 0


def language_by_script(lines: Sequence[str]) -> str | None:
    """As :func:`language_by_letters`, sooner where most letters are those of ASCII."""
    beyond = [line for line in lines if not line.isascii()]
    # Letters of ASCII tell nothing: where they are most in lines that have others, they are in all.
    return None if not beyond or _is_mostly_latin(beyond) else language_by_letters(lines)


def language_by_letters(lines: Sequence[str]) -> str | None:
    """The language that most letters tell: ``zh``, ``ja``, ``ko``, ``th``, ``lo``, ``km``, ``my`` or none.

    Han is Chinese unless at least a tenth of all letters are kana.
    """
    counts = Counter({script: letters.total for script, letters in letters_by_script(lines).items()})
    kana = counts.pop("kana", 0)
    is_japanese = kana > 0 and kana >= _KANA_OF_JAPANESE * (kana + counts.total())
    counts["han"] += kana
    # In a tie the script that tells something.
    script, most = max(counts.items(), key=lambda item: (item[1], item[0] in _LANGUAGES))
    if not most:
        return None
    return "ja" if is_japanese and script == "han" else _LANGUAGES.get(script)


def told_language(given: str | None, lines: Sequence[str]) -> str | None:
    """The code of the language given, or else of the one that the script of the lines tells."""
    known = languages.find(given)
    return language_by_script(lines) if known is None else known.code


def are_separated(lines: Sequence[str]) -> bool:
    """Whether somebody put spaces between the words of a script without them: tokenised text."""
    words = sum(len(line.split()) for line in lines)
    return words > len(lines) and sum(map(len, lines)) <= _LONGEST_WORDS * words
