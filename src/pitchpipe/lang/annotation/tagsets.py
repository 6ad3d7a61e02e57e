"""Tagsets, and the universal parts of speech their tags stand for.

STTS and Penn are mapped by what their tags mostly are in German and English treebanks of Universal
Dependencies; C5 (BNC) and CGN, which HanTa uses for English and Dutch, by their definitions.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

#: The parts of speech of Universal Dependencies, version 2.
UPOS = frozenset((
    "ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "INTJ", "NOUN", "NUM", "PART", "PRON", "PROPN",
    "PUNCT", "SCONJ", "SYM", "VERB", "X",
))  # fmt: skip


def _table(lines: str) -> dict[str, str]:
    """From lines ``UPOS TAG TAG ...`` to tag -> UPOS."""
    rows = [line.split() for line in lines.strip().splitlines()]
    return {tag: upos for upos, *tags in rows for tag in tags}


STTS = _table("""
    ADJ ADJA ADJD
    ADP APPR APPRART APPO APZR KOKOM PTKVZ
    ADV ADV PAV PROAV PWAV PTKA
    AUX VAFIN VAIMP VAINF VAPP VMFIN VMINF VMPP
    CCONJ KON
    DET ART PDAT PIAT PIDAT PPOSAT PWAT
    INTJ ITJ
    NOUN NN NNA NNI TRUNC
    NUM CARD
    PART PTKZU PTKNEG PTKANT
    PRON PDS PIS PPER PPOSS PRELAT PRELS PRF PWS
    PROPN NE
    PUNCT $, $. $(
    SCONJ KOUI KOUS
    VERB VVFIN VVIMP VVINF VVIZU VVPP
    X FM XY UNKNOWN
""")

PENN = _table("""
    ADJ JJ JJR JJS AFX
    ADP IN RP
    ADV RB RBR RBS WRB
    AUX MD
    CCONJ CC
    DET DT PDT
    INTJ UH
    NOUN NN NNS
    NUM CD LS
    PART POS TO
    PRON PRP PRP$ WP WP$ WDT EX
    PROPN NNP NNPS ADD
    PUNCT . , : '' `` -LRB- -RRB- ( ) HYPH NFP
    SYM $ # SYM
    VERB VB VBD VBG VBN VBP VBZ
    X FW GW XX
""")

C5 = _table("""
    ADJ AJ0 AJC AJS ORD
    ADP PRP PRF AVP
    ADV AV0 AVQ
    AUX VBB VBD VBG VBI VBN VBZ VM0
    CCONJ CJC
    DET AT0 DT0 DTQ
    INTJ ITJ
    NOUN NN NN0 NN1 NN2
    NUM CRD
    PART POS TO0 XX0
    PRON DPS PNI PNP PNQ PNX EX0
    PROPN NP0
    PUNCT PUL PUN PUQ PUR
    SCONJ CJS CJT
    VERB VDB VDD VDG VDI VDN VDZ VHB VHD VHG VHI VHN VHZ VVB VVD VVG VVI VVN VVZ
    X UNC ZZ0 UNKNOWN IN !!!
""")

#: The first letters of a CGN tag decide; the longest that fit come first.
_CGN = (
    ("N(eigen", "PROPN"), ("N(", "NOUN"), ("ADJ", "ADJ"), ("BW", "ADV"), ("LET", "PUNCT"), ("LID", "DET"),
    ("SPEC(symb", "SYM"), ("SPEC", "X"), ("TSW", "INTJ"), ("TW(rang", "ADJ"), ("TW", "NUM"),
    ("VG(neven", "CCONJ"), ("VG", "SCONJ"), ("VNW(aanw,adv-pron", "ADV"), ("VNW(vb,adv-pron", "ADV"),
    ("VNW(onbep,adv-pron", "ADV"), ("VNW(aanw,det,stan,prenom", "DET"), ("VNW(onbep,det", "DET"),
    ("VNW(onbep,grad", "DET"), ("VNW", "PRON"), ("VZ", "ADP"), ("WW", "VERB"),
)  # fmt: skip


def cgn_upos(tag: str) -> str:
    """The universal part of speech of a CGN tag; ``X`` for what is no tag."""
    return next((upos for start, upos in _CGN if tag.startswith(start)), "X")


#: Tagsets that are known by what tags there are, each with its way to UPOS.
_KNOWN: dict[str, tuple[Collection[str], Callable[[str], str]]] = {
    "upos": (UPOS, str),
    "stts": (STTS, STTS.__getitem__),
    "penn": (PENN, PENN.__getitem__),
    "c5": (C5, C5.__getitem__),
}


def recognise(tags: Collection[str]) -> tuple[str, ...]:
    """The known tagsets that have all of these tags: a short text may fit several."""
    return tuple(name for name, (known, _) in _KNOWN.items() if all(tag in known for tag in tags))


def to_upos(tagset: str) -> Callable[[str], str]:
    """How the tags of a tagset that :func:`recognise` knows become universal parts of speech."""
    return _KNOWN[tagset][1]
