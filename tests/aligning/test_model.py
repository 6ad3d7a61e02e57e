"""The aligner: what it learns, keeps and refuses."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any, Literal

import pytest

from pitchpipe import _core
from pitchpipe.aligning import Aligner, Decoding, evaluate, read_links
from pitchpipe.aligning.model import Training
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.text.files import read_lines
from pitchpipe.threads import threads
from tests.aligning.parallel import corpus, sides

TRAINING = corpus(300)
UNSEEN = corpus(60, seed=1)


@pytest.fixture(scope="module")
def aligner() -> Aligner:
    return Aligner.train(*sides(TRAINING))


def lines_of(alignments: _core.Alignments) -> list[list[tuple[int, int]]]:
    return [alignments.line(i) for i in range(len(alignments))]


def gold(pairs: Any) -> _core.Alignments:
    return _core.Alignments([links for _, _, links in pairs])


# -- learning --------------------------------------------------------------------------------------


@pytest.mark.parametrize("pairs", [TRAINING, UNSEEN], ids=["known", "unseen"])
@pytest.mark.parametrize("how", ["agreement", "posterior", "viterbi"])
def test_it_finds_what_is_there(aligner: Aligner, pairs: Any, how: Any) -> None:
    found = aligner.align(*sides(pairs), decoding=Decoding(how=how))
    assert evaluate(found, gold(pairs), gold(pairs)).aer <= 0.02


@pytest.mark.parametrize("how", ["posterior", "viterbi"])
def test_it_finds_words_that_moved_far(how: Any) -> None:
    pairs = corpus(300, nouns_at_most=6)
    found = Aligner.train(*sides(pairs)).align(*sides(pairs), decoding=Decoding(how=how))
    assert evaluate(found, gold(pairs), gold(pairs)).aer <= 0.02


def test_separate_training_works_too() -> None:
    separate = Aligner.train(*sides(TRAINING), training=Training(joint=False))
    assert evaluate(separate.align(*sides(TRAINING)), gold(TRAINING), gold(TRAINING)).aer <= 0.1


def test_a_higher_threshold_gives_fewer_links(aligner: Aligner) -> None:
    few, many = (
        aligner.align(*sides(UNSEEN), decoding=Decoding(threshold=threshold)) for threshold in (0.999, 0.01)
    )
    for some, more in zip(lines_of(few), lines_of(many), strict=True):
        assert set(some) <= set(more)
    assert sum(map(len, lines_of(few))) < sum(map(len, lines_of(many)))


def test_the_default_finds_words_that_moved_far() -> None:
    """A noun is now and then said last; both directions doubt it, and a threshold of one half misses some."""
    random = Random(1)
    pairs = []
    for _ in range(400):
        words = random.choices(range(200), [1 / (rank + 3) for rank in range(200)], k=random.randint(6, 14))
        order = list(range(len(words)))
        for _ in range(len(order) // 4):
            order.insert(random.randrange(len(order)), order.pop(random.randrange(len(order))))
        texts = " ".join(f"s{word}" for word in words), " ".join(f"{words[i]}t" for i in order)
        pairs.append((*texts, sorted((i, place) for place, i in enumerate(order))))
    model = Aligner.train(*sides(pairs))
    half, default = (
        model.align(*sides(pairs), decoding=way) for way in (Decoding(threshold=0.5), Decoding())
    )
    for few, more in zip(lines_of(half), lines_of(default), strict=True):
        assert set(few) <= set(more)
    recalls = [evaluate(links, gold(pairs), gold(pairs)).recall for links in (half, default)]
    assert recalls[1] > recalls[0] + 0.02
    assert evaluate(default, gold(pairs), gold(pairs)).aer < evaluate(half, gold(pairs), gold(pairs)).aer


def test_digests_tell_how_links_are_read(aligner: Aligner, monkeypatch: pytest.MonkeyPatch) -> None:
    before = aligner.digest
    monkeypatch.setattr("pitchpipe.aligning.model.DEFAULT_DECODING", Decoding(threshold=0.5))
    assert aligner.digest != before


def test_links_stay_inside(aligner: Aligner) -> None:
    sources = ["", "sak", "", "unheard of words", "sak vbn"]
    targets = ["", "", "ao", "ao bu", "never heard"]
    ways: tuple[Literal["agreement", "viterbi"], ...] = ("agreement", "viterbi")
    for how in ways:
        found = aligner.align(sources, targets, decoding=Decoding(how=how, symmetrisation="union"))
        for source, target, links in zip(sources, targets, lines_of(found), strict=True):
            assert all(i < len(source.split()) and j < len(target.split()) for i, j in links)


def test_case_does_not_matter(aligner: Aligner) -> None:
    sources, targets = sides(UNSEEN)
    shouted = aligner.align([line.upper() for line in sources], [line.title() for line in targets])
    assert lines_of(shouted) == lines_of(aligner.align(sources, targets))


def test_tokenizers(aligner: Aligner) -> None:
    (links,) = lines_of(aligner.align(["sak van."], ["ao au."], source_tokenize="13a", tokenize="13a"))
    assert {(0, 0), (1, 1)} <= set(links)
    assert max(links) <= (2, 2)


def test_threads_change_no_byte(tmp_path: Path) -> None:
    written = []
    for count in (1, 2):
        with threads(count):
            model = Aligner.train(*sides(TRAINING))
            model.save(tmp_path / "model")
            written.append(((tmp_path / "model").read_bytes(), lines_of(model.align(*sides(UNSEEN)))))
    assert written[0] == written[1]


def test_learning_more(aligner: Aligner) -> None:
    """A new word and its translation are learnt; the model before stays as it was."""
    before = aligner.digest
    sources = [f"neuwort {source}" for source in sides(TRAINING[:80])[0]]
    targets = [f"xyz {target}" for target in sides(TRAINING[:80])[1]]
    more = aligner.trained_on(sources, targets)
    assert aligner.digest == before != more.digest
    assert more.vocabulary == tuple(n + 1 for n in aligner.vocabulary)
    (known,) = lines_of(more.align(["neuwort sak van sbk"], ["xyz ao bo au"]))
    assert known == [(0, 0), (1, 1), (2, 3), (3, 2)]
    assert evaluate(more.align(*sides(UNSEEN)), gold(UNSEEN), gold(UNSEEN)).aer <= 0.02


def test_vocabulary(aligner: Aligner) -> None:
    assert aligner.vocabulary == (24, 24)


# -- progress --------------------------------------------------------------------------------------


def test_progress() -> None:
    heard: list[tuple[str, int, int]] = []
    training = Training(model1_iterations=2, hmm_iterations=3)
    Aligner.train(*sides(UNSEEN), training=training, progress=lambda *told: heard.append(told))
    stages = ["Model 1", "Model 1", "HMM", "HMM", "HMM"]
    assert heard == [(stage, done, 5) for done, stage in enumerate(stages, 1)]


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_what_progress_raises_stops_the_training(error: type[BaseException]) -> None:
    calls = []

    def stop(*told: Any) -> None:
        calls.append(told)
        raise error("enough")

    with pytest.raises(error, match="enough"):
        Aligner.train(*sides(UNSEEN), progress=stop)
    assert len(calls) == 1


# -- files -----------------------------------------------------------------------------------------


def test_a_saved_model_aligns_alike(aligner: Aligner, tmp_path: Path) -> None:
    for name in ("model", "model.gz"):
        aligner.save(tmp_path / name)
        loaded = Aligner.load(tmp_path / name)
        assert loaded.digest == aligner.digest
        assert loaded.vocabulary == aligner.vocabulary
        assert lines_of(loaded.align(*sides(UNSEEN))) == lines_of(aligner.align(*sides(UNSEEN)))


def test_damaged_files(aligner: Aligner, tmp_path: Path) -> None:
    path = tmp_path / "model"
    aligner.save(path)
    good = path.read_bytes()
    middle = len(good) // 2
    cases = {
        "not an alignment model": [b"", b"PPALIGN", b"hello, world, this is a file of text\n" * 9],
        "truncated": [good[:middle], good[:-1], good[:12], good[:20]],
        "corrupt": [
            good[:middle] + bytes([good[middle] ^ 1]) + good[middle + 1 :],
            good[:-1] + bytes([good[-1] ^ 1]),
        ],
        "of version 9; this program reads version 1": [good[:8] + (9).to_bytes(4, "little") + good[12:]],
    }
    for said, damaged in cases.items():
        for data in damaged:
            path.write_bytes(data)
            with pytest.raises(DataError) as caught:
                Aligner.load(path)
            assert said in str(caught.value), data[:30]
            assert str(caught.value).startswith(str(path))


def test_every_cut_is_noticed(aligner: Aligner) -> None:
    data = aligner._model.to_bytes()
    for length in range(0, len(data), 97):
        with pytest.raises(DataError):
            _core.AlignmentModel.from_bytes(data[:length])


def test_no_such_file(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no such file"):
        Aligner.load(tmp_path / "nonesuch")


# -- refusals --------------------------------------------------------------------------------------


def test_unequal_texts(aligner: Aligner) -> None:
    for call in (Aligner.train, aligner.trained_on, aligner.align):
        with pytest.raises(DataError, match="there are 2 source lines, but 1 target lines"):
            call(["a", "b"], ["c"])


@pytest.mark.parametrize("pair", [([], []), ([""], ["a"]), (["a"], [" "])], ids=repr)
def test_nothing_to_learn(pair: tuple[list[str], list[str]]) -> None:
    with pytest.raises(DataError, match="no sentence pair to learn from"):
        Aligner.train(*pair)


@pytest.mark.parametrize(
    "options", [{"how": "guess"}, {"threshold": 1.5}, {"symmetrisation": "shrink"}], ids=str
)
def test_decodings_are_checked(options: Any) -> None:
    with pytest.raises(ParameterError):
        Decoding(**options)


@pytest.mark.parametrize(
    "options", [{"model1_iterations": -1}, {"hmm_iterations": 0}, {"hmm_iterations": 1001}], ids=str
)
def test_trainings_are_checked(options: Any) -> None:
    least = {"model1_iterations": 0, "hmm_iterations": 1}[next(iter(options))]
    with pytest.raises(ParameterError, match=f"{next(iter(options))} must be between {least} and 1000"):
        Training(**options)


def test_the_least_training() -> None:
    """Links come from the HMM, so that once through it is enough, without Model 1."""
    least = Training(model1_iterations=0, hmm_iterations=1)
    told: list[tuple[str, int, int]] = []
    model = Aligner.train(*sides(TRAINING), training=least, progress=lambda *stage: told.append(stage))
    assert told == [("HMM", 1, 1)]
    assert model.vocabulary[0] > 0
    assert Training(1000, 1000).hmm_iterations == 1000


# -- people's alignments ---------------------------------------------------------------------------


@pytest.mark.full
@pytest.mark.parametrize(("pair", "most"), [("en-fr", 0.082), ("de-en", 0.194), ("ja-en", 0.643)])
def test_alignment_error_rate(shared: Path, pair: str, most: float) -> None:
    """Trained on the bitext with the test sentences, as is usual; people's links are of those."""
    folder = shared / "data" / "align" / pair
    test = [read_lines(folder / f"test.{language}.gz") for language in pair.split("-")]
    training = [read_lines(folder / f"train.{language}.gz") for language in pair.split("-")]
    aligner = Aligner.train(*(before + own for before, own in zip(training, test, strict=True)))
    sure, possible = (read_links(folder / f"test.{kind}.gz") for kind in ("sure", "possible"))
    assert evaluate(aligner.align(*test), sure, possible).aer <= most
