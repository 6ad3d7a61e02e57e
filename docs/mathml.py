"""Formulas as MathML, made when the documentation is built: pages need no script and no network."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from latex2mathml.converter import convert
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator


def _inline(page: HTML5Translator, formula: nodes.math) -> None:
    page.body.append(convert(formula.astext()))
    raise nodes.SkipNode


def _display(page: HTML5Translator, formula: nodes.math_block) -> None:
    page.body.append(page.starttag(formula, "div", CLASS="math"))
    page.body.append(convert(formula.astext(), display="block"))
    page.body.append("</div>\n")
    raise nodes.SkipNode


def setup(app: Sphinx) -> dict[str, Any]:
    """Registers the renderer."""
    app.add_html_math_renderer("mathml", (_inline, None), (_display, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
