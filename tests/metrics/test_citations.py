"""What to cite, beside what the metrics themselves say of their papers."""

from __future__ import annotations

import re

import pytest

import pitchpipe as pp
from pitchpipe.metrics import entries
from pitchpipe.metrics.catalogue import MODULES
from pitchpipe.metrics.citations import CITED, PAPERS, bibtex, keys_of
from tests.commands import Run

#: Metrics whose scores something else computes.
FROM_ELSEWHERE = {"external", "command"}


def test_every_metric_of_ours_has_a_paper() -> None:
    assert set(CITED) == set(MODULES.values()) - FROM_ELSEWHERE
    assert {key for keys in CITED.values() for key in keys.split()} == set(PAPERS)


@pytest.mark.parametrize(
    "name", sorted(name for name, module in MODULES.items() if module not in FROM_ELSEWHERE)
)
def test_papers_are_those_the_metric_names(name: str) -> None:
    """The metric's own line has the year of each paper, but of those that say what others define."""
    paper = next(entry.cls.paper for entry in entries() if entry.name == name)
    own = [PAPERS[key] for key in keys_of(name) if key != "post2018call"]
    assert own
    for one in own:
        assert str(one.year) in paper
        first = one.authors.partition(",")[0].replace("{\\'c}", "ć").replace("{\\ss}", "ß")
        assert first in paper


def test_entries_are_bibtex() -> None:
    written = list(bibtex([entry.name for entry in entries()]))
    found = [re.fullmatch(r"@(\w+)\{(\w+),\n((?:  \w+ = \{.+\},\n)+)\}", entry) for entry in written]
    assert all(found), written
    keys = [match[2] for match in found if match is not None]
    assert keys == list(dict.fromkeys(keys))
    assert set(keys) == {"pitchpipe", *PAPERS}
    for entry in written:
        assert entry.count("{") == entry.count("}")
        assert entry.isascii()


def test_the_command(run: Run) -> None:
    done = run("metrics", "--cite", "chrF++", "BLEU")
    assert (done.code, done.err) == (0, "")
    assert re.findall(r"^@\w+\{(\w+),$", done.out, re.MULTILINE) == [
        "pitchpipe",
        "popovic2015chrf",
        "popovic2017chrfpp",
        "papineni2002bleu",
        "post2018call",
    ]
    assert f"version = {{{pp.__version__}}}" in done.out
    assert run("metrics", "--cite").out.count("\n@") == len(PAPERS)
    refused = run("metrics", "--cite", "--format", "json")
    assert (refused.code, refused.err) == (2, "error: --cite writes BibTeX: leave out --format\n")
    assert run("metrics", "--cite", "blue").err.startswith("error: unknown metric 'blue': did you mean bleu")
