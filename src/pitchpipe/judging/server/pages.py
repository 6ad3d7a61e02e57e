"""Pages: templates, Markdown, and the files that browsers fetch for them."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from importlib.resources import files
from types import SimpleNamespace
from typing import Any

import jinja2
from markdown_it import MarkdownIt
from markupsafe import Markup

from pitchpipe.judging.server.locales import Locale

_TYPES = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8"}


class Assets:
    """Scripts and styles, under an address that changes when they do, so that browsers keep them."""

    def __init__(self) -> None:
        own = files("pitchpipe.judging.server") / "assets"
        found = [file for file in own.iterdir() if _ending(file.name) in _TYPES]
        # Elements are made as in reports, whose room need not be loaded for that.
        found.append(files("pitchpipe") / "reporting" / "assets" / "dom.js")
        self._files = {file.name: file.read_bytes() for file in sorted(found, key=lambda file: file.name)}
        digest = hashlib.sha256()
        for name, content in self._files.items():
            digest.update(name.encode() + b"\0" + content + b"\0")
        self.version = digest.hexdigest()[:16]

    def get(self, version: str, name: str) -> tuple[bytes, str] | None:
        """A file and its type, or ``None``."""
        content = self._files.get(name) if version == self.version else None
        return None if content is None else (content, _TYPES[_ending(name)])


def _ending(name: str) -> str:
    return f".{name.rpartition('.')[2]}"


@lru_cache(maxsize=1)
def _environment() -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.PackageLoader("pitchpipe.judging.server"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def render(template: str, locale: Locale, assets: str, **values: Any) -> str:
    """A page; ``assets`` is the address of its files."""
    found = _environment().get_template(template)
    # Not the dictionary: ``t.copy`` must be the word.
    words = SimpleNamespace(**locale.messages)
    return found.render(locale=locale, t=words, assets=assets, **values)


def markdown(text: str) -> Markup:
    """Markdown as HTML. HTML within it stays text, and pictures, which would be fetched, links to them."""
    parser = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
    return Markup(parser.render(text))
