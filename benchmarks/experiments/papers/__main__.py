"""Measures, and writes the tables into the pages: ``python -m benchmarks.experiments.papers FOLDER``.

What was measured stays in FOLDER and is not measured again. In a page, a table stands between
``<!-- table: NAME -->`` and ``<!-- end -->``. On two busy cores it took about half an
hour, much of it for analysing words.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from benchmarks.experiments.papers import nbest, tables, wmt12

PLACE = re.compile(r"(<!-- table: (?P<name>\S+) -->\n)(?:.*?)(<!-- end -->)", re.DOTALL)


def main(work: Path) -> int:
    """Fills every page."""
    work.mkdir(parents=True, exist_ok=True)
    made = tables.made(wmt12.measured(work), nbest.measured(work))
    placed: set[str] = set()
    for page in sorted((tables.DOCS / "papers").glob("*.md")):
        text = page.read_text(encoding="utf-8")
        placed.update(match["name"] for match in PLACE.finditer(text))
        filled = PLACE.sub(lambda match: f"{match[1]}\n{made[match['name']]}\n{match[3]}", text)
        page.write_text(filled, encoding="utf-8")
    if lost := set(made) - placed:
        print(f"no page has a place for {', '.join(sorted(lost))}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
