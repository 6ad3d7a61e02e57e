"""Small texts for Hypothesis: few different words, so that they often match."""

from __future__ import annotations

from hypothesis import strategies as st

words = st.lists(st.sampled_from("abc"), max_size=8).map(" ".join)
references = st.lists(words, min_size=1, max_size=3)
#: Segments: a hypothesis and its references, as many for each.
corpora = st.integers(1, 3).flatmap(
    lambda count: st.lists(
        st.tuples(words, st.lists(words, min_size=count, max_size=count)), min_size=1, max_size=4
    )
)
#: Letters, punctuation and whitespace of several kinds.
lines = st.text(alphabet="abAB.,'-&;! \t\u00a0\u3000éß漢", max_size=20)
