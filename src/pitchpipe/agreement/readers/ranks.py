"""Rankings as pairs, a table with a header: ``seg_index``, ``judge``, ``task``, ``sysA``, ``sysB``,
``rankA``, ``rankB``.

Segments are counted from 0. Rank 1 is the best, equal ranks are ties. Judge and task may be missing. A pair
that several people judged, or one person twice, is there several times. Where segments were sampled with
unequal probabilities, ``weight`` is the inverse of these.
"""

from __future__ import annotations

from pitchpipe.agreement.ranks import Ranks
from pitchpipe.agreement.readers.fields import number, rank, segment_index, system_name
from pitchpipe.agreement.readers.judgment_file import JudgmentFile
from pitchpipe.agreement.readers.pairs import Pairs
from pitchpipe.agreement.readers.tables import Table, tsv_rows
from pitchpipe.errors import DataError


def parse_ranks(given: JudgmentFile) -> Ranks:
    """Reads a table of pairs; the file calls the first segment 0 by default."""
    first_segment = given.first(habit=0)
    table = Table(tsv_rows(given.lines, given.file), given.file)
    segment = table.column("seg_index")
    first, second = table.column("sysA"), table.column("sysB")
    first_rank, second_rank = table.column("rankA"), table.column("rankB")
    judge, task, weight = table.find("judge"), table.find("task"), table.find("weight")
    pairs = Pairs()
    for row in table:
        fields, where = row.fields, row.where
        names = [system_name(fields[column], where) for column in (first, second)]
        if names[0] == names[1]:
            raise DataError(f'{where}: system "{names[0]}" is compared with itself')
        pairs.add(
            segment_index(fields[segment], where, first_segment),
            (names[0], rank(fields[first_rank], where)),
            (names[1], rank(fields[second_rank], where)),
            "" if judge is None else fields[judge],
            "" if task is None else fields[task],
            None if weight is None else number(fields[weight], where),
        )
    return pairs.ranks(given.name, given.file)
