"""A report: how long it takes to write, how large it is, and how soon a browser shows and filters it."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from statistics import median

import pitchpipe as pp
from benchmarks import peers
from benchmarks.cases import Settings
from benchmarks.data import Corpus
from benchmarks.results import Limit, Results
from pitchpipe.measuring.measured import measure as measure_all

METRICS = ("bleu", "chrf", "ter", "wer", "hlepor")
SYSTEMS, SEGMENTS = 10, 3000
#: Seconds and megabytes of the file; milliseconds until it is shown, and until it is filtered.
BUILT, SIZE, SHOWN, FILTERED = 10.0, 5.0, 1500.0, 100.0
#: Times that a page is opened.
OPENED = 5
#: Chooses a group, and waits until the list has changed.
FILTER = """() => new Promise((done) => {
  const select = document.getElementById("group-by");
  select.value = select.value ? "" : select.options[1].value;
  new MutationObserver(() => done(performance.now() - begin)).observe(
    document.getElementById("found"), { childList: true });
  const begin = performance.now();
  select.dispatchEvent(new Event("change"));
})"""


def measure(settings: Settings) -> Results:
    """All four, on ten systems; a browser is needed for two of them."""
    settings.progress("report")
    for package in ("altair", "vl_convert", "jinja2"):
        if peers.find(package) is None:
            return Results(skipped=[f"reports: {package} is not installed"])
    test_set = _test_set(settings.corpus, 300 if settings.quick else SEGMENTS)
    begin = time.perf_counter()
    measure_all(test_set, METRICS)
    scoring = time.perf_counter() - begin
    begin = time.perf_counter()
    page = pp.report(test_set, METRICS).html()
    built = time.perf_counter() - begin - scoring
    what = f"a report of {SYSTEMS} systems, {len(test_set):,} segments, {len(METRICS)} metrics"
    limits = [
        Limit(f"{what}: writing it, after scoring", built, BUILT, "s", f"scoring {scoring:.2f} s"),
        Limit(f"{what}: its size", len(page.encode()) / 1e6, SIZE, "MB"),
    ]
    if peers.find("playwright") is None or _chromium() is None:
        return Results(limits=limits, skipped=["reports in a browser: there is no Playwright or no Chromium"])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "report.html"
        path.write_text(page, encoding="utf-8")
        times = list(_opened(path))
    shown, filtered = (median(column) for column in zip(*times, strict=True))
    limits += [
        Limit(f"{what}: first view in Chromium", shown, SHOWN, "ms", f"median of {OPENED}"),
        Limit(f"{what}: filtering in Chromium", filtered, FILTERED, "ms", f"median of {OPENED}"),
    ]
    return Results(limits=limits)


def _opened(path: Path) -> Iterator[tuple[float, float]]:
    """Milliseconds until the page is ready, and until a filter has been applied."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=_chromium(), args=["--no-sandbox"])
        for _ in range(OPENED):
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            page.goto(path.as_uri())
            page.wait_for_selector("html[data-ready]")
            shown = page.evaluate("() => performance.getEntriesByName('ready')[0].startTime")
            page.wait_for_timeout(1500)
            yield float(shown), float(page.evaluate(FILTER))
            page.close()
        browser.close()


def _chromium() -> str | None:
    return shutil.which("chromium") or shutil.which("google-chrome")


def _test_set(corpus: Corpus, segments: int) -> pp.TestSet:
    """Ten systems; where there are fewer, the last words of others are left out."""
    outputs = list(corpus.systems.values())
    systems = {}
    for k in range(SYSTEMS):
        lines = [line.decode() for line in islice(cycle(outputs[k % len(outputs)]), segments)]
        cut = k // len(outputs)
        systems[f"system {k + 1}"] = [" ".join(line.split()[: -cut or None]) for line in lines]
    reference = [line.decode() for line in islice(cycle(corpus.reference), segments)]
    return pp.TestSet(
        systems=systems,
        references={"reference": [*reference]},
        domains=[f"domain {k * 5 // segments}" for k in range(segments)],
        target_language="en",
    )
