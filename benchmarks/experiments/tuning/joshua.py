"""The decoder: Apache Joshua, run as a command.

Two things of its lists are mended here. Its word alignments also link the marks of the beginning and the end
of a sentence. And its search keeps the estimates with which it chose among phrases: the language model's
probability of each phrase by itself is added to the total, but not to the feature. As that belongs to a
derivation and has the language model's weight, it is a part of that feature, and is put there: then the total
is the sum of weights times features, and tuning moves what the decoder searches with.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shlex
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from pitchpipe.tuning import read_weights, write_weights

MAIN = "org.apache.joshua.decoder.JoshuaDecoder"
#: Where its archives are: what ``mvn dependency:copy-dependencies`` copied.
VARIABLE = "PITCHPIPE_JOSHUA"
MEMORY = "-Xmx3g"
MODEL = "lm_0"
#: Only their ratios matter; totals have three decimals, and so they tell more.
SCALE = 1000.0
#: Features have three decimals, too, which tell what is missing to about a hundredth: as a multiple of this,
#: the same candidate has the same features in every list.
STEP = 0.05
SIZE = 100
START = {
    "tm_pt_0": 0.2,
    "tm_pt_1": 0.1,
    "tm_pt_2": 0.2,
    "tm_pt_3": 0.1,
    "lm_0": 0.3,
    "Distortion": 0.1,
    "PhrasePenalty": -0.1,
    "WordPenalty": -0.2,
    "OOVPenalty": 1.0,
}


def configuration(table: Path, model: Path, order: int, reordering: int) -> str:
    """What Joshua reads, with the weights to begin with. Paths are absolute: weights lie elsewhere."""
    settings = {
        "search": "stack",
        "tm": f"moses -owner pt -maxspan 0 -path {table.resolve()}",
        "reordering-limit": str(reordering),
        "num-translation-options": "20",
        "pop-limit": "100",
        "top-n": str(SIZE),
        "use-unique-nbest": "true",
        "mark-oovs": "false",
        "output-format": "%i ||| %s ||| %f ||| %c ||| %a",
    }
    features = (
        f"LanguageModel -lm_type berkeleylm -lm_order {order} -lm_file {model.resolve()}",
        "Distortion",
        "PhrasePenalty -owner pt",
        "WordPenalty",
        "OOVPenalty",
    )
    lines = [f"{name} = {value}" for name, value in settings.items()]
    lines += [f"feature-function = {feature}" for feature in features]
    return "\n".join([*lines, "", *(f"{name} {weight}" for name, weight in START.items()), ""])


def command(source: Path, times: Path) -> str:
    """What decodes a text, for a loop of tuning."""
    files = (shlex.quote(str(path.resolve())) for path in (source, times))
    return " ".join([shlex.quote(sys.executable), "-m", __name__, "{weights}", "{nbest}", *files])


def decode(weights: Path, nbest: Path, source: Path) -> float:
    """Writes a list, and tells the seconds of processor time that it took."""
    archives = os.environ.get(VARIABLE)
    if archives is None:
        raise SystemExit(f"{VARIABLE} must name the folder of Joshua's archives")
    start = read_weights(weights)
    scaled = weights.with_name(f"{weights.name}.scaled")
    write_weights(scaled, {name: SCALE * weight for name, weight in start.weights.items()}, like=start)
    java = ["java", MEMORY, "-cp", f"{archives}/*", MAIN, "-config", str(scaled.resolve()), "-threads", "1"]
    with source.open("rb") as lines:
        ran = subprocess.run(java, stdin=lines, capture_output=True, check=False)
    if ran.returncode:
        raise SystemExit(
            f"Joshua ended with {ran.returncode}: {ran.stderr.decode('utf-8', 'replace')[-2000:]}"
        )
    lengths = [len(line.split()) for line in source.read_text("utf-8").splitlines()]
    mended = (mend(line, lengths, start.weights) for line in ran.stdout.decode("utf-8").splitlines())
    nbest.write_text("".join(mended), "utf-8")
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def mend(line: str, lengths: Sequence[int], weights: Mapping[str, float]) -> str:
    """A line of a list, with links between words only, and with the whole of the language model."""
    number, text, named, total, links = line.split(" ||| ")
    pairs = (feature.rpartition("=") for feature in named.split())
    features = {name: float(value) for name, _, value in pairs}
    if model := weights[MODEL]:
        known = sum(weights[name] * value for name, value in features.items())
        features[MODEL] += STEP * round((float(total) / SCALE - known) / model / STEP)
    score = sum(weights[name] * value for name, value in features.items())
    ends = (link.rpartition("-") for link in links.split() if not link.startswith("-"))
    words, length = len(text.split()), lengths[int(number)]
    kept = " ".join(f"{i}-{j}" for i, _, j in ends if int(i) < length and int(j) < words)
    written = " ".join(f"{name}={value:.3f}" for name, value in features.items())
    return f"{number} ||| {text} ||| {written} ||| {score:.4f} ||| {kept}\n"


def main() -> None:
    """Decodes once."""
    parser = argparse.ArgumentParser()
    for name in ("weights", "nbest", "source", "times"):
        parser.add_argument(name, type=Path)
    options = parser.parse_args()
    seconds = decode(options.weights, options.nbest, options.source)
    with options.times.open("a") as times:
        print(json.dumps(round(seconds, 2)), file=times)


if __name__ == "__main__":
    main()
