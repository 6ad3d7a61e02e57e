"""Synonyms: which words share a meaning, from wordnets, thesauri and plain files."""
