"""A small decoder in a file of its own, for tests of the loop.

It knows forty candidates of every segment, and prints the five that its weights like best. It can be told to
kill the process that tunes in the middle of writing a list, and to fail.
"""

from __future__ import annotations

import json
import os
import shlex
import sys
from pathlib import Path

import numpy as np

SCRIPT = """\
import json, os, signal, sys
from pathlib import Path

weights_path, list_path = sys.argv[1:3]
folder = Path(__file__).parent
weights = json.loads(Path(weights_path).read_text())["weights"]
count = folder / "decoded"
number = int(count.read_text()) + 1 if count.exists() else 1
count.write_text(str(number))
orders = json.loads((folder / "orders").read_text()) if (folder / "orders").exists() else {}
order = orders.get(str(number))
if order == "fail":
    print("loading the model", file=sys.stderr)
    print("phrase table not found", file=sys.stderr)
    sys.exit(3)
with open(list_path, "w") as out:
    for s, candidates in enumerate(json.loads((folder / "hidden.json").read_text())):
        if order == "kill" and s == 3:
            out.flush()
            os.kill(int(os.environ["TUNER"]), signal.SIGKILL)
            sys.exit(0)
        if order == "short" and s == 3:
            break
        def total(candidate):
            return sum(weights[name] * value for name, value in candidate["features"].items())
        for candidate in sorted(candidates, key=total, reverse=True)[:5]:
            out.write(json.dumps({"segment": s, **candidate}) + "\\n")
"""
NAMES = ("lm", "tm", "words")


def make(folder: Path, segments: int = 12, size: int = 40) -> str:
    """Writes the decoder with all it knows, references and weights; gives the command."""
    folder.mkdir(parents=True, exist_ok=True)
    random = np.random.default_rng(11)
    words = [f"w{k}" for k in range(30)]
    hidden, references = [], []
    for _ in range(segments):
        reference = random.choice(words, random.integers(6, 12))
        candidates = []
        for _ in range(size):
            changed = random.random(len(reference)) < random.random() * 0.7
            line = np.where(changed, random.choice(words, len(reference)), reference)
            noise = random.standard_normal(3)
            features = {
                "lm": float(noise[0] - 0.4 * changed.sum()),
                "tm": float(noise[1] - 0.3 * changed.sum()),
                "words": float(noise[2] * 2),
            }
            candidates.append({"text": " ".join(line), "features": features})
        hidden.append(candidates)
        references.append(" ".join(reference))
    (folder / "hidden.json").write_text(json.dumps(hidden))
    (folder / "reference").write_text("".join(f"{line}\n" for line in references))
    (folder / "start.json").write_text(json.dumps({"weights": {"lm": 0.1, "tm": -0.2, "words": 0.7}}))
    script = folder / "decoder.py"
    script.write_text(SCRIPT)
    return f"{shlex.quote(sys.executable)} {shlex.quote(str(script))} {{weights}} {{nbest}}"


def order(folder: Path, orders: dict[int, str]) -> None:
    """What is to happen in which call of the decoder: ``"kill"``, ``"fail"`` or ``"short"``."""
    (folder / "orders").write_text(json.dumps(orders))


def environment() -> dict[str, str]:
    """For a tuner in a process of its own, which the decoder may kill."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}


#: A tuner that tells the decoder whom to kill.
TUNER = (
    "import os, sys; os.environ['TUNER'] = str(os.getpid()); "
    "from pitchpipe.cli import main; main(sys.argv[1:])"
)
