"""``python -m pitchpipe``."""

from pitchpipe.cli import main

main()
