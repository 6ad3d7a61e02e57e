"""Metrics as the heads of columns."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitchpipe.metrics.catalogue import MODULES, TITLES
from pitchpipe.metrics.lookup import get
from pitchpipe.metrics.presets import Preset
from pitchpipe.metrics.registry import find
from pitchpipe.showing.heads import head, heads, heads_in
from tests.commands import ROOT, Run


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("a/words.tsv", "b/words.tsv", "b/other.tsv"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("big\tlarge\n")
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("spec", "head"),
    [
        ("tesla-m:synonyms=a/words.tsv,alpha=0.5", "tesla-m:synonyms=words.tsv,alpha=0.5"),
        ("external:./a/words.tsv,lower=true", "external:words.tsv,lower=true"),
        ("0.5*external:a/words.tsv+0.5*bleu", "0.5*external:words.tsv+0.5*bleu"),
        ("meteor:synonyms=a,function_words=b/other.tsv", "meteor:synonyms=a,function_words=other.tsv"),
        ("hlepor:weights=7/2/1", "hlepor:weights=7/2/1"),
        ("tesla-f:weights=-1.5/2/3e-05/4/-5,alpha=0.5", "tesla-f:weights=-1.5/2/…,alpha=0.5"),
        ("tesla-f:models=a/words.tsv#0a1b/b/other.tsv#2c", "tesla-f:models=words.tsv/other.tsv"),
        ("tesla-f:models=a/words.tsv/b/nowhere", "tesla-f:models=a/words.tsv/b/nowhere"),
        ("external:a/nowhere.tsv", "external:a/nowhere.tsv"),
        (f"external:a/{'x' * 300}", f"external:a/{'x' * 300}"),
        ("bleu", "bleu"),
    ],
)
def test_files_go_by_their_names(spec: str, head: str) -> None:
    assert heads(["bleu-sbp", spec]) == {"bleu-sbp": "bleu-sbp", spec: head}


def test_presets_go_by_their_files() -> None:
    Preset("hlepor", {"weights": [0.25, 5.0, 3.0]}).write("a/fitted.json")
    spec, asked = "hlepor:weights=0.25/5/3", "hlepor:preset=a/fitted.json"
    assert heads([spec, "bleu"], [get("bleu"), get(asked)]) == {
        spec: "hlepor:preset=fitted.json",
        "bleu": "bleu",
    }


def test_metrics_go_by_the_names_they_were_given() -> None:
    asked = [get(text) for text in ("comet:a/s.json", "external:s,name=QE", "0.5*bleu+0.5*bleurt:s", "bleu")]
    assert list(heads([metric.spec for metric in asked], asked).values()) == [
        "COMET",
        "QE",
        "0.5*bleu+0.5*BLEURT",
        "bleu",
    ]
    assert head("command:./x,name=COMET") == "COMET"
    assert head("no metric") == "no metric"
    twice = [get("comet:a/s.json"), get("comet:b/s.json")]
    assert list(heads([metric.spec for metric in twice], twice).values()) == [
        "comet:a/s.json",
        "comet:b/s.json",
    ]


def test_heads_differ() -> None:
    specs = ["external:a/words.tsv", "external:b/words.tsv", "external:b/other.tsv"]
    assert list(heads(specs).values()) == [*specs[:2], "external:other.tsv"]


def test_machines_get_the_whole_path(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    metric = "tesla-m:synonyms=examples/synonyms.tsv"
    arguments = ["examples/systems/good.en", "-r", "examples/reference.a.en", "-m", metric]
    arguments += ["--annotation", "examples/annotation"]
    table, tsv = (run("score", *arguments, "--format", style).out for style in ("table", "tsv"))
    assert table.splitlines()[0].split() == ["system", "tesla-m:synonyms=synonyms.tsv", "↑"]
    assert tsv.splitlines()[0].split("\t") == ["system", metric]
    assert "|synonyms:examples/synonyms.tsv#" in table


def test_papers_write_metrics_their_way() -> None:
    specs = ["bleu", "bleu:tokenize=intl", "chrf++", "lr-kb4", "hlepor", "0.5*bleu+0.5*chrf:beta=3"]
    assert list(heads_in("latex", specs).values()) == [
        "BLEU",
        "BLEU (tokenize=intl)",
        "chrF++",
        "LR-KB4",
        "hLEPOR",
        "0.5 BLEU + 0.5 chrF (beta=3)",
    ]
    assert heads_in("table", specs) == heads(specs)


def test_every_name_of_ours_has_a_title() -> None:
    """A name that stands for a class with parameters set would otherwise be called like the class."""
    for name, module in MODULES.items():
        own = find(name).cls.name
        assert (name in TITLES) == (name != own), (name, module)
