"""Texts as the counting core sees them, grouped by segment, and the values that come out."""
