"""Phrase tables: what the phrases of a language are in another one."""
