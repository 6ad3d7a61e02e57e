"""The languages of the interface: complete, and each of them itself."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import pitchpipe.judging.server
from pitchpipe.judging.server.locales import chosen, locale, names
from pitchpipe.judging.settings import INTERFACES

HOME = Path(pitchpipe.judging.server.__file__).parent
ENGLISH = locale("en").messages
#: What is written alike in two languages.
ALIKE = {("de", "severity_neutral"), ("fr", "instructions")}


def test_there_is_a_file_for_each() -> None:
    assert {path.stem for path in (HOME / "messages").glob("*.json")} == set(INTERFACES)
    assert set(names()) == set(INTERFACES)
    assert len(set(names().values())) == len(INTERFACES)


@pytest.mark.parametrize("code", INTERFACES)
def test_everything_is_said(code: str) -> None:
    messages = locale(code).messages
    assert list(messages) == list(ENGLISH)
    for key, text in messages.items():
        assert text.strip() == text != "", key
        assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", ENGLISH[key])), key


@pytest.mark.parametrize("code", [code for code in INTERFACES if code != "en"])
def test_nothing_is_left_in_english(code: str) -> None:
    same = {(code, key) for key, text in locale(code).messages.items() if text == ENGLISH[key]}
    assert same <= ALIKE


@pytest.mark.parametrize(("code", "letters"), [("zh", "一-鿿"), ("ja", "ぁ-ヿ一-鿿"), ("ar", "؀-ۿ")])
def test_scripts_are_those_of_the_language(code: str, letters: str) -> None:
    for key, text in locale(code).messages.items():
        assert re.search(f"[{letters}]", text), key


def test_messages_that_pages_use_are_those_there_are() -> None:
    scripts = "".join(path.read_text(encoding="utf-8") for path in (HOME / "assets").glob("*.js"))
    templates = "".join(path.read_text(encoding="utf-8") for path in (HOME / "templates").glob("*.html"))
    used = set(re.findall(r'\bword\(\s*"(\w+)"', scripts)) | set(re.findall(r"\bt\.(\w+)", templates))
    # Those whose name is put together, and those that a condition chooses.
    used |= {key for key in ENGLISH if key.startswith(("anchor_", "severity_"))}
    used |= {key for key in ENGLISH if f'"{key}"' in scripts or key.endswith("_question")}
    assert used <= set(ENGLISH)
    assert set(ENGLISH) - used == {"language_name"}


def test_only_arabic_goes_from_right_to_left() -> None:
    assert [code for code in INTERFACES if locale(code).direction == "rtl"] == ["ar"]


@pytest.mark.parametrize(
    ("asked", "kept", "accepted", "expected"),
    [
        ("ja", "de", "fr", "ja"),
        (None, "de", "fr", "de"),
        (None, None, "fr-CA,fr;q=0.9,en;q=0.8", "fr"),
        (None, None, "pt,en;q=0.1,cs;q=0.9", "cs"),
        (None, None, "pt", "es"),
        ("../../x", "<b>", "", "es"),
        (None, None, "de;q=x", "de"),
        (None, None, ",;,;;q=", "es"),
    ],
)
def test_which_is_spoken(asked: str | None, kept: str | None, accepted: str, expected: str) -> None:
    assert chosen(asked, kept, accepted, "es").code == expected


def test_files_are_written_as_json_writes_them() -> None:
    for code in INTERFACES:
        path = HOME / "messages" / f"{code}.json"
        messages = json.loads(path.read_text(encoding="utf-8"))
        written = json.dumps(messages, ensure_ascii=False, indent=2)
        assert path.read_text(encoding="utf-8") == f"{written}\n"
