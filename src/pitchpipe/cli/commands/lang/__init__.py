"""``pitchpipe lang``: a group whose commands are in files of their own."""

from __future__ import annotations

import click

from pitchpipe.cli.groups import LazyGroup

COMMANDS = {
    "status": (
        "pitchpipe.cli.commands.lang.status",
        "Show which languages can be analysed, and what is missing.",
    ),
    "annotate": (
        "pitchpipe.cli.commands.lang.annotate",
        "Find the lemmas and parts of speech of a text.",
    ),
    "train-tagger": ("pitchpipe.cli.commands.lang.train_tagger", "Train a tagger from a treebank."),
    "phrase-table": (
        "pitchpipe.cli.commands.lang.phrase_table",
        "Make a table of phrases and their translations.",
    ),
    "lm": ("pitchpipe.cli.commands.lang.lm", "Estimate a language model, or score text with one."),
}


@click.command(
    "lang", cls=LazyGroup, modules=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]}
)
def command() -> None:
    """Analyse text: lemmas, parts of speech, and what is learnt from text.

    \b
    pitchpipe lang status
    pitchpipe lang annotate system.de -l de -o system.conllu
    pitchpipe lang train-tagger treebank.conllu -l cs
    """
