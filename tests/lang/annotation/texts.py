"""Small annotated texts, and analysers that need nothing."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from pitchpipe.lang.annotation.analysers.base import Lines, Tags

TINY = """\
# tool = by hand
# text = Don't go there .
1-2\tDon't\t_\t_\t_\t_\t_\t_\t_\t_
1\tDo\tdo\tAUX\tVBP\t_\t3\taux\t_\t_
2\tn't\tnot\tPART\tRB\t_\t3\tadvmod\t_\t_
3\tgo\tgo\tVERB\tVB\t_\t0\troot\t_\t_
3.1\tyou\tyou\tPRON\tPRP\t_\t_\t_\t_\t_
4\tthere\tthere\tADV\tRB\t_\t3\tadvmod\t_\tSpaceAfter=No
5\t.\t.\tPUNCT\t.\t_\t3\tpunct\t_\t_

1\tHouses\thouse\tNOUN\tNNS\t_\t0\troot\t_\t_
"""


def written(folder: Path, name: str, text: str) -> Path:
    """A file with this text."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def conllu(*segments: str, xpos: str = "NN") -> str:
    """Sentences of nouns; every word is its own lemma."""
    row = "{}\t{}\t{}\tNOUN\t{}\t_\t_\t_\t_\t_\n"
    return "\n".join(
        "".join(row.format(k, word, word, xpos) for k, word in enumerate(words.split(), 1))
        for words in segments
    )


@dataclass
class Counting:
    """Calls every word a noun, and counts the lines it is asked for."""

    tool: str = "counting-1"
    tagset: str = "upos"
    lines: int = field(default=0, compare=False)

    def analyse(self, lines: Lines) -> Tags:
        self.lines += len(lines)
        words = [word for line in lines for word in line]
        return Tags([word.lower() for word in words], ["NOUN"] * len(words), ["NOUN"] * len(words))
