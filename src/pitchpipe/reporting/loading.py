"""What a page is made with, where it is installed; and the scripts that draw its charts."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache

from pitchpipe.caches import cache_folder, is_keeping
from pitchpipe.charts.loading import load_altair, load_converter
from pitchpipe.errors import MissingError, PitchpipeError
from pitchpipe.text.files import write_bytes


def require_packages() -> None:
    """Says what is missing before anything is counted."""
    try:
        import jinja2  # noqa: F401

        load_altair()
        load_converter()
    except (ImportError, MissingError):
        raise MissingError(
            "a report needs Altair, vl-convert-python and Jinja2: pip install 'pitchpipe[report]'"
        ) from None


@lru_cache(maxsize=1)
def chart_scripts() -> str:
    """Vega, Vega-Lite and Vega-Embed as one script; it takes seconds to make, and is kept."""
    converter = load_converter()
    kept = cache_folder("report") / f"vega-{converter.__version__}.js"
    if is_keeping():
        with suppress(OSError, UnicodeDecodeError):
            found = kept.read_text(encoding="utf-8")
            if found.endswith(_END):
                return found
    made = f"{converter.javascript_bundle()}{_END}"
    if is_keeping():
        with suppress(OSError, PitchpipeError):
            kept.parent.mkdir(parents=True, exist_ok=True)
            write_bytes(kept, made.encode("utf-8"))
    return made


#: The last line of a script that was kept whole.
_END = "\n// complete\n"
