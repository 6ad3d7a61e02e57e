"""Lemmas and parts of speech of words: who says so, and where that is kept."""
