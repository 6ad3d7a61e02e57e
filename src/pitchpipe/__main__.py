"""The command ``pitchpipe``, also as ``python -m pitchpipe``."""

from typing import NoReturn

from pitchpipe import interruption


def main() -> NoReturn:
    """Runs a command. Ctrl-C is taken care of before anything large is imported."""
    interruption.end_at_once()
    from pitchpipe.cli import main

    interruption.raise_it()
    main()


if __name__ == "__main__":
    main()
