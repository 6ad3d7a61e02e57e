"""LRscore's θ fitted to rankings, one language pair held out at a time: the preset ``wmt12`` of each form.

As Birch and Osborne (2011, section 3.1) did on other data: θ is fitted by hill climbing with twenty restarts
to the mean agreement over language pairs. Here each pair of WMT12 into English is held out in turn, and the
score with the θ of the others is compared with that of the default θ and with that of its words alone. In
``tau-wmt14`` two outputs that a metric ties are half right; the paper's consistency takes them for wrong, so
that it pays to settle ties by anything.

``python -m benchmarks.experiments.fit_theta FOLDER [METRIC…]`` prints tables, and writes a preset into FOLDER
for each form; one that is there already is not fitted again.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from platformdirs import user_cache_path

from benchmarks.data import shared
from benchmarks.report import table
from pitchpipe.agreement import Task, read_tasks
from pitchpipe.aligning import TestSetAligner
from pitchpipe.fitting import fit
from pitchpipe.metrics.presets import Preset

NAME = "wmt12"
PAIRS = ("de-en", "fr-en", "es-en", "cs-en")
OBJECTIVE = "tau-wmt14"
#: The words alone that each form of the score adds word order to.
WORDS = {
    "lr-hb1": "bleu:max_order=1,smooth=none,sentence=lin-och",
    "lr-hb4": "bleu:smooth=none,sentence=lin-och",
    "lr-kb1": "bleu:max_order=1,smooth=none,sentence=lin-och",
    "lr-kb4": "bleu:smooth=none,sentence=lin-och",
}
CAUTIONS = (
    "words were aligned by a model trained on source, references and all systems of each language pair",
    "links of another aligner give another d_k, and with it want another θ",
)


def main(folder: Path, names: Sequence[str]) -> int:
    """Fits what is not there yet, writes it, and prints tables of all."""
    data = shared("wmt12")
    if data is None:
        print("this experiment needs the data of WMT12", file=sys.stderr)
        return 1
    tasks = read_tasks(data, PAIRS, "ranks", unescape=True)
    for name in names:
        path = folder / name / f"{NAME}.json"
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            fitted(tasks, name).write(path)
            print(name, file=sys.stderr, flush=True)
    presets = {name: Preset.read(folder / name / f"{NAME}.json") for name in names}
    head = ("held out", *(f"`{name}`" for name in names))
    print(table(head, folds(presets.values())))
    head = ("", "θ", f"`{OBJECTIVE}`, held out", "less default θ", "p", "less its words alone", "p")
    print(table(head, [[f"`{name}`", *outcome(preset)] for name, preset in presets.items()]), end="")
    return 0


def fitted(tasks: list[Task], name: str) -> Preset:
    """A form's θ, with what it gains where it was not fitted."""
    aligner = TestSetAligner(cache=user_cache_path("pitchpipe") / "align")
    found = fit(tasks, name, OBJECTIVE, folds="pairs", against=WORDS[name], aligner=aligner)
    preset = found.preset()
    record = {
        "name": NAME,
        "date": date.today().isoformat(),
        **preset.record,
        "folds": [fold.to_dict() for fold in found.folds],
        "not_for": list(CAUTIONS),
    }
    # Without the tokenizer that these languages have: θ is for any.
    return Preset(name, preset.parameters, record)


def folds(presets: Iterable[Preset]) -> list[list[str]]:
    """The θ found without each pair, form by form, and with all."""
    presets = list(presets)
    rows = [
        [held_out, *(f"{preset.record['folds'][k]['parameters']['theta']:.4f}" for preset in presets)]
        for k, held_out in enumerate(PAIRS)
    ]
    return [*rows, ["nothing", *(f"{preset.parameters['theta']:.4f}" for preset in presets)]]


def outcome(preset: Preset) -> list[str]:
    """What a form's θ is, and what it gains on pairs that it was not fitted on."""
    held_out, words = preset.record["scores"]["held_out"], preset.record["scores"]["against"]["mean"]
    gains = (held_out["gain"], held_out["p"]), (words["gain"], words["p"])
    return [
        f"{preset.parameters['theta']:.4f}",
        f"{held_out['fitted']['value']:.4f}",
        *(cell for gain, p in gains for cell in (_interval(gain), f"{p:.3g}")),
    ]


def _interval(estimate: dict[str, Any]) -> str:
    low, high = estimate["ci"]
    return f"{estimate['value']:+.4f} [{low:+.4f}, {high:+.4f}]"


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:] or tuple(WORDS)))
