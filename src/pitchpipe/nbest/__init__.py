"""Candidate lists: what systems could have said for each segment, read, written and aligned."""
