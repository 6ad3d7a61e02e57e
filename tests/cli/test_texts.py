"""Files and test sets that do not go together."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.agreement.test_evaluating import directory
from tests.commands import Run

GOOD, REFERENCE = "examples/systems/good.en", "examples/reference.a.en"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "there is nothing to score: give system outputs, or --test-set"),
        ([GOOD], "there is no reference: give one with -r FILE"),
        (
            [GOOD, "-r", REFERENCE, "--system", "good"],
            "--system and --reference-name choose within a --test-set",
        ),
        (
            [GOOD, "-r", REFERENCE, "--reference-name", "a"],
            "--system and --reference-name choose within a --test-set",
        ),
        *(
            (["-t", "set.jsonl", *more], "--test-set brings its own texts: leave out -r, -s and --documents")
            for more in (["-r", REFERENCE], ["-s", "source"], ["--documents", "documents"])
        ),
    ],
)
def test_texts_that_do_not_go_together(run: Run, arguments: list[str], says: str) -> None:
    done = run("score", *arguments)
    assert (done.code, done.out, done.err) == (2, "", f"error: {says}\n")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (
            ["-m", "port", "--align-ref", "x", "--align-hyp", "y"],
            "links are brought along for one test set, not for several",
        ),
        (
            ["-m", "tesla-m:synonyms=none", "--annotation", "a=x", "--annotation-ref", "y"],
            "annotations are brought along for one test set, not for several",
        ),
    ],
)
def test_files_beside_several_test_sets(run: Run, tmp_path: Path, options: list[str], says: str) -> None:
    folder = str(directory(tmp_path / "set"))
    done = run("meta", folder, str(directory(tmp_path / "other")), "-l", "de-en", *options)
    assert (done.code, done.out, done.err) == (2, "", f"error: {says}\n")
