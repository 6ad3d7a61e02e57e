"""Test sets in the XML of the WMT shared tasks: source, references and systems in one file.

``<dataset id> <collection> <doc id domain> <src lang> | <ref translator lang> | <hyp system lang>``, each
with ``<p> <seg id>``.

The file is parsed as it stands: a document type, and with it any declaration of entities, is refused, so
nothing is ever expanded or fetched.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, NoReturn

from pitchpipe.errors import DataError
from pitchpipe.text.cleaning import one_line
from pitchpipe.text.keyed import Key, KeyedTexts, assemble, only
from pitchpipe.text.names import choose_names
from pitchpipe.text.testset import TestSet
from pitchpipe.wording import quoted

if TYPE_CHECKING:
    from xml.parsers.expat import XMLParserType

_SIDES = ("src", "ref", "hyp")

#: What the parser itself decodes; of other encodings it takes those in which a byte is a character.
_NATIVE_ENCODINGS = ("utf-8", "utf-16", "utf-16le", "utf-16be", "iso-8859-1", "us-ascii")
#: UTF-8 under names that the parser does not know.
_CALLED_UTF8 = re.compile(
    rb"""(?:\xef\xbb\xbf)?<\?xml\s[^>]*?encoding\s*=\s*["']utf_?8(?:-sig)?["']""", re.IGNORECASE
)


def parse_xml(
    data: bytes,
    file: str,
    *,
    references: str | Iterable[str] | None = None,
    systems: str | Iterable[str] | None = None,
) -> TestSet:
    """Reads WMT XML from bytes; ``file`` is what error messages call them.

    The segments are those of the source, in its order. A reference without a translator is called
    ``reference``, a hypothesis without a system ``hypothesis``. A document identifier that occurs again gets
    ``#2``, ``#3`` and so on. ``references`` and ``systems`` say which of them to read; what is not chosen
    need not be complete.

    Raises
    ------
    DataError
        If the file is malformed (the message names the line), declares a document type, or a system lacks a
        segment.
    """
    content = _Collector(file, "utf-8" if _CALLED_UTF8.match(data) else None)
    content.parse(data)
    chosen_references = list(content.references)
    if references is not None:
        chosen_references = choose_names(references, content.references, "reference", file)
    chosen_systems = list(content.systems)
    if systems is not None:
        chosen_systems = choose_names(systems, content.systems, "system", file)
    return assemble(
        anchor=content.source,
        source=content.source,
        references={name: content.references[name] for name in chosen_references},
        systems={name: content.systems[name] for name in chosen_systems},
        domains=content.domains,
        source_language=only(content.source_languages),
        target_language=only(content.reference_languages or content.system_languages),
        name=content.dataset,
    )


class _Collector:
    """Collects the texts of a file while the parser walks through it."""

    def __init__(self, file: str, encoding: str | None) -> None:
        self.file = file
        self.dataset: str | None = None
        self.source = KeyedTexts("the source", file)
        self.references: dict[str, KeyedTexts] = {}
        self.systems: dict[str, KeyedTexts] = {}
        self.domains: dict[str, str] = {}
        self.source_languages: set[str] = set()
        self.reference_languages: set[str] = set()
        self.system_languages: set[str] = set()
        self._parser = self._new_parser(encoding)
        self._begun = False
        self._documents: dict[str, int] = {}
        self._document: str | None = None
        self._side: KeyedTexts | None = None
        self._key: Key | None = None
        self._text: list[str] = []

    def parse(self, data: bytes) -> None:
        from xml.parsers import expat

        try:
            self._parser.Parse(data, True)
        except expat.ExpatError as error:
            reason = expat.ErrorString(error.code)
            raise DataError(
                f"{self.file}, line {error.lineno}: not well-formed XML: {reason} (column {error.offset + 1})"
            ) from None

    def _new_parser(self, encoding: str | None) -> XMLParserType:
        from xml.parsers import expat

        parser = expat.ParserCreate(encoding)
        parser.buffer_text = True
        if encoding is None:
            parser.XmlDeclHandler = self._check_encoding
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        # The document type comes before any entity; the other two are the second lock on the same door.
        parser.StartDoctypeDeclHandler = self._refuse_declaration
        parser.EntityDeclHandler = self._refuse_declaration
        parser.ExternalEntityRefHandler = self._refuse_declaration
        return parser

    def _place(self) -> str:
        return f"{self.file}, line {self._parser.CurrentLineNumber}"

    def _refuse(self, problem: str) -> NoReturn:
        raise DataError(f"{self._place()}: {problem}")

    def _refuse_declaration(self, *_declaration: object) -> NoReturn:
        self._refuse("document types and entity declarations are not accepted; remove the declaration")

    def _check_encoding(self, _version: str, encoding: str | None, _standalone: int) -> None:
        if encoding and encoding.lower() not in _NATIVE_ENCODINGS and not _maps_bytes(encoding):
            self._refuse(
                f"the file declares the encoding {quoted(encoding)}, which is not read: "
                "convert it to UTF-8 and declare that"
            )

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        if not self._begun and tag != "dataset":
            self._refuse(f"the file begins with <{tag}>; WMT XML begins with <dataset>")
        self._begun = True
        if tag == "dataset":
            self.dataset = attributes.get("id")
        elif tag == "doc":
            self._start_document(attributes)
        elif tag in _SIDES:
            self._start_side(tag, attributes)
        elif tag == "seg":
            self._start_segment(attributes)

    def _start_document(self, attributes: dict[str, str]) -> None:
        if self._document is not None:
            self._refuse("<doc> inside another <doc>")
        identifier = self._required(attributes, "doc", "id")
        occurrence = self._documents.get(identifier, 0) + 1
        self._documents[identifier] = occurrence
        self._document = identifier if occurrence == 1 else f"{identifier}#{occurrence}"
        if "domain" in attributes:
            self.domains[self._document] = attributes["domain"]

    def _start_side(self, tag: str, attributes: dict[str, str]) -> None:
        if self._document is None or self._side is not None:
            self._refuse(f"<{tag}> must stand directly in a <doc>")
        if tag == "src":
            self._side = self.source
            languages = self.source_languages
        elif tag == "ref":
            name = attributes.get("translator", "reference")
            self._side = self.references.setdefault(name, KeyedTexts(f'reference "{name}"', self.file))
            languages = self.reference_languages
        else:
            name = attributes.get("system", "hypothesis")
            self._side = self.systems.setdefault(name, KeyedTexts(f'system "{name}"', self.file))
            languages = self.system_languages
        if "lang" in attributes:
            languages.add(attributes["lang"])

    def _start_segment(self, attributes: dict[str, str]) -> None:
        if self._document is None or self._side is None or self._key is not None:
            self._refuse("<seg> must stand in a <src>, <ref> or <hyp>, and not in another <seg>")
        self._key = (self._document, self._required(attributes, "seg", "id"))
        self._text = []

    def _characters(self, text: str) -> None:
        if self._key is not None:
            self._text.append(text)

    def _end(self, tag: str) -> None:
        if tag == "seg" and self._side is not None and self._key is not None:
            self._side.add(self._key, one_line("".join(self._text)), self._place())
            self._key = None
        elif tag in _SIDES:
            self._side = None
        elif tag == "doc":
            self._document = None

    def _required(self, attributes: dict[str, str], tag: str, attribute: str) -> str:
        if not attributes.get(attribute):
            self._refuse(f'<{tag}> without the attribute "{attribute}"')
        return attributes[attribute]


def _maps_bytes(encoding: str) -> bool:
    """Whether every byte is a character by itself, and printed ASCII is what it is in ASCII."""
    each = [bytes([byte]) for byte in range(256)]
    try:
        characters = [byte.decode(encoding, "replace") for byte in each]
        # Some encodings of several bytes (hz, unicode_escape) begin a state or an escape in ASCII.
        if any(characters[byte] != chr(byte) for byte in range(0x20, 0x7F)):
            return False
        return all(map(len, characters)) and b"".join(each).decode(encoding, "replace") == "".join(characters)
    except (LookupError, ValueError):
        return False
