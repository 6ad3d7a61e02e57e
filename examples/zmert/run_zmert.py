"""Runs Z-MERT itself on an n-best list, with a metric that ``pitchpipe stream`` answers, and ours beside it.

python run_zmert.py --nbest dev.nbest.gz --weights moses.ini --work zmert -r dev.en -m tesla-m -l de-en

What is not listed below (``-m``, ``-s``, ``-l``, ``--align-with`` and so on) goes to ``pitchpipe stream``,
``rerank`` and ``tune`` as it is. Z-MERT comes with the Joshua decoder, by Maven. All its files stay in
``--work``; docs/zmert.md explains them.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from pitchpipe.choosing import rerank
from pitchpipe.errors import PitchpipeError
from pitchpipe.nbest import read_nbest, write_nbest
from pitchpipe.tuning import read_weights, write_weights
from pitchpipe.tuning.weights import fixed_names

HERE = Path(__file__).parent
PITCHPIPE = (sys.executable, "-m", "pitchpipe")
CONFIGURATION = """\
-r       reference      # the reference, or what the names of several begin with
-rps     {references:<14} # references per sentence
-txtNrm  0              # text as it is: the metric tokenises
-p       params.txt     # the features, and the weights to begin with
-m       GL_BLEU ./metric {scale} {direction}
-maxIt   20             # it ends as soon as decoding brings nothing new
-ipi     {inits:<14} # searches: from these weights, and from random ones
-seed    {seed:<14} # where random numbers begin
-cmd     ./decoder      # the decoder
-dcfg    decoder.cfg    # the weights that it reads
-decOut  decoder.out    # the list that it writes
-N       {longest:<14} # candidates of a sentence, at most
-fin     weights.txt    # the weights found
-save    0              # nothing else is kept
"""


def compiled(jars: Path) -> Path:
    """The folder with our metric as a class; jars that are not there are got by Maven."""
    if not list(jars.glob("*.jar")):
        _run(
            "mvn",
            "-q",
            "-B",
            "-f",
            f"{HERE}/pom.xml",
            "dependency:copy-dependencies",
            f"-DoutputDirectory={jars.resolve()}",
        )
    classes = jars / "classes"
    if not classes.exists():
        _run("javac", "-cp", f"{jars}/*", "-d", str(classes), f"{HERE}/GradeLevelBLEU.java")
    return classes


def prepare(asked: argparse.Namespace, further: Sequence[str]) -> None:
    """Writes the files of a run: list, parameters, decoder, metric, references and configuration."""
    work: Path = asked.work
    work.mkdir(parents=True, exist_ok=True)
    start = read_weights(asked.weights)
    # To Z-MERT candidates of the same text are one, and the first stays: so they are in the list, for both.
    nbest = rerank(read_nbest(asked.nbest), start).sorted().merged("text")
    weights = start.start(nbest.names)
    write_nbest(nbest, work / "nbest.txt", format="zmert")
    write_weights(work / "params.txt", weights, format="zmert")
    _fix(work / "params.txt", fixed_names(nbest.names, asked.fix))
    write_weights(work / "decoder.cfg", weights, format="joshua")
    for number, reference in enumerate(asked.reference):
        shutil.copy(reference, work / ("reference" if len(asked.reference) == 1 else f"reference.{number}"))
    # Whatever the weights, this decoder finds the same candidates, so that both search the same list.
    _script(work / "decoder", "cp nbest.txt decoder.out")
    # Z-MERT runs in its own folder, and files are named as from this one.
    stream = shlex.join([*PITCHPIPE, "stream", "--statistics", *further])
    _script(work / "metric", f"cd {shlex.quote(str(Path.cwd()))}", f"exec {stream}")
    settings = CONFIGURATION.format(
        references=len(asked.reference), longest=int(np.diff(nbest.offsets).max()), **vars(asked)
    )
    (work / "zmert.cfg").write_text(settings, encoding="utf-8")


def search(work: Path, jars: Path, classes: Path) -> float:
    """Lets Z-MERT search, its log in ``zmert.log``; the score that it says it found."""
    # What stands first on the class path is found first: our metric before that of the jar.
    path = os.pathsep.join([str(classes.resolve()), f"{jars.resolve()}/*"])
    command = ["java", "-Dfile.encoding=UTF-8", "-cp", path, "org.apache.joshua.zmert.ZMERT", "zmert.cfg"]
    with (work / "zmert.log").open("w", encoding="utf-8") as log:
        done = subprocess.run(command, cwd=work, stdout=log, check=False)
    if done.returncode:
        raise SystemExit(f"error: Z-MERT failed; its log is {work / 'zmert.log'}")
    lines = (work / "zmert.log").read_text(encoding="utf-8").splitlines()
    final = next(line for line in reversed(lines) if line.startswith("FINAL lambda"))
    return float(final.rpartition(":")[2].rstrip(")"))


def main(arguments: Sequence[str] | None = None) -> dict[str, float]:
    """Runs both, and shows their scores."""
    asked, further = _parser().parse_known_args(arguments)
    further += [word for reference in asked.reference for word in ("-r", str(reference))]
    work: Path = asked.work
    jars = asked.jars or work / "jars"
    classes = compiled(jars)
    prepare(asked, further)
    claimed = search(work, jars, classes)
    lists = ["--nbest", f"{work}/nbest.txt", "--names", f"{work}/params.txt", *further, "--format", "json"]
    own = _json("tune", *lists, "--weights", f"{work}/params.txt", "--restarts", str(asked.inits - 1))
    (chosen,) = _json("rerank", *lists, "--weights", f"{work}/weights.txt")["scores"]
    scores = {
        "start": own["start"],
        "Z-MERT, as it says": claimed,
        "Z-MERT, exactly": chosen["after"]["score"],
        "pitchpipe tune": own["score"],
    }
    for name, score in scores.items():
        print(f"{name:<20}{score:10.4f}")
    return scores


def _parser() -> argparse.ArgumentParser:
    # Without abbreviations: what only looks like one of these is meant for pitchpipe.
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    parser.add_argument("--nbest", type=Path, required=True, help="the n-best list")
    parser.add_argument("--weights", required=True, help="the weights to begin with")
    parser.add_argument(
        "-r", "--reference", type=Path, action="append", required=True, help="repeat for more"
    )
    parser.add_argument("--work", type=Path, required=True, help="the folder of the run")
    parser.add_argument("--jars", type=Path, help="where the jars are, or go; default in --work")
    parser.add_argument("--fix", action="append", default=[], help="a weight, or a group, that stays; repeat")
    parser.add_argument("--scale", type=int, default=10_000, help="what statistics are multiplied with")
    parser.add_argument("--direction", choices=["max", "min"], default="max", help="which scores are better")
    parser.add_argument("--inits", type=int, default=20, help="searches, of Z-MERT and of ours")
    parser.add_argument("--seed", type=int, default=1, help="where Z-MERT's random numbers begin")
    return parser


def _fix(params: Path, names: Sequence[str]) -> None:
    lines = params.read_text(encoding="utf-8").splitlines()
    fixed = [
        line.replace("\tOpt\t", "\tFix\t") if line.partition("\t")[0] in names else line for line in lines
    ]
    params.write_text("\n".join([*fixed, ""]), encoding="utf-8")


def _script(path: Path, *lines: str) -> None:
    path.write_text("\n".join(["#!/bin/sh", *lines, ""]), encoding="utf-8")
    path.chmod(0o755)


def _json(*arguments: str) -> Any:
    return json.loads(_run(*PITCHPIPE, *arguments))


def _run(*command: str) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise SystemExit(f"error: there is no {command[0]}: Java (a JDK) and Maven are needed") from None
    if done.returncode:
        raise SystemExit(f"error: {shlex.join(command)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    try:
        main()
    except PitchpipeError as error:
        raise SystemExit(f"error: {error}") from None
