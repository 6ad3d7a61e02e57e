"""Choosing among what a system could have said: candidates of a list, paths of a lattice."""

from pitchpipe.choosing.list_oracles import Oracles
from pitchpipe.choosing.minimum_risk import MinimumRisk
from pitchpipe.choosing.oracles import oracle
from pitchpipe.choosing.reranking import Reranked
from pitchpipe.choosing.verbs import mbr, rerank

__all__ = ["MinimumRisk", "Oracles", "Reranked", "mbr", "oracle", "rerank"]
