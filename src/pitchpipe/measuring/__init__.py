"""A test set measured once: scores, tables, explanations, word order."""
