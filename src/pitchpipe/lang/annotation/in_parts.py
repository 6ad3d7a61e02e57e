"""Lemmas and parts of speech of texts larger than memory: workers analyse pieces of files, and write them.

Each file of the folder is CoNLL-U by itself, as ``lang annotate`` would write the same lines. The same bytes
come out whatever the engine, the number of workers or of parts.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from pitchpipe.brief import Brief
from pitchpipe.errors import DataError
from pitchpipe.lang.annotation.analysis import Analysed, Annotator
from pitchpipe.lang.annotation.conllu import conllu_lines
from pitchpipe.lang.annotation.defaults import default_annotator
from pitchpipe.text.files import StrPath, line_bytes, read_text, write_bytes
from pitchpipe.text.shards.finding import files_of
from pitchpipe.text.shards.kept import KeptFolder
from pitchpipe.text.shards.running import (
    Running,
    RunOptions,
    UnreadableError,
    changed,
    described,
    left_out,
    readable,
)
from pitchpipe.text.shards.shards import LineShards
from pitchpipe.text.shards.stretches import Block
from pitchpipe.wording import counted

if TYPE_CHECKING:
    from typing_extensions import Unpack


@dataclass(frozen=True, repr=False)
class AnnotatedFiles(Brief):
    """How many lines were analysed, by which tool; what could not be read and was left out, in words."""

    folder: str
    lines: int
    tool: str
    corrupt: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {"lines": self.lines, "tool": self.tool, "corrupt": list(self.corrupt)}

    def _brief(self) -> str:
        return f"{counted(self.lines, 'lines')} in {self.folder} by {self.tool}"


def annotate_files(
    names: str | Sequence[str],
    language: str,
    to: StrPath,
    *,
    analyser: str | None = None,
    threads: int | None = None,
    **run: Unpack[RunOptions],
) -> AnnotatedFiles:
    """Analyses the lines of files, which are names, patterns or folders, into CoNLL-U in a folder.

    ``analyser`` is as for :func:`pitchpipe.lang.default_annotator`; ``engine``, ``address``, ``parts``,
    ``resume``, ``skip_corrupt`` and ``shown`` are as for :func:`pitchpipe.score`.
    """
    how = Running.of(run, threads)
    # What is missing is said before anything is read.
    tool = _annotator(language, analyser).annotate([], side="hypotheses").tool
    files = tuple(files_of([names] if isinstance(names, str) else names))
    kept = KeptFolder(os.fspath(to), "annotated", "conllu", "annotations", marks="json")
    job = _Annotating(LineShards({"text": files}, {}), language, analyser, how.skip_corrupt, kept)
    with how.opened() as engine:
        stretches = job.shards.stretches(engine)
        blocks = [Block(number, (stretch,)) for number, stretch in enumerate(stretches)]
        about = {
            "language": language,
            "tool": tool,
            "blocks": described(blocks),
            "skip_corrupt": how.skip_corrupt,
        }
        kept.begin({**about, "changed": changed(files)}, resume=how.resume)
        found = list(how.results(engine, job, blocks, lambda one: one.rows, kept.is_done, job.again))
    corrupt = tuple(one.corrupt for one in found if one.corrupt)
    result = AnnotatedFiles(os.fspath(to), sum(one.rows for one in found), tool, corrupt)
    if not result.lines:
        raise DataError("there are no lines to analyse")
    kept.end(about, [one.listed() for one in found], result.to_dict())
    return result


@dataclass(frozen=True)
class _Annotated:
    """A block that is done."""

    number: int
    rows: int
    sha256: str
    corrupt: str

    def listed(self) -> dict[str, Any]:
        """What the manifest says of it."""
        return {"number": self.number, "rows": self.rows, "sha256": self.sha256}


@dataclass(frozen=True)
class _Annotating:
    """What workers do with a part."""

    shards: LineShards
    language: str
    analyser: str | None
    skip_corrupt: bool
    kept: KeptFolder

    def again(self, number: int) -> _Annotated:
        """A block that was finished by a run before."""
        path = self.kept.mark(number)
        try:
            return _Annotated(**json.loads(read_text(path)))
        except (ValueError, TypeError):
            raise DataError(f"{path} does not tell what was annotated: remove it, and go on") from None

    def __call__(self, part: tuple[Block, ...]) -> list[_Annotated]:
        return [self._block(block) for block in part]

    def _block(self, block: Block) -> _Annotated:
        (stretch,) = block.stretches
        written: list[bytes] = []
        rows, corrupt = 0, ""
        try:
            for first, lines, analysed in self._batches(block):
                written.append(line_bytes(conllu_lines(analysed, lines, first), str(stretch)))
                rows = first + len(lines)
        except UnreadableError as error:
            if not self.skip_corrupt:
                raise
            written, rows, corrupt = [], 0, left_out(error, stretch)
        digest = self.kept.write(block.number, b"".join(written))
        done = _Annotated(block.number, rows, digest, corrupt)
        write_bytes(self.kept.mark(block.number), json.dumps(asdict(done)).encode())
        return done

    def _batches(self, block: Block) -> Iterator[tuple[int, list[str], Analysed]]:
        (stretch,) = block.stretches
        annotator = _annotator(self.language, self.analyser)
        first = 0
        for batch in readable(self.shards.batches(stretch)):
            lines = batch.systems["text"]
            yield first, lines, annotator.annotate(lines, side="hypotheses")
            first += len(lines)


@lru_cache(maxsize=1)
def _annotator(language: str, analyser: str | None) -> Annotator:
    """A worker loads its analyser once."""
    return default_annotator(language, cache=False, analyser=analyser, otherwise="")
