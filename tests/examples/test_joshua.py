"""A translation system from parallel text: table, model, the Joshua decoder, and its tuning."""

from __future__ import annotations

import gzip
import itertools
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from examples.joshua import joshua

import pitchpipe as pp
from pitchpipe.aligning import write_links
from pitchpipe.errors import DataError, MissingError
from pitchpipe.lang.lm.model import FALLBACK_DISCOUNTS, LanguageModel
from pitchpipe.lang.phrases import translations_from_text
from pitchpipe.text.files import write_blocks, write_lines
from pitchpipe.tuning import read_weights
from tests.commands import Run
from tests.examples.sentences import sentence_pairs

pytestmark = pytest.mark.skipif(os.name == "nt", reason="decoders are POSIX shell commands")

SCRIPT = str(Path(joshua.__file__).resolve())
TRAINED, DEV = 400, 12
#: A phrase of the table whose words change places.
PHRASE = "einen falter gezeichnet"


@dataclass(frozen=True)
class System:
    """Files of a trained system, and sentences that it has not seen."""

    folder: Path
    config: Path
    dev: list[tuple[str, str]]
    nbest: Path


@pytest.fixture(scope="module", autouse=True)
def quick_java() -> Iterator[None]:
    """A little optimisation is enough for a few sentences."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1")
        yield


@pytest.fixture(scope="module")
def jars() -> str:
    """Joshua; where there is no Java or no Maven, tests are skipped, but fail where CI is set."""
    absent = [name for name in ("java", "mvn") if shutil.which(name) is None]
    if absent and not os.environ.get("CI"):
        pytest.skip(f"there is no {absent[0]}: apt install default-jdk-headless maven")
    try:
        return joshua.class_path()
    except MissingError as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(error))


@pytest.fixture(scope="module")
def system(jars: str, tmp_path_factory: pytest.TempPathFactory) -> System:
    """A table and a model of four hundred sentences, and the list of others that they make."""
    folder = tmp_path_factory.mktemp("joshua")
    pairs = sentence_pairs()
    sources, targets = (list(side) for side in zip(*pairs[:TRAINED], strict=True))
    translations_from_text(sources, targets).write(folder / "table.gz")
    model = LanguageModel.estimate(targets, order=3, fallback=FALLBACK_DISCOUNTS)
    model.write(folder / "en.arpa")
    config, nbest = folder / "joshua.config", folder / "dev.nbest"
    config.write_text(
        "".join(f"{line}\n" for line in joshua.configuration(folder / "table.gz", folder / "en.arpa"))
    )
    dev = pairs[TRAINED : TRAINED + DEV]
    (folder / "dev.de").write_text("".join(f"{source}\n" for source, _ in dev))
    (folder / "dev.en").write_text("".join(f"{target}\n" for _, target in dev))
    # Last a sentence without words, one of words with characters that Joshua keeps for itself, and a phrase.
    odd = ["", "[ü] |", PHRASE]
    lists = joshua.decode(config, [*(source for source, _ in dev), *odd])
    nbest.write_text("".join(f"{candidate}\n" for candidates in lists for candidate in candidates))
    return System(folder, config, dev, nbest)


# -- with Joshua -----------------------------------------------------------------------------------


def test_the_list(system: System) -> None:
    found = pp.read_nbest(system.nbest, format="joshua")
    assert sorted(found.names) == sorted(joshua.WEIGHTS)
    assert found.segments == DEV + 3
    texts = found.texts.list()
    by_segment = [texts[begin:end] for begin, end in itertools.pairwise(found.offsets)]
    for candidates in by_segment[:DEV]:
        assert 1 < len(candidates) == len(set(candidates)) <= 100
    assert by_segment[DEV] == [""]
    assert by_segment[DEV + 1][0] == "[ü] |"
    assert not found.features[found.offsets[DEV]].any()


def test_totals_are_weighted_sums(system: System) -> None:
    found = pp.read_nbest(system.nbest, format="joshua")
    assert found.totals is not None
    weights = np.array([joshua.WEIGHTS[name] for name in found.names])
    assert found.totals == pytest.approx(found.features @ weights, abs=1e-3)
    for begin, end in itertools.pairwise(found.offsets):
        assert (np.diff(found.totals[begin:end]) <= 0).all()


def test_the_language_model_is_ours(system: System) -> None:
    """And phrases count once more, by themselves."""
    found = pp.read_nbest(system.nbest, format="joshua")
    rows = slice(0, found.offsets[DEV])
    texts = found.texts.list()[rows]
    model = LanguageModel.read(system.folder / "en.arpa")
    scores = model.score(texts)
    further = found.features[rows, found.names.index("lm_0")] - scores
    assert (further < 0).all()
    # Not worse than if no word knew the one before it.
    worst = [sum(model.score([word])[0] for word in text.split()) for text in texts]
    assert (further > np.array(worst) - 5).all()


def test_the_total_tells_what_the_language_model_lacks() -> None:
    weights = {"lm_0": 0.5, "WordPenalty": -1.0}

    def read(total: str, **changes: float) -> joshua.Candidate:
        line = f"0 ||| a b c ||| lm_0=-1.500 WordPenalty=-1.303 ||| {total} ||| -1--1 0-0 1-2 2-3"
        return joshua._candidate(line, [2], {**weights, **changes})

    assert str(read("553.000")) == "0 ||| a b c ||| lm_0=-1.5 WordPenalty=-1.303 ||| 0.5530 ||| 0-0 1-2"
    # 0.5 * -1.5 + 1.303 is 0.553: what lacks to -0.47 are 2.046 of the language model.
    found = read("-470.000")
    assert found.features["lm_0"] == pytest.approx(-3.55)
    assert found.total == pytest.approx(-0.472)
    # Without a weight nobody can tell.
    assert read("1303.000", lm_0=0.0).features["lm_0"] == -1.5


def test_links_are_those_of_the_table(system: System) -> None:
    """Source-target, from 0: the best translation of a phrase has the links that the table says."""
    lines = gzip.decompress((system.folder / "table.gz").read_bytes()).decode().splitlines()
    table = {tuple(line.split(" ||| ")[:2]): line.split(" ||| ")[3] for line in lines}
    found = pp.read_nbest(system.nbest, format="joshua")
    assert found.alignments is not None
    phrases = found.names.index("PhrasePenalty")
    compared = 0
    for row in range(found.offsets[DEV + 2], found.offsets[DEV + 3]):
        # The same words may also come of several phrases, with other links; unknown words are none.
        wanted = table.get((PHRASE, found.texts.list()[row]))
        if wanted is not None and found.features[row, phrases] == 1:
            assert sorted(found.alignments.line(row)) == sorted(
                (int(i), int(j)) for i, j in (link.split("-") for link in wanted.split())
            )
            compared += 1
    assert compared
    assert table[PHRASE, "drawn a moth"] == "0-1 1-2 2-0"


def test_links_are_measured(system: System, run: Run) -> None:
    """Metrics of word order take them: all are within their sentences, and tokens are the decoder's."""
    sources, references = ([pair[side] for pair in system.dev] for side in (0, 1))
    write_links(system.folder / "dev.links", pp.align(sources, references).links)
    lists = system.folder / "head.nbest"
    kept = [line for line in system.nbest.read_text().splitlines() if int(line.split()[0]) < DEV]
    lists.write_text("".join(f"{line}\n" for line in kept))
    files = [str(system.folder / name) for name in ("dev.en", "dev.de", "dev.links")]
    done = run(
        *("tune", "--nbest", str(lists), "-r", files[0], "-s", files[1], "--align-ref", files[2]),
        *("-m", "port:tokenize=none", "--weights", str(system.config), "--restarts", "1", "--format", "json"),
    )
    assert done.code == 0, done.err
    assert json.loads(done.out)["score"] > json.loads(done.out)["start"] > 0


def test_a_filtered_table_decodes_alike(system: System) -> None:
    sources = [source for source, _ in system.dev[:3]]
    small = system.folder / "small.gz"
    write_blocks(small, joshua.filtered(system.folder / "table.gz", sources))
    config = system.folder / "small.config"
    config.write_text(system.config.read_text().replace("table.gz", "small.gz"))
    found = [str(candidate) for candidates in joshua.decode(config, sources) for candidate in candidates]
    whole = system.nbest.read_text().splitlines()
    assert found == whole[: len(found)]
    assert whole[len(found)].startswith("3 |||")


def test_tuned(system: System) -> None:
    """From weights without a model of the language to better ones, in two rounds of decoding."""
    start, tuned = system.folder / "start.config", system.folder / "tuned.config"
    text = system.config.read_text().replace("lm_0 0.5", "lm_0 0.0").replace("top-n = 100", "top-n = 30")
    start.write_text(text)
    decoder = f"{shlex.quote(sys.executable)} {shlex.quote(SCRIPT)} decode {{weights}} {system.folder}/dev.de"
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pitchpipe", "tune", "--decoder", decoder),
            *("--work", str(system.folder / "work"), "-r", str(system.folder / "dev.en")),
            *("-m", "bleu:tokenize=none", "--weights", str(start), "--fix", "OOVPenalty"),
            *("--iterations", "2", "--restarts", "2", "-o", str(tuned), "--format", "json"),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    decoded = [float(score) for score in re.findall(r"decoded ([\d.]+)", done.stderr)]
    assert len(decoded) == 2
    assert decoded[1] > decoded[0]
    assert read_weights(tuned).weights["OOVPenalty"] == 1.0
    assert tuned.read_text().splitlines()[:13] == text.splitlines()[:13]


# -- without it ------------------------------------------------------------------------------------


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """A table and a model that nobody reads."""
    (tmp_path / "table").write_text("a ||| b ||| 1 1 1 1 ||| 0-0 ||| 1 1 1 ||| |||\n")
    (tmp_path / "arpa").write_text("\\data\\\nngram 1=3\nngram 2=1\n\n\\1-grams:\n")
    return tmp_path / "table", tmp_path / "arpa"


def test_configuration(files: tuple[Path, Path], tmp_path: Path) -> None:
    lines = joshua.configuration(*files, top=7)
    assert f"tm = moses -owner pt -maxspan 0 -path {files[0]}" in lines
    assert f"feature-function = LanguageModel -lm_type berkeleylm -lm_order 2 -lm_file {files[1]}" in lines
    assert "top-n = 7" in lines
    (tmp_path / "config").write_text("\n".join(lines))
    assert read_weights(tmp_path / "config").weights == joshua.WEIGHTS
    with pytest.raises(DataError, match="no such file"):
        joshua.configuration(tmp_path / "none", files[1])
    with pytest.raises(DataError, match="is no language model in ARPA format"):
        joshua.configuration(files[0], files[0])
    with pytest.raises(DataError, match="at least 1 candidate"):
        joshua.configuration(*files, top=0)
    spaced = tmp_path / "a table"
    spaced.write_text("")
    with pytest.raises(DataError, match="with spaces"):
        joshua.configuration(spaced, files[1])


def test_filtered(tmp_path: Path) -> None:
    table = tmp_path / "table.gz"
    phrases = ["a b c", "a b", "a", "b c", "c a", "c", "ü"]
    write_lines(table, [f"{phrase} ||| x ||| 1 1 1 1 ||| 0-0 ||| 1 1 1 ||| |||" for phrase in phrases])
    for sources, kept in [
        (["a b c"], ["a b c", "a b", "a", "b c", "c"]),
        (["c  a", "", "ü"], ["a", "c a", "c", "ü"]),
        ([], []),
    ]:
        lines = b"".join(joshua.filtered(table, sources)).decode().splitlines()
        assert [line.split(" ||| ")[0] for line in lines] == kept
    assert b"".join(joshua.filtered(table, phrases)) == gzip.decompress(table.read_bytes())


def test_words() -> None:
    assert list(joshua.words(["Ja, [klar]!", ""], lowercase=True)) == ["ja , [ klar ] !", ""]
    assert list(joshua.words(["a [b|c]"], escape=True, tokenize="none")) == ["a -lsb-b-pipe-c-rsb-"]


@pytest.mark.parametrize(
    ("prints", "code", "says"),
    [
        ("0 ||| a ||| x=1 ||| 1 ||| -1--1 0-0 1-1", 0, "line 2: Joshua has no translation of it"),
        ("1 ||| a ||| x=1 ||| 1 ||| -1--1 0-0 1-1", 0, "line 1: Joshua has no translation of it"),
        ("Exception in thread", 0, "Joshua printed what is no line of an n-best list: Exception"),
        ("7 ||| a ||| x=1 ||| 1 ||| 0-0", 0, "is no line of an n-best list"),
        ("", 3, "Joshua failed with exit code 3"),
    ],
)
def test_a_decoder_that_fails(
    files: tuple[Path, Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    prints: str,
    code: int,
    says: str,
) -> None:
    java = tmp_path / "java"
    java.write_text(
        f"#!/bin/sh\ncat >/dev/null\necho '{prints}'\nexit {code}\n"
        if prints
        else f"#!/bin/sh\nexit {code}\n"
    )
    java.chmod(0o755)
    monkeypatch.setattr(joshua, "_program", lambda *_: str(java))
    monkeypatch.setattr(joshua, "class_path", lambda: "")
    config = tmp_path / "config"
    config.write_text("\n".join(joshua.configuration(*files)))
    with pytest.raises(DataError, match=says):
        list(joshua.decode(config, ["a", "b"]))


@pytest.mark.parametrize("word", ["<s>", "</s>", "|||", "a|||b"])
def test_words_that_are_marks(files: tuple[Path, Path], tmp_path: Path, word: str) -> None:
    config = tmp_path / "config"
    config.write_text("\n".join(joshua.configuration(*files)))
    with pytest.raises(DataError, match="line 2: Joshua cannot decode the word"):
        list(joshua.decode(config, ["a", f"b {word}"]))


def test_programs_that_are_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITCHPIPE_CACHE", str(tmp_path))
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(MissingError, match="there is no mvn here: apt install maven"):
        joshua.class_path()


def test_maven_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    maven = tmp_path / "mvn"
    maven.write_text("#!/bin/sh\necho '[ERROR] no network'\nexit 1\n")
    maven.chmod(0o755)
    monkeypatch.setenv("PITCHPIPE_CACHE", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    with pytest.raises(MissingError, match=r"^Maven cannot get Joshua; it said: \[ERROR\] no network$"):
        joshua.class_path()
    assert not list((tmp_path / "joshua").iterdir())


def test_the_command_line(files: tuple[Path, Path], tmp_path: Path) -> None:
    def call(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, SCRIPT, *arguments], capture_output=True, text=True, check=False
        )

    done = call("config", *map(str, files))
    assert (done.returncode, done.stdout.splitlines()) == (0, joshua.configuration(*files))
    refused = call("config", str(tmp_path / "none"), str(files[1]))
    assert (refused.returncode, refused.stderr) == (2, f"error: {tmp_path}/none: no such file\n")
