"""What the five papers report beside what we get, written into the pages of ``docs/papers``."""
