"""A batch: hypotheses grouped by segment, and what they are measured against.

One shape serves one system, the systems of a test set, an n-best list and an all-pairs matrix.
Text is copied into the core once, and interned once per view, whatever the number of metrics.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from pitchpipe import _core
from pitchpipe.batch.resources import NO_RESOURCES, Resources
from pitchpipe.brief import Brief
from pitchpipe.errors import DataError, MissingError
from pitchpipe.pickling import cached_property
from pitchpipe.text import languages
from pitchpipe.text.scripts import language_by_letters
from pitchpipe.text.tokenizers import AUTO, View, encode, tokenized
from pitchpipe.wording import counted

if TYPE_CHECKING:
    from pitchpipe.aligning.requests import WordAlignments
    from pitchpipe.lang.annotation.analysis import Analysed

Streams = Sequence[Sequence["str | None"]]

#: What stands in a text that is none.
_SURROGATE = re.compile("[\ud800-\udfff]")


class Batch(Brief):
    """Hypotheses, the segment each belongs to, and the references of each segment.

    ``references`` are the reference lines, segment after segment; segment ``s`` owns
    ``references[ref_offsets[s]:ref_offsets[s + 1]]``. Row ``i`` measures hypothesis
    ``row_hyp[i]`` against segment ``owner[i]``; usually row ``i`` is hypothesis ``i``.
    ``system[i]``, where known, is the index into ``systems`` of the row's system. Hypotheses that are
    inside the core already (n-best lists) become Python strings only where somebody asks for these. A segment
    without a reference is refused, unless ``unreferenced`` says that no metric wants one.
    """

    def __init__(
        self,
        hypotheses: list[str] | _core.Texts,
        references: list[str],
        ref_offsets: NDArray[np.uint32],
        *,
        owner: NDArray[np.uint32] | None = None,
        row_hyp: NDArray[np.uint32] | None = None,
        sources: list[str] | None = None,
        systems: tuple[str, ...] = (),
        system: NDArray[np.uint32] | None = None,
        resources: Resources = NO_RESOURCES,
        unreferenced: bool = False,
    ) -> None:
        self._hypotheses = hypotheses
        self.references = references
        self.ref_offsets = ref_offsets
        #: The segments before this part of a batch.
        self._before = 0
        #: Whether every hypothesis belongs to one segment.
        self._apart = row_hyp is None
        self.row_hyp = np.arange(len(hypotheses), dtype=np.uint32) if row_hyp is None else row_hyp
        self.owner = self.row_hyp if owner is None else owner
        self.sources = sources
        self.systems = systems
        self.system = system
        self.layout  # noqa: B018 (made now, since it refuses numbers that contradict each other)
        self.resources = resources
        self._annotations: dict[tuple[str | None, str | None], tuple[Analysed, Analysed]] = {}
        self._alignments: dict[tuple[str, str], WordAlignments] = {}
        self._tokens: dict[tuple[View, bool], tuple[_core.Tokens, _core.Tokens]] = {}
        without = np.flatnonzero(self.references_per_segment == 0)
        if not unreferenced and len(without) and np.isin(self.owner, without).any():
            raise DataError(f"segment {without[0] + 1} has no reference")

    def __len__(self) -> int:
        return len(self.row_hyp)

    def _brief(self) -> str:
        segments = len(self.ref_offsets) - 1
        sizes = (len(self), "rows"), (segments, "segments"), (len(self.references), "references")
        return ", ".join(counted(*size) for size in sizes)

    def __getstate__(self) -> dict[str, Any]:
        """What pickling and copying keep: the texts, and what is known beside them.

        What the core made of them is made again.
        """
        made_again = {"layout", "texts", "_reference_texts", "_tokens"}
        return {name: value for name, value in vars(self).items() if name not in made_again}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._tokens = {}

    @cached_property
    def layout(self) -> _core.Layout:
        """Which hypothesis is measured against which references, inside the core."""
        counts = len(self._hypotheses), len(self.references)
        return _core.Layout(self.row_hyp, self.owner, self.ref_offsets, *counts)

    @classmethod
    def from_streams(
        cls,
        hypotheses: list[str],
        streams: Streams,
        *,
        systems: tuple[str, ...] = (),
        sources: list[str] | None = None,
        resources: Resources = NO_RESOURCES,
    ) -> Batch:
        """Systems one after the other, each with a line for every segment of the reference streams.

        ``None`` in a stream means that the segment lacks this reference.
        """
        segments = len(streams[0]) if streams else 0
        references, offsets = interleave(streams, segments)
        owner, system = _one_after_the_other(len(hypotheses), segments)
        return cls(
            hypotheses,
            references,
            offsets,
            owner=owner,
            sources=sources,
            resources=resources,
            systems=systems,
            system=system if systems else None,
        )

    @classmethod
    def without_references(
        cls,
        hypotheses: list[str],
        segments: int,
        *,
        systems: tuple[str, ...] = (),
        sources: list[str] | None = None,
        resources: Resources = NO_RESOURCES,
    ) -> Batch:
        """Systems one after the other, for metrics that want no reference."""
        owner, system = _one_after_the_other(len(hypotheses), segments)
        return cls(
            hypotheses,
            [],
            np.zeros(segments + 1, dtype=np.uint32),
            owner=owner,
            sources=sources,
            resources=resources,
            systems=systems,
            system=system if systems else None,
            unreferenced=True,
        )

    @classmethod
    def from_pairs(
        cls,
        hypotheses: list[str],
        references: list[str],
        pairs: NDArray[np.integer] | None = None,
        *,
        sources: list[str] | None = None,
        resources: Resources = NO_RESOURCES,
    ) -> Batch:
        """Every reference a segment of its own; rows are ``pairs`` (hypothesis, reference).

        Without ``pairs``, all of them, hypothesis by hypothesis. ``sources`` are those of the references.
        """
        if pairs is None:
            row_hyp = np.repeat(np.arange(len(hypotheses), dtype=np.uint32), len(references))
            owner = np.tile(np.arange(len(references), dtype=np.uint32), len(hypotheses))
        else:
            row_hyp = np.ascontiguousarray(pairs[:, 0], dtype=np.uint32)
            owner = np.ascontiguousarray(pairs[:, 1], dtype=np.uint32)
        offsets = np.arange(len(references) + 1, dtype=np.uint32)
        return cls(
            hypotheses,
            references,
            offsets,
            owner=owner,
            row_hyp=row_hyp,
            sources=sources,
            resources=resources,
        )

    @cached_property
    def hypotheses(self) -> list[str]:
        """The hypotheses as strings."""
        given = self._hypotheses
        return given.list() if isinstance(given, _core.Texts) else given

    def parts(self, rows: int) -> Iterator[Batch]:
        """The batch in parts of so many rows, where each row is a segment of its own; one part otherwise.

        What a part has made of its text is gone with it.
        """
        if len(self) <= rows or self.owner is not self.row_hyp or isinstance(self._hypotheses, _core.Texts):
            yield self
            return
        # Parts have layouts of their own; that of all is made again where somebody asks for it.
        vars(self).pop("layout", None)
        for begin in range(0, len(self), rows):
            end = min(begin + rows, len(self))
            offsets = self.ref_offsets[begin : end + 1]
            part = Batch(
                self._hypotheses[begin:end],
                self.references[offsets[0] : offsets[-1]],
                offsets - offsets[0],
                sources=None if self.sources is None else self.sources[begin:end],
                resources=self.resources,
                unreferenced=True,
            )
            part._before = begin
            yield part

    @cached_property
    def texts(self) -> tuple[_core.Texts, _core.Texts]:
        """Hypotheses and references inside the core."""
        given = self._hypotheses
        with self._naming_segments():
            hypotheses = given if isinstance(given, _core.Texts) else _core.Texts(given)
        return hypotheses, self._reference_texts

    @cached_property
    def _reference_texts(self) -> _core.Texts:
        with self._naming_segments():
            return _core.Texts(self.references)

    @contextmanager
    def _naming_segments(self) -> Iterator[None]:
        """Says whose text is none: who reads lines counts those of all systems and references together."""
        try:
            yield
        except DataError:
            self._refuse_surrogates()
            raise

    def _refuse_surrogates(self) -> None:
        counts = self.references_per_segment
        hyps = np.zeros(len(self.hypotheses), dtype=np.int64)
        hyps[self.row_hyp] = self.owner
        refs = np.repeat(np.arange(len(counts)), counts)
        for what, lines, owners in (
            ("a hypothesis", self.hypotheses, hyps),
            ("a reference", self.references, refs),
        ):
            for line, segment in zip(lines, owners.tolist(), strict=True):
                if _SURROGATE.search(line):
                    where = f"{what} of segment {self._before + segment + 1}"
                    raise DataError(f"{where} is not valid Unicode text: it holds a lone surrogate") from None

    @cached_property
    def script_language(self) -> str | None:
        """The language that the script of all references tells, where it does."""
        # Most texts are told at a glance: such letters are more than all those of scripts that tell anything.
        return None if self._reference_texts.is_mostly_ascii else language_by_letters(self.references)

    @property
    def language(self) -> str | None:
        """The target language: the one given, or else the one the script of all references tells."""
        given = languages.find(self.resources.target_language)
        return self.script_language if given is None else given.code

    def tokenizer(self, name: str) -> str:
        """A tokenizer by name; ``auto`` is that of the language given, whatever the texts look like.

        Who knows that the batch is the whole corpus asks for the one of its :attr:`language`.
        """
        return languages.word_tokenizer(self.resources.target_language) if name == AUTO else name

    def tokens(self, view: View, *, named: bool = False) -> tuple[_core.Tokens, _core.Tokens]:
        """Hypotheses and references as ids of words, made once per view.

        Most metrics only ask which words of a segment are equal: ids begin anew with each segment, unless
        a hypothesis is in several. Those that ask more of words take them ``named``, as ids of one
        vocabulary.
        """
        if view.tokenize == AUTO:
            view = replace(view, tokenize=self.tokenizer(AUTO))
        # Ids of one vocabulary do where those of segments would.
        key = view, named or not self._apart or (view, True) in self._tokens
        if key not in self._tokens:
            hyps, refs = self._encode(view) if key[1] else self._encode_segments(view)
            self._tokens[key] = (hyps, refs)
        return self._tokens[key]

    def tokens_beside(self, view: View, lines: list[str]) -> tuple[_core.Tokens, _core.Tokens, _core.Tokens]:
        """As :meth:`tokens`, together with other lines in the same vocabulary."""
        hyps, refs, others = self._encode(view, lines)
        return hyps, refs, others

    def _encode_segments(self, view: View) -> tuple[_core.Tokens, _core.Tokens]:
        if not view.native:
            with self._naming_segments():
                sides = [tokenized(side, view) for side in (self.hypotheses, self.references)]
            hyps, refs = map(_core.Texts, sides)
            return _core.encode_segments(hyps, refs, self.layout, "none", "keep", "newline")
        assert isinstance(view.tokenize, str)
        return _core.encode_segments(*self.texts, self.layout, view.tokenize, view.case, view.split)

    def _encode(self, view: View, *others: list[str]) -> list[_core.Tokens]:
        if not view.native:
            with self._naming_segments():
                return encode([self.hypotheses, self.references, *others], view)
        assert isinstance(view.tokenize, str)
        texts = [*self.texts, *map(_core.Texts, others)]
        return _core.encode(texts, view.tokenize, view.case, view.split)

    def alignments(self, tokenize: str, source_tokenize: str) -> WordAlignments:
        """Word alignments of source with hypotheses and references, made once per tokenisation."""
        if self.sources is None:
            raise MissingError("word order is judged from the source text: give it with -s FILE (sources=)")
        tokenize = self.tokenizer(tokenize)
        key = (tokenize, source_tokenize)
        if key not in self._alignments:
            self._alignments[key] = self._align(tokenize, source_tokenize)
        return self._alignments[key]

    def _align(self, tokenize: str, source_tokenize: str) -> WordAlignments:
        from pitchpipe.aligning.requests import Request
        from pitchpipe.aligning.self_trained import TestSetAligner

        assert self.sources is not None
        if not np.array_equal(self.row_hyp, np.arange(len(self.hypotheses))):
            raise MissingError("pairs of a matrix have no source, so word order cannot be judged")
        counts = self.references_per_segment
        request = Request(
            self.sources,
            self.hypotheses,
            self.owner,
            self.references,
            np.repeat(np.arange(len(counts), dtype=np.uint32), counts),
            source_tokenize,
            tokenize,
            self.systems,
            self.system,
        )
        aligner = self.resources.aligner or TestSetAligner()
        return aligner.align_batch(request)

    @property
    def alignment_origin(self) -> str | None:
        """Where the alignments came from that metrics asked for, for signatures."""
        origins = {alignments.origin for alignments in self._alignments.values()}
        return "+".join(sorted(origins)) or None

    @property
    def aligned_references(self) -> tuple[tuple[str, _core.Alignments], ...]:
        """Who aligned the references for metrics that asked, and the links."""
        return tuple((made.origin, made.references) for made in self._alignments.values())

    def annotations(self, language: str | None = None, tool: str | None = None) -> tuple[Analysed, Analysed]:
        """Lemmas and parts of speech of hypotheses and references, made once per language and tool.

        They come from the batch's annotator, or from what is installed for the language: the one given, or
        the target language of the texts. ``tool``, as signatures spell it, says what should analyse them
        where there is a choice.
        """
        from pitchpipe.lang.annotation.analysis import analysis_of
        from pitchpipe.lang.annotation.remembering import annotator_of

        chosen = language or self.resources.target_language
        for (of, wanted), made in self._annotations.items():
            if of == chosen and tool in (wanted, made[1].tool):
                return made
        annotator = annotator_of(chosen, self.resources.annotator, tool)
        hypotheses = analysis_of(annotator, self.hypotheses, "hypotheses")
        references = analysis_of(annotator, self.references, "references")
        if hypotheses.tagset != references.tagset:
            raise DataError(
                f"hypotheses have tagset {hypotheses.tagset}, references {references.tagset}: "
                "annotate both with the same tool"
            )
        self._annotations[chosen, tool] = hypotheses, references
        return hypotheses, references

    @property
    def analysed_references(self) -> tuple[Analysed, ...]:
        """The analyses of the references that metrics asked for."""
        return tuple(references for _, references in self._annotations.values())

    @cached_property
    def references_per_segment(self) -> NDArray[np.int64]:
        """How many references each segment has."""
        offsets = self.ref_offsets.astype(np.int64)
        return offsets[1:] - offsets[:-1]

    @property
    def nrefs(self) -> str:
        """How many references a segment has, for signatures: a number, or ``var``."""
        counts = self.references_per_segment
        return str(counts[0]) if len(counts) and counts.min() == counts.max() else "var"


def interleave(streams: Streams, segments: int) -> tuple[list[str], NDArray[np.uint32]]:
    """From reference streams to lines by segment, leaving out the missing ones."""
    if len(streams) == 1:
        first = streams[0] if isinstance(streams[0], list) else list(streams[0])
        if _core.are_texts(first):
            return cast("list[str]", first), np.arange(segments + 1, dtype=np.uint32)
    lines = []
    counts = np.zeros(segments + 1, dtype=np.uint32)
    for s in range(segments):
        present = [line for stream in streams if (line := stream[s]) is not None]
        lines += present
        counts[s + 1] = len(present)
    return lines, np.cumsum(counts, dtype=np.uint32)


def _one_after_the_other(lines: int, segments: int) -> tuple[NDArray[np.uint32] | None, NDArray[np.uint32]]:
    """Of which segment, ``None`` if of its own, and of which system each line is."""
    count = lines // segments if segments else 0
    if count * segments != lines:
        raise DataError(f"{lines} hypotheses for {segments} segments")
    if count == 1:
        return None, np.zeros(segments, dtype=np.uint32)
    segment = np.arange(segments, dtype=np.uint32)
    return np.tile(segment, count), np.repeat(np.arange(count, dtype=np.uint32), segments)
