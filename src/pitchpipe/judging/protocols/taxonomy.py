"""Categories of errors: those of MQM for translation (Freitag et al. 2021), or a file's."""

from __future__ import annotations

from dataclasses import dataclass

from pitchpipe.errors import DataError
from pitchpipe.text.files import StrPath, display_name, read_lines
from pitchpipe.wording import quoted

_USUAL = (
    "Accuracy/Addition",
    "Accuracy/Omission",
    "Accuracy/Mistranslation",
    "Accuracy/Untranslated text",
    "Fluency/Punctuation",
    "Fluency/Spelling",
    "Fluency/Grammar",
    "Fluency/Register",
    "Fluency/Inconsistency",
    "Fluency/Character encoding",
    "Terminology/Inappropriate for context",
    "Terminology/Inconsistent use",
    "Style/Awkward",
    "Locale convention/Address format",
    "Locale convention/Currency format",
    "Locale convention/Date format",
    "Locale convention/Name format",
    "Locale convention/Telephone format",
    "Locale convention/Time format",
    "Other",
    "Source error",
    "Non-translation",
)
#: Nobody finds a category among more.
MOST = 200
LONGEST = 100


@dataclass(frozen=True)
class Taxonomy:
    """Categories, each written ``Group/Category`` or alone, in the order in which they are offered."""

    categories: tuple[str, ...] = _USUAL

    @classmethod
    def read(cls, path: StrPath) -> Taxonomy:
        """Reads a file with a category in each line; empty lines and those that begin with ``#`` are skipped.

        Raises
        ------
        DataError
            If there is no category, too many of them, one twice, or one that is too long.
        """
        lines = [line.strip() for line in read_lines(path)]
        name = display_name(path)
        found = tuple(line for line in lines if line and not line.startswith("#"))
        return cls.checked(found, name)

    @classmethod
    def checked(cls, categories: tuple[str, ...], where: str) -> Taxonomy:
        """Categories of a file, of which ``where`` says the name."""
        if not 1 <= len(categories) <= MOST:
            raise DataError(f"{where} has {len(categories)} categories; there must be 1 to {MOST}")
        for category in categories:
            if categories.count(category) > 1:
                raise DataError(f"{where}: {quoted(category)} is there twice")
            if len(category) > LONGEST:
                raise DataError(f"{where}: a category of {len(category)} letters: at most {LONGEST}")
        return cls(categories)

    def to_dict(self) -> list[str]:
        """The categories, for JSON."""
        return list(self.categories)
