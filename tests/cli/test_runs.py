"""Systems as they are written on the command line."""

from __future__ import annotations

from pathlib import Path

import click
import pytest

from pitchpipe.cli.options.runs import SystemArgument, parse_system, runs_of


@pytest.mark.parametrize(
    ("argument", "paths", "name"),
    [
        ("a.en", ["a.en"], None),
        ("-", ["-"], None),
        ("a.en,b.en", ["a.en", "b.en"], None),
        ("mine=a.en,b.en", ["a.en", "b.en"], "mine"),
        ("mine=a.en", ["a.en"], "mine"),
        ("mine=lr=0.1/a.en", ["lr=0.1/a.en"], "mine"),
    ],
)
def test_parse(argument: str, paths: list[str], name: str | None) -> None:
    assert parse_system(argument) == SystemArgument(tuple(paths), name)


@pytest.mark.parametrize("argument", ["a.en,", ",a.en", "a.en,,b.en", "=a.en", "mine=", "mine=,a.en", ","])
def test_gaps_are_refused(argument: str) -> None:
    with pytest.raises(click.UsageError, match="NAME=FILE,FILE"):
        parse_system(argument)


def test_existing_files_win(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("lr=0.1").mkdir()
    for name in ("a,b", "lr=0.1/a.en"):
        Path(name).touch()
    assert parse_system("a,b") == SystemArgument(("a,b",))
    assert parse_system("lr=0.1/a.en") == SystemArgument(("lr=0.1/a.en",))
    assert parse_system("lr=0.1/a.en,lr=0.1/b.en") == SystemArgument(("lr=0.1/a.en", "lr=0.1/b.en"))


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["run1.out", "run2.out"], "run"),
        (["base.10.en", "base.11.en"], "base"),
        (["model2-a", "model2-b"], "model2"),
        (["x", "y"], "x,y"),
        (["1", "12"], "1,12"),
        (["only.1.en"], "only.1.en"),
    ],
)
def test_names(names: list[str], expected: str) -> None:
    assert runs_of([SystemArgument(tuple(names))], names) == {expected: names}


def test_every_system_gets_its_own_runs() -> None:
    systems = [parse_system(argument) for argument in ("a", "b1,b2", "c=d,e,f")]
    assert runs_of(systems, list("ABBDEF")) == {"A": ["A"], "B": ["B", "B"], "c": ["D", "E", "F"]}


def test_equal_names_are_refused() -> None:
    systems = [parse_system("s1,s2"), parse_system("s3,s4")]
    with pytest.raises(click.UsageError, match="2 systems are called 's'"):
        runs_of(systems, ["s1", "s2", "s3", "s4"])
