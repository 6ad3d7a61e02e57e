"""Language models by name, as metrics ask for them."""

from __future__ import annotations

from pathlib import Path

from pitchpipe.errors import MissingError
from pitchpipe.lang.lm.model import LanguageModel
from pitchpipe.text.named_files import NONE, is_file, kept_while_unchanged, split_names


def find_models(names: str) -> dict[str, LanguageModel]:
    """Models by name: ARPA files, separated by ``/``, or ``none``.

    A name may end in ``#`` and the digest that the model must have; the names returned do.

    Raises
    ------
    MissingError
        If there is no such file; the message says how to make one.
    DataError
        If a file is no model, or has another digest.
    """
    if names == NONE:
        return {}
    given, rest = split_names(names, lambda name: is_file(Path(name)))
    if rest is not None:
        raise MissingError(
            f"there is no language model {rest}: give an ARPA file, models=PATH, or make one with "
            "pitchpipe lang lm TEXT -o MODEL.arpa.gz"
        )
    models = {}
    for named in given:
        model = _read(Path(named.name))
        models[named.require(model.digest)] = model
    return models


_read = kept_while_unchanged(LanguageModel.read, most=16)
