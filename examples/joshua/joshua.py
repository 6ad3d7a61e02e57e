"""The Apache Joshua decoder: fetched by Maven, configured for tables and models of ours, and run.

    python examples/joshua/joshua.py words train.de --tokenize 13a --lowercase --escape > train.tok.de
    python examples/joshua/joshua.py filter de-en.gz dev.de -o dev.gz
    python examples/joshua/joshua.py config de-en.gz en.arpa -o joshua.config
    python examples/joshua/joshua.py decode joshua.config dev.de > dev.nbest
    python examples/joshua/joshua.py decode joshua.config test.de --best > test.en
    python examples/joshua/joshua.py classpath

The weights are in the configuration, so that a decoder for ``pitchpipe tune --weights joshua.config`` is
``python examples/joshua/joshua.py decode {weights} dev.de``. See docs/translate.md.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain, groupby
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

from pitchpipe.caches import cache_folder
from pitchpipe.errors import DataError, MissingError, PitchpipeError
from pitchpipe.programs import how_it_failed, started
from pitchpipe.text.files import (
    StrPath,
    display_name,
    read_lines,
    read_text_blocks,
    write_blocks,
    write_lines,
)
from pitchpipe.text.outputs import File, make_folder, require_apart
from pitchpipe.text.tokenizers import View, case_of, encode
from pitchpipe.tuning import read_weights, write_weights

VERSION = "6.1"
_POM = Path(__file__).with_name("pom.xml")
_MAIN = "org.apache.joshua.decoder.JoshuaDecoder"
#: Of every candidate: number, text, features, total, links.
_FIELDS = 5
_LINK = re.compile(r"(-?\d+)-(-?\d+)")
_BARS = "|||"
_MODEL = "lm_0"
_SCALE = 1000.0
#: Features are printed with three decimals, which tell what a total has beside them to about a hundredth: in
#: steps of this, the same candidate has the same features in every list.
_STEP = 0.05
_ESCAPES = str.maketrans({"[": "-lsb-", "]": "-rsb-", "|": "-pipe-"})
#: As in tables and models: other whitespace than that of ASCII belongs to words.
_WORD = re.compile(r"[^ \t-\r]+")

#: To begin with, as Moses does. The feature of words falls with their number, that of unknown words by a
#: hundred for each, and all others are logarithms or grow with what they count.
WEIGHTS = {
    "lm_0": 0.5,
    **{f"tm_pt_{score}": 0.2 for score in range(4)},
    "Distortion": 0.3,
    "PhrasePenalty": 0.2,
    "WordPenalty": -1.0,
    "OOVPenalty": 1.0,
}


def class_path() -> str:
    """Where Java finds Joshua and all it needs; Maven gets them the first time, into the cache folder.

    Raises
    ------
    MissingError
        If there is no Maven, or it cannot get them.
    """
    folder = cache_folder("joshua") / VERSION
    if not folder.exists():
        _fetch(folder)
    return str(folder / "*")


def _fetch(folder: Path) -> None:
    maven = _program("mvn", "maven")
    make_folder(folder.parent)
    with tempfile.TemporaryDirectory(dir=folder.parent) as made:
        jars = Path(made) / "jars"
        goal = ["dependency:copy-dependencies", "-DincludeScope=runtime", f"-DoutputDirectory={jars}"]
        done = subprocess.run(
            [maven, "--quiet", "--batch-mode", "--file", str(_POM), *goal],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
        if done.returncode or not jars.exists():
            said = [line for line in done.stdout.splitlines() if line.strip()]
            raise MissingError(f"Maven cannot get Joshua; it said: {' / '.join(said[:3])}")
        try:
            jars.rename(folder)
        except OSError:
            # Another process was faster, and has the same files.
            if not folder.exists():
                raise


def _program(name: str, package: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise MissingError(f"there is no {name} here: apt install {package}")
    return found


def words(
    lines: Sequence[str], *, tokenize: str = "13a", lowercase: bool = False, escape: bool = False
) -> Iterator[str]:
    """Lines in words with a space between them, as a decoder takes them.

    ``escape`` is for text that tables and models are made from: Joshua keeps brackets and bars for itself,
    and changes them in what it decodes, and back in what it prints.
    """
    (tokens,) = encode([list(lines)], View(tokenize, case_of(lowercase)))
    for number in range(len(lines)):
        line = " ".join(tokens.words(number))
        yield line.translate(_ESCAPES) if escape else line


def filtered(table: StrPath, sources: Sequence[str]) -> Iterator[bytes]:
    """The lines of a table whose phrases are in sentences, in blocks: a small one is loaded much sooner.

    With it these sentences are decoded as with the whole table.
    """
    sentences = [_WORD.findall(line) for line in sources]
    known: dict[int, set[str]] = {}
    rest = b""
    for block in chain(read_text_blocks(table), [b"\n"]):
        *lines, rest = (rest + block).split(b"\n")
        kept = []
        for line in lines:
            phrase = line.partition(b" ||| ")[0].decode()
            length = phrase.count(" ") + 1
            if length not in known:
                known[length] = {" ".join(gram) for words in sentences for gram in _grams(words, length)}
            if phrase in known[length]:
                kept.append(line + b"\n")
        yield b"".join(kept)


def _grams(words: Sequence[str], length: int) -> Iterator[Sequence[str]]:
    return (words[begin : begin + length] for begin in range(len(words) - length + 1))


def configuration(table: StrPath, model: StrPath, *, top: int = 100) -> list[str]:
    """The lines of a configuration for a phrase table and a language model, with weights to begin with.

    Files are named from the root: relative ones would count from the folder of the configuration, and tuning
    writes others elsewhere.
    """
    paths = [Path(os.fspath(path)).resolve() for path in (table, model)]
    for path in paths:
        if not path.is_file():
            raise DataError(f"{path}: no such file")
        if re.search(r"\s", str(path)):
            raise DataError(f"{path}: Joshua cannot read files with spaces in their names")
    if top < 1:
        raise DataError(f"a list has at least 1 candidate of each sentence, not {top}")
    order = _order(paths[1])
    return [
        "search = stack",
        f"tm = moses -owner pt -maxspan 0 -path {paths[0]}",
        f"feature-function = LanguageModel -lm_type berkeleylm -lm_order {order} -lm_file {paths[1]}",
        "feature-function = Distortion",
        "feature-function = PhrasePenalty -owner pt",
        "feature-function = WordPenalty",
        "feature-function = OOVPenalty",
        # More candidates are kept and jumps are shorter than by default: what is found has higher sums.
        "pop-limit = 500",
        "reordering-limit = 6",
        "mark-oovs = false",
        f"top-n = {top}",
        "use-unique-nbest = true",
        "output-format = %i ||| %s ||| %f ||| %c ||| %a",
        *(f"{name} {weight}" for name, weight in WEIGHTS.items()),
    ]


def _order(model: Path) -> int:
    """The length of the longest n-grams of an ARPA file, which it begins with."""
    head = b""
    for block in read_text_blocks(model):
        head += block
        if b"-grams:" in head:
            break
    lengths = [int(length) for length in re.findall(rb"^ngram\s+(\d+)\s*=", head, re.MULTILINE)]
    if b"\\data\\" not in head or not lengths:
        raise DataError(f"{model} is no language model in ARPA format: make one with pitchpipe lang lm")
    return max(lengths)


class Candidate(NamedTuple):
    """A line of an n-best list."""

    number: int
    text: str
    features: dict[str, float]
    links: list[tuple[int, int]]
    total: float

    def __str__(self) -> str:
        features = " ".join(f"{name}={value:g}" for name, value in self.features.items())
        links = " ".join(f"{i}-{j}" for i, j in self.links)
        return f" {_BARS} ".join((str(self.number), self.text, features, f"{self.total:.4f}", links))


def decode(
    config: StrPath, sources: Sequence[str], *, threads: int = 2, memory: str = "4g"
) -> Iterator[list[Candidate]]:
    """The candidates of every sentence, the best first.

    Totals are sums of weighted features, and candidates are in their order. Joshua's own also hold estimates
    with which it chose among phrases, each phrase's probability by itself, with the language model's weight.
    They belong to that feature, then, and are put there: what is tuned is what Joshua searches with.
    Its links have the borders of sentences in them, which are taken out: what is left is as in our files,
    source-target from 0. A sentence without words has one candidate without words, all features 0.

    Raises
    ------
    DataError
        If a sentence cannot be decoded, or Joshua fails.
    MissingError
        If there is no Java, or no Maven to get Joshua.
    """
    weights = read_weights(config, format="joshua").weights
    sentences = [_words(line, number) for number, line in enumerate(sources, 1)]
    lengths = [len(words) for words in sentences]
    seen = 0
    with _scaled(config) as scaled:
        found = (_candidate(line, lengths, weights) for line in _printed(scaled, sentences, threads, memory))
        for number, candidates in groupby(found, attrgetter("number")):
            if number == seen:
                yield sorted(candidates, key=attrgetter("total"), reverse=True)
                seen += 1
            else:
                break
    if seen < len(lengths):
        raise DataError(f"line {seen + 1}: Joshua has no translation of it; what it said above may tell why")


@contextmanager
def _scaled(config: StrPath) -> Iterator[Path]:
    """With larger weights, which make the same choices: totals are printed with three decimals."""
    start = read_weights(config, format="joshua")
    # Beside it, for files may be named from its folder.
    with tempfile.NamedTemporaryFile(dir=Path(config).parent, suffix=".config") as made:
        larger = {name: _SCALE * weight for name, weight in start.weights.items()}
        write_weights(made.name, larger, format="joshua", like=start)
        yield Path(made.name)


def _printed(config: StrPath, sentences: Sequence[Sequence[str]], threads: int, memory: str) -> Iterator[str]:
    """What Joshua prints."""
    java = [_program("java", "default-jre-headless"), f"-Xmx{memory}", "-Dfile.encoding=UTF-8"]
    joshua = [_MAIN, "-config", os.fspath(config), "-threads", str(threads), "-v", "0"]
    with tempfile.TemporaryFile() as given:
        given.write("".join(f"{' '.join(words)}\n" for words in sentences).encode())
        given.seek(0)
        command = [*java, "-cp", class_path(), *joshua]
        with started(command, stdin=given, stdout=subprocess.PIPE, stderr=2) as process:
            assert process.stdout is not None
            with process.stdout:
                for line in process.stdout:
                    yield line.decode("utf-8", "replace")
            code = process.wait()
    if code:
        raise DataError(f"Joshua failed with {how_it_failed(code)}; what it said above may tell why")


def _words(line: str, number: int) -> list[str]:
    words = _WORD.findall(line)
    for word in words:
        if word in {"<s>", "</s>"} or _BARS in word:
            raise DataError(
                f"line {number}: Joshua cannot decode the word {word}, which is a mark of its own"
            )
    return words


def _candidate(line: str, lengths: Sequence[int], weights: Mapping[str, float]) -> Candidate:
    fields = [field.strip() for field in line.split(_BARS)]
    if len(fields) != _FIELDS or not fields[0].isdigit() or int(fields[0]) >= len(lengths):
        raise DataError(f"Joshua printed what is no line of an n-best list: {line.strip()[:200]}")
    number = int(fields[0])
    if not lengths[number]:
        return Candidate(number, "", dict.fromkeys(weights, 0.0), [], 0.0)
    pairs = (feature.rpartition("=") for feature in fields[2].split())
    features = {name: float(value) for name, _, value in pairs}
    if _MODEL in features and (model := weights.get(_MODEL)):
        lacking = float(fields[3]) / _SCALE - _total(features, weights)
        features[_MODEL] += _STEP * round(lacking / model / _STEP)
    links = ((int(i), int(j)) for i, j in _LINK.findall(fields[4]))
    inside = [(i, j) for i, j in links if 0 <= i < lengths[number]]
    return Candidate(number, fields[1], features, inside, _total(features, weights))


def _total(features: Mapping[str, float], weights: Mapping[str, float]) -> float:
    return sum(weights.get(name, 0.0) * value for name, value in features.items())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="The Apache Joshua decoder, fetched by Maven.")
    verbs = parser.add_subparsers(dest="verb", required=True)
    verbs.add_parser("classpath", help="print where Java finds Joshua")
    tokens = verbs.add_parser("words", help="print a text in words with spaces between them")
    tokens.add_argument("text", help="a sentence per line; - for standard input")
    tokens.add_argument("--tokenize", default="13a", metavar="NAME", help="tokenizer (13a)")
    tokens.add_argument("--lowercase", action="store_true", help="change it to lower case")
    tokens.add_argument(
        "--escape", action="store_true", help="brackets and bars as Joshua has them, to train on"
    )
    sieve = verbs.add_parser("filter", help="write the part of a phrase table that some sentences need")
    sieve.add_argument("table")
    sieve.add_argument("sources", nargs="+", metavar="source")
    sieve.add_argument("-o", "--output", required=True, metavar="FILE")
    config = verbs.add_parser("config", help="write a configuration")
    config.add_argument("table", help="phrase table (pitchpipe lang phrase-table --write-moses)")
    config.add_argument("model", help="language model (pitchpipe lang lm -o)")
    config.add_argument("-o", "--output", default="-", metavar="FILE", help="default: standard output")
    config.add_argument("--top", type=int, default=100, metavar="N", help="candidates of each sentence (100)")
    decoding = verbs.add_parser("decode", help="translate sentences, and print an n-best list")
    decoding.add_argument("config")
    decoding.add_argument("source", help="a sentence per line; - for standard input")
    decoding.add_argument("--best", action="store_true", help="print the best translations only")
    decoding.add_argument("--threads", type=int, default=2, metavar="N", help="2 by default")
    decoding.add_argument("--memory", default="4g", metavar="SIZE", help="what Java may take (4g)")
    return parser


def main() -> None:
    """Does what the command line asks for."""
    asked = _parser().parse_args()
    if asked.verb == "classpath":
        print(class_path())
    elif asked.verb == "words":
        style = {"tokenize": asked.tokenize, "lowercase": asked.lowercase, "escape": asked.escape}
        write_lines("-", words(read_lines(asked.text), **style))
    elif asked.verb == "filter":
        require_apart([File("-o", asked.output)], [File("table", asked.table)])
        sources = [line for source in asked.sources for line in read_lines(source)]
        write_blocks(asked.output, filtered(asked.table, sources))
    elif asked.verb == "config":
        write_lines(asked.output, configuration(asked.table, asked.model, top=asked.top))
    else:
        try:
            sources = read_lines(asked.source)
            for candidates in decode(asked.config, sources, threads=asked.threads, memory=asked.memory):
                print(candidates[0].text if asked.best else "\n".join(map(str, candidates)))
        except DataError as error:
            raise DataError(f"{display_name(asked.source)}: {error}") from None


if __name__ == "__main__":
    try:
        sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
        main()
    except PitchpipeError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(2)
