"""``pitchpipe lang annotate``."""

from __future__ import annotations

from pathlib import Path

import click

from pitchpipe.cli.options.engines import RunOptions, run_options
from pitchpipe.cli.options.groups import GroupedCommand
from pitchpipe.cli.options.outputs import output_option, require_outputs
from pitchpipe.cli.options.shared import threads_option
from pitchpipe.cli.printing import print_lines
from pitchpipe.cli.progress import bar, parts_shown
from pitchpipe.lang import Analysed, default_annotator, write_conllu
from pitchpipe.lang.annotation.caching import pieces
from pitchpipe.text.compression import strip_compression_suffix
from pitchpipe.text.files import display_name, is_standard_stream, read_lines
from pitchpipe.text.outputs import File, make_folder
from pitchpipe.threads import current_threads, set_threads
from pitchpipe.wording import counted, quoted


@click.command("annotate", cls=GroupedCommand, context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("-l", "--language", required=True, metavar="CODE", help="The language, such as de.")
@output_option(
    "-o",
    "--output",
    folder=True,
    metavar="OUT",
    help="The CoNLL-U file; for several files, a folder. By default FILE.conllu beside each.",
)
@click.option(
    "--analyser",
    metavar="NAME",
    help="spacy or spacy:MODEL, stanza, hanta, tagger, pymorphy3, or the file of a tagger; default the first "
    "that is ready, see `pitchpipe lang status`.",
)
@click.option("--no-cache", is_flag=True, help="Keep no analyses in the cache folder.")
@run_options(
    "Analyse texts larger than memory, in parts: local is this machine, ray a cluster. FILE... are names, "
    "patterns or folders, and -o is a folder.",
    "-o",
)
@threads_option
def command(
    files: tuple[str, ...],
    language: str,
    output: str | None,
    analyser: str | None,
    no_cache: bool,
    run: RunOptions,
    threads: int | None,
) -> None:
    """Find the lemmas and parts of speech of a text, one segment per line, and write CoNLL-U.

    \b
    pitchpipe lang annotate system.de -l de -o system.conllu
    pitchpipe lang annotate systems/*.de reference.de -l de -o annotated/
    pitchpipe lang annotate 'corpus/*.de' -l de --engine local -o annotated/
    """
    current_threads()
    run.refuse(("no_cache",))
    if run.engine is not None:
        _annotate_in_parts(files, language, output, analyser, threads, run)
        return
    if threads is not None:
        set_threads(threads)
    targets = _targets(files, output)
    require_outputs([File("-o", target) for target in targets])
    annotator = default_annotator(language, cache=not no_cache, analyser=analyser, otherwise="")
    texts = [read_lines(file) for file in files]
    parts = [list(pieces(lines)) for lines in texts]
    with bar(sum(map(len, parts))) as shown:
        for file, lines, target, cut in zip(files, texts, targets, parts, strict=True):
            found: list[Analysed] = []
            for piece in cut:
                if shown is not None:
                    shown.step(f"annotating {display_name(file)}")
                found.append(annotator.annotate(piece, side="hypotheses"))
            whole = Analysed.concat(found) if found else annotator.annotate([], side="hypotheses")
            write_conllu(target, whole, lines)


def _annotate_in_parts(
    files: tuple[str, ...],
    language: str,
    output: str | None,
    analyser: str | None,
    threads: int | None,
    run: RunOptions,
) -> None:
    from pitchpipe.lang.annotation.in_parts import annotate_files

    if output is None or is_standard_stream(output):
        raise click.UsageError("with --engine annotations go to a folder: give -o FOLDER")
    with parts_shown(run.shown_as, "lines") as told:
        found = annotate_files(
            files, language, output, analyser=analyser, threads=threads, shown=told, **run.arguments()
        )
    left_out = (f"left out, since it could not be read: {what}" for what in found.corrupt)
    print_lines([f"{counted(found.lines, 'lines')} in {found.folder}", found.tool, *left_out])


def _targets(files: tuple[str, ...], output: str | None) -> list[str]:
    """Where the annotation of every file goes."""
    if output is not None and len(files) == 1 and not Path(output).is_dir():
        return [output]
    if any(map(is_standard_stream, files)):
        raise click.UsageError("standard input has no name to write to: give -o OUT, and no other file")
    for file in files:
        if not Path(file).name:
            raise click.UsageError(f"{quoted(file)} is a folder: name the files in it")
    names = [f"{strip_compression_suffix(Path(file).name)}.conllu" for file in files]
    if output is None:
        return [str(Path(file).with_name(name)) for file, name in zip(files, names, strict=True)]
    if len(set(names)) < len(names):
        raise click.UsageError("two of the files have the same name: annotate them into different folders")
    if is_standard_stream(output):
        raise click.UsageError("several files cannot be written to standard output: give a folder with -o")
    make_folder(Path(output))
    return [str(Path(output) / name) for name in names]
