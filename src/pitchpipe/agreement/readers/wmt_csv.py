"""WMT's files of rankings: CSV with ``systemNId`` and ``systemNrank``, five systems a row, or two since 2015.

Segments are counted from 1 (``srcIndex``). Rank 1 is the best, -1 says not ranked. A file may hold several
language pairs. In WMT15's collapsed files, ``A+B`` are systems with the same output, judged once for both.
"""

from __future__ import annotations

import re
from itertools import combinations

from pitchpipe.agreement.ranks import Ranks
from pitchpipe.agreement.readers.fields import rank, segment_index, system_name
from pitchpipe.agreement.readers.judgment_file import JudgmentFile
from pitchpipe.agreement.readers.languages import pair_code, rows_of_pair
from pitchpipe.agreement.readers.names import identical_systems, short_names
from pitchpipe.agreement.readers.pairs import Pairs
from pitchpipe.agreement.readers.tables import Row, Table, csv_rows
from pitchpipe.errors import DataError

_SYSTEM_COLUMN = re.compile(r"(system[0-9]+)Id", re.IGNORECASE)


def parse_wmt_csv(given: JudgmentFile) -> Ranks:
    """Reads the rankings of one language pair; every pair of systems of a row is a comparison."""
    first_segment = given.first(habit=1)
    table = Table(csv_rows(given.lines, given.file), given.file)
    source, target = table.column("srclang"), table.column("trglang")
    segment, judge = table.column("srcIndex", "segmentId"), table.find("judgeId")
    ranking = table.find("rankingID")
    slots = _slots(table)
    rows, notes = rows_of_pair(
        table,
        lambda row: pair_code(row.fields[source], row.fields[target]),
        given.language_pair,
        given.file,
    )
    pairs = Pairs()
    for number, row in enumerate(rows, 1):
        index = segment_index(row.fields[segment], row.where, first_segment)
        by = "" if judge is None else row.fields[judge]
        task = str(number) if ranking is None else row.fields[ranking]
        for first, second in combinations(_ranked(row, slots), 2):
            for one in identical_systems(first[0]):
                for other in identical_systems(second[0]):
                    if one != other:
                        pairs.add(index, (one, first[1]), (other, second[1]), by, task)
    ranks = pairs.ranks(given.name, given.file, notes)
    return ranks.renamed(short_names(ranks.systems, given.systems))


def _slots(table: Table) -> list[tuple[int, int]]:
    """The positions of each system's name and rank."""
    found = [match for match in map(_SYSTEM_COLUMN.fullmatch, table.header) if match]
    if len(found) < 2:
        raise DataError(f"{table.file} has {len(found)} columns systemNId, a ranking needs two or more")
    return [(table.column(match[0]), table.column(f"{match[1]}rank")) for match in found]


def _ranked(row: Row, slots: list[tuple[int, int]]) -> list[tuple[str, int]]:
    ranked: list[tuple[str, int]] = []
    for system, place in slots:
        name = system_name(row.fields[system], row.where)
        if any(name == other for other, _ in ranked):
            raise DataError(f'{row.where}: system "{name}" is ranked twice')
        ranked.append((name, rank(row.fields[place], row.where)))
    return ranked
