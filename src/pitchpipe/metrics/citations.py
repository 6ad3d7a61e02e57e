"""What to cite: BibTeX entries for the tool and for the papers behind the metrics."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pitchpipe._core import __version__
from pitchpipe.metrics.catalogue import MODULES
from pitchpipe.metrics.registry import find


@dataclass(frozen=True)
class Paper:
    """A paper in proceedings, or in a journal where ``volume`` is given."""

    authors: str
    title: str
    where: str
    year: int
    pages: str = ""
    volume: str = ""

    def bibtex(self, key: str) -> str:
        """The entry."""
        place = "journal" if self.volume else "booktitle"
        fields = {
            "author": self.authors,
            "title": self.title,
            place: self.where,
            "volume": self.volume,
            "year": str(self.year),
            "pages": self.pages,
        }
        return _entry("article" if self.volume else "inproceedings", key, fields)


_ACL = "Annual Meeting of the Association for Computational Linguistics (ACL)"
_EMNLP = "Conference on Empirical Methods in Natural Language Processing (EMNLP)"
_WMT = "Workshop on Statistical Machine Translation (WMT)"
_WMT_CONFERENCE = "Conference on Machine Translation (WMT)"

PAPERS = {
    "papineni2002bleu": Paper(
        "Papineni, Kishore and Roukos, Salim and Ward, Todd and Zhu, Wei-Jing",
        "{BLEU}: a Method for Automatic Evaluation of Machine Translation",
        _ACL,
        2002,
        "311--318",
    ),
    "post2018call": Paper(
        "Post, Matt", "A Call for Clarity in Reporting {BLEU} Scores", _WMT_CONFERENCE, 2018, "186--191"
    ),
    "chiang2008decomposability": Paper(
        "Chiang, David and DeNeefe, Steve and Chan, Yee Seng and Ng, Hwee Tou",
        "Decomposability of Translation Metrics for Improved Evaluation and Efficient Algorithms",
        _EMNLP,
        2008,
        "610--619",
    ),
    "doddington2002nist": Paper(
        "Doddington, George",
        "Automatic Evaluation of Machine Translation Quality Using N-gram Co-Occurrence Statistics",
        "Human Language Technology Conference (HLT)",
        2002,
        "138--145",
    ),
    "popovic2015chrf": Paper(
        "Popovi{\\'c}, Maja",
        "{chrF}: character n-gram {F}-score for automatic {MT} evaluation",
        _WMT,
        2015,
        "392--395",
    ),
    "popovic2017chrfpp": Paper(
        "Popovi{\\'c}, Maja",
        "{chrF++}: words helping character n-grams",
        _WMT_CONFERENCE,
        2017,
        "612--618",
    ),
    "han2013description": Paper(
        "Han, Aaron Li-Feng and others",
        "A Description of Tunable Machine Translation Evaluation Systems in {WMT13} Metrics Task",
        _WMT,
        2013,
    ),
    "isozaki2010ribes": Paper(
        "Isozaki, Hideki and Hirao, Tsutomu and Duh, Kevin and Sudoh, Katsuhito and Tsukada, Hajime",
        "Automatic Evaluation of Translation Quality for Distant Language Pairs",
        _EMNLP,
        2010,
        "944--952",
    ),
    "turian2003evaluation": Paper(
        "Turian, Joseph P. and Shen, Luke and Melamed, I. Dan",
        "Evaluation of Machine Translation and its Evaluation",
        "Machine Translation Summit IX",
        2003,
    ),
    "chan2008maxsim": Paper(
        "Chan, Yee Seng and Ng, Hwee Tou",
        "{MAXSIM}: A Maximum Similarity Metric for Machine Translation Evaluation",
        _ACL,
        2008,
        "55--62",
    ),
    "banerjee2005meteor": Paper(
        "Banerjee, Satanjeev and Lavie, Alon",
        "{METEOR}: An Automatic Metric for {MT} Evaluation with Improved Correlation with Human Judgments",
        "ACL Workshop on Intrinsic and Extrinsic Evaluation Measures for Machine Translation",
        2005,
        "65--72",
    ),
    "denkowski2014meteor": Paper(
        "Denkowski, Michael and Lavie, Alon",
        "Meteor Universal: Language Specific Translation Evaluation for Any Target Language",
        _WMT,
        2014,
        "376--380",
    ),
    "dahlmeier2011tesla": Paper(
        "Dahlmeier, Daniel and Liu, Chang and Ng, Hwee Tou",
        "{TESLA} at {WMT} 2011: Translation Evaluation and Tunable Metric",
        _WMT,
        2011,
        "78--84",
    ),
    "birch2011reordering": Paper(
        "Birch, Alexandra and Osborne, Miles", "Reordering Metrics for {MT}", _ACL, 2011, "1027--1035"
    ),
    "chen2012port": Paper(
        "Chen, Boxing and Kuhn, Roland and Larkin, Samuel",
        "{PORT}: a Precision-Order-Recall {MT} Evaluation Metric for Tuning",
        _ACL,
        2012,
        "930--939",
    ),
    "snover2006ter": Paper(
        "Snover, Matthew and Dorr, Bonnie and Schwartz, Rich and Micciulla, Linnea and Makhoul, John",
        "A Study of Translation Edit Rate with Targeted Human Annotation",
        "Conference of the Association for Machine Translation in the Americas (AMTA)",
        2006,
        "223--231",
    ),
    "levenshtein1966binary": Paper(
        "Levenshtein, Vladimir I.",
        "Binary Codes Capable of Correcting Deletions, Insertions and Reversals",
        "Soviet Physics Doklady",
        1966,
        "707--710",
        volume="10",
    ),
    "niessen2000evaluation": Paper(
        "Nie{\\ss}en, Sonja and Och, Franz Josef and Leusch, Gregor and Ney, Hermann",
        "An Evaluation Tool for Machine Translation: Fast Evaluation for {MT} Research",
        "International Conference on Language Resources and Evaluation (LREC)",
        2000,
    ),
    "tillmann1997accelerated": Paper(
        "Tillmann, Christoph and Vogel, Stephan and Ney, Hermann and Zubiaga, Alex and Sawaf, Hassan",
        "Accelerated {DP} Based Search for Statistical Translation",
        "European Conference on Speech Communication and Technology (Eurospeech)",
        1997,
    ),
    "leusch2006cder": Paper(
        "Leusch, Gregor and Ueffing, Nicola and Ney, Hermann",
        "{CDER}: Efficient {MT} Evaluation Using Block Movements",
        "Conference of the European Chapter of the Association for Computational Linguistics (EACL)",
        2006,
        "241--248",
    ),
}
#: The papers of each module of metrics; ``external`` and mixtures have none of their own.
CITED = {
    "bleu": "papineni2002bleu post2018call",
    "bleu_sbp": "chiang2008decomposability",
    "recognition": "chiang2008decomposability",
    "nist": "doddington2002nist",
    "chrf": "popovic2015chrf popovic2017chrfpp",
    "nlepor": "han2013description",
    "hlepor": "han2013description",
    "ribes": "isozaki2010ribes",
    "gtm": "turian2003evaluation",
    "maxsim": "chan2008maxsim",
    "meteor": "banerjee2005meteor denkowski2014meteor",
    "tesla_m": "dahlmeier2011tesla",
    "tesla_b": "dahlmeier2011tesla",
    "tesla_f": "dahlmeier2011tesla",
    "ordering": "birch2011reordering chen2012port",
    "lrscore": "birch2011reordering",
    "port": "chen2012port",
    "ter": "snover2006ter post2018call",
    "wer": "levenshtein1966binary niessen2000evaluation",
    "per": "tillmann1997accelerated",
    "cder": "leusch2006cder",
    "cer": "levenshtein1966binary",
    "pitch": "popovic2015chrf levenshtein1966binary",
    "pitch_en": "popovic2015chrf levenshtein1966binary dahlmeier2011tesla",
    "length_ratio": "papineni2002bleu",
}


def keys_of(name: str) -> list[str]:
    """The papers behind a registered name; none for metrics of other packages."""
    return CITED.get(MODULES.get(find(name).name, ""), "").split()


def bibtex(names: Iterable[str]) -> Iterator[str]:
    """The tool's entry, and those of the papers behind these metrics, each once."""
    yield _entry(
        "software",
        "pitchpipe",
        {
            "author": "{The Pitchpipe contributors}",
            "title": "{Pitchpipe}: machine translation evaluation with the tunable metrics of the literature",
            "version": __version__,
            "license": "Apache-2.0",
        },
    )
    keys = dict.fromkeys(key for name in names for key in keys_of(name))
    yield from (PAPERS[key].bibtex(key) for key in keys)


def _entry(kind: str, key: str, fields: dict[str, str]) -> str:
    written = [f"  {name} = {{{value}}}," for name, value in fields.items() if value]
    return "\n".join([f"@{kind}{{{key},", *written, "}"])
