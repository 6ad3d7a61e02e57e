"""Test sets in the SGML of NIST's mteval: a ``srcset``, ``refset`` or ``tstset`` per file.

``<refset setid srclang trglang> <doc docid sysid genre> <hl> | <p> <seg id>``

The files in circulation are not strict SGML, so the reader is lenient where nothing can be lost: tags in any
case, attributes with or without quotation marks (if one is repeated the first counts), unescaped ``&`` and
``<`` in the text. Texts are matched by document and segment identifier, not by position.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, cast

from pitchpipe.errors import DataError
from pitchpipe.text.cleaning import one_line, resolve_entities
from pitchpipe.text.keyed import KeyedTexts, assemble, only
from pitchpipe.text.names import names_of_files
from pitchpipe.text.testset import TestSet

SgmlKind = Literal["srcset", "refset", "tstset"]
KINDS: tuple[SgmlKind, ...] = ("srcset", "refset", "tstset")

# What a document may carry as the name of its translator, the most telling first.
_NAME_ATTRIBUTES = {"srcset": (), "refset": ("refid", "sysid"), "tstset": ("sysid",)}
_DEFAULT_NAMES = {"srcset": "source", "refset": "reference", "tstset": "hypothesis"}
_LABELS = {"refset": "reference", "tstset": "system"}

_FLAGS = re.IGNORECASE | re.DOTALL
# The last alternative catches a tag that does not end: passing it over would drop a segment.
_TAG = re.compile(
    r"""<(?:!--.*?-->|(?P<name>/?srcset|/?refset|/?tstset|/?doc|seg)\b"""
    r"""(?:(?P<attributes>[^<>"']*(?:(?:"[^"<>]*"|'[^'<>]*')[^<>"']*)*)>|(?P<broken>)))""",
    _FLAGS,
)
_SEGMENT_END = re.compile(r"(?P<close></seg\s*>)|<seg\b[^<>]*>|</doc\s*>", _FLAGS)
_ATTRIBUTE = re.compile(r"""([a-z][\w.:-]*)\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+)""", _FLAGS)


@dataclass
class SgmlFile:
    """The content of one file: its kind, and the texts of each translator it holds, by name."""

    file: str
    kind: SgmlKind
    texts: dict[str, KeyedTexts] = field(default_factory=dict)
    domains: dict[str, str] = field(default_factory=dict)
    set_id: str | None = None
    source_language: str | None = None
    target_language: str | None = None


def combine_sgml(contents: Iterable[SgmlFile]) -> TestSet:
    """One test set from parsed files, given in any order.

    The segments and their order are those of the source, or without one those of the first system, or
    without one those of the first reference. Systems and references are called after their ``sysid`` (or
    ``refid``); where two files use the same name, the name of the file is put before it.

    Raises
    ------
    DataError
        If there are several sources, or a system lacks a segment.
    """
    files = list(contents)
    sources = _named([content for content in files if content.kind == "srcset"])
    references = _named([content for content in files if content.kind == "refset"])
    systems = _named([content for content in files if content.kind == "tstset"])
    if len(sources) > 1:
        raise DataError(f"several sources are given: {', '.join(text.file for text in sources.values())}")
    source = next(iter(sources.values()), None)
    domains: dict[str, str] = {}
    for content in reversed(files):
        domains.update(content.domains)
    return assemble(
        anchor=source or next(iter((systems or references).values())),
        source=source,
        references=references,
        systems=systems,
        domains=domains,
        source_language=only(content.source_language for content in files if content.source_language),
        target_language=only(content.target_language for content in files if content.target_language),
        name=next((content.set_id for content in files if content.set_id), None),
    )


def parse_sgml(text: str, file: str) -> SgmlFile:
    """Reads one file from its text; ``file`` is what error messages call it."""
    content: SgmlFile | None = None
    set_attributes: dict[str, str] = {}
    document: _Document | None = None
    closed = False
    for tag in _tags(text, file):
        if tag.name in KINDS:
            if content is not None and content.kind != tag.name:
                raise DataError(f"{tag.place}: <{tag.name}> in a file that began with <{content.kind}>")
            set_attributes = tag.attributes
            content = content or _new_file(file, tag)
            closed = False
        elif content is None:
            raise DataError(f"{tag.place}: <{tag.name}> outside a <srcset>, <refset> or <tstset>")
        elif tag.name == f"/{content.kind}":
            closed = True
        elif tag.name == "/doc":
            document = None
        elif tag.name == "doc":
            document = _new_document(content, tag, set_attributes)
        elif document is None:
            raise DataError(f"{tag.place}: <seg> outside a <doc>")
        else:
            key = (document.identifier, tag.required("id"))
            document.texts.add(key, one_line(resolve_entities(tag.content)), tag.place)
    if content is None:
        raise DataError(f"{file} is not SGML: it has no <srcset>, <refset> or <tstset>")
    if not closed:
        raise DataError(f"{file} ends without </{content.kind}>; is it truncated?")
    if not content.texts:
        raise DataError(f"{file}: the {content.kind} has no documents")
    return content


class _Tag(NamedTuple):
    """A tag of interest: the start or end of a set or a ``doc``, or a ``seg`` with the text up to its end."""

    name: str
    attributes: dict[str, str]
    content: str
    place: str

    def required(self, attribute: str) -> str:
        value = self.attributes.get(attribute, "").strip()
        if not value:
            raise DataError(f'{self.place}: <{self.name}> without the attribute "{attribute}"')
        return value


class _Document(NamedTuple):
    identifier: str
    texts: KeyedTexts


def _tags(text: str, file: str) -> Iterator[_Tag]:
    """The tags of interest in order; comments and all other tags are passed over."""
    position = 0
    line = 1
    while match := _TAG.search(text, position):
        line += text.count("\n", position, match.start())
        position, start = match.start(), match.end()
        place = f"{file}, line {line}"
        name = (match["name"] or "").lower()
        content = ""
        if match["broken"] is not None:
            raise DataError(f"{place}: the tag <{name}> is malformed")
        if name == "seg":
            end = _SEGMENT_END.search(text, start)
            if end is None or end["close"] is None:
                raise DataError(f"{place}: <seg> is not closed by </seg>")
            content = text[start : end.start()]
            start = end.end()
        if name:
            yield _Tag(name, _attributes(match["attributes"]), content, place)
        line += text.count("\n", position, start)
        position = start


def _attributes(text: str) -> dict[str, str]:
    attributes: dict[str, str] = {}
    for match in _ATTRIBUTE.finditer(text):
        # System outputs made from a source file have been seen to carry sysid twice: theirs, then the old.
        value = match[2][1:-1] if match[2][0] in "\"'" else match[2]
        attributes.setdefault(match[1].lower(), resolve_entities(value))
    return attributes


def _new_file(file: str, tag: _Tag) -> SgmlFile:
    return SgmlFile(
        file=file,
        kind=cast(SgmlKind, tag.name),
        set_id=tag.attributes.get("setid"),
        source_language=_language(tag.attributes.get("srclang")),
        target_language=_language(tag.attributes.get("trglang")),
    )


def _new_document(content: SgmlFile, tag: _Tag, set_attributes: dict[str, str]) -> _Document:
    identifier = tag.required("docid")
    name = _DEFAULT_NAMES[content.kind]
    for attribute in _NAME_ATTRIBUTES[content.kind]:
        value = tag.attributes.get(attribute) or set_attributes.get(attribute)
        if value:
            name = value
            break
    label = "the source" if content.kind == "srcset" else f'{_LABELS[content.kind]} "{name}"'
    if "genre" in tag.attributes:
        content.domains.setdefault(identifier, tag.attributes["genre"])
    return _Document(identifier, content.texts.setdefault(name, KeyedTexts(label, content.file)))


def _named(contents: list[SgmlFile]) -> dict[str, KeyedTexts]:
    """The texts of several files by name; a name that two files use gets the name of the file before it."""
    uses = Counter(name for content in contents for name in content.texts)
    files = names_of_files([content.file for content in contents])
    return {
        name if uses[name] == 1 else f"{file}:{name}": texts
        for file, content in zip(files, contents, strict=True)
        for name, texts in content.texts.items()
    }


def _language(code: str | None) -> str | None:
    return None if code is None or code.lower() == "any" else code
