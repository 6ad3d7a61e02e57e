"""Test sets for reports: a small one, and one full of attacks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pitchpipe.text.testset import TestSet

ROOT = Path(__file__).parents[2]

#: Those of the reports that tests look at.
METRICS = ("bleu", "ter", "meteor", "wrr")

#: Texts that would do harm, or make a mess, if they were taken for anything but text.
HOSTILE = (
    "<script>document.title = 'pwned'</script>",
    "</script><script>document.title = 'pwned'</script>",
    "<img src=x onerror=\"document.title='pwned'\">",
    "{{ 7 * 7 }} {% raw %} ${7*7} &lt;b&gt; &amp;",
    "javascript:alert(1) ]]> --> <!-- <style>*{display:none}</style>",
    "\u202egnikcah\u202c and \u2066isolated\u2069 \u200f\u200b",
    "مرحبا بالعالم، هذا اختبار 123 للاتجاه",
    "日本語のテキストと中文文本，没有空格。",
    "x" * 5000,
    "word " * 10_000,
    '=HYPERLINK("http://example.org","click")',
    "null\u0000byte and \u001b[31mescape",
)


def examples() -> TestSet:
    """The examples of the repository."""
    folder = ROOT / "examples"
    return TestSet.read(
        source=folder / "source.de",
        references=[folder / "reference.a.en", folder / "reference.b.en"],
        systems={path.stem: path for path in sorted((folder / "systems").glob("*.en"))},
        documents=folder / "documents.tsv",
    ).with_languages("de-en")


def hostile() -> TestSet:
    """Attacks wherever a text or a name can be."""
    lines = list(HOSTILE)
    return TestSet(
        systems={
            "<script>document.title='pwned'</script>": lines,
            "</script>": [line[::-1] for line in lines],
            "__proto__": [f"{line} more" for line in lines],
        },
        references={"<b>ref</b>": [f"{line[:200]} reference" for line in lines]},
        source=lines,
        documents=[
            "</td><script>document.title='pwned'</script>" if k % 2 else "constructor"
            for k in range(len(lines))
        ],
        domains=["<i>x</i>"] * len(lines),
        segment_ids=[f"<u>{k}</u>" for k in range(len(lines))],
        name="<script>document.title='pwned'</script>",
    )


def with_bridges() -> list[int]:
    """The segments that speak of a bridge in any text."""
    test_set = examples()
    columns: list[Any] = [test_set.source, *test_set.references.values(), *test_set.systems.values()]
    return [i + 1 for i in range(48) if any("bridge" in column[i].lower() for column in columns)]


BRIDGES = f"{len(with_bridges())} of 48"
