"""Random samples of a test set, and what follows from them: intervals and p-values."""
