"""Experiments that the documentation shows: ``python -m benchmarks.experiments.NAME`` prints a table."""
