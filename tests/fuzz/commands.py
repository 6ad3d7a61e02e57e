"""The command line, called in this process with plausible and implausible arguments."""

from __future__ import annotations

import contextlib
import io
import json
import random
import re
import shlex
import sys
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import click

from pitchpipe.errors import PitchpipeError
from tests.fuzz import hostile, samples
from tests.fuzz.cases import Input, Target, require
from tests.fuzz.mutating import mutated, mutated_mapping
from tests.fuzz.scoring import resources

#: For every command, arguments that it must take.
PLAIN = {
    "score": (
        "a.en b.en -r ref.en",
        "a.en -r ref.en -r ref2.en -s src.de -m bleu -m kendall -m hlepor --segments --format json",
        "-t set.jsonl --by domain --confidence 90 --samples 20 --format markdown --plot out.json",
        "a.en -r ref.en -m wrr --show-alignment 1 --format table --no-cache",
        "a.en -r ref.en -s src.de -m kendall:tokenize=none,source_tokenize=none --align-ref links "
        "--align-hyp links",
        "a.en -r ref.en -m tesla-m:synonyms=synonyms.tsv --annotation a.conllu "
        "--annotation-ref ref.conllu -l de-en",
    ),
    "compare": (
        "a.en b.en -r ref.en --samples 20 -m bleu -m wer",
        "a.en b.en -r ref.en --samples 20 --test sign --examples 1 --by length",
        "a.en b.en -r ref.en --samples 20 --all-pairs --format json --test randomisation --plot out.json",
        "a.en b.en -r ref.en --samples 20 --by labels --labels labels --format latex",
    ),
    "audit": (
        "a.en -r ref.en --samples 20 --plot out.json",
        "a.en b.en -r ref.en --samples 20 --documents docs.tsv --by domain -m bleu --format json",
    ),
    "align": ("src.de a.en", "src.de a.en -o out.links --save out.model", "src.de a.en --model model.align"),
    "order": ("a.en -r ref.en -s src.de", "a.en b.en -r ref.en -s src.de --format json"),
    "fit": (
        "set.jsonl --human human.seg.score -m chrf --restarts 1 --folds 2 --samples 10 -o out.preset "
        "--plot out.json",
        "set.jsonl --human ranks.tsv -m 1*bleu+1*chrf --restarts 1 --folds 0 --samples 0 --format json",
    ),
    "meta": (
        "set.jsonl --human human.seg.score -m bleu -m wer --samples 20 --plot out.json",
        "set.jsonl --human ranks.tsv -m chrf --statistic all --test none --format json",
        "-t set.jsonl --human ratings.csv --human-columns score=points --human-format table -m wer",
        "set.jsonl --list-statistics",
    ),
    "tune": (
        "--nbest list.nbest -r two.en -m wer --weights weights.ini --restarts 2 -o out.ini",
        "--nbest list.nbest -r two.en -m bleu --optimiser pro --format json",
        "--nbest list.nbest -r two.en -m chrf --optimiser mira --fix LM0",
        "--decoder 'cat {weights} && cp list.nbest {nbest}' --work work -r two.en -m wer "
        "--weights weights.ini --iterations 2 --restarts 1",
    ),
    "stream": (
        "-r two.en -m wer",
        "-r two.en -m bleu --statistics",
        "-r two.en -m bleu --columns",
    ),
    "rerank": (
        "--nbest list.nbest --weights weights.ini",
        "--nbest list.nbest --weights weights.ini -r two.en -m bleu -o out.en "
        "--write-nbest out.jsonl --format json",
        "--nbest candidates.json --weights lm=1,tm=0.5 --write-nbest out.jsonl --format json",
    ),
    "mbr": (
        "--nbest list.nbest",
        "a.en b.en ref.en -m bleu --aggregate --format json",
        "--nbest list.nbest --posterior total",
    ),
    "oracle": (
        "--nbest list.nbest -r two.en",
        "--lattice lattice.plf -r two.en -m wrr --format json",
        "--nbest list.nbest -r two.en -m chrf --segments --format tsv -o out.en",
    ),
    "lang annotate": ("a.en -l en --analyser en.tagger -o out.conllu",),
    "lang lm": (
        "a.en -o out.arpa --order 2 --discount-fallback",
        "a.en --model en.arpa --format json",
        "a.en --model en.arpa --sentences --format tsv",
    ),
    "lang phrase-table": (
        "a.en -l en -p de --annotation src.factored -o out.table",
        "phrases --moses target -l en -p de --analyser de.tagger -o out.table",
    ),
    "lang status": ("", "cs ru", "--format json"),
    "lang train-tagger": ("bank.conllu -l cs -o out.tagger",),
    "metrics": ("", "bleu chrf++", "--format json"),
}
_OUTPUTS = {"-o", "--output", "--save", "--write-nbest", "--work", "--plot"}
#: More of these takes longer, as asked for; a large number here would only show that.
_WORK = re.compile(
    r"samples|restarts|iterations|threads|random.directions|patience|folds|paths|examples|longest|top|order|decimals"
)
_METRICS = (
    "bleu", "chrf", "chrf++", "ter", "wer", "hlepor", "nlepor", "4-grr", "port", "kendall", "lr-kb4", "nist",
    "gtm:exponent=2", "0.7*bleu+0.3*ter", "bleu:max_order=33", "bleu:tokenize=none", "external:scores.txt",
    "comet:scores.txt", "comet", "command:cat", "command:\"awk '{ print length($0) }'\",name=L",
    "meteor:synonyms=synonyms.tsv", "tesla-m:synonyms=none", "blue", "", "1e308*bleu+1e308*chrf",
    "chrf:beta=nan", "ensemble:preset=preset.json", "length-ratio",
)  # fmt: skip
#: Only these are given to a shell.
_DECODERS = (
    "cat {weights} && cp list.nbest {nbest}",
    "cat {weights} > {nbest}",
    "true",
    "false",
    "cat {weights}",
    "cp nothing {nbest}",
    "{nbest}{weights}{x}",
    "",
)


@lru_cache(maxsize=1)
def files() -> dict[str, bytes]:
    """Small files of every kind that a command takes."""
    from tests.fuzz.readers import aligner_bytes, segment_scores, table_bytes, tagger_bytes

    test_set = samples.test_set()
    annotated = b"".join(_analysed(line) for line in test_set.systems["good"])
    reference = b"".join(_analysed(line or "") for line in test_set.references["a"])
    return {
        **resources(),
        "a.en": samples.text("systems/good.en"),
        "b.en": samples.text("systems/short.en"),
        "ref.en": samples.text("reference.a.en"),
        "ref2.en": samples.text("reference.b.en"),
        "src.de": samples.text("source.de"),
        "docs.tsv": b"news\td1\nnews\td1\ntalk\td2\ntalk\td2\n",
        "labels": b"x\ny\nx\ny\n",
        "links": b"0-0 1-1\n0-0\n\n0-0 0-1\n",
        "two.en": b"the cat\na dog\n",
        "set.jsonl": samples.saved("s.jsonl", test_set.to_jsonl),
        "set.tsv": samples.saved("s.tsv", test_set.to_tsv),
        "human.seg.score": segment_scores(),
        "ranks.tsv": samples.RANKS,
        "ratings.csv": b"model,line,points,rater\ngood,1,80,u\ngood,4,70,u\nshort,1,3,v\nshort,2,1,v\n",
        "list.nbest": samples.NBEST["moses"],
        "list.jsonl": samples.NBEST["jsonl"],
        "candidates.json": samples.CANDIDATES[1],
        "weights.ini": samples.WEIGHTS["moses"],
        "weights.json": b'{"weights": {"LM0": 1, "TM0_0": 0.5, "TM0_1": -1}}',
        "lattice.plf": samples.PLF,
        "lattice.fst": samples.OPENFST + b"\n" + samples.OPENFST,
        "model.align": aligner_bytes(),
        "en.tagger": tagger_bytes(),
        "de.tagger": tagger_bytes("de"),
        "table": table_bytes(),
        "phrases": samples.MOSES_TABLE,
        "bank.conllu": samples.CONLLU,
        "a.conllu": annotated,
        "ref.conllu": reference,
        "src.factored": "".join(
            " ".join(f"{word}|{word.lower()}|NOUN" for word in line.split()) + "\n"
            for line in samples.lines("source.de")
        ).encode(),
        "config.sgm": samples.sgml("src", "", ["a", "b"]),
    }


def _analysed(line: str) -> bytes:
    words = "".join(
        f"{k}\t{w}\t{w.lower()}\tNOUN\tNN\t_\t_\t_\t_\t_\n" for k, w in enumerate(line.split(), 1)
    )
    return f"# text = {line}\n{words}\n".encode()


STDIN = b"the cat\n1 ||| a dog\n0 ||| cat\n"


def _plain(name: str) -> list[Input]:
    return [_input([*name.split(), *shlex.split(line)], files(), STDIN) for line in PLAIN[name]]


def _input(arguments: list[str], contents: dict[str, bytes], stdin: bytes) -> Input:
    # Only files that are named are written: it is faster, and a saved input shows what matters.
    whole = " ".join(arguments)
    named = {name: data for name, data in contents.items() if name in whole}
    return Input(named, {"arguments": arguments, "stdin": stdin.decode("latin-1")})


def _hostile(name: str, rng: random.Random) -> Input:
    arguments = shlex.split(rng.choice(PLAIN[name]))
    command = _command(name)
    for _ in range(int(rng.expovariate(0.5))):
        _change(arguments, command, rng)
    if "--decoder" in arguments:
        # What a shell gets is never made up.
        at = arguments.index("--decoder")
        arguments[at + 1 : at + 2] = [rng.choice(_DECODERS)]
    given = _input([*name.split(), *arguments], files(), _said(rng))
    if given.files and rng.random() < 0.3:
        changed = mutated_mapping(given.files, rng)
        return Input(changed, given.asked)
    return given


def _said(rng: random.Random) -> bytes:
    return STDIN if rng.random() < 0.7 else mutated(STDIN, rng)


def _change(arguments: list[str], command: click.Command, rng: random.Random) -> None:
    kind = rng.random()
    at = rng.randrange(len(arguments) + 1)
    if kind < 0.55:
        options = [
            p for p in command.params if isinstance(p, click.Option) and p.name not in {"decoder", "help"}
        ]
        option = rng.choice(options)
        arguments.extend(_option(option, rng))
    elif kind < 0.65 and arguments:
        del arguments[min(at, len(arguments) - 1)]
    elif kind < 0.75:
        arguments.insert(at, rng.choice(sorted(files())))
    elif kind < 0.85 and arguments:
        arguments[min(at, len(arguments) - 1)] = _text(rng)
    elif kind < 0.9:
        arguments.insert(at, _text(rng))
    elif arguments:
        arguments.insert(at, rng.choice(arguments))


def _option(option: click.Option, rng: random.Random) -> list[str]:
    name = rng.choice(option.opts)
    if option.is_flag:
        return [name]
    if name in _OUTPUTS:
        return [
            name,
            rng.choice(("out.a", "out.gz", "out.json", "no/such/folder", ".", "", "out.arpa", "a.en")),
        ]
    values = [_value(option, rng) for _ in range(option.nargs)]
    return [name, *values]


def _value(option: click.Option, rng: random.Random) -> str:
    name = option.name or ""
    if rng.random() < 0.15:
        return (
            rng.choice(("x", "-1", "nan", "", "1.5", "None", "-", "--", "1e999"))
            if _WORK.search(name)
            else _text(rng)
        )
    if isinstance(option.type, click.Choice):
        return str(rng.choice(list(option.type.choices)))
    if _WORK.search(name):
        return rng.choice(("0", "1", "2", "3", "5"))
    if name in {"metrics", "metric"}:
        return rng.choice(_METRICS)
    if name.startswith("language"):
        return rng.choice(("de-en", "en-de", "en", "zh", "ja-ja", "x", "en-zh-Hans", "xx-yy"))
    if isinstance(option.type, click.types.IntParamType | click.types.FloatParamType):
        return rng.choice(hostile.NUMBERS)
    if rng.random() < 0.7:
        return rng.choice(sorted(files()))
    return rng.choice(
        (
            *hostile.NUMBERS[:12],
            "good",
            "a.en=links",
            "x=links",
            "LM0",
            "LM0=0:1",
            "LM0=1:0",
            "kendall-b:item",
            "all",
        )
    )


def _text(rng: random.Random) -> str:
    # No argument of a process can have a NUL; bytes that are no text arrive as lone surrogates.
    text = hostile.text(rng, newlines=True)[:100].replace("\0", "")
    return text + "\udcff" if rng.random() < 0.1 else text


@cache
def _command(name: str) -> click.Command:
    from pitchpipe.cli import cli

    command: click.Command = cli
    for part in name.split():
        assert isinstance(command, click.Group)
        found = command.get_command(click.Context(command), part)
        assert found is not None
        command = found
    return command


def _run(given: Input, folder: Path) -> None:
    from pitchpipe.cli import main

    arguments: list[str] = given.asked["arguments"]
    out, err = _Screen("strict"), _Screen("backslashreplace")
    (folder / "-stdin").write_bytes(given.asked["stdin"].encode("latin-1"))
    with (folder / "-stdin").open(encoding="utf-8") as stdin, _standard(stdin, out, err):
        try:
            main(list(arguments))
        except SystemExit as end:
            code = end.code
    shown, said = out.text(), err.text()
    require("Traceback" not in said, f"a traceback is shown: {said[-2000:]}")
    if code == 2:
        require("error: " in said or "Usage: " in said, f"nothing is said about the error: {said[-500:]!r}")
        raise PitchpipeError(said or shown)
    ends = {0, 1} if "--fail-if-worse" in arguments else {0}
    # Some metrics of a score could not run, and others did.
    ends |= {3} if "score" in arguments else set()
    require(code in ends, f"the exit code is {code}")
    for name in _inputs_named_as_outputs(arguments):
        if name in given.files:
            require(
                Path(name).read_bytes() == given.files[name], f"{name} was written over, which is an input"
            )
    if "json" in arguments and "-o" not in arguments and "--format" in arguments and "-h" not in arguments:
        _require_json(shown)


def _require_json(shown: str) -> None:
    """What is shown as JSON is JSON, and NaN is none."""

    def refuse(text: str) -> Any:
        raise ValueError(text)

    if shown.lstrip()[:1] in {"{", "["}:
        json.loads(shown, parse_constant=refuse)


def _inputs_named_as_outputs(arguments: list[str]) -> set[str]:
    written = {b for a, b in pairwise(arguments) if a in {"-o", "--output", "--save", "--write-nbest"}}
    read = {
        b
        for a, b in zip(["", *arguments], arguments, strict=False)
        if a in {"-r", "-s", "-t", "--nbest", "--weights", "--reference", "--source", "--model", "--lattice"}
    }
    return written & read


class _Screen(io.TextIOWrapper):
    """A standard stream in memory, with bytes beneath it, as click wants one."""

    def __init__(self, errors: str) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", errors=errors, newline="")

    def text(self) -> str:
        """What was written."""
        self.flush()
        beneath = self.buffer
        assert isinstance(beneath, io.BytesIO)
        return beneath.getvalue().decode("utf-8", "replace")

    def close(self) -> None:
        """Stays open: it is read after the command has ended."""


@contextlib.contextmanager
def _standard(stdin: Any, out: Any, err: Any) -> Iterator[None]:
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = stdin, out, err
    try:
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = before


def _target(name: str) -> Target:
    return Target(
        f"commands.{name.replace(' ', '-')}",
        "commands",
        lambda: _plain(name),
        lambda rng: _hostile(name, rng),
        _run,
    )


def commands() -> Iterator[Target]:
    """A target for every command."""
    for name in PLAIN:
        yield _target(name)
