"""N-best lists read: every format, what is refused, and lists that other tools wrote."""

from __future__ import annotations

import gzip
import io
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pitchpipe.batch.resources import Resources
from pitchpipe.errors import DataError, ParameterError
from pitchpipe.metrics import BLEU, get
from pitchpipe.nbest import read_nbest
from pitchpipe.text.files import read_lines
from tests.tuning.lists import MOSES, contents, read


def refused(tmp_path: Path, text: str | bytes, **options: Any) -> str:
    with pytest.raises(DataError) as caught:
        read(tmp_path, text, **options)
    message = str(caught.value)
    assert message.startswith(str(tmp_path / "list"))
    return message.removeprefix(str(tmp_path / "list"))


@pytest.mark.skipif(sys.platform != "linux", reason="file names are bytes on Linux only")
def test_a_file_whose_name_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "list\udcff"
    path.write_text(MOSES)
    assert len(read_nbest(path)) == 3
    path.write_text("no list")
    with pytest.raises(DataError, match=r"list\\udcff, line 1"):
        read_nbest(path)


def test_blocks_larger_than_are_parsed_at_once(tmp_path: Path) -> None:
    """Megabytes that a compressed block may unpack to, and a line that is longer than them."""
    short, long = "a b ||| f= 1 ||| 2\n", f"{'word ' * 4_000_000}||| f= 3 ||| 4\n"
    lines = [*(f"0 ||| {short}" for _ in range(500_000)), f"1 ||| {long}", f"2 ||| {short}"]
    path = tmp_path / "list.gz"
    path.write_bytes(gzip.compress("".join(lines).encode(), 1))
    nbest = read_nbest(path)
    assert len(nbest) == 500_002
    assert [len(text) for text in nbest.texts.list()[-3:]] == [3, 19_999_999, 3]
    assert nbest.features[-3:].tolist() == [[1], [3], [1]]


class TestFormats:
    def test_moses(self, tmp_path: Path) -> None:
        nbest = read(tmp_path, MOSES)
        assert contents(nbest) == (
            ("LM0", "TM0_0", "TM0_1"),
            [[-3.5, 1, 2], [-4.5, 1, 3], [0, 3, 0.4]],
            ["a red hat", "a hat red", ""],
            [0, 2, 3],
            [-7.25, -8, -9],
            [[(0, 0), (1, 1), (2, 2)], [(0, 0), (1, 2), (2, 1)], []],
        )
        assert nbest.owner.tolist() == [0, 0, 1]
        assert (len(nbest), nbest.segments) == (3, 2)

    def test_zmert(self, tmp_path: Path) -> None:
        text = "0 ||| a b ||| -1 2.5\n1 ||| c ||| 1 2\n"
        assert read(tmp_path, text).names == ("f0", "f1")
        assert read(tmp_path, text, names=["x", "first model"]).names == ("x", "first model")
        parameters = tmp_path / "params.txt"
        parameters.write_text("LM\t\t|||\t0.1\tOpt\nfirst model |||\t0.2\tOpt\nnormalization = none\n")
        assert read(tmp_path, text, names=parameters).names == ("LM", "first model")
        for nameless in ("normalization = none\n", "LM ||| 0.1 Opt\n ||| 0.2 Opt\n"):
            parameters.write_text(nameless)
            with pytest.raises(DataError, match="no file of parameters"):
                read(tmp_path, text, names=parameters)

    def test_moses_without_names(self, tmp_path: Path) -> None:
        text = "0 ||| a |0-0| b |1-1| ||| 1 2 ||| -3 ||| 0-0 1-1\n1 ||| c ||| 3 4 ||| -4 |||\n"
        assert contents(read(tmp_path, text)) == (
            ("f0", "f1"),
            [[1, 2], [3, 4]],
            ["a b", "c"],
            [0, 1, 2],
            [-3, -4],
            [[(0, 0), (1, 1)], []],
        )
        assert read(tmp_path, text, names=["lm", "tm"]).names == ("lm", "tm")

    def test_a_huge_feature_is_named(self, tmp_path: Path) -> None:
        for text in (
            "0 ||| a ||| A= -2e100 ||| 0\n",
            '{"segment": 0, "text": "a", "features": {"A": -2e100}}\n',
        ):
            with pytest.raises(
                DataError, match="line 1: A is -2e100, which is too large: numbers go up to 1e100"
            ):
                read(tmp_path, text)
        nbest = read(tmp_path, "0 ||| a ||| A= 1e100 ||| 0\n")
        with pytest.raises(DataError, match=r"features must be numbers up to 1e\+100: A is 1e\+101"):
            replace(nbest, features=nbest.features * 10)

    def test_joshua(self, tmp_path: Path) -> None:
        nbest = read(tmp_path, "0 ||| A B ||| lm_0=-28.045 tm_pt_0=5.000 ||| -195.045\n")
        assert contents(nbest)[:2] == (("lm_0", "tm_pt_0"), [[-28.045, 5]])
        assert nbest.totals is not None
        assert nbest.alignments is None

    def test_jsonl(self, tmp_path: Path) -> None:
        line = '{"segment":0,"text":"a ||| \\u00e9","features":{"logprob":-3.1,"qe":0.8}}\n'
        nbest = read(tmp_path, line)
        assert contents(nbest) == (("logprob", "qe"), [[-3.1, 0.8]], ["a ||| é"], [0, 1], None, None)

    def test_tsv(self, tmp_path: Path) -> None:
        nbest = read(tmp_path, 'segment\ttext\tqe\n0\t"a\t0.5\n0\t\t1\n')
        assert contents(nbest)[:3] == (("qe",), [[0.5], [1]], ['"a', ""])

    @pytest.mark.parametrize("format", ["moses", "zmert", "joshua", "jsonl", "tsv"])
    def test_a_format_can_be_forced(self, tmp_path: Path, format: str) -> None:
        if format == "moses":
            assert len(read(tmp_path, MOSES, format=format)) == 3
        else:
            assert ", line 1: " in refused(tmp_path, MOSES, format=format)

    def test_line_ends_marks_and_compression(self, tmp_path: Path) -> None:
        expected = contents(read(tmp_path, MOSES))
        windows = MOSES.replace("\n", "\r\n").encode()
        for variant in (windows, b"\xef\xbb\xbf" + windows, MOSES.rstrip().encode(), gzip.compress(windows)):
            assert contents(read(tmp_path, variant)) == expected
        halves = gzip.compress(MOSES[:50].encode()) + gzip.compress(MOSES[50:].encode())
        assert contents(read(tmp_path, halves)) == expected

    def test_standard_input(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(gzip.compress(MOSES.encode()))))
        assert contents(read_nbest("-")) == contents(read(tmp_path, MOSES))


class TestRefusals:
    """What single lines are refused for is tested in the core; here, what reaches people."""

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("", ": there are no candidates"),
            ("some text\n", ", line 1: not an n-best list"),
            ("text only ||| A=1 ||| 3\n", ", line 1: the segment must be a whole number"),
            ("0 ||| a ||| A= 1 ||| 0\n\n", ", line 2: an empty line"),
            (
                "0 ||| a ||| A= 1 ||| 0\n0 ||| a ||| A= nan ||| 0\n",
                ", line 2: A is nan, which is not a finite",
            ),
            ("0 ||| a ||| A= 1 B= 1 ||| 0\n0 ||| a ||| A= 1 ||| 0\n", ", line 2: feature B is missing"),
            ("0 ||| a ||| A= 1 ||| 0\n0 ||| a ||| A= 1 B= 1 ||| 0\n", ", line 2: feature B is new"),
            ("1 ||| a ||| 1\n", ": segment 0 has no candidates"),
            ("0 ||| a ||| 1\n2 ||| a ||| 1\n", ": segment 1 has no candidates"),
            ("0 ||| a ||| 1\n1 ||| a ||| 1\n0 ||| b ||| 1\n", ", line 3: segment 0 comes after segment 1"),
            (b"0 ||| a ||| 1\n0 ||| \xff ||| 1\n", ", line 2: invalid UTF-8"),
            ("0 ||| a ||| 1\n".encode("utf-16"), " is encoded in UTF-16"),
            (gzip.compress(MOSES.encode())[:-9], ": truncated"),
            ('{"segment": 0, "txt": "a"}', ", line 1: a candidate needs a segment and a text"),
        ],
    )
    def test_messages(self, tmp_path: Path, text: str | bytes, message: str) -> None:
        assert refused(tmp_path, text).startswith(message)

    def test_segments(self, tmp_path: Path) -> None:
        text = "0 ||| a ||| 1\n1 ||| b ||| 1\n"
        assert read(tmp_path, text, segments=2).segments == 2
        assert "segment 1 does not exist: there are 1" in refused(tmp_path, text, segments=1)
        assert "segment 2 has no candidates" in refused(tmp_path, text, segments=3)

    def test_parameters(self, tmp_path: Path) -> None:
        for options in ({"format": "html"}, {"missing_features": "nan"}, {"segments": 0}):
            with pytest.raises(ParameterError):
                read(tmp_path, MOSES, **options)
        assert "names its features itself" in refused(tmp_path, MOSES, names=["a"])
        with pytest.raises(DataError, match="no such file"):
            read_nbest(tmp_path / "absent")
        with pytest.raises(DataError, match="no n-best list"):
            read_nbest([])

    def test_missing_features_as_zero(self, tmp_path: Path) -> None:
        text = "0 ||| a ||| A= 1 ||| 0\n0 ||| b ||| S= 2 3 ||| 0\n"
        nbest = read(tmp_path, text, missing_features="zero")
        assert nbest.names == ("A", "S_0", "S_1")
        assert nbest.features.tolist() == [[1, 0, 0], [0, 2, 3]]


def test_candidates_in_any_order(tmp_path: Path) -> None:
    lines = MOSES.splitlines(keepends=True)
    shuffled = read(tmp_path, lines[2] + lines[0] + lines[1], sort=True)
    assert contents(shuffled) == contents(read(tmp_path, MOSES))


class TestSamples:
    """Lists that other tools wrote."""

    def test_moses(self, shared: Path) -> None:
        nbest = read_nbest(shared / "data/formats/moses.nbest.txt")
        assert (len(nbest), nbest.segments, len(nbest.names)) == (20, 2, 14)
        assert nbest.texts.list()[0] == "a man with an orange hat anstarrt something ."
        assert nbest.alignments is not None
        assert nbest.alignments.line(0)[-1] == (10, 8)

    def test_old_moses(self, shared: Path) -> None:
        nbest = read_nbest(shared / "data/formats/moses_old.nbest.txt")
        assert nbest.names == (
            *(f"d_{k}" for k in range(7)),
            "lm_0",
            "lm_1",
            *(f"tm_{k}" for k in range(5)),
            "w",
        )
        assert len(nbest) == 60

    def test_moses_with_phrases(self, shared: Path) -> None:
        nbest = read_nbest(shared / "data/formats/moses_segments.nbest.txt")
        assert nbest.texts.list()[0] == "taming politicians on both sides of the Atlantic"
        assert len(nbest) == 97
        # The word penalty counts the words.
        penalties = nbest.features[:, nbest.names.index("w")]
        assert [len(text.split()) for text in nbest.texts.list()] == (-penalties).tolist()

    def test_zmert(self, shared: Path) -> None:
        formats = shared / "data/formats"
        nbest = read_nbest(formats / "zmert.nbest.full.txt.gz", names=formats / "zmert.params.txt")
        assert nbest.names == ("LM", "first model", "second model")
        assert (len(nbest), nbest.segments) == (500, 10)
        assert read_nbest(formats / "zmert.nbest.txt").features[0].tolist() == [-126.855, -5.823, -8.813]
        references = [read_lines(formats / f"zmert.ref.{k}") for k in range(4)]
        assert nbest.batch(references).nrefs == "4"

    def test_joshua(self, shared: Path) -> None:
        nbest = read_nbest(shared / "data/formats/joshua6.nbest.txt")
        assert nbest.names == ("lm_0", "tm_pt_0", "tm_glue_0")
        assert nbest.totals is not None
        np.testing.assert_allclose(nbest.features.sum(axis=1), nbest.totals, atol=2e-3)
        with pytest.raises(DataError, match="line 1: the segment must be a whole number"):
            read_nbest(shared / "data/formats/joshua6.nbest_rescoring.txt")

    @pytest.mark.parametrize(
        ("pair", "size", "features", "totals", "links", "bleu"),
        # Counted and summed by awk; BLEU by Moses' evaluator.
        [
            ("de-en", 72_508, -7840147.555879, -5454659.471168, 935_379, 40.25),
            ("ja-en", 50_000, -5352060.241580, -1663544.771450, 468_290, 26.63),
            ("ur-en", 68_665, -24389794.859819, -23203098.470400, 1_600_210, 10.54),
        ],
    )
    def test_real_lists(
        self, shared: Path, pair: str, size: int, features: float, totals: float, links: int, bleu: float
    ) -> None:
        folder = shared / "data/nbest" / pair
        nbest = read_nbest(folder / "dev.nbest.gz", segments=len(read_lines(folder / "dev.src")))
        assert (len(nbest), len(nbest.names)) == (size, 14)
        assert nbest.features.sum() == pytest.approx(features, rel=1e-9)
        assert nbest.totals is not None
        assert nbest.totals.sum() == pytest.approx(totals, rel=1e-9)
        assert nbest.alignments is not None
        assert sum(len(nbest.alignments.line(i)) for i in range(size)) == links
        # An unknown word costs 100, and is not printed as a feature.
        unknown = (nbest.features @ _weights(folder, nbest.names) - nbest.totals) / 100
        np.testing.assert_allclose(unknown, unknown.round(), atol=1e-4)
        assert unknown.round().min() == 0
        texts = nbest.texts.list()
        first = nbest.offsets[:-1]
        assert [texts[i] for i in first] == [line.rstrip() for line in read_lines(folder / "dev.1best")]
        references = [read_lines(path) for path in sorted(folder.glob("dev.ref?"))]
        metric = BLEU(tokenize="none")
        rows = metric.weigh(metric.measure(nbest.batch(references)))
        assert float(metric.combine(rows[first].sum(axis=0))) == pytest.approx(bleu, abs=0.005)

    def test_accumulated_iterations(self, shared: Path) -> None:
        nbest = read_nbest(shared / "data/nbest/ja-en/dev.accum4.nbest.gz")
        assert (len(nbest), nbest.segments) == (120_032, 500)
        distinct = len(set(zip(nbest.owner.tolist(), nbest.texts.list(), strict=True)))
        assert len(nbest.merged()) == len(nbest)
        assert len(nbest.merged("text")) == distinct < len(nbest)

    def test_the_decoders_own_alignments(self, shared: Path) -> None:
        folder = shared / "data/nbest/de-en"
        nbest = read_nbest(folder / "dev.nbest.gz")
        batch = nbest.batch(
            [read_lines(folder / "dev.ref0")],
            sources=read_lines(folder / "dev.src"),
            resources=Resources(aligner=nbest.aligner([read_lines(folder / "dev.ref0.gdfa")])),
        )
        # Moses' evaluator finds these for the 1-best.
        for distance, expected in (("hamming", 78.76), ("kendall", 84.91)):
            spec = f"lrscore:distance={distance},lexical=b4,alpha=1,tokenize=none,source_tokenize=none"
            metric = get(spec).prepare(batch)
            rows = metric.weigh(metric.measure(batch))
            score = float(metric.combine(rows[nbest.offsets[:-1]].sum(axis=0)))
            assert score == pytest.approx(expected, abs=0.005)


def _weights(folder: Path, names: tuple[str, ...]) -> np.ndarray[Any, np.dtype[np.float64]]:
    weights = {}
    for line in read_lines(folder / "weights.init.txt"):
        name, *values = line.replace("=", " ").split()
        several = len(values) > 1
        weights.update({f"{name}_{k}" if several else name: float(v) for k, v in enumerate(values)})
    return np.array([weights[name] for name in names])
