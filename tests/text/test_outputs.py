"""Files that could not be written are refused before anything is done."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pitchpipe.errors import DataError, MissingError
from pitchpipe.text.outputs import make_folder, require_writable


def test_what_can_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "old").write_text("old")
    (tmp_path / "link").symlink_to(tmp_path / "new")
    monkeypatch.chdir(tmp_path)
    for path in ("-", "new", "old", "link", tmp_path / "new.gz", os.devnull):
        require_writable(path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "old"]
    assert (tmp_path / "old").read_text() == "old"


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("{}/none/x", "x: cannot be written, there is no folder .*none$"),
        ("{}/file/x", "x: cannot be written, there is no folder .*file$"),
        ("{}/dangling", "dangling: cannot be written, there is no folder .*none$"),
        ("{}", "cannot be written, it is a folder"),
        ("{}/" + "x" * 300, "cannot be written, File name too long"),
    ],
    ids=["no folder", "in a file", "dangling", "a folder", "too long"],
)
def test_what_cannot(tmp_path: Path, path: str, says: str) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "dangling").symlink_to(tmp_path / "none" / "x")
    with pytest.raises(DataError, match=says):
        require_writable(path.format(tmp_path))


def test_write_protection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(DataError, match=r"the folder .* is write-protected"):
        require_writable(tmp_path / "x")
    with pytest.raises(DataError, match="null: cannot be written, it is write-protected"):
        require_writable(os.devnull)


def test_a_compression_that_is_not_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise MissingError(f"{name} needs a package")

    monkeypatch.setattr("pitchpipe.text.compression._zstd", missing)
    with pytest.raises(MissingError, match=r"x\.zst needs a package"):
        require_writable(tmp_path / "x.zst")


def test_folders(tmp_path: Path) -> None:
    make_folder(tmp_path / "a" / "b")
    make_folder(tmp_path / "a" / "b")
    assert (tmp_path / "a" / "b").is_dir()
    (tmp_path / "file").touch()
    for path in (tmp_path / "file", tmp_path / "file" / "x"):
        with pytest.raises(DataError, match="cannot be made a folder"):
            make_folder(path)
