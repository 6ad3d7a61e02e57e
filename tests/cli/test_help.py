"""Help: options in groups, and commands that were mistyped."""

from __future__ import annotations

import re

import click
import pytest
from click.shell_completion import BashComplete

from pitchpipe.cli import COMMANDS, cli
from tests.commands import Run


@pytest.mark.parametrize("verb", [verb for verb in COMMANDS if verb != "lang"])
def test_every_option_stands_in_one_group(run: Run, verb: str) -> None:
    done = run(verb, "--help")
    assert (done.code, done.err) == (0, "")
    command = cli.get_command(click.Context(cli), verb)
    assert command is not None
    options = [p for p in command.params if isinstance(p, click.Option) and not p.hidden]
    for option in options:
        assert (
            len(re.findall(rf"^  .*(?<!\S){re.escape(option.opts[-1])}(?=[ ,\n])", done.out, re.MULTILINE))
            >= 1
        )
    shown = re.findall(r"^  (?:-\w, )?(--[\w-]+)", done.out, re.MULTILINE)
    assert sorted(set(shown)) == sorted(shown), "no option twice"
    assert len(shown) == len(options) + 1, "and --help"


def test_what_belongs_together_has_a_title(run: Run) -> None:
    titles = re.findall(r"^(\S.*):$", run("score", "--help").out, re.MULTILINE)
    assert titles == [
        "Texts",
        "Options",
        "Word alignment",
        "Lemmas and parts of speech",
        "Text larger than memory",
    ]
    assert "\nOutput:\n" in run("mbr", "--help").out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["scroe", "x"], "there is no command 'scroe': did you mean score?"),
        (["Compare"], "there is no command 'Compare': did you mean compare?"),
        (["lang", "anotate"], "there is no command 'anotate': did you mean annotate?"),
        (["xyzzy"], f"there is no command 'xyzzy': there are {', '.join(COMMANDS)}"),
    ],
)
def test_commands_that_are_not_there(run: Run, arguments: list[str], says: str) -> None:
    done = run(*arguments)
    assert (done.code, done.err) == (2, f"error: {says}\n")


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        ("pitchpipe sc", {"score"}),
        ("pitchpipe score --dec", {"--decimals"}),
        ("pitchpipe score -m chr", {"chrf", "chrf++"}),
        ("pitchpipe compare -m BLEU-", {"bleu-sbp"}),
    ],
)
def test_shells_complete(monkeypatch: pytest.MonkeyPatch, words: str, completed: set[str]) -> None:
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(len(words.split()) - 1))
    complete = BashComplete(cli, {}, "pitchpipe", "_PITCHPIPE_COMPLETE")
    assert {line.partition(",")[2] for line in complete.complete().splitlines()} == completed
