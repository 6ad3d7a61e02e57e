"""The panels of a report: a file for each question, with what it found and how that is drawn."""
