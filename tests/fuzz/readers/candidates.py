"""Lists of candidates, lattices, and the weights that choose among them."""

from __future__ import annotations

from pathlib import Path

import pitchpipe as pp
from tests.fuzz import samples
from tests.fuzz.cases import Input, Target, require
from tests.fuzz.readers.shared import finite, reader


def _read_nbest(given: Input, folder: Path) -> None:
    format, missing, sort = given.asked
    lists = pp.read_nbest("list", format=format, missing_features=missing, sort=sort)
    finite(lists.features, "a feature")
    require(len(list(lists.extras.chosen(lists.offsets[:-1]))) == lists.segments, "keys without a segment")
    if not lists.names:
        # Candidates without features are a list all the same.
        return
    weights = dict.fromkeys(lists.names, 0.5)
    try:
        chosen = pp.rerank(lists, weights)
    except pp.PitchpipeError as error:
        # Features that are too large to be summed are refused when they are summed.
        require(
            "finite" in str(error) or "large" in str(error), f"a list that was read cannot be used: {error}"
        )
        return
    finite(chosen.totals, "a total")
    require(len(chosen.texts) == lists.segments, "a segment without a choice")


def _nbest(format: str, *names: str) -> Target:
    def plain() -> list[Input]:
        contents = [samples.NBEST[format], *samples.real(*names)]
        if format == "jsonl":
            contents += [samples.text("llm.dev.jsonl", 12), *samples.CANDIDATES]
        return [Input({"list": content}, [format, "zero", True]) for content in contents] + [
            Input({"list": samples.NBEST[format]}, [None, "error", False])
        ]

    return reader(f"nbest.{format}", plain, _read_nbest)


def _read_lattices(given: Input, folder: Path) -> None:
    from pitchpipe.choosing.lattices import best_paths, lattice_oracles, path_count, read_lattices

    symbols = "symbols" if "symbols" in given.files else None
    lattices = read_lattices("lattice", given.asked, symbols)
    for lattice in lattices[:3]:
        require(path_count(lattice) > 0, "a lattice without a path")
        for path in best_paths(lattice, 3):
            finite(path.path_score, "the score of a path")
    few = lattices[:3]
    found = lattice_oracles(few, [["the cat a b"] * len(few)], "wrr", n=3)
    repr(found)


def _plf() -> list[Input]:
    names = ("lattice_cdec.plf", "lattice_joshua.plf", "lattice_joshua_short.plf")
    contents = [samples.PLF, *samples.real(*names)]
    return [Input({"lattice": content}, asked) for content in contents for asked in (None, "plf")]


def _openfst() -> list[Input]:
    names = ("openfst_lattice.fst.txt", "openfst_lattice.fstprint.txt")
    contents = [samples.OPENFST, *samples.real(*names)]
    numbered = {"lattice": b"0\t1\t1\t0.5\n1\t2\t2\n2\n", "symbols": samples.SYMBOLS}
    return [*(Input({"lattice": c}) for c in contents), Input(numbered, "openfst-acceptor")]


def _slf() -> list[Input]:
    contents = [samples.SLF, *samples.real("htk_asr.slf", "moses_searchgraph.slf", whole=True)]
    return [Input({"lattice": content}, asked) for content in contents for asked in (None, "slf")]


def _search_graph() -> list[Input]:
    contents = [samples.SEARCH_GRAPH, *samples.real("moses_searchgraph.txt")]
    return [Input({"lattice": content}, asked) for content in contents for asked in (None, "search-graph")]


def _read_weights(given: Input, folder: Path) -> None:
    from pitchpipe.tuning.weight_files import read_weights, write_weights

    file = read_weights("weights", format=given.asked)
    finite(list(file.weights.values()), "a weight")
    require(bool(file.weights), "no weights")
    write_weights("again", file.weights, like=file, format=file.format)
    again = read_weights("again", format=file.format)
    require(dict(again.weights) == dict(file.weights), "weights change when they are written")


def _weights(format: str, *names: str) -> Target:
    def plain() -> list[Input]:
        contents = [samples.WEIGHTS[format], *samples.real(*names)]
        return [Input({"weights": content}, asked) for content in contents for asked in (format, None)]

    return reader(f"weights.{format}", plain, _read_weights)


CANDIDATES = (
    _nbest("moses", "moses.nbest.txt", "moses_old.nbest.txt", "moses_segments.nbest.txt"),
    _nbest("joshua", "joshua6.nbest.txt"),
    _nbest("zmert", "zmert.nbest.txt"),
    _nbest("jsonl"),
    _nbest("tsv"),
    reader("lattices.plf", _plf, _read_lattices),
    reader("lattices.openfst", _openfst, _read_lattices),
    reader("lattices.slf", _slf, _read_lattices),
    reader("lattices.search-graph", _search_graph, _read_lattices),
    _weights("moses", "moses.ini", "moses_untuned.ini"),
    _weights("json"),
    _weights("joshua", "joshua6.config", "zmert_joshua.decoder_config_ex2.txt"),
    _weights("zmert", "zmert.params.txt", "zmert_joshua.params.txt"),
)
