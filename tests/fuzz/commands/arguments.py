"""Arguments of commands, plausible and implausible."""

from __future__ import annotations

import random
import re
import shlex
from functools import cache

import click

from tests.fuzz import hostile
from tests.fuzz.cases import Input
from tests.fuzz.commands.plain import PLAIN, STDIN, files, made
from tests.fuzz.mutating import mutated, mutated_mapping

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
_SERVING = ("judge serve", "judge demo")
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


def damaged(name: str, rng: random.Random) -> Input:
    """Plain arguments of a command, changed a few times, and at times its files as well."""
    arguments = shlex.split(rng.choice(PLAIN[name]))
    command = _command(name)
    for _ in range(int(rng.expovariate(0.5))):
        _change(arguments, command, rng)
    if "--decoder" in arguments:
        # What a shell gets is never made up.
        at = arguments.index("--decoder")
        arguments[at + 1 : at + 2] = [rng.choice(_DECODERS)]
    if name in _SERVING:
        # A server would be waited for.
        arguments.insert(0, "--only-links")
    given = made([*name.split(), *arguments], _said(rng))
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
