"""Choosing among what a system could have said: candidates of a list, paths of a lattice."""
