"""For every command, arguments that it must take, and the files they name."""

from __future__ import annotations

import shlex
from functools import lru_cache

from tests.fuzz import samples
from tests.fuzz.cases import Input
from tests.fuzz.scoring import resources

#: For every command, arguments that it must take.
PLAIN = {
    "score": (
        "a.en b.en -r ref.en",
        "a.en -r ref.en -r ref2.en -s src.de -m bleu -m kendall -m hlepor --segments --format json",
        "-t set.jsonl --by domain --confidence 90 --samples 20 --format markdown --plot out.json",
        "set.tsv --engine local --threads 1 -m wer --segments-to out --segments-as tsv --skip-corrupt",
        "a.en -r ref.en --engine local --threads 1 -m wer --parts 2 --confidence 90 --samples 20",
        "a.en -r ref.en -m wrr --show-alignment 1 --format table --no-cache",
        "a.en -r ref.en -s src.de -m kendall:tokenize=none,source_tokenize=none --align-ref links "
        "--align-hyp links",
        "a.en -r ref.en -m tesla-m:synonyms=synonyms.tsv --annotation a.conllu "
        "--annotation-ref ref.conllu -l de-en",
    ),
    "compare": (
        "a.en b.en -r ref.en --samples 20 -m bleu -m wer",
        "a.en b.en -r ref.en --samples 20 --test sign --examples 1 --by length",
        "a.en b.en -r ref.en --samples 20 --all-pairs --format json --test randomisation --plot out.json",
        "a.en b.en -r ref.en --samples 20 --by labels --labels labels --format latex",
    ),
    "audit": (
        "a.en -r ref.en --samples 20 --plot out.json",
        "a.en b.en -r ref.en --samples 20 --documents docs.tsv --by domain -m bleu --format json",
    ),
    "report": (
        "a.en b.en -r ref.en --samples 20 -o out.html",
        "a.en -r ref.en -s src.de --documents docs.tsv -m bleu -m wrr --samples 20 -o out.html --title T",
        "-t set.jsonl -m chrf --samples 20 -o out.html --no-audit",
        "-t set.jsonl -m wer --samples 20 -o out.html --human human.seg.score --order --no-audit",
        "a.en b.en -r ref.en --terms labels --audit b.en a.en -m wer -m bleu --samples 20 -o out.html",
    ),
    "align": ("src.de a.en", "src.de a.en -o out.links --save out.model", "src.de a.en --model model.align"),
    "order": ("a.en -r ref.en -s src.de", "a.en b.en -r ref.en -s src.de --format json"),
    "fit": (
        "set.jsonl --human human.seg.score -m chrf --restarts 1 --folds 2 --samples 10 -o out.preset "
        "--plot out.json",
        "set.jsonl --human ranks.tsv -m 1*bleu+1*chrf --optimiser hill --restarts 1 --folds 0 --format json",
        "set.jsonl --human ranks.tsv -m 1*bleu+1*chrf+1*cer --select 2 --folds 0 --loss squared-hinge",
        "set.jsonl --human ranks.tsv -m 1*chrf+1*hlepor -p chrf.beta -p hlepor.weights=0:9 --folds 0 "
        "--bootstrap 2",
    ),
    "meta": (
        "set.jsonl --human human.seg.score -m bleu -m wer --samples 20 --plot out.json",
        "set.jsonl --human ranks.tsv -m chrf --statistic all --test none --format json",
        "-t set.jsonl --human ratings.csv --human-columns score=points --human-format table -m wer",
        "set.jsonl set.tsv --human human.seg.score --human ranks.tsv -m bleu -m wer --samples 9 --format tsv",
        "set.jsonl --list-statistics",
    ),
    "tune": (
        "--nbest list.nbest -r two.en --engine local --threads 1 --skip-corrupt",
        "--nbest list.nbest -r two.en -m wer --weights weights.ini --restarts 2 -o out.ini",
        "--nbest list.nbest -r two.en -m bleu --optimiser pro --format json",
        "--nbest list.nbest -r two.en -m chrf --optimiser mira --fix LM0",
        "--decoder 'cat {weights} && cp list.nbest {nbest}' --work work -r two.en -m wer "
        "--weights weights.ini --iterations 2 --restarts 1",
    ),
    "stream": (
        "-r two.en -m wer",
        "-r two.en -m bleu --statistics",
        "-r two.en -m bleu --columns",
    ),
    "rerank": (
        "--nbest list.nbest --weights weights.ini",
        "--nbest list.nbest --weights weights.ini -r two.en -m bleu -o out.en "
        "--write-nbest out.jsonl --format json",
        "--nbest candidates.json --weights lm=1,tm=0.5 --write-nbest out.jsonl --format json",
        "--nbest list.nbest --weights weights.ini --write-nbest out.zmert --write-nbest-format zmert",
        "--nbest list.nbest --weights weights.ini -r two.en --engine local --threads 1 -o out.folder",
    ),
    "mbr": (
        "--nbest list.nbest",
        "a.en b.en ref.en -m bleu --aggregate --format json",
        "--nbest list.nbest --posterior total",
        "--nbest list.nbest --engine local --threads 1 -o out.folder --format json",
    ),
    "oracle": (
        "--nbest list.nbest -r two.en",
        "--lattice lattice.plf -r two.en -m wrr --format json",
        "--nbest list.nbest -r two.en -m chrf --segments --format tsv -o out.en",
        "--nbest list.nbest -r two.en -m chrf --engine local --threads 1 -o out.folder --skip-corrupt",
    ),
    "lang annotate": (
        "a.en -l en --analyser en.tagger -o out.conllu",
        "a.en -l en --analyser en.tagger --engine local --threads 1 -o out.folder",
    ),
    "lang lm": (
        "a.en -o out.arpa --order 2 --discount-fallback",
        "a.en --model en.arpa --format json",
        "a.en --model en.arpa --sentences --format tsv",
    ),
    "lang phrase-table": (
        "a.en -l en -p de --annotation src.factored -o out.table",
        "phrases --moses target -l en -p de --analyser de.tagger -o out.table",
        "src.de ref.en --write-moses out.table.gz --lowercase",
        "src.de ref.en --write-moses - --links links --tokenize 13a --pivot-tokenize none --longest 3",
    ),
    "lang status": ("", "cs ru", "--format json"),
    "lang train-tagger": ("bank.conllu -l cs -o out.tagger",),
    "metrics": ("", "bleu chrf++", "--format json"),
    "judge new": (
        "out.campaign a.en b.en -r ref.en -s src.de --each 1 --common 1",
        "out.campaign good=a.en short=b.en ref.en -r ref2.en --protocol rank --pool 2 --judgments 2 "
        "--gold gold.tsv",
        "out.campaign a.en b.en -r ref.en --each 1 --sample disagreement -m chrf -m wer --top 90 "
        "--length 1-99",
        "out.campaign -t set.jsonl --protocol mqm --taxonomy labels.txt --weights minor=2 --each 2 "
        "--repeats 1",
        "out.campaign a.en b.en -r ref.en --documents docs.tsv --sample documents --context 1 --each 1 "
        "--protocol esa --outputs 2 --instructions labels --consent labels --warm-up 1",
    ),
    "judge serve": (
        "--only-links campaign",
        "--only-links campaign --behind-proxy --url https://example.org/judge",
    ),
    "judge demo": ("--only-links", "--only-links out.campaign --protocol mqm --seed 1"),
    "judge status": ("campaign", "campaign --format json"),
    "judge agreement": (
        "campaign --samples 20",
        "campaign --samples 20 --exclude 1 --with-common --format json",
    ),
    "judge export": (
        "campaign",
        "campaign --as jsonl --everything --names -o out.jsonl",
        "campaign --as mt-metrics-eval -l de-en -o out.folder",
        "campaign --as archive -o out.zip --exclude 1",
        "campaign --as wmt-csv -l de-en",
    ),
}
STDIN = b"the cat\n1 ||| a dog\n0 ||| cat\n"


@lru_cache(maxsize=1)
def files() -> dict[str, bytes]:
    """Small files of every kind that a command takes."""
    from tests.fuzz.readers.alignments import aligner_bytes
    from tests.fuzz.readers.campaigns import GOLD, TAXONOMY, campaign_files
    from tests.fuzz.readers.judgments import segment_scores
    from tests.fuzz.readers.languages import table_bytes, tagger_bytes

    test_set = samples.test_set()
    annotated = b"".join(_analysed(line) for line in test_set.systems["good"])
    reference = b"".join(_analysed(line or "") for line in test_set.references["a"])
    return {
        **resources(),
        "a.en": samples.text("systems/good.en"),
        "b.en": samples.text("systems/short.en"),
        "ref.en": samples.text("reference.a.en"),
        "ref2.en": samples.text("reference.b.en"),
        "src.de": samples.text("source.de"),
        "docs.tsv": b"news\td1\nnews\td1\ntalk\td2\ntalk\td2\n",
        "labels": b"x\ny\nx\ny\n",
        "links": b"0-0 1-1\n0-0\n\n0-0 0-1\n",
        "two.en": b"the cat\na dog\n",
        "set.jsonl": samples.saved("s.jsonl", test_set.to_jsonl),
        "set.tsv": samples.saved("s.tsv", test_set.to_tsv),
        "human.seg.score": segment_scores(),
        "ranks.tsv": samples.RANKS,
        "ratings.csv": b"model,line,points,rater\ngood,1,80,u\ngood,4,70,u\nshort,1,3,v\nshort,2,1,v\n",
        "list.nbest": samples.NBEST["moses"],
        "list.jsonl": samples.NBEST["jsonl"],
        "candidates.json": samples.CANDIDATES[1],
        "weights.ini": samples.WEIGHTS["moses"],
        "weights.json": b'{"weights": {"LM0": 1, "TM0_0": 0.5, "TM0_1": -1}}',
        "lattice.plf": samples.PLF,
        "lattice.fst": samples.OPENFST + b"\n" + samples.OPENFST,
        "model.align": aligner_bytes(),
        "en.tagger": tagger_bytes(),
        "de.tagger": tagger_bytes("de"),
        "table": table_bytes(),
        "phrases": samples.MOSES_TABLE,
        "bank.conllu": samples.CONLLU,
        "a.conllu": annotated,
        "ref.conllu": reference,
        "src.factored": "".join(
            " ".join(f"{word}|{word.lower()}|NOUN" for word in line.split()) + "\n"
            for line in samples.lines("source.de")
        ).encode(),
        **campaign_files(),
        "gold.tsv": GOLD,
        "labels.txt": TAXONOMY,
        "config.sgm": samples.sgml("src", "", ["a", "b"]),
    }


def _analysed(line: str) -> bytes:
    words = "".join(
        f"{k}\t{w}\t{w.lower()}\tNOUN\tNN\t_\t_\t_\t_\t_\n" for k, w in enumerate(line.split(), 1)
    )
    return f"# text = {line}\n{words}\n".encode()


def plain(name: str) -> list[Input]:
    """What a command must take."""
    return [made([*name.split(), *shlex.split(line)], STDIN) for line in PLAIN[name]]


def made(arguments: list[str], stdin: bytes) -> Input:
    """Arguments, what is said to the command, and the files that it may read."""
    # Only files that are named are written: it is faster, and a saved input shows what matters.
    whole = " ".join(arguments)
    named = {name: data for name, data in files().items() if name.partition("/")[0] in whole}
    return Input(named, {"arguments": arguments, "stdin": stdin.decode("latin-1")})
