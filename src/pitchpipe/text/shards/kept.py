"""A folder with results, block by block, and with what it takes to go on after a stop.

| file | holds |
| --- | --- |
| ``NAME-00000.SUFFIX`` | the results of a block, in the order of the text |
| ``_blocks/00000.…`` | what else is known of it; written last, so that it says that they are complete |
| ``_job.json`` | what is done and how: a run goes on only where this is the same |
| ``_manifest.json`` | every file with its rows and digest; written when all is done |
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pitchpipe.errors import DataError
from pitchpipe.text.files import read_text, write_bytes
from pitchpipe.text.outputs import make_folder

_JOB, _MANIFEST, _MARKS = "_job.json", "_manifest.json", "_blocks"


@dataclass(frozen=True)
class KeptFolder:
    """Where results go: files of a ``name`` and a ``suffix``, which hold what messages call ``what``."""

    folder: str
    name: str
    suffix: str
    what: str
    #: The suffix of what is written last.
    marks: str = "npz"

    def begin(self, job: dict[str, Any], *, resume: bool) -> None:
        """Makes the folder; one that is there must have the same job, and be meant to be gone on with."""
        import json

        folder, path = Path(self.folder), Path(self.folder) / _JOB
        if path.exists() and not resume:
            raise DataError(f"{folder} has {self.what} already: go on with --resume, or name another folder")
        if path.exists():
            if json.loads(read_text(path)) != json.loads(json.dumps(job)):
                raise DataError(
                    f"{folder} has {self.what} of other files, metrics or options: name another folder"
                )
        elif folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise DataError(f"{folder} is there and not empty: name another folder")
        make_folder(folder / _MARKS)
        _write(path, job)

    def is_done(self, number: int) -> bool:
        """Whether a block was finished before."""
        return self.mark(number).exists() and self.file(number).exists()

    def write(self, number: int, content: bytes) -> str:
        """Writes the results of a block; their digest."""
        write_bytes(self.file(number), content)
        return hashlib.sha256(content).hexdigest()

    def end(self, job: dict[str, Any], blocks: Sequence[dict[str, Any]], results: Any) -> None:
        """Writes the manifest: what there is, and that it is all. Each of ``blocks`` has its ``number``."""
        files = [{"file": self.file(block["number"]).name, **block} for block in blocks]
        _write(Path(self.folder) / _MANIFEST, {"job": job, "files": files, "results": results})

    def file(self, number: int) -> Path:
        """The results of a block."""
        return Path(self.folder) / f"{self.name}-{number:05}.{self.suffix}"

    def mark(self, number: int) -> Path:
        """What says that they are complete."""
        return Path(self.folder) / _MARKS / f"{number:05}.{self.marks}"


def _write(path: Path, content: dict[str, Any]) -> None:
    import json

    write_bytes(path, f"{json.dumps(content, ensure_ascii=False, indent=1)}\n".encode())
