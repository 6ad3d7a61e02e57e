"""A file for each command: what it takes, the one function it calls, and what it prints."""
