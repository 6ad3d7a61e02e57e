"""What we write ourselves, and small files of one number or word a line."""

from __future__ import annotations

import json
import random
from functools import lru_cache
from pathlib import Path

import numpy as np

import pitchpipe as pp
from tests.fuzz import samples
from tests.fuzz.cases import Input, require
from tests.fuzz.mutating import mutated, one_mutated
from tests.fuzz.readers.shared import finite, reader


@lru_cache(maxsize=1)
def _presets() -> list[Input]:
    from pitchpipe.metrics.presets import Preset

    made = [
        Preset("chrf", {"beta": 1.5}, {"fitted": "today"}),
        Preset("1*bleu+1*chrf", {"weights": [0.5, 2.0]}),
        Preset(
            "1*chrf+1*hlepor", {"weights": [0.5, 2.0], "chrf.beta": 1.5, "hlepor.weights": [1.0, 2.0, 3.0]}
        ),
    ]
    return samples.single("preset.json", [samples.saved("p.json", preset.write) for preset in made])


def _resealed_preset(rng: random.Random) -> Input:
    """Other values with a digest that fits."""
    from pitchpipe.metrics import presets
    from tests.fuzz.hostile import value

    if rng.random() < 0.5:
        return one_mutated(_presets(), rng)
    content = json.loads(rng.choice(_presets()).files["preset.json"])
    del content["digest"]
    where = rng.choice((content, content["parameters"]))
    where[rng.choice((*where, "x"))] = value(rng)
    try:
        content["digest"] = presets._digest(content)
    except ValueError:
        content["digest"] = ""
    return Input({"preset.json": json.dumps(content).encode()})


def _read_preset(given: Input, folder: Path) -> None:
    from pitchpipe.metrics.lookup import fitted
    from pitchpipe.metrics.presets import Preset

    score = fitted(Preset.read("preset.json")).corpus_score(["the cat"], [["a cat"]])
    finite(score.score, "a score")


@lru_cache(maxsize=1)
def _statistics() -> list[Input]:
    batch = pp.metrics.Batch(["the cat", "a dog"], ["a cat", "the dog"], np.array([0, 1, 2], dtype=np.uint32))
    names = ("bleu", "ter", "chrf", "0.5*bleu+0.5*wer")
    made = [pp.Statistics.of(pp.metrics.get(name), batch) for name in names]
    return samples.single("s.npz", [samples.saved("s.npz", one.save) for one in made])


def _damaged_statistics(rng: random.Random) -> Input:
    """Arrays of other shapes, types and numbers in an archive that is whole."""
    import io

    data = rng.choice(_statistics()).files["s.npz"]
    if rng.random() < 0.4:
        return Input({"s.npz": mutated(data, rng)})
    with np.load(io.BytesIO(data)) as archive:
        arrays = {name: archive[name] for name in archive.files}
    name = rng.choice(sorted(arrays))
    array = arrays[name]
    if name == "header":
        arrays[name] = np.array(mutated(str(array).encode(), rng).decode("utf-8", "replace"))
    else:
        arrays[name] = rng.choice(
            (
                array[:-1],
                array[..., :-1],
                array.astype(np.float64) * np.nan if array.dtype.kind == "f" else array.astype(np.float64),
                array + 1,
                array.astype(np.int64) - 3,
                array.reshape(-1),
                array[None],
                array.astype(np.float64) * 1e300,
                array.astype(str),
            )
        )
    if rng.random() < 0.1:
        del arrays[rng.choice(sorted(arrays))]
    out = io.BytesIO()
    np.savez_compressed(out, **arrays)
    return Input({"s.npz": out.getvalue()})


def _read_statistics(given: Input, folder: Path) -> None:
    statistics = pp.Statistics.load("s.npz")
    finite(statistics.score().score, "a score")
    pp.merge([statistics, statistics]).score()


def _read_function_words(given: Input, folder: Path) -> None:
    from pitchpipe.lang.function_words import read_function_words

    require(bool(read_function_words("words")), "no function words")


#: As BLEURT, COMET (printed, and as JSON) and MetricX write them.
_SCORES = [
    b"0.5\n-1\n3e2\n",
    b"x\tSegment 0\tscore: 0.5\nx\tSegment 1\tscore: 0.1\nx\tSegment 2\tscore: 1\nx\tscore: 0.5\n",
    b'{"x.en": [{"mt": "a", "COMET": 0.5}, {"mt": "b", "COMET": 0.1}, {"mt": "c", "COMET": 1}]}\n',
    b'{"hypothesis": "a", "prediction": 5.5}\n{"prediction": 0.1}\n{"prediction": 25}\n',
]


def _read_scores(given: Input, folder: Path) -> None:
    score = pp.metrics.get("external:scores.txt").corpus_score(["a", "b", "c"], [["a", "b", "c"]])
    finite(score.score, "a score")


def _compressed() -> list[Input]:
    import gzip
    import lzma

    from pitchpipe.text.compression import compress

    text = samples.text("systems/good.en")
    # Without the time of day, so that a seed tries the same again.
    zipped = gzip.compress(text, mtime=0)
    packed = {"t.gz": zipped, "t.xz": lzma.compress(text), "t.zst": compress(text, "t.zst")}
    twice = {"t.gz": zipped + zipped}
    return [*(Input({name: data}) for name, data in packed.items()), Input(twice)]


def _read_compressed(given: Input, folder: Path) -> None:
    from pitchpipe.text.files import read_lines, read_text_blocks

    (name,) = given.files
    whole = read_lines(name)
    b"".join(read_text_blocks(name))
    require(len(whole) < 1000, "more lines than were packed")


OWN = (
    reader("presets", _presets, _read_preset, _resealed_preset),
    reader("statistics", _statistics, _read_statistics, _damaged_statistics),
    reader("function-words", lambda: samples.single("words", [b"the\nof\n"]), _read_function_words),
    reader("scores", lambda: samples.single("scores.txt", _SCORES), _read_scores),
    reader("compressed", _compressed, _read_compressed),
)
