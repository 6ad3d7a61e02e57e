from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias, final

import numpy as np
from numpy.typing import NDArray

__version__: str

@final
class Texts:
    def __new__(cls, lines: list[str], /) -> Texts: ...
    def __len__(self) -> int: ...
    def list(self) -> list[str]: ...
    def select(self, lines: NDArray[np.uint32], /) -> Texts: ...
    @staticmethod
    def concat(parts: Sequence[Texts], /) -> Texts: ...
    @property
    def bytes(self) -> int: ...

@final
class Tokens:
    def __len__(self) -> int: ...
    def words(self, i: int, /) -> list[str]: ...
    @property
    def ids(self) -> NDArray[np.uint32]: ...
    @property
    def offsets(self) -> NDArray[np.uint32]: ...
    @property
    def vocabulary_size(self) -> int: ...

@final
class Layout:
    def __new__(
        cls,
        row_hyp: NDArray[np.uint32],
        row_segment: NDArray[np.uint32],
        ref_offsets: NDArray[np.uint32],
        hypotheses: int,
        references: int,
    ) -> Layout: ...
    def __len__(self) -> int: ...
    @property
    def segments(self) -> int: ...
    def reference_starts(self) -> NDArray[np.int64]: ...

def encode(texts: Sequence[Texts], tokenizer: str, case: str, split: str) -> list[Tokens]: ...
def tokenize(texts: Texts, tokenizer: str) -> list[str]: ...
def clipped_matches(
    hyps: Tokens, refs: Tokens, layout: Layout, order: int, reference_length: str
) -> NDArray[np.float64]: ...
def word_errors(hyps: Tokens, refs: Tokens, layout: Layout) -> NDArray[np.float64]: ...
def ter_edits(hyps: Tokens, refs: Tokens, layout: Layout) -> NDArray[np.float64]: ...
def chrf_counts(
    hyps: Texts,
    refs: Texts,
    layout: Layout,
    char_order: int,
    word_order: int,
    whitespace: bool,
    lowercase: bool,
) -> NDArray[np.float64]: ...
def chrf_matrix(
    hyps: Texts, refs: Texts, char_order: int, word_order: int, whitespace: bool, lowercase: bool
) -> NDArray[np.float64]: ...
def chrf_matrices(
    hyps: Texts,
    refs: Texts,
    hyp_offsets: NDArray[np.uint32],
    ref_offsets: NDArray[np.uint32],
    char_order: int,
    word_order: int,
    whitespace: bool,
    lowercase: bool,
) -> NDArray[np.float64]: ...
def chrf_expected(
    hyps: Texts,
    refs: Texts,
    layout: Layout,
    weights: NDArray[np.float64],
    char_order: int,
    word_order: int,
    whitespace: bool,
    lowercase: bool,
) -> NDArray[np.float64]: ...
def expected_matches(
    hyps: Tokens, refs: Tokens, layout: Layout, weights: NDArray[np.float64], order: int
) -> NDArray[np.float64]: ...
def lepor_counts(
    hyps: Tokens, refs: Tokens, layout: Layout, order: int, context: int, one_to_one: bool
) -> NDArray[np.float64]: ...
def lepor_perl_counts(hyps: Texts, refs: Texts, layout: Layout) -> NDArray[np.float64]: ...
def positionless_errors(hyps: Tokens, refs: Tokens, layout: Layout) -> NDArray[np.float64]: ...
def jump_errors(hyps: Tokens, refs: Tokens, layout: Layout) -> NDArray[np.float64]: ...
def rank_correlations(hyps: Tokens, refs: Tokens, layout: Layout) -> NDArray[np.float64]: ...
def run_matches(hyps: Tokens, refs: Tokens, layout: Layout, e: float) -> NDArray[np.float64]: ...
def informative_matches(
    hyps: Tokens, refs: Tokens, layout: Layout, known: Tokens, order: int, mteval_zero: bool
) -> NDArray[np.float64]: ...
def recognition(
    hyps: Tokens, refs: Tokens, layout: Layout, order: int, insertion: float, deletion: float
) -> NDArray[np.float64]: ...
def vocabulary(tokens: Tokens, /) -> list[str]: ...
def aligned_words(
    hyps: Tokens,
    refs: Tokens,
    layout: Layout,
    *,
    stems: NDArray[np.uint32],
    sense_offsets: NDArray[np.int64],
    senses: NDArray[np.uint32],
    function: NDArray[np.bool_],
    staged: bool,
) -> NDArray[np.float64]: ...

@final
class AnnotatedLines:
    def __new__(
        cls,
        offsets: NDArray[np.int64],
        lemmas: NDArray[np.uint32],
        tags: NDArray[np.uint32],
        function: NDArray[np.bool_],
        sense_offsets: NDArray[np.int64],
        senses: NDArray[np.uint32],
    ) -> AnnotatedLines: ...
    def __len__(self) -> int: ...

def ngram_matches(
    hyps: AnnotatedLines, refs: AnnotatedLines, layout: Layout, order: int, function_weight: float
) -> NDArray[np.float64]: ...
def best_transports(
    problems: Sequence[tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]], /
) -> NDArray[np.float64]: ...
def recognition_path(
    hyps: Tokens, h: int, refs: Tokens, r: int, order: int, insertion: float, deletion: float
) -> list[Literal["match", "substitution", "insertion", "deletion"]]: ...
def lepor_positions(
    hyps: Tokens, h: int, refs: Tokens, r: int, context: int, one_to_one: bool
) -> list[int | None]: ...
def bootstrap_sums(rows: NDArray[np.float64], first: int, samples: int, seed: int) -> NDArray[np.float64]: ...
def permuted_sums(rows: NDArray[np.float64], first: int, samples: int, seed: int) -> NDArray[np.float64]: ...
def set_threads(threads: int, /) -> None: ...
def threads() -> int: ...

@final
class JudgedRows:
    def __new__(
        cls, human: NDArray[np.float64], offsets: NDArray[np.int64], threshold: float
    ) -> JudgedRows: ...
    def __len__(self) -> int: ...
    @property
    def pairs(self) -> int: ...
    def fixed(self, what: str, /) -> NDArray[np.float64]: ...
    def tally(self, what: str, scores: NDArray[np.float64], epsilon: float) -> NDArray[np.float64]: ...
    def exchanged(
        self,
        what: str,
        first: NDArray[np.float64],
        second: NDArray[np.float64],
        seed: int,
        begin: int,
        count: int,
    ) -> NDArray[np.float64]: ...
    def calibrate(self, scores: NDArray[np.float64], /) -> float: ...
    def unlike(
        self,
        first: NDArray[np.float64],
        first_epsilon: float,
        second: NDArray[np.float64],
        second_epsilon: float,
    ) -> NDArray[np.float64]: ...

@final
class JudgedPairs:
    def __new__(
        cls,
        worse: NDArray[np.int64],
        better: NDArray[np.int64],
        tied: NDArray[np.bool_],
        offsets: NDArray[np.int64],
    ) -> JudgedPairs: ...
    def __len__(self) -> int: ...
    def fixed(self) -> NDArray[np.float64]: ...
    def tally(self, scores: NDArray[np.float64], /) -> NDArray[np.float64]: ...
    def exchanged(
        self,
        first: NDArray[np.float64],
        second: NDArray[np.float64],
        seed: int,
        begin: int,
        count: int,
        pooled: bool,
    ) -> NDArray[np.float64]: ...

@final
class Alignments:
    def __new__(cls, lines: Sequence[Sequence[tuple[int, int]]], /) -> Alignments: ...
    @staticmethod
    def parse(
        lines: list[str], source_lengths: NDArray[np.uint32], target_lengths: NDArray[np.uint32]
    ) -> Alignments: ...
    def __len__(self) -> int: ...
    def line(self, i: int, /) -> list[tuple[int, int]]: ...
    def select(self, lines: NDArray[np.uint32], /) -> Alignments: ...
    @staticmethod
    def concat(parts: Sequence[Alignments], /) -> Alignments: ...

@final
class AlignmentModel:
    @staticmethod
    def train(
        sources: Tokens,
        targets: Tokens,
        model1_iterations: int,
        hmm_iterations: int,
        joint: bool,
        progress: Callable[[str, int, int], object] | None = None,
    ) -> AlignmentModel: ...
    def trained_on(
        self,
        sources: Tokens,
        targets: Tokens,
        model1_iterations: int,
        hmm_iterations: int,
        joint: bool,
        progress: Callable[[str, int, int], object] | None = None,
    ) -> AlignmentModel: ...
    def align(
        self, sources: Tokens, targets: Tokens, decode: str, threshold: float, how: str
    ) -> Alignments: ...
    def to_bytes(self) -> bytes: ...
    @staticmethod
    def from_bytes(data: bytes, /) -> AlignmentModel: ...
    @property
    def words(self) -> tuple[int, int]: ...

def symmetrize(forward: Alignments, backward: Alignments, how: str) -> Alignments: ...
def alignment_agreement(
    links: Alignments, sure: Alignments, possible: Alignments
) -> tuple[float, float, float, float]: ...
def orderings(
    source_lengths: NDArray[np.uint32], hyps: Alignments, refs: Alignments, layout: Layout
) -> NDArray[np.float64]: ...
def monotonicity(source_lengths: NDArray[np.uint32], alignments: Alignments) -> NDArray[np.float64]: ...
def permutation(links: Sequence[tuple[int, int]], source_length: int) -> tuple[list[int], list[int]]: ...

@final
class NBestReader:
    def __new__(
        cls,
        name: str,
        *,
        format: str | None = None,
        names: Sequence[str] | None = None,
        fill: bool = False,
        sort: bool = False,
        segments: int | None = None,
    ) -> NBestReader: ...
    def feed(self, block: bytes, /) -> None: ...
    def finish(
        self,
    ) -> tuple[
        list[str],
        NDArray[np.float64],
        Texts,
        NDArray[np.uint32],
        NDArray[np.float64] | None,
        Alignments | None,
    ]: ...

def distinct_candidates(
    texts: Texts,
    features: NDArray[np.float64],
    offsets: NDArray[np.int64],
    totals: NDArray[np.float64] | None = None,
) -> NDArray[np.uint32]: ...
def check_links(
    links: Alignments, source_lengths: NDArray[np.uint32], target_lengths: NDArray[np.uint32]
) -> None: ...

@final
class LineSearch:
    def __new__(
        cls, features: NDArray[np.float64], offsets: NDArray[np.int64], rows: NDArray[np.float64]
    ) -> LineSearch: ...
    def totals(self, weights: NDArray[np.float64], /) -> NDArray[np.float64]: ...
    def best(self, totals: NDArray[np.float64], /) -> NDArray[np.uint32]: ...
    def search(
        self,
        totals: NDArray[np.float64],
        directions: NDArray[np.float64],
        low: NDArray[np.float64],
        high: NDArray[np.float64],
        resolution: NDArray[np.float64],
    ) -> tuple[NDArray[np.float64], NDArray[np.int64], NDArray[np.float64]]: ...

@final
class Lattice:
    @property
    def nodes(self) -> int: ...
    @property
    def start(self) -> int: ...
    @property
    def ends(self) -> list[tuple[int, float]]: ...
    @property
    def labels(self) -> list[str]: ...
    @property
    def sources(self) -> NDArray[np.int64]: ...
    @property
    def targets(self) -> NDArray[np.int64]: ...
    @property
    def scores(self) -> NDArray[np.float64]: ...
    def text(self, arcs: Sequence[int], /) -> str: ...
    def best_paths(self, n: int, /) -> list[tuple[list[int], float]]: ...

@final
class Symbols:
    @staticmethod
    def read(lines: list[str], /) -> Symbols: ...

def read_plf(lines: list[str], /) -> list[Lattice]: ...
def read_openfst(lines: list[str], form: str | None, symbols: Symbols | None) -> list[Lattice]: ...
def lattice_oracles(
    lattices: Sequence[Lattice],
    words: Tokens,
    refs: Tokens,
    owner: NDArray[np.uint32],
    order: int,
    insertion: float,
    deletion: float,
) -> list[tuple[list[int], float]]: ...

@final
class LanguageModel:
    @staticmethod
    def estimate(
        tokens: Tokens, order: int, prune: Sequence[int], fallback: Sequence[float] | None
    ) -> LanguageModel: ...
    @property
    def order(self) -> int: ...
    @property
    def counts(self) -> list[int]: ...
    @property
    def discounts(self) -> list[list[float]]: ...
    def to_arpa(self) -> bytes: ...
    def sentences(self, tokens: Tokens, /) -> NDArray[np.float64]: ...
    def words(self, tokens: Tokens, line: int, /) -> list[tuple[float, int, bool]]: ...

@final
class ArpaReader:
    def __new__(cls) -> ArpaReader: ...
    def feed(self, block: bytes, /) -> None: ...
    def finish(self) -> LanguageModel: ...

@final
class PhrasePairs:
    @staticmethod
    def extract(
        targets: Tokens,
        pivot_offsets: NDArray[np.int64],
        pivot_ids: NDArray[np.uint32],
        links: Alignments,
        longest: int,
        min_count: float,
        top: int,
    ) -> PhrasePairs: ...
    @staticmethod
    def listed(
        targets: Tokens,
        pivot_offsets: NDArray[np.int64],
        pivot_ids: NDArray[np.uint32],
        counts: NDArray[np.float64],
        min_count: float,
        top: int,
    ) -> PhrasePairs: ...
    def __len__(self) -> int: ...
    def to_bytes(
        self, description: bytes, forms: Texts, lemmas: Texts, upos: Texts, xpos: Texts
    ) -> bytes: ...

_PivotLines: TypeAlias = tuple[
    NDArray[np.int64], NDArray[np.uint32], NDArray[np.uint32], NDArray[np.uint32], NDArray[np.bool_]
]

@final
class PhraseTable:
    def __new__(cls, data: NDArray[np.uint8], /) -> PhraseTable: ...
    @property
    def description(self) -> bytes: ...
    @property
    def sizes(self) -> tuple[int, int, int, int]: ...
    def tokens(self) -> list[tuple[str, str, str, str]]: ...
    def find_words(self, words: list[str], /) -> NDArray[np.uint32]: ...
    def lookup(self, words: NDArray[np.uint32], /) -> list[tuple[list[int], float]]: ...
    def segment(self, words: NDArray[np.uint32], /) -> tuple[list[int], float]: ...
    def ngrams(
        self, words: NDArray[np.uint32], unseen: NDArray[np.uint32], order: int
    ) -> list[tuple[list[int], float]]: ...
    def matches(
        self,
        lemmas: NDArray[np.uint32],
        tags: NDArray[np.uint32],
        function: NDArray[np.bool_],
        hyps: _PivotLines,
        refs: _PivotLines,
        layout: Layout,
        order: int,
        function_weight: float,
    ) -> NDArray[np.float64]: ...
