"""A report as one HTML file: styles, scripts and data are in it, and there is nothing to fetch.

Texts of the test set are data: they are in compressed blocks that scripts unpack, and are put into the page
as text, never as markup. A Content-Security-Policy allows the two scripts of the page, by their digests, and
nothing else: no network, no evaluation of texts as code.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from pitchpipe.reporting.loading import chart_scripts
from pitchpipe.showing.csv_output import csv_text
from pitchpipe.showing.formats import render
from pitchpipe.showing.grids import Grid
from pitchpipe.showing.json_output import plain

if TYPE_CHECKING:
    from jinja2 import Environment

    from pitchpipe.reporting.results import Report

#: The scripts, in the order in which they stand in the page; they share one scope.
SCRIPTS = (
    "dom",
    "data",
    "words",
    "marks",
    "charts",
    "snapshots",
    "saving",
    "segment",
    "browser",
    "pairs",
    "order",
    "main",
)
#: So fast that a large report is not waited for, and hardly larger than with more effort.
_EFFORT = 6
#: Characters that direct others and are not seen; scripts name them in the texts of segments.
_CONTROL = re.compile("[\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
#: Rows of a table that is embedded for saving, and of one that anybody would put into a paper.
_ROWS, _LATEX = 2000, 200


def page(report: Report) -> str:
    """The page."""
    scripts = [chart_scripts(), own_script()]
    style = _asset("report.css")
    charts = _charts(report)
    grids = {panel.key: _kept(panel.grids()) for panel in report}
    template = _environment().get_template("page.html")
    return template.render(
        report=report,
        policy=policy(scripts, style),
        style=style,
        scripts=scripts,
        charts=list(charts),
        grids=grids,
        latex=_LATEX,
        data=packed({**content(report), "charts": plain(charts), "tables": _tables(grids)}),
        blocks=[packed(block) for block in report.segments.blocks()],
    )


def content(report: Report) -> dict[str, Any]:
    """All that scripts know, but texts, charts and tables."""
    evidence = report.evidence
    return {
        "title": report.title,
        "systems": list(evidence.systems),
        "ranked": list(evidence.ranked),
        "metrics": [
            {
                "spec": one.spec,
                "head": evidence.heads[one.spec],
                "higher": one.metric.higher_is_better,
                "decimals": evidence.decimals[one.spec],
            }
            for one in evidence.measured
        ],
        "panels": {panel.key: panel.record() for panel in report},
    }


def _kept(grids: Mapping[str, Grid]) -> dict[str, Grid]:
    """The tables that are saved whole; of larger ones, scripts save what was chosen."""
    return {name: grid for name, grid in grids.items() if len(grid.rows) <= _ROWS}


def _tables(grids: Mapping[str, Mapping[str, Grid]]) -> dict[str, Any]:
    return {
        f"{key}/{name}": {
            "csv": csv_text(grid),
            "latex": render(grid, "latex", 2) if len(grid.rows) <= _LATEX else None,
        }
        for key, own in grids.items()
        for name, grid in own.items()
    }


def _charts(report: Report) -> dict[str, Any]:
    from altair.utils.schemapi import debug_mode

    # Tests hold every chart against its schema; once for every part of every chart takes seconds.
    with debug_mode(False):
        return {
            f"{panel.key}/{name}": picture.record()
            for panel in report
            for name, picture in panel.charts().items()
        }


def packed(value: Any) -> str:
    """JSON, compressed, in letters that HTML takes as they are; the same value gives the same text."""
    text = json.dumps(value, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    return base64.b64encode(gzip.compress(text.encode("ascii"), _EFFORT, mtime=0)).decode("ascii")


def policy(scripts: list[str], style: str) -> str:
    """The Content-Security-Policy of a page with these scripts and this style."""
    allowed = " ".join(map(_digest, scripts))
    return (
        f"default-src 'none'; script-src {allowed}; style-src {_digest(style)}; img-src data: blob:; "
        "base-uri 'none'; form-action 'none'"
    )


@lru_cache(maxsize=1)
def own_script() -> str:
    """Our scripts as one, in a scope of its own."""
    parts = (_asset(f"{name}.js") for name in SCRIPTS)
    return "\n".join(['"use strict";', "(() => {", *parts, "})();"])


def with_named_controls(value: object) -> object:
    """A text in which characters that turn others round, or hide, are named; markup as it is."""
    if type(value) is not str:
        return value
    return _CONTROL.sub(lambda found: f"[{unicodedata.name(found[0])}]", value)


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode('utf-8')).digest()).decode('ascii')}'"


def _asset(name: str) -> str:
    return (files("pitchpipe.reporting") / "assets" / name).read_text(encoding="utf-8")


@lru_cache(maxsize=1)
def _environment() -> Environment:
    import jinja2

    return jinja2.Environment(
        loader=jinja2.PackageLoader("pitchpipe.reporting"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        finalize=with_named_controls,
        trim_blocks=True,
        lstrip_blocks=True,
    )
