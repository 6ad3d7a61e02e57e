"""From parallel text to what a decoder reads: aligned words, a phrase table, a language model."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from examples.joshua.joshua import filtered

from benchmarks.experiments.tuning import joshua
from benchmarks.experiments.tuning.systems import Part, System, Texts
from pitchpipe.aligning import Aligner, write_links
from pitchpipe.lang.lm.model import LanguageModel
from pitchpipe.lang.phrases.sources import PHRASE_DECODING, Extraction
from pitchpipe.lang.phrases.translations import translations_from_text
from pitchpipe.text.files import read_lines, write_blocks

#: Words in the longest phrases.
LONGEST = 5
ORDER = 4


@dataclass(frozen=True)
class Built:
    """The files of a system in a folder; each is made when it is asked for and not there yet."""

    system: System
    folder: Path

    @cached_property
    def texts(self) -> Texts:
        """The texts, which must be at hand."""
        texts = self.system.texts()
        if texts is None:
            raise SystemExit(f"the texts of {self.system.name} are not at hand")
        return texts

    def part(self, name: str) -> Part:
        """The lines of the part to tune on, or of a test."""
        return self.texts.dev if name == "dev" else self.texts.tests[name]

    @cached_property
    def aligner(self) -> Aligner:
        """Learnt from the training text."""
        train = self.texts.train

        def make(path: Path) -> None:
            Aligner.train(train.source, train.target).save(path)

        return Aligner.load(self._made("model.align", make))

    def links(self, name: str) -> list[str]:
        """Links of the source and the reference of a part."""
        part = self.part(name)

        def make(path: Path) -> None:
            write_links(path, self.aligner.align(part.source, part.target))

        return read_lines(self._made(f"{name}.links", make))

    def source(self, name: str) -> Path:
        """The source of a part, as the decoder reads it."""

        def make(path: Path) -> None:
            path.write_text("".join(f"{line}\n" for line in self.part(name).source), "utf-8")

        return self._made(f"{name}.{self.system.source}", make)

    def configuration(self, name: str) -> Path:
        """What the decoder reads, with the weights to begin with."""

        def make(path: Path) -> None:
            text = joshua.configuration(self._table_of(name), self._model(), self.system.reordering)
            path.write_text(text, "utf-8")

        return self._made(f"{name}.config", make)

    def _table(self) -> Path:
        train = self.texts.train

        def make(path: Path) -> None:
            links = self.aligner.align(train.source, train.target, decoding=PHRASE_DECODING)
            extraction = Extraction(longest=LONGEST)
            translations_from_text(train.source, train.target, links=links, extraction=extraction).write(path)

        return self._made("table.gz", make)

    def _table_of(self, name: str) -> Path:
        """The lines of the table that a part can use."""

        def make(path: Path) -> None:
            write_blocks(path, filtered(self._table(), self.part(name).source))

        return self._made(f"{name}.table.gz", make)

    def _model(self) -> Path:
        def make(path: Path) -> None:
            LanguageModel.estimate(list(self.texts.train.target), order=ORDER).write(path)

        return self._made("model.arpa", make)

    def _made(self, name: str, make: Callable[[Path], None]) -> Path:
        path = self.folder / name
        if not path.is_file():
            self.folder.mkdir(parents=True, exist_ok=True)
            # Whole or not at all; the ending stays, for it tells how to write.
            unfinished = self.folder / f"unfinished.{name}"
            make(unfinished)
            unfinished.rename(path)
        return path
