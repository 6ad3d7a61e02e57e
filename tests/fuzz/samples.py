"""Small files of every format that is read: real ones where they are at hand, our own everywhere."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path

import pitchpipe as pp
from tests.fuzz.cases import Input

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
SEGMENTS = 4
#: A real file is cut to so many bytes, at a line's end: small ones are read often.
SIZE = 3000


def shared() -> Path | None:
    """The folder of real files, where there is one."""
    folder = Path(os.environ.get("PITCHPIPE_SHARED", ROOT.parent / "shared")) / "data" / "formats"
    return folder if folder.is_dir() else None


def real(*names: str, whole: bool = False) -> list[bytes]:
    """Real files, cut; none where they are not at hand."""
    folder = shared()
    return [] if folder is None else [_cut((folder / name).read_bytes(), whole) for name in names]


def _cut(data: bytes, whole: bool) -> bytes:
    return data if whole or len(data) <= SIZE else data[: data.rindex(b"\n", 0, SIZE) + 1]


def lines(path: str, count: int = SEGMENTS) -> list[str]:
    """The first lines of an example; short ones, for speed."""
    found = (EXAMPLES / path).read_text(encoding="utf-8").splitlines()
    return found[:1] + found[4 : 3 + count]


def text(path: str, count: int = SEGMENTS) -> bytes:
    """The same as a file."""
    return "".join(f"{line}\n" for line in lines(path, count)).encode()


@lru_cache(maxsize=1)
def test_set() -> pp.TestSet:
    """Two systems, two references, a source and documents."""
    return pp.TestSet(
        systems={name: lines(f"systems/{name}.en") for name in ("good", "short")},
        references={name: list(lines(f"reference.{name}.en")) for name in "ab"},
        source=lines("source.de"),
        documents=["d1", "d1", "d2", "d2"],
        domains=["news", "news", "talk", "talk"],
        segment_ids=["1", "2", "3", "4"],
        source_language="de",
        target_language="en",
    )


def saved(name: str, save: Callable[[Path], object]) -> bytes:
    """What is written into a file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        save(path)
        return path.read_bytes()


def single(name: str, contents: Sequence[bytes], asked: object = None) -> list[Input]:
    """Inputs of one file."""
    return [Input({name: content}, asked) for content in contents]


XML = b"""<?xml version='1.0' encoding='utf-8'?>
<dataset id="small"><doc id="d1" origlang="de" testsuite="x"><src lang="de"><p>
<seg id="1">Die Katze</seg><seg id="2">Der Hund &amp; die Maus</seg></p></src>
<ref lang="en" translator="A"><p><seg id="1">The cat</seg><seg id="2">The dog &amp; the mouse</seg></p></ref>
<hyp lang="en" system="one"><p><seg id="1">A cat</seg><seg id="2">The dog</seg></p></hyp>
<hyp lang="en" system="two"><p><seg id="1">The cat</seg><seg id="2">A mouse</seg></p></hyp></doc></dataset>
"""


def sgml(kind: str, system: str, texts: Sequence[str]) -> bytes:
    """An SGML file of one document."""
    segs = "".join(f'<seg id="{i}">{line}</seg>\n' for i, line in enumerate(texts, 1))
    head = f'<{kind}set setid="small" srclang="de" trglang="en"{f" refid={system}" if kind == "ref" else ""}>'
    who = "" if kind == "src" else f' sysid="{system}"'
    return f'{head}\n<doc docid="d1"{who}>\n{segs}</doc>\n</{kind}set>\n'.encode()


MQM = b"""system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\tcomment
good\td1\t1\t1\tr1\tsrc\t<v>tgt</v>\tAccuracy/Mistranslation\tMajor\t
good\td1\t1\t2\tr1\tsrc\ttgt\tNo-error\tno-error\t
short\td1\t1\t1\tr2\tsrc\ttgt\tFluency/Punctuation\tMinor\tx
short\td1\t1\t2\tr2\tsrc\ttgt\tNon-translation!\tMajor\t
"""
MQM_AVERAGES = (
    b"system mqm_avg_score seg_id\ngood\t-1.000000 1\ngood\tNone 2\nshort\t-0.000000 1\nshort\t-5.5 2\n"
)
ESA = b"""u1,good,1,TGT,deu,eng,80,d1,False,"[{""start_i"": 0, ""severity"": ""major""}]",1.0,2.0
u1,good,2,TGT,deu,eng,70,d1,False,[],1.0,2.0
u2,short,1,TGT,deu,eng,30,d1,False,[],1.0,2.0
u2,short,2,BAD,deu,eng,10,d1#bad,False,[],1.0,2.0
"""
APPRAISE_DUMP = b"""systemID,username,segmentID,score,endTime,itemType,documentID,mqm
good,u1,1,80,2.0,TGT,d1,[{"start_i":0,"severity":"major"}]
short,u1,3,30,3.0,TGT,d2,[]
"""
APPRAISE_JSON = b"""{"annotator": "u1", "item_type": "TGT", "item_id": 1, "target_id": "good", "score": 70}
{"annotator": "u1", "item_type": "TGT", "item_id": 2, "targets": [{"target_id": "short", "score": 7}]}
"""
RATINGS = [
    b"engine,line,rating,rater,lp\ngood,1,80,u1,de-en\ngood,4,70,u1,de-en\nshort,1,,u2,de-en\n",
    b'{"model": "good", "item": 0, "da": 80}\n{"model": "short", "item": 3, "da": null}\n',
    b'[{"system": "good", "source": "x", "segment": "1", "score": 80}]\n',
]
RATINGS_OF_DOCUMENTS = (
    b'system\tdoc\tdocSegId\tscore\tdomain\n"good"\td1\t1\t80\tnews\nshort\td2\t2\t3e1\ttalk\n'
)
PEARMUT = [
    b'{"user_id": "u", "item_i": 0, "annotation": [{"good": {"score": 80, "error_spans": []}}], '
    b'"item": [{"item_id": "3", "src": "x"}]}\n{"user_id": "u", "item_i": 1, "annotation": "__RESET__"}\n',
    b'{"c": [{"user_id": "u", "item_i": 0, "annotation": {"short": {"error_spans": [{"severity": "minor"}]}}}'
    b"]}\n",
]
WMT_CSV = b"""srclang,trglang,srcIndex,segmentId,judgeID,system1Id,system1rank,system2Id,system2rank,rankingID
deu,eng,1,1,j1,t.good.1.de-en.txt,1,t.short.2.de-en.txt,2,1
deu,eng,2,2,j1,t.good.1.de-en.txt,3,t.short.2.de-en.txt,3,2
"""
RANKS = b"""seg_index\tjudge\ttask\tsysA\tsysB\trankA\trankB
0\tj\tt\tgood\tshort\t1\t2
1\tj\tt\tgood\tshort\t2\t2
"""
ARPA = b"""\\data\\
ngram 1=5
ngram 2=3

\\1-grams:
-1.0\t<unk>
-99\t<s>\t-0.3
-0.8\t</s>
-0.7\tthe\t-0.2
-0.9\tcat\t-0.1

\\2-grams:
-0.3\t<s> the
-0.4\tthe cat
-0.5\tcat </s>

\\end\\
"""
CONLLU = b"""# sent_id = 1
# text = The cat's mat
1\tThe\tthe\tDET\tDT\t_\t2\tdet\t_\t_
2-3\tcat's\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=Yes
2\tcat\tcat\tNOUN\tNN\tNumber=Sing\t0\troot\t_\t_
3\t's\t's\tPART\tPOS\t_\t2\tcase\t_\t_
3.1\tx\tx\tX\tX\t_\t_\t_\t_\t_
4\tmat\tmat\tNOUN\tNN\t_\t2\tdep\t_\t_

# sent_id = 2
# text = Dogs bark.
1\tDogs\tdog\tNOUN\tNNS\t_\t2\tnsubj\t_\t_
2\tbark\tbark\tVERB\tVBP\t_\t0\troot\t_\tSpaceAfter=No
3\t.\t.\tPUNCT\t.\t_\t2\tpunct\t_\t_

"""
MOSES_TABLE = b"""die Katze ||| the cat ||| 0.5 0.1 1 0.2 ||| 0-0 1-1 ||| 4 3 3 ||| |||
die ||| the ||| 0.25 0.01 1 0.1 ||| 0-0 ||| 4 1 1 ||| |||
der Hund ||| the dog ||| 1 0.2 1 0.3 ||| 0-0 1-1 ||| 2 2 2 ||| |||
"""
MYTHES = b"UTF-8\nbig|2\n(adj)|large|great (generic term)\n(adv)|bigly\nsmall|1\n(adj)|little|tiny\n"
MYTHES_INDEX = b"UTF-8\n2\nbig|6\nsmall|61\n"
WORDNET = {
    "index.noun": b"  1 licence\ncat n 1 1 @ 1 0 00000010  \ndog n 2 1 @ 2 0 00000010 00000020  \n",
    "data.noun": b"  1 licence\n00000010 05 n 02 cat 0 true_cat 0 001 @ 00000020 n 0000 | x  \n",
    "index.adj": b"big a 1 1 & 1 0 00000040  \n",
    "data.adj": b"00000040 00 a 01 big 0 000 | z  \n",
    "index.adv": b"fast r 1 0 1 0 00000050  \n",
    "data.adv": b"00000050 02 r 01 fast 0 000 | z  \n",
    "index.verb": b"bark v 1 0 1 0 00000030  \n",
    "data.verb": b"00000030 29 v 01 bark 0 000 | y  \n",
    "noun.exc": b"mice mouse\n",
    "verb.exc": b"sat sit\n",
}
PLF = b"((('a',0.5,1),('c',0.25,1),('ab',0.125,2),),(('b',2,1),),)\nthe cat\n"
OPENFST = b"0\t1\tthe\t0.5\n1\t2\tcat\t0\n1\t2\tdog\t1.5\n0\t2\ta\n2\t0.1\n"
SLF = (
    b"VERSION=1.0\nlmscale=2 wdpenalty=-1\nN=3 L=3\nI=0\nI=1\nI=2\nJ=0 S=0 E=1 W=the a=-1\n"
    b'J=1 S=1 E=2 W=cat a=-2 l=-0.5\nJ=2 S=1 E=2 W="a dog" a=-3\n'
)
SEARCH_GRAPH = (
    b"0 hyp=0 stack=0\n0 hyp=1 stack=1 back=0 transition=-1 covered=0-0 out=the\n"
    b"0 hyp=2 stack=2 back=1 transition=-1 covered=1-1 out=cat\n"
    b"0 hyp=3 stack=2 back=0 transition=-3 recombined=2 covered=0-1 out=a dog\n"
)
SYMBOLS = b"<eps>\t0\nthe\t1\ncat\t2\ndog\t3\na\t4\n"
NBEST = {
    "moses": b"0 ||| the cat ||| LM0= -3 TM0= 1 2 ||| -1.5 ||| 0-0 1-1\n"
    b"0 ||| a cat ||| LM0= -4 TM0= 0 2 ||| -2 ||| 0-0 1-1\n"
    b"1 ||| the dog ||| LM0= -1 TM0= 1 1 ||| -1 ||| 0-0 1-1\n",
    "joshua": b"0 ||| the cat ||| lm=-3 tm_0=1 ||| -1.5\n"
    b"0 ||| a ||| lm=-4 tm_0=2 ||| -2\n1 ||| b c ||| lm=0 tm_0=2 ||| 0\n",
    "zmert": b"0 ||| the cat ||| -3 1 2\n0 ||| a cat ||| -4 1 0\n1 ||| the dog ||| -2 2 2\n",
    "jsonl": b'{"segment": 0, "text": "the cat", "features": {"lm": -3.5, "tm": 1}, "total": -1, '
    b'"alignment": "0-0"}\n'
    b'{"segment": 0, "text": "a c\\u00e4t", "features": {"lm": -3, "tm": 0}, "total": -2, "alignment": ""}\n'
    b'{"segment": 1, "text": "dog", "features": {"lm": 1e-3, "tm": 2}, "total": 0, "alignment": "0-0"}\n',
    "tsv": b"segment\ttext\tlm\ttm\ttotal\n0\tthe cat\t-3\t1\t-1\n0\ta cat\t-4\t0\t-2\n1\tdog\t0\t1\t0\n",
}
#: Segments with their candidates, with keys of their own, in every layout.
CANDIDATES = [
    b'{"id": 7, "source": "die Katze", "candidates": ["the cat", {"text": "a cat", "model": "m"}]}\n'
    b'{"id": "d-3", "candidates": ["a dog"], "meta": {"a": [1, 2.5, null], "b": "\\u00e4"}}\n',
    b'{"segment": 0, "candidates": [{"text": "the cat", "features": {"lm": -3, "tm": 1}, "total": 1, '
    b'"alignment": "0-0", "temperature": 0.7}]}\n'
    b'{"segment": 1, "candidates": [{"text": "dog", "features": {"lm": 1, "tm": 2}, "total": 0, '
    b'"alignment": ""}]}\n',
    b'{\n  "id": 1,\n "candidates": [\n    {\n      "text": "the cat",\n    "features": {"lm": -3}\n    },\n'
    b'    {"text": "a cat", "features": {"lm": -4}, "x": {"y": []}}\n  ]\n}\n{"candidates": [\n"dog"]}\n',
    b'[\n {"id": 1, "candidates": ["the cat",\n "a cat"]},\n {"id": 2, "candidates": ["dog"]}\n]\n',
    b'[{"segment": 0, "text": "the cat", "id": "x"}, {"segment": 1,\n "text": "dog"}]',
]
WEIGHTS = {
    "moses": b"[input-factors]\n0\n\n[feature]\nWordPenalty\n\n"
    b"[weight]\nLM0= 0.5\nTM0= 0.2 0.1\nWordPenalty0= -1\n",
    "json": b'{"weights": {"lm": 0.5, "tm": -1e-3}, "score": 12.5}\n',
    "joshua": b"# config\npop-limit = 10\nlm = a b\n\nlm_0 1.0\ntm_pt_0 -0.5\nWordPenalty -2.8\n",
    "zmert": b"lm\t|||\t1.0\tOpt\t0.1\t+Inf\t+0.5\t+1.5\n"
    b"tm\t|||\t-0.5\tFix\t-Inf\t+Inf\t-1\t+1\nnormalization = absval 1 lm\n",
}
