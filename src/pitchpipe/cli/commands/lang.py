"""``pitchpipe lang``: a group whose commands are in files of their own, ``lang_*.py``."""

from __future__ import annotations

from typing import ClassVar

import click

from pitchpipe.cli import LazyGroup


class LangGroup(LazyGroup):
    """The commands about languages."""

    modules: ClassVar[dict[str, tuple[str, str]]] = {
        "status": (
            "pitchpipe.cli.commands.lang_status",
            "Show which languages can be analysed, and what is missing.",
        ),
        "annotate": (
            "pitchpipe.cli.commands.lang_annotate",
            "Find the lemmas and parts of speech of a text.",
        ),
        "train-tagger": ("pitchpipe.cli.commands.lang_train_tagger", "Train a tagger from a treebank."),
        "phrase-table": (
            "pitchpipe.cli.commands.lang_phrase_table",
            "Make a table of phrases and their translations.",
        ),
        "lm": ("pitchpipe.cli.commands.lang_lm", "Estimate a language model, or score text with one."),
    }


@click.command("lang", cls=LangGroup, context_settings={"help_option_names": ["-h", "--help"]})
def command() -> None:
    """Analyse text: lemmas, parts of speech, and what is learnt from text.

    \b
    pitchpipe lang status
    pitchpipe lang annotate system.de -l de -o system.conllu
    pitchpipe lang train-tagger treebank.conllu -l cs
    """
