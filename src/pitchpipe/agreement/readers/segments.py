"""Which segments of a test set the rows of a file of judgments are about.

Files number segments through the whole test set, from 0 or from 1, or anew in every document; or they call
segments by name, or only quote the source text. What a file does is told by the test set: by its identifiers,
its documents, its number of segments and its source.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pitchpipe.agreement.documents import JudgedDocuments, bare_name
from pitchpipe.agreement.readers.cells import left_out
from pitchpipe.agreement.readers.fields import integer, segment_index
from pitchpipe.errors import DataError
from pitchpipe.wording import counted, meant, quoted

if TYPE_CHECKING:
    from pitchpipe.text.testset import TestSet

_MARKS = re.compile(r"</?v>")


@dataclass(frozen=True)
class Place:
    """What a row says of its segment: number or name, document, source text, domain; empty if nothing."""

    where: str
    segment: str = ""
    document: str = ""
    source: str = ""
    domain: str = ""


@dataclass(frozen=True)
class Located:
    """The segments of rows, from 0; ``None`` where it cannot be told, which notes count."""

    indices: list[int | None]
    documents: JudgedDocuments | None
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Locator:
    """Finds the segments of a file's rows.

    Parameters
    ----------
    file
        What messages call the file.
    test_set
        The test set that the judgments are of, where it is known.
    first
        What the file calls the first segment (of each document, if ``within``), where it is said.
    habit
        What files of this format call the first segment; ``None`` if some say 0 and others 1.
    within
        Whether numbers begin anew in every document.
    """

    file: str
    test_set: TestSet | None = None
    first: int | None = None
    habit: int | None = None
    within: bool = False

    def find(self, places: Sequence[Place]) -> Located:
        """The segments of the rows.

        Raises
        ------
        DataError
            If a row is of a segment that the test set lacks, or it cannot be told which one is meant.
        """
        located = self._found(places)
        self._require_domains(places, located.indices)
        return located

    def _found(self, places: Sequence[Place]) -> Located:
        numbered = all(integer(place.segment) is not None for place in places)
        if self.first is not None and not self.within:
            return self._numbered(places, self.first)
        if numbered and self.habit is not None and not self._begin_anew(places):
            return self._numbered(places, self.habit)
        found = self._by_identifier(places)
        if found is not None:
            return found
        if not numbered:
            return self._by_source(places)
        if self._begin_anew(places):
            untold = self.test_set is None or self.test_set.documents is None
            return (self._by_source if untold and self._quotes(places) else self._within_documents)(places)
        first, why = self._guess(places)
        located = self._numbered(places, first)
        told = f"{self.file}: segments are numbered from {first}{why}"
        return Located(located.indices, located.documents, [told])

    def _numbered(self, places: Sequence[Place], first: int) -> Located:
        indices = [segment_index(place.segment, place.where, first) for place in places]
        return self._checked(places, indices, first)

    def _checked(
        self, places: Sequence[Place], indices: Sequence[int | None], first: int, *notes: str
    ) -> Located:
        """With the documents that the rows name, to be compared with the test set's."""
        documents = JudgedDocuments(first)
        for place, index in zip(places, indices, strict=True):
            if place.document and index is not None:
                documents.add(index, place.document, place.where)
        return Located(list(indices), documents if documents.of_segment else None, list(notes))

    def _require_domains(self, places: Sequence[Place], indices: Sequence[int | None]) -> None:
        """Refuses a segment that is of another domain in the test set."""
        domains = None if self.test_set is None else self.test_set.domains
        if domains is None:
            return
        names = set(domains)
        for place, index in zip(places, indices, strict=True):
            if index is None or index >= len(domains) or place.domain not in names:
                continue
            if domains[index] != place.domain:
                raise DataError(
                    f"{place.where}: segment {place.segment} is of domain {quoted(place.domain)}, but in the "
                    f"test set of {quoted(domains[index])}: are these the judgments of this test set?"
                )

    def _begin_anew(self, places: Sequence[Place]) -> bool:
        """Whether numbers are of documents: the same one in several, whose segments the test set tells."""
        if self.within:
            return True
        if self.test_set is None or self.test_set.documents is None:
            return False
        owners: dict[str, str] = {}
        return any(
            owners.setdefault(place.segment, bare_name(place.document)) != bare_name(place.document)
            for place in places
            if place.document
        )

    def _by_identifier(self, places: Sequence[Place]) -> Located | None:
        """By the test set's identifiers, if it has all of them."""
        test_set = self.test_set
        if test_set is None or test_set.segment_ids is None or not any(place.segment for place in places):
            return None
        identifiers = [identifier.strip() for identifier in test_set.segment_ids]
        if test_set.documents is not None and any(place.document for place in places):
            names = map(bare_name, test_set.documents)
            both = {key: n for n, key in enumerate(zip(names, identifiers, strict=True))}
            found = [both.get((bare_name(place.document), place.segment)) for place in places]
            if len(both) == len(identifiers) and None not in found:
                return self._checked(places, found, 0, f"{self.file}: segments by document and identifier")
        if self.within:
            return None
        alone = {identifier: n for n, identifier in enumerate(identifiers)}
        found = [alone.get(place.segment) for place in places]
        if len(alone) < len(identifiers) or None in found:
            return None
        return self._checked(places, found, 0, f"{self.file}: segments by the test set's identifiers")

    def _by_source(self, places: Sequence[Place]) -> Located:
        """By the source text; one that several segments have does not tell which is meant."""
        if self.test_set is None or self.test_set.source is None or not self._quotes(places):
            raise self._unknown(places)
        at: dict[str, list[int]] = {}
        for index, text in enumerate(self.test_set.source):
            at.setdefault(_plain(text), []).append(index)
        names = [] if self.test_set.documents is None else [bare_name(x) for x in self.test_set.documents]
        indices: list[int | None] = []
        for place in places:
            found = at.get(_plain(place.source))
            if found is None:
                raise DataError(
                    f"{place.where}: no segment of the test set has the source {quoted(place.source)}"
                )
            if len(found) > 1 and names and place.document:
                found = [index for index in found if names[index] == bare_name(place.document)]
            indices.append(found[0] if len(found) == 1 else None)
        unclear = {"rows whose source text several segments have": indices.count(None)}
        return self._checked(
            places, indices, 0, f"{self.file}: segments by their source text", *left_out(self.file, unclear)
        )

    def _quotes(self, places: Sequence[Place]) -> bool:
        """Whether the rows have source texts, which can be looked up."""
        has_source = self.test_set is not None and self.test_set.source is not None
        return has_source and any(place.source for place in places)

    def _within_documents(self, places: Sequence[Place]) -> Located:
        """By document, and the number in it."""
        if self.test_set is None or self.test_set.documents is None:
            raise DataError(
                f"{self.file} numbers the segments of every document anew, and the test set does not say "
                "which document a segment is of"
            )
        members: dict[str, list[int]] = {}
        for index, name in enumerate(self.test_set.documents):
            members.setdefault(bare_name(name), []).append(index)
        first = self.first
        if first is None:
            first = 0 if any(integer(place.segment) == 0 for place in places) else 1
        indices: list[int | None] = []
        for place in places:
            document, number = bare_name(place.document), segment_index(place.segment, place.where, first)
            if document not in members:
                hint = meant(document, members)
                raise DataError(f"{place.where}: the test set has no document {quoted(document)}; {hint}")
            own = members[document]
            if number >= len(own):
                raise DataError(
                    f"{place.where}: segment {place.segment} of document {quoted(document)}, which has "
                    f"{counted(len(own), 'segments')} in the test set"
                )
            indices.append(own[number])
        told = f"{self.file}: segments by document and their number in it, from {first}"
        return self._checked(places, indices, 0, told)

    def _guess(self, places: Sequence[Place]) -> tuple[int, str]:
        """Whether numbers begin with 0 or 1, and why, where the numbers themselves do not show it.

        Raises
        ------
        DataError
            If nothing shows it: judgments of the segments beside the judged ones would look as good as any.
        """
        numbers = {number for place in places if (number := integer(place.segment)) is not None}
        if not numbers:
            return 1, ""
        if min(numbers) <= 0:
            return 0, ""
        if self.test_set is None:
            return 1, ", as there is no segment 0; --first-segment (first_segment=) if it is not so"
        if max(numbers) >= len(self.test_set):
            return 1, ""
        from_0, from_1 = self._numbered(places, 0), self._numbered(places, 1)
        if self._documents_fit(from_0) != self._documents_fit(from_1):
            return int(self._documents_fit(from_1)), ", as the documents show"
        if not self._documents_fit(from_1):
            return 1, ""  # by how much segments are shifted is said where documents are compared
        if self._sources_fit(from_0, places) != self._sources_fit(from_1, places):
            return int(self._sources_fit(from_1, places)), ", as the source shows"
        # All from 1 up to some number: from 0, the first would be missing.
        if max(numbers) == len(numbers):
            return 1, ""
        raise DataError(
            f"{self.file}: cannot tell whether segments are numbered from 0 or from 1, as neither 0 nor "
            f"{len(self.test_set)}, the number of segments, is among them: say --first-segment 0 or 1 "
            "(first_segment=)"
        )

    def _documents_fit(self, located: Located) -> bool:
        """Whether segments are in the documents that rows name; those that cannot be compared are."""
        documents = None if self.test_set is None else self.test_set.documents
        return located.documents is None or documents is None or located.documents.fits(documents)

    def _sources_fit(self, located: Located, places: Sequence[Place]) -> bool:
        """Whether segments have the source that rows quote."""
        source = None if self.test_set is None else self.test_set.source
        return source is None or all(
            index < len(source) and _plain(place.source) == _plain(source[index])
            for place, index in zip(places, located.indices, strict=True)
            if place.source and index is not None
        )

    def _unknown(self, places: Sequence[Place]) -> DataError:
        """The error of a segment that is neither a number nor otherwise known."""
        identifiers = None if self.test_set is None else self.test_set.segment_ids
        for place in places:
            name = place.segment
            if not name:
                return DataError(f"{place.where}: it is not said which segment was judged")
            if integer(name) is not None or (identifiers is not None and name in identifiers):
                continue
            if self.test_set is None:
                there = "; give the test set, whose identifiers tell (test_set=)"
            elif identifiers is None:
                there = ", and the test set has no identifiers of segments"
            else:
                there = f", nor an identifier of the test set; {meant(name, identifiers[:10])}"
            return DataError(f"{place.where}: segment {quoted(name)} is not a number{there}")
        return DataError(
            f"{self.file}: some segments are numbers and others names, or names that several segments of the "
            "test set have: cannot tell which they are"
        )


def _plain(text: str) -> str:
    """A source text as it is compared: without marks of errors, entities and differences in blanks."""
    return " ".join(html.unescape(_MARKS.sub("", text)).split())
