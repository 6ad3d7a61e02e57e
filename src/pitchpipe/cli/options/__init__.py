"""Options that several commands share, defined once, and what they describe."""
