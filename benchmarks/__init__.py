"""Pitchpipe beside its peers: the same work in one process and one run, reported as ratios.

``make bench`` runs everything and writes ``benchmarks/RESULTS.md``. How it is measured:

- Results are compared before anything is timed; a peer whose numbers differ from ours by more than 1e-9 gets
  no ratio. Where a peer computes only part of ours, that part is compared; where its definition is another
  one, nothing is, and a note says so.
- Contenders take turns, in an order that rotates, so that whatever else the machine does meets all of them.
  The median of at least seven repetitions counts.
- Every repetition works on new string objects, and the caches of a peer that outlive a call (sacreBLEU keeps
  the last 65,536 tokenised lines) are emptied before it. Pitchpipe keeps nothing of a text after a call.
- A contender gives its scores as Python floats, and they are read inside the timed part.
"""
