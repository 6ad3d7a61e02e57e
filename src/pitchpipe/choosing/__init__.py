"""Choosing among what a system could have said: candidates of a list, paths of a lattice."""

from pitchpipe.choosing.list_oracles import Oracles
from pitchpipe.choosing.minimum_risk import MinimumRisk, mbr
from pitchpipe.choosing.oracles import oracle
from pitchpipe.choosing.reranking import Reranked, rerank

__all__ = ["MinimumRisk", "Oracles", "Reranked", "mbr", "oracle", "rerank"]
