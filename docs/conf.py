"""Configuration of the documentation; `make docs` builds it. Nothing is fetched while it builds."""

from __future__ import annotations

import sys
from pathlib import Path

from pitchpipe import __version__

# For the extension beside this file, and the pictures of the documentation.
sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1]))

project = "Pitchpipe"
author = "the Pitchpipe contributors"
project_copyright = author
version = release = __version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "mathml",
]
html_math_renderer = "mathml"
exclude_patterns = ["_build"]

myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
napoleon_numpy_docstring = True
napoleon_google_docstring = False
python_display_short_literal_types = True
maximum_signature_line_length = 110

html_theme = "furo"
html_title = f"Pitchpipe {release}"
html_static_path = ["_static"]
# The report that a page shows is made anew; it is too large to be kept.
_report = Path(__file__).parent / "_static" / "generated" / "report.html"
html_css_files = ["formulas.css", "tables.css"]
html_copy_source = False
html_show_sphinx = False
# Examples show prompts and output; highlighting must not guess at them.
highlight_language = "text"


def _write_report() -> None:
    from tools.pictures import judged_report

    _report.parent.mkdir(exist_ok=True)
    judged_report().save(_report)


def setup(app: object) -> None:
    """Called by Sphinx before it reads the pages."""
    _write_report()
