"""Parts on a Ray cluster of two workers, one of which is killed: the same bytes as on this machine."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import pitchpipe as pp
from pitchpipe.engines.engine import Done, nobody
from pitchpipe.engines.local import Local
from pitchpipe.text.shards import stretches
from tests.engines import jobs

# Not imported here: authentication is decided before Ray is loaded.
if find_spec("ray") is None:
    # Continuous integration installs it on Linux.
    assert not (os.environ.get("CI") and sys.platform == "linux"), "Ray is not installed"
    pytest.skip("Ray is not installed: pip install 'pitchpipe[ray]'", allow_module_level=True)

# Ray's own, of which its version decides.
pytestmark = pytest.mark.filterwarnings(
    "ignore::DeprecationWarning", "ignore::FutureWarning", "ignore::ResourceWarning"
)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Started on the spot, once: that takes seconds."""
    from pitchpipe.engines.cluster import connected

    before = os.environ.get("PYTHONPATH")
    with connected(workers=2) as engine:
        assert os.environ["RAY_AUTH_MODE"] == "token"
        yield engine
    assert "RAY_AUTH_TOKEN" not in os.environ
    assert os.environ.get("PYTHONPATH") == before


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> pp.TableShards:
    monkeypatch.setattr(stretches, "SIZE", 2000)
    words = ("the", "small", "cat", "sees", "a", "green", "house", "again")
    rows = [
        {"hypothesis": " ".join(words[k % 5 :]), "reference": " ".join(words[k % 3 :])} for k in range(150)
    ]
    path = tmp_path / "a.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return pp.TableShards.find([str(path)], None)


def score(corpus: pp.TableShards, engine: Any, folder: Path) -> dict[str, bytes]:
    """Everything that comes out of a run, as bytes."""
    table = pp.score(
        corpus, ["bleu", "hlepor"], confidence=95, samples=50, engine=engine, parts=6, segments_to=folder
    )
    files = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    return {"table": json.dumps(table.to_dict()).encode(), **files}


def kill_one(cluster: Any, corpus: pp.TableShards, folder: Path) -> None:
    wanted = score(corpus, Local(1), folder / "local")
    found = score(corpus, Killing(cluster, folder), folder / "ray")
    assert (folder / "dead").exists(), "a worker was killed"
    assert found == wanted


class Killing:
    """The cluster, with a job that is killed in the middle: after its part is scored, before it answers."""

    workers = 2

    def __init__(self, cluster: Any, folder: Path) -> None:
        self._cluster, self._folder = cluster, str(folder)

    def run(self, job: Any, parts: Any, told: Any) -> Any:
        return self._cluster.run(jobs.Killed(job, self._folder), parts, told)


def test_a_worker_that_is_killed_changes_no_byte(cluster: Any, corpus: Any, tmp_path: Path) -> None:
    kill_one(cluster, corpus, tmp_path)


@pytest.mark.full
@pytest.mark.parametrize("run", range(20))
def test_one_is_killed_in_each_of_twenty_runs(cluster: Any, corpus: Any, tmp_path: Path, run: int) -> None:
    kill_one(cluster, corpus, tmp_path)


def test_results_are_in_order_and_errors_in_their_words(cluster: Any) -> None:
    heard: list[Done[int]] = []
    assert list(cluster.run(jobs.square, range(9), heard.append)) == [k * k for k in range(9)]
    assert len(heard) == 9
    assert all(done.worker and done.seconds > 0 for done in heard)
    with pytest.raises(pp.DataError, match=r"^part\.txt, line 3: bad$"):
        list(cluster.run(jobs.refuse, range(4), nobody))
    with pytest.raises(ZeroDivisionError, match="a mistake of ours"):
        list(cluster.run(jobs.stumble, range(3), nobody))


def test_a_cluster_that_is_there_is_used_and_left_alone(cluster: Any, corpus: Any, tmp_path: Path) -> None:
    found = score(corpus, "ray", tmp_path / "ray")
    assert found == score(corpus, "local", tmp_path / "local")
    assert list(cluster.run(jobs.square, range(2), nobody)) == [0, 1], "it is still there"


def test_without_ray_one_sentence_says_so(monkeypatch: pytest.MonkeyPatch, corpus: Any) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(pp.MissingError, match=r"pip install 'pitchpipe\[ray\]'"):
        pp.score(corpus, "bleu", engine="ray")


@pytest.mark.full
def test_a_dataset_of_ray_is_a_corpus(cluster: Any, corpus: pp.TableShards) -> None:
    import ray.data

    wanted = pp.score(corpus, ["bleu", "hlepor"], engine=Local(1))
    ray.data.DataContext.get_current().execution_options.preserve_order = True
    dataset = ray.data.read_json(list(corpus.files)).repartition(4)
    found = pp.score(dataset, ["bleu", "hlepor"], engine=cluster)
    assert found.segments == wanted.segments == 150
    for system, spec, one in found:
        assert one.score == pytest.approx(wanted[system, spec].score, rel=1e-12)
    assert pp.score(dataset, ["bleu", "hlepor"], engine=cluster, parts=2).to_dict() == found.to_dict()


def test_lists_are_chosen_from_alike(cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stretches, "SIZE", 500)
    lines = (f"{s} ||| w{s % 7} x{k} ||| f= {k * s % 5}\n" for s in range(60) for k in range(3))
    (tmp_path / "a.nbest").write_text("".join(lines), encoding="utf-8")
    lists = pp.ListShards.find(str(tmp_path / "a.nbest"))
    for name, engine in (("local", Local(1)), ("ray", cluster)):
        pp.mbr(lists, "chrf", to=tmp_path / name, engine=engine, parts=5)
    here, there = (
        {path.name: path.read_bytes() for path in (tmp_path / name).iterdir() if path.is_file()}
        for name in ("local", "ray")
    )
    assert here == there
