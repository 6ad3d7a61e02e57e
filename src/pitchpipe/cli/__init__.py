"""The command line: one verb per file, thin. Commands load only when they are called."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import NoReturn

import click

from pitchpipe import interruption
from pitchpipe.cli.groups import LazyGroup

# numpy starts a pool of threads for matrices when it is imported, which takes longer than scoring a
# small file; our own threads do the work.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

#: Verb to (module, one-line help); the help is here so that listing verbs loads none of them.
COMMANDS = {
    "score": ("pitchpipe.cli.commands.score", "Score systems against references."),
    "compare": ("pitchpipe.cli.commands.compare", "Compare systems: which differences are more than chance?"),
    "audit": ("pitchpipe.cli.commands.audit", "Ask whether metrics contradict themselves on a test set."),
    "report": ("pitchpipe.cli.commands.report", "Write one page about systems that opens anywhere."),
    "align": ("pitchpipe.cli.commands.align", "Align the words of two texts."),
    "order": ("pitchpipe.cli.commands.order", "Show the word order of systems, and what moved."),
    "fit": ("pitchpipe.cli.commands.fit", "Fit the parameters of a metric to people."),
    "meta": ("pitchpipe.cli.commands.meta", "Measure how well metrics agree with people."),
    "judge": ("pitchpipe.cli.commands.judge", "Ask people which translations are better."),
    "tune": ("pitchpipe.cli.commands.tune", "Tune the weights of a decoder to any metric."),
    "stream": ("pitchpipe.cli.commands.stream", "Score candidates from standard input as they come."),
    "rerank": ("pitchpipe.cli.commands.rerank", "Choose the candidates that new weights like best."),
    "mbr": ("pitchpipe.cli.commands.mbr", "Choose the candidates that agree best with all others."),
    "oracle": (
        "pitchpipe.cli.commands.oracle",
        "Find the best that candidates or lattices could have scored.",
    ),
    "lang": ("pitchpipe.cli.commands.lang", "Analyse text: lemmas, parts of speech, taggers."),
    "metrics": ("pitchpipe.cli.commands.metrics", "List the metrics: parameters, needs, facts."),
}


def _print_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from pitchpipe import __version__

        click.echo(f"pitchpipe {__version__}")
        ctx.exit()


@click.command(cls=LazyGroup, modules=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_print_version,
    help="Show the version.",
)
def cli() -> None:
    """Evaluate machine translation with the tunable metrics of the literature.

    Every command explains itself: pitchpipe COMMAND --help.
    """


def main(arguments: list[str] | None = None) -> NoReturn:
    """Runs a command. What a user got wrong is one line on stderr and exit code 2, Ctrl-C one and 130."""
    from pitchpipe.cli.notes import warnings_as_notes
    from pitchpipe.cli.signals import Ended, ending_signals
    from pitchpipe.cli.streams import discard_output, prepare_streams
    from pitchpipe.errors import PitchpipeError

    prepare_streams()
    try:
        with ending_signals(), warnings_as_notes():
            cli.main(arguments, standalone_mode=False)
            sys.stdout.flush()
    except PitchpipeError as error:
        _fail(str(error), 2)
    except click.ClickException as error:
        if isinstance(error, click.exceptions.NoArgsIsHelpError):
            error.show()
            sys.exit(2)
        _fail(error.format_message(), 2)
    except (click.Abort, KeyboardInterrupt):
        _fail(interruption.MESSAGE, interruption.CODE)
    except Ended as signal:
        _fail(str(signal), signal.code)
    except BrokenPipeError:
        # The reader went away (`| head`): nothing to say, and nothing left to flush at exit.
        discard_output()
        sys.exit(0)
    except OSError as error:
        reason = error.strerror or str(error)
        if error.filename is not None:
            _fail(f"{os.fsdecode(error.filename)}: {reason}", 2)
        # Only what is open already has no name: whoever reads and writes files names them.
        discard_output()
        _fail(f"standard output cannot be written ({reason})", 2)
    except MemoryError:
        _fail("out of memory", 2)
    except BaseException:
        if not interruption.pressed():
            raise
        _fail(interruption.MESSAGE, interruption.CODE)
    interruption.ignore()
    sys.exit(0)


def _fail(message: str, code: int) -> NoReturn:
    interruption.ignore()
    if interruption.pressed():
        # Whatever went wrong, this is why.
        message, code = interruption.MESSAGE, interruption.CODE
    # Where nobody can be told, the code still says it.
    with suppress(OSError):
        click.echo(f"error: {message}", err=True)
    sys.exit(code)
