"""Everything that may go to a worker, and what it gives there; small, for tests of pickling and processes."""

from __future__ import annotations

import tempfile
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import pitchpipe as pp
from pitchpipe import _core
from pitchpipe.agreement.scores import SegmentScores
from pitchpipe.agreement.tasks import Task
from pitchpipe.aligning.given import GivenLinks
from pitchpipe.aligning.model import Aligner, Training
from pitchpipe.batch.batch import Batch
from pitchpipe.errors import PitchpipeWarning
from pitchpipe.lang.annotation.analysers.tagged import Simplemma, Tagged
from pitchpipe.lang.annotation.annotating import TextAnnotator
from pitchpipe.lang.annotation.caching import CachingAnnotator
from pitchpipe.lang.annotation.files import FileAnnotator
from pitchpipe.lang.annotation.remembering import Annotators, RememberingAnnotator
from pitchpipe.lang.annotation.tagger import Tagger
from pitchpipe.lang.lm.model import FALLBACK_DISCOUNTS, LanguageModel
from pitchpipe.lang.phrases.tables import PivotTable
from pitchpipe.lang.synonyms.finding import find_synonyms
from pitchpipe.measuring.measured import measure
from pitchpipe.nbest.lists import NBest
from pitchpipe.text.testset import TestSet
from pitchpipe.tuning.problem import Problem
from pitchpipe.tuning.search import Search
from pitchpipe.tuning.state import Iteration, Loop
from tests.fitting.people import gains, made_up
from tests.metrics import pivoting

# One of the examples leaves a line out on purpose; whatever else workers print is a mistake.
warnings.simplefilter("ignore", PitchpipeWarning)

EXAMPLES = Path(__file__).parents[1] / "examples"
LATTICE = "((('the', 0.5, 1), ('a', 0.2, 1)), (('cat', 0.5, 1), ('dog', 0.7, 1)))"
#: Long enough that the core cuts it into shards, and uses its threads.
LINES = [f"the {word} cat sat on mat {i}" for i in range(400) for word in ("old", "red")]
SPEC = "bleu:tokenize=none,smooth=exp"


class Thing(NamedTuple):
    """How it is made, and what it gives: plain numbers and texts."""

    make: Callable[[], Any]
    use: Callable[[Any], Any]


def example_set() -> TestSet:
    """The test set of the examples, with annotations from files."""
    names = ("good.en", "short.en")

    def lines(path: str) -> list[str]:
        return (EXAMPLES / path).read_text("utf-8").splitlines()

    annotated = [EXAMPLES / f"annotation/{name}.conllu" for name in names]
    references = [EXAMPLES / "annotation/reference.a.en.conllu"]
    return TestSet(
        systems={name: lines(f"systems/{name}") for name in names},
        references={"a": [*lines("reference.a.en")]},
        source=lines("source.de"),
        documents=[row.split("\t")[0] for row in lines("documents.tsv")][: len(lines("source.de"))],
        annotator=FileAnnotator.read(annotated, references),
    ).with_languages("de-en")


def nbest() -> NBest:
    """Three candidates of each of four segments, with links."""
    texts = [f"the {word} {k}" for k in range(4) for word in ("cat sat", "dog", "cat")]
    numbers = np.arange(12.0)
    features = np.stack([numbers % 3, -numbers % 5], axis=-1)
    links = _core.Alignments([[(i % 2, 0), (1, 1)] for i in range(12)])
    return NBest(("lm", "tm"), features, _core.Texts(texts), np.arange(0, 13, 3), numbers, links)


REFERENCES = [[f"the cat {k}" for k in range(4)]]


def used_list(made: NBest) -> Any:
    """Everything a list has."""
    assert made.totals is not None
    assert made.alignments is not None
    arrays = (made.features, made.offsets, made.totals, made.owner)
    links = [made.alignments.line(i) for i in range(len(made))]
    scored = pp.metrics.get(SPEC).corpus_score(made.select(made.offsets[:-1]), REFERENCES).score
    return made.names, made.texts.list(), [array.tolist() for array in arrays], links, scored


def used_annotator(made: Any) -> Any:
    """The analysis of two lines, one of them twice."""
    found = made.annotate(["the cats sat", "a dog", "the cats sat"], side="references")
    return found.offsets.tolist(), found.forms, found.lemmas, found.upos, found.xpos, found.tool, found.tagset


def tagger() -> Tagger:
    return Tagger.train([EXAMPLES / "annotation/reference.a.en.conllu"], "en")


def text_annotator() -> TextAnnotator:
    made = TextAnnotator(Tagged(tagger(), Simplemma("en")), "13a")
    made.annotate(["loaded"], side="references")
    return made


def caching() -> CachingAnnotator:
    # Nothing can be kept there, so that every copy has to analyse.
    return CachingAnnotator(text_annotator(), Path("/dev/null/none"))


def remembering() -> RememberingAnnotator:
    made = RememberingAnnotator(text_annotator())
    made.annotate(["the cats sat"], side="references")
    return made


def annotators() -> Annotators:
    made = Annotators(analyser="hanta")
    made.of("en").annotate(["the cats sat"], side="references")
    return made


def used_batch(made: Batch) -> Any:
    metric = pp.metrics.get(SPEC).prepare(made)
    return metric.measure(made).values.tolist(), made.hypotheses, made.nrefs, len(made.layout)


def batch() -> Batch:
    made = nbest().batch(REFERENCES)
    used_batch(made)
    return made


def language_model() -> LanguageModel:
    return LanguageModel.estimate(LINES, order=2, fallback=FALLBACK_DISCOUNTS)


def used_language_model(made: LanguageModel) -> Any:
    scores = made.sentences(["the old cat", "unknown words"])
    arrays = (scores.log10, scores.known_log10, scores.words, scores.unknown)
    facts = made.order, made.counts, made.discounts, made.digest
    return *facts, [array.tolist() for array in arrays], made.words("the cat")


def read_language_model() -> LanguageModel:
    """As from a file: with its digest and without discounts."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.arpa"
        language_model().write(path)
        path.write_bytes(path.read_bytes() + b"\n")
        return LanguageModel.read(path)


def used_aligner(made: Aligner) -> Any:
    links = made.align(["w1 w2 w3", "w2"], ["v1 v2 v3", "v2 v9"])
    return made.digest, made.vocabulary, [links.line(i) for i in range(2)]


def aligner() -> Aligner:
    pairs = [[f"{letter}{i % 3 + 1} {letter}{i % 5 + 1}" for i in range(40)] for letter in "wv"]
    return Aligner.train(*pairs, training=Training(2, 2))


def links() -> GivenLinks:
    return GivenLinks([["0-0 1-1"]], {"one": ["0-1 1-0"]})


def used_links(made: GivenLinks) -> Any:
    test_set = TestSet(
        systems={"one": ["a b"]}, references={"a": ["a b"]}, source=["c d"], aligner=made
    ).with_languages("de-en")
    return pp.score(test_set, ["lrscore:tokenize=none,source_tokenize=none"]).to_dict()


def used_metric(made: pp.Metric) -> Any:
    score = made.corpus_score(["the cat sat", "a dog"], [["the cat sat down", "the dog"]])
    return made.spec, score.to_dict()


def prepared() -> pp.Metric:
    return pp.metrics.get("nist").prepare(Batch.from_streams(["a b c"], [["a b d"]]))


def synonyms_used(made: Any) -> Any:
    found = made.synsets(["car", "ship", "none"], ["NOUN", "NOUN", "NOUN"])
    return made.origin, [part.tolist() for part in found], made.table.places


def used_table(made: PivotTable) -> Any:
    return (
        made.digest,
        made.sizes,
        made.tokens,
        made.description,
        made.lookup("shut"),
        made.segment(["a", "b"]),
    )


def read_table() -> PivotTable:
    """Mapped from a file that is gone when it travels."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table"
        pivoting.table().save(path)
        return PivotTable.open(path)


def loop() -> Loop:
    done = Iteration(1, 12, 12, 30.0, 30.0, 40.0, 0.5, {"lm": 1.0})
    return Loop({"lm": 1.0}, SPEC, 40.0, False, (done,), "stopped after 1 iteration")


def statistics() -> pp.Statistics:
    return pp.Statistics.of(pp.metrics.get("ter"), Batch.from_streams(LINES, [LINES[::-1]]))


def judged() -> tuple[TestSet, SegmentScores]:
    test_set = made_up(systems=3, segments=8)
    return test_set, SegmentScores("made-up", tuple(test_set.systems), gains(test_set, "chrf"))


def task() -> Task:
    test_set, human = judged()
    return Task.of(test_set, human, name="made-up")


def plain(made: Any) -> Any:
    """A result as plain numbers and texts."""
    return made.to_dict()


def score_table() -> Any:
    return pp.score(example_set(), ["bleu", "hlepor:pos=true"], confidence=95, samples=20)


THINGS: dict[str, Thing] = {
    "aligner": Thing(aligner, used_aligner),
    "alignment": Thing(
        lambda: pp.align(["a b", "b"], ["c d", "d"]), lambda made: (list(made), made.aligner.digest)
    ),
    "annotation files": Thing(example_set, lambda made: plain(pp.score(made, ["hlepor:pos=true"]))),
    "annotators": Thing(annotators, lambda made: used_annotator(made.of("en"))),
    "audit": Thing(lambda: pp.audit(example_set(), ["bleu"]), plain),
    "batch": Thing(batch, used_batch),
    "caching annotator": Thing(caching, used_annotator),
    "comparison": Thing(lambda: pp.compare(example_set(), metrics=["bleu"], samples=20), plain),
    "fit": Thing(lambda: pp.fit([judged()], "hlepor", restarts=1, folds=2, samples=20), plain),
    "language model": Thing(language_model, used_language_model),
    "language model of a file": Thing(read_language_model, used_language_model),
    "links": Thing(links, used_links),
    "measurements": Thing(
        lambda: measure(example_set(), ["bleu"]), lambda made: made[pp.metrics.get("bleu").spec].signature
    ),
    "meta": Thing(lambda: pp.meta(task(), ["bleu", "chrf"], samples=20), plain),
    "metric": Thing(lambda: pp.metrics.get("meteor:language=en,synonyms=none"), used_metric),
    "minimum risk": Thing(lambda: pp.mbr(nbest(), "chrf"), plain),
    "mixture": Thing(lambda: pp.metrics.get("0.5*bleu+0.5*ter"), used_metric),
    "n-best list": Thing(nbest, used_list),
    "oracles": Thing(lambda: pp.oracle(nbest(), REFERENCES, SPEC), plain),
    "lattice oracles": Thing(
        lambda: pp.oracle(_core.read_plf([LATTICE]), [["the cat"]], "wrr:tokenize=none"), plain
    ),
    "loop": Thing(loop, plain),
    "order": Thing(
        lambda: pp.order(example_set()), lambda made: (made.to_list(), repr(made.segment("good.en", 1)))
    ),
    "phrase table": Thing(pivoting.table, used_table),
    "phrase table of a file": Thing(read_table, used_table),
    "problem": Thing(
        lambda: Problem.of(nbest(), REFERENCES, SPEC), lambda made: (made.names, made.score([1.0, 0.5]))
    ),
    "prepared metric": Thing(prepared, used_metric),
    "remembering annotator": Thing(remembering, used_annotator),
    "reranked": Thing(lambda: pp.rerank(nbest(), {"lm": 1.0, "tm": 0.5}), plain),
    "score": Thing(lambda: pp.metrics.get("chrf").sentence_score("a b", ["a c"]), plain),
    "score table": Thing(score_table, plain),
    "statistics": Thing(statistics, lambda made: (made.score().to_dict(), made.measured.values.tolist())),
    "synonyms": Thing(lambda: find_synonyms(str(EXAMPLES / "synonyms.tsv"), "en"), synonyms_used),
    "tagger": Thing(tagger, lambda made: (made.tag(["the", "cat"]), made.description)),
    "task": Thing(task, lambda made: plain(pp.meta(made, ["bleu", "chrf"], samples=20))),
    "text annotator": Thing(text_annotator, used_annotator),
    "tuned": Thing(lambda: pp.tune(nbest(), REFERENCES, SPEC, search=Search(restarts=2)), plain),
}
