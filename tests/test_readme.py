"""What README and documentation show runs, and gives what they say, byte for byte.

Each page runs in a folder of its own that holds a copy of ``examples/``. Its fences are executed in order:

- ``console``: a line that begins with ``$`` is a command (``\\`` continues it), what follows is its output.
  A command whose output ends in an ``error:`` line must exit with 2, any other with 0.
- ``python`` with ``>>>``: as in doctest; the blocks of a page share their variables.
- ``python`` without: a script, run on its own; a ``text`` fence right after it is its output.

A comment on the line before a fence says otherwise: ``<!-- file: NAME -->`` makes a file of it,
``<!-- no-run: REASON -->`` leaves it alone.

``python tests/test_readme.py`` writes the real output into the pages.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pitchpipe.metrics.catalogue import CATALOGUE, Family
from pitchpipe.metrics.parameters import defaults, format_value, parameters
from pitchpipe.metrics.registry import find

ROOT = Path(__file__).parents[1]
PAGES = [
    ROOT / "README.md",
    ROOT / "examples/README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted(p for p in (ROOT / "docs").rglob("*.md") if "_build" not in p.parts),
]
_FENCE = re.compile(r"^```(?P<language>\S*)[^\n]*\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
_MARK = re.compile(r"<!-- (?P<kind>file|no-run): (?P<value>.+?) -->\n\Z")
_PROMPT = re.compile(r"(>>>|\.\.\.)( |$)")
_ENTRY_POINTS = re.compile(r'^\[project\.entry-points\."(.+)"\]\n((?:.+\n)+)', re.MULTILINE)
_LINK = re.compile(r"(?<!!)\[[^\]]+\]\(([^)#\s]+)[^)]*\)")


@dataclass(frozen=True)
class Fence:
    """A fenced block: where it stands, and what the comment before it asks for."""

    language: str
    text: str
    begin: int
    end: int
    line: int
    mark: str
    value: str
    is_output: bool


def fences(page: str) -> Iterator[Fence]:
    """The fences of a page, in order."""
    script_end = -1
    for match in _FENCE.finditer(page):
        mark = _MARK.search(page, 0, match.start())
        language, text = match["language"], match["text"]
        follows = script_end >= 0 and not page[script_end : match.start()].strip()
        yield Fence(
            language,
            text,
            match.start("text"),
            match.end("text"),
            page.count("\n", 0, match.start()) + 1,
            mark["kind"] if mark else "",
            mark["value"] if mark else "",
            language == "text" and follows,
        )
        is_script = language == "python" and mark is None and ">>> " not in text
        script_end = match.end() if is_script else -1


class Player:
    """Runs the fences of one page in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.variables: dict[str, Any] = {"__name__": "__main__"}
        self.printed = ""
        shutil.copytree(ROOT / "examples", folder / "examples")
        bin_folder = folder / ".bin"
        bin_folder.mkdir()
        python = shlex.quote(sys.executable)
        command = "import sys; sys.argv[0] = 'pitchpipe'; from pitchpipe.cli import main; main()"
        _make_script(bin_folder / "pitchpipe", f'exec {python} -c "{command}" "$@"')
        _make_script(bin_folder / "python", f'exec {python} "$@"')
        self.environment = {
            "PATH": f"{bin_folder}{os.pathsep}{os.environ['PATH']}",
            "HOME": str(folder),
            "LC_ALL": "C",
            "PYTHONUTF8": "1",
        }

    def play(self, fence: Fence) -> str:
        """The fence as it should read: its commands with what they really print."""
        if fence.mark == "no-run":
            return fence.text
        if fence.mark == "file":
            self._write(fence.value, fence.text)
            return fence.text
        if fence.is_output:
            return self.printed
        if fence.language == "console":
            return self._console(fence.text)
        if fence.language == "python" and ">>> " in fence.text:
            return self._session(fence.text)
        if fence.language == "python":
            self.printed = self._run([sys.executable, "-c", fence.text], "")
        return fence.text

    def _write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        if path.name == "pyproject.toml":
            self._install(text)

    def _install(self, project: str) -> None:
        """What ``pip install`` does for entry points, without a network."""
        metadata = self.folder / "page-1.0.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: page\nVersion: 1.0\n")
        groups = [f"[{group}]\n{lines}" for group, lines in _ENTRY_POINTS.findall(project)]
        (metadata / "entry_points.txt").write_text("\n".join(groups).replace('"', ""))

    def _console(self, text: str) -> str:
        played = []
        for command, expected in _commands(text):
            shell = command.replace("$ ", "", 1)
            played.append(command + self._run(["bash", "-c", shell], expected))
        return "".join(played)

    def _run(self, command: list[str], expected: str) -> str:
        done = subprocess.run(
            command,
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        output = done.stdout.decode("utf-8")
        lines = (expected or output).splitlines()
        code = 2 if lines and lines[-1].startswith("error: ") else 0
        assert done.returncode == code, f"{command[-1]} exits with {done.returncode}:\n{output}"
        return output

    def _session(self, text: str) -> str:
        """A block of ``>>>`` examples with what they really print."""
        played: list[str] = []
        for shown in _examples(text):
            source = "".join(_PROMPT.sub("", line, count=1) for line in shown.splitlines(keepends=True))
            played.append(shown + self._evaluate(source))
        return "".join(played)

    def _evaluate(self, source: str) -> str:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed), _working_in(self.folder):
            try:
                exec(compile(source, "<page>", "single"), self.variables)
            except Exception as error:
                last = traceback.format_exception_only(type(error), error)[-1]
                printed.write(f"Traceback (most recent call last):\n  ...\n{last}")
        return printed.getvalue()


def _make_script(path: Path, line: str) -> None:
    path.write_text(f"#!/bin/sh\n{line}\n")
    path.chmod(0o755)


@contextlib.contextmanager
def _working_in(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def _commands(text: str) -> Iterator[tuple[str, str]]:
    """Commands of a console block, with their ``$``, and the output shown for each."""
    lines = text.splitlines(keepends=True)
    begins = [i for i, line in enumerate(lines) if line.startswith("$ ")]
    assert begins[:1] == [0], f"a console block begins with a command:\n{text}"
    for begin, end in zip(begins, [*begins[1:], len(lines)], strict=True):
        last = begin
        while lines[last].endswith("\\\n"):
            last += 1
        yield "".join(lines[begin : last + 1]), "".join(lines[last + 1 : end])


def _examples(text: str) -> Iterator[str]:
    """The inputs of a block of ``>>>`` examples, with their prompts."""
    shown = ""
    for line in text.splitlines(keepends=True):
        if line.startswith(">>>") and shown:
            yield shown
            shown = ""
        if _PROMPT.match(line):
            shown += line
    if shown:
        yield shown


def _name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.mark.skipif(os.name == "nt", reason="the commands are written for a POSIX shell")
@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_examples_give_what_they_show(page: Path, tmp_path: Path) -> None:
    player = Player(tmp_path)
    for fence in fences(page.read_text(encoding="utf-8")):
        assert player.play(fence) == fence.text, f"{_name(page)}, line {fence.line}"


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_no_example_hides_from_this_test(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert not re.search(r"^[ \t]+```|^~~~", text, re.MULTILINE), "fences begin at the margin, with ```"
    assert text.count("\n```") == 2 * sum(1 for _ in fences(text)), "a fence is not closed"


@pytest.mark.parametrize("page", [p for p in PAGES if "docs" not in p.parts], ids=_name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in _LINK.findall(page.read_text(encoding="utf-8")):
        # The results are written by `make bench`.
        if "://" not in target and not target.endswith("benchmarks/RESULTS.md"):
            assert (page.parent / target).exists(), f"{_name(page)} links to {target}"


@pytest.mark.parametrize("page", sorted({family.page for family in CATALOGUE if family.names}))
def test_metric_pages_list_every_parameter(page: str) -> None:
    text = (ROOT / "docs/metrics" / f"{page}.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `(\w+)` \| `([^`]+)` \| (\w+) \|", text, re.MULTILINE)
    declared = set()
    for name in (name for family in CATALOGUE if family.page == page for name in family.names.split()):
        cls = find(name).cls
        standard = defaults(cls)
        declared |= {
            (p.word or key, format_value(standard[key]), p.kind) for key, p in parameters(cls).items()
        }
    assert set(listed) == declared


@pytest.mark.parametrize("family", CATALOGUE, ids=lambda family: family.module)
def test_every_metric_is_documented(family: Family) -> None:
    assert (ROOT / "docs/metrics" / f"{family.page}.md").exists()
    index = (ROOT / "docs/index.md").read_text(encoding="utf-8")
    assert f"\nmetrics/{family.page}\n" in index
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"docs/metrics/{family.page}.md" in readme
    assert [name for name in family.names.split() if f"`{name}`" not in readme] == []


#: Commands that have a page of their own; the others share one, with the options of texts and alignments.
VERB_PAGES = {
    "audit": "audit.md",
    "compare": "compare.md",
    "fit": "fit.md",
    "judge": "judge.md",
    "lang": "annotation.md",
    "mbr": "choose.md",
    "meta": "meta.md",
    "oracle": "choose.md",
    "report": "report.md",
    "rerank": "choose.md",
    "stream": "tune.md",
    "tune": "tune.md",
}


def _verbs() -> list[str]:
    from pitchpipe.cli import COMMANDS

    return list(COMMANDS)


@pytest.mark.parametrize("verb", _verbs())
def test_every_option_is_documented(verb: str) -> None:
    import click

    from pitchpipe.cli import cli

    shared = (ROOT / "docs/command-line.md").read_text(encoding="utf-8")
    sections = {part.split("`")[1]: part for part in re.split(r"^## (?=`)", shared, flags=re.MULTILINE)[1:]}
    if verb in VERB_PAGES:
        text = (ROOT / "docs" / VERB_PAGES[verb]).read_text(encoding="utf-8") + sections["pitchpipe score"]
    else:
        text = sections[f"pitchpipe {verb}"]
    command = cli.get_command(click.Context(cli), verb)
    assert command is not None
    for parameter in command.params:
        for option in (o for o in parameter.opts if o.startswith("-")):
            assert f"`{option}" in text, option


def rewrite(page: Path, folder: Path) -> None:
    """Puts the real output into a page."""
    text = page.read_text(encoding="utf-8")
    player = Player(folder)
    played = [(fence, player.play(fence)) for fence in fences(text)]
    for fence, real in reversed(played):
        text = text[: fence.begin] + real + text[fence.end :]
    page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    import tempfile

    chosen = [Path(name).resolve() for name in sys.argv[1:]] or PAGES
    for one in chosen:
        with tempfile.TemporaryDirectory() as temporary:
            rewrite(one, Path(temporary))
