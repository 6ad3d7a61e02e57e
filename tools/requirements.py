"""Prints what the given extras of pyproject.toml require, one requirement per line.

Installing these by themselves leaves the package alone; ``pip install -e .[dev]`` would build the
Rust core a second time.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path


def requirements(extra: str, text: str) -> list[str]:
    """The requirements of one extra, in order."""
    found = re.search(rf"^{re.escape(extra)} = \[(.*?)\]$", text, re.DOTALL | re.MULTILINE)
    if found is None:
        raise SystemExit(f"pyproject.toml has no extra {extra!r}")
    return re.findall(r'"([^"]+)"', found[1])


if __name__ == "__main__":
    pyproject = (Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8")
    for name in sys.argv[1:]:
        print("\n".join(requirements(name, pyproject)))
