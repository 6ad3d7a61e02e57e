"""Links: files, symmetrisation, agreement."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitchpipe import _core
from pitchpipe.aligning import evaluate, read_links, symmetrise, write_links
from pitchpipe.aligning.links import SYMMETRISATIONS
from pitchpipe.errors import DataError, ParameterError

Links = list[tuple[int, int]]

links = st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=14, unique=True)


def lines_of(alignments: _core.Alignments) -> list[Links]:
    return [alignments.line(i) for i in range(len(alignments))]


def lengths(*numbers: int) -> np.ndarray[tuple[int], np.dtype[np.uint32]]:
    return np.array(numbers, dtype=np.uint32)


# -- files -----------------------------------------------------------------------------------------


@given(st.lists(links, max_size=5))
def test_what_is_written_is_read(tmp_path_factory: pytest.TempPathFactory, lines: list[Links]) -> None:
    path = tmp_path_factory.getbasetemp() / "written.align"
    write_links(path, _core.Alignments(lines))
    assert lines_of(read_links(path)) == [sorted(line) for line in lines]
    eight = lengths(*[8] * len(lines))
    assert lines_of(read_links(path, eight, eight)) == [sorted(line) for line in lines]


def test_the_format(tmp_path: Path) -> None:
    path = tmp_path / "some.align"
    write_links(path, _core.Alignments([[(1, 0), (0, 2)], [], [(10, 11)]]))
    assert path.read_text() == "0-2 1-0\n\n10-11\n"
    path.write_bytes(b" 3-1\t0-0  \r\n\r\n")
    assert lines_of(read_links(path)) == [[(0, 0), (3, 1)], []]


def test_compressed(tmp_path: Path) -> None:
    path = tmp_path / "some.align.gz"
    write_links(path, _core.Alignments([[(0, 0)]]))
    assert path.read_bytes().startswith(b"\x1f\x8b")
    assert lines_of(read_links(path)) == [[(0, 0)]]


@pytest.mark.parametrize(
    "link", ["0", "0:1", "a-b", "0-", "-1", "1--1", "0-0-0", "1.0-2", "0-99999999999", "０-０"]
)
def test_malformed(tmp_path: Path, link: str) -> None:
    path = tmp_path / "bad.align"
    path.write_text(f"0-0\n1-1 {link} 2-2\n", encoding="utf-8")
    with pytest.raises(DataError, match="cannot read the link") as caught:
        read_links(path)
    message = str(caught.value)
    assert message.startswith(f"{path}, line 2: ")
    assert f'"{link}"' in message


@pytest.mark.parametrize(
    ("sources", "targets", "link", "side"),
    [((3, 2), (3, 3), "2-1", "source"), ((3, 3), (3, 1), "2-1", "target")],
)
def test_outside(
    tmp_path: Path, sources: tuple[int, ...], targets: tuple[int, ...], link: str, side: str
) -> None:
    path = tmp_path / "outside.align"
    path.write_text(f"0-0\n0-0 {link}\n")
    with pytest.raises(DataError) as caught:
        read_links(path, lengths(*sources), lengths(*targets))
    words = (sources if side == "source" else targets)[1]
    assert str(caught.value) == f"{path}, line 2: link {link} leaves the {side}, which has {words} words"
    assert len(read_links(path)) == 2


@pytest.mark.parametrize("side", [0, 1])
def test_another_number_of_lines(tmp_path: Path, side: int) -> None:
    path = tmp_path / "short.align"
    path.write_text("0-0\n0-0\n")
    given = [lengths(1, 1), lengths(1, 1)]
    given[side] = lengths(1, 1, 1)
    with pytest.raises(DataError, match=r"short.align has 2 lines of links, but there are 3 sentences"):
        read_links(path, *given)


def test_no_such_file(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no such file"):
        read_links(tmp_path / "nonesuch")


# -- symmetrisation --------------------------------------------------------------------------------


def joined(forward: Links, backward: Links, how: str) -> set[tuple[int, int]]:
    return set(symmetrise(_core.Alignments([forward]), _core.Alignments([backward]), how).line(0))


#: Both directions have 0-0 and 3-3. Beside 0-0 there is 0-1, across from 3-3 there is 4-4; 6-5 is far from
#: everything and 8-3 shares the target of 3-3.
FORWARD: Links = [(0, 0), (0, 1), (3, 3), (8, 3), (6, 5)]
BACKWARD: Links = [(0, 0), (4, 4), (3, 3)]


@pytest.mark.parametrize(
    ("how", "added"),
    [
        ("intersect", set()),
        ("grow", {(0, 1)}),
        ("grow-diag", {(0, 1), (4, 4)}),
        ("grow-diag-final-and", {(0, 1), (4, 4), (6, 5)}),
        ("grow-diag-final", {(0, 1), (4, 4), (6, 5), (8, 3)}),
        ("union", {(0, 1), (4, 4), (6, 5), (8, 3)}),
    ],
)
def test_by_hand(how: str, added: set[tuple[int, int]]) -> None:
    assert joined(FORWARD, BACKWARD, how) == {(0, 0), (3, 3)} | added


def test_growing_needs_a_free_word() -> None:
    forward, backward = [(0, 0), (1, 1), (0, 1)], [(0, 0), (1, 1), (1, 0)]
    for how in ("grow", "grow-diag", "grow-diag-final-and", "grow-diag-final"):
        assert joined(forward, backward, how) == {(0, 0), (1, 1)}
    assert len(joined(forward, backward, "union")) == 4


def test_growing_goes_on_from_what_was_added() -> None:
    chain = [(0, 0), (0, 1), (0, 2), (0, 3)]
    assert joined(chain, chain[:1], "grow") == set(chain)


@given(links, links)
def test_between_intersection_and_union(forward: Links, backward: Links) -> None:
    found = {how: joined(forward, backward, how) for how in SYMMETRISATIONS}
    assert found["intersect"] == set(forward) & set(backward)
    assert found["union"] == set(forward) | set(backward)
    for how in SYMMETRISATIONS:
        assert found["intersect"] <= found[how] <= found["union"]
    assert found["grow-diag"] <= found["grow-diag-final-and"]
    assert found["grow-diag"] <= found["grow-diag-final"]


@given(links, links)
def test_which_words_are_aligned(forward: Links, backward: Links) -> None:
    """The final step leaves no word out that either direction has."""
    final, union = (joined(forward, backward, how) for how in ("grow-diag-final", "union"))
    for side in (0, 1):
        assert {link[side] for link in final} == {link[side] for link in union}


def test_more_steps_are_not_always_more_links() -> None:
    """Every step uses up free words, so a later one may have none left for a link that it had before."""
    both = [(0, 4), (5, 2)]
    forward = [*both, (1, 3), (5, 3)]
    assert joined(forward, both, "grow") == {*both, (5, 3)}
    assert joined(forward, both, "grow-diag") == {*both, (1, 3)}
    forward, backward = [(0, 5), (5, 3), (5, 5)], [(0, 3), (5, 5)]
    assert joined(forward, backward, "grow-diag-final-and") == {(5, 5), (0, 3)}
    assert joined(forward, backward, "grow-diag-final") == {(5, 5), (0, 5), (5, 3)}


def test_lines_stay_lines() -> None:
    forward, backward = _core.Alignments([[(0, 0)], [], [(1, 1)]]), _core.Alignments([[], [(2, 2)], [(1, 1)]])
    assert lines_of(symmetrise(forward, backward, "intersect")) == [[], [], [(1, 1)]]
    assert lines_of(symmetrise(forward, backward, "union")) == [[(0, 0)], [(2, 2)], [(1, 1)]]


def test_refused() -> None:
    one, two = _core.Alignments([[]]), _core.Alignments([[], []])
    with pytest.raises(ParameterError, match=r"'shrink': there are intersect, union, grow, .*final-and"):
        symmetrise(one, one, "shrink")
    with pytest.raises(DataError, match="1 lines of links one way, 2 the other"):
        symmetrise(one, two, "union")


# -- agreement -------------------------------------------------------------------------------------


def test_agreement_by_hand() -> None:
    """Of four links two are sure and one more is possible; there are three sure ones."""
    found = evaluate(
        _core.Alignments([[(0, 0), (1, 1)], [(2, 2), (3, 3)]]),
        _core.Alignments([[(0, 0), (1, 1)], [(4, 4)]]),
        _core.Alignments([[(0, 0), (1, 1)], [(4, 4), (2, 2)]]),
    )
    assert found.aer == pytest.approx(1 - (2 + 3) / (4 + 3))
    assert found.precision == pytest.approx(3 / 4)
    assert found.recall == pytest.approx(2 / 3)
    assert found.f == pytest.approx(2 * 3 / 4 * 2 / 3 / (3 / 4 + 2 / 3))


def test_sure_links_are_possible() -> None:
    sure = _core.Alignments([[(0, 0)]])
    assert evaluate(sure, sure, _core.Alignments([[]])).aer == 0.0


@given(links, links, links)
def test_agreement_is_a_share(found: Links, sure: Links, possible: Links) -> None:
    agreement = evaluate(*(_core.Alignments([x]) for x in (found, sure, [*sure, *possible])))
    for share in (agreement.aer, agreement.precision, agreement.recall, agreement.f):
        assert -1e-12 <= share <= 1 + 1e-12
    assert evaluate(*[_core.Alignments([sure])] * 3).aer == pytest.approx(0.0)


def test_agreement_of_unequal_numbers_of_lines() -> None:
    one, two = _core.Alignments([[]]), _core.Alignments([[], []])
    with pytest.raises(DataError, match="2 lines of links, 1 of sure and 1 of possible ones"):
        evaluate(two, one, one)
