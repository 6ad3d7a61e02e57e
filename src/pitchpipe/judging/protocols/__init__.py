"""Protocols: what people are asked."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from pitchpipe.errors import DataError, ParameterError
from pitchpipe.judging.protocols.base import LONGEST_COMMENT, Answer, AnswerError, Protocol
from pitchpipe.judging.protocols.direct import DirectAssessment
from pitchpipe.judging.protocols.marked import ESA, MQM
from pitchpipe.judging.protocols.pairwise import Pairwise
from pitchpipe.judging.protocols.rank import Rank
from pitchpipe.judging.protocols.taxonomy import Taxonomy
from pitchpipe.wording import meant, quoted

PROTOCOLS: dict[str, type[Protocol]] = {
    protocol.name: protocol for protocol in (Pairwise, Rank, DirectAssessment, ESA, MQM)
}


def get_protocol(name: str, **options: Any) -> Protocol:
    """A protocol by its name, with options.

    >>> get_protocol("pairwise", ties="dont-know").choices
    ('left', 'right', 'none')
    """
    if name not in PROTOCOLS:
        raise ParameterError(f"there is no protocol {quoted(name)}: {meant(str(name), PROTOCOLS)}")
    known = [field.name for field in fields(PROTOCOLS[name])]
    for option in options:
        if option not in known:
            raise ParameterError(f"protocol {name} has no option {quoted(option)}: {meant(option, known)}")
    return PROTOCOLS[name](**options)


def protocol_of(written: Any, where: str) -> Protocol:
    """A protocol as :meth:`Protocol.to_dict` wrote it; ``where`` is what messages call its place."""
    if not isinstance(written, dict) or not isinstance(written.get("name"), str):
        raise DataError(f"{where}: the protocol is not an object with a name")
    options = {key: value for key, value in written.items() if key != "name"}
    if "taxonomy" in options:
        listed = options["taxonomy"]
        if not isinstance(listed, list) or not all(isinstance(one, str) for one in listed):
            raise DataError(f"{where}: the taxonomy is not a list of categories")
        options["taxonomy"] = Taxonomy.checked(tuple(listed), where)
    try:
        return get_protocol(written["name"], **options)
    except ParameterError as error:
        raise DataError(f"{where}: {error}") from None


__all__ = [
    "ESA",
    "LONGEST_COMMENT",
    "MQM",
    "PROTOCOLS",
    "Answer",
    "AnswerError",
    "DirectAssessment",
    "Pairwise",
    "Protocol",
    "Rank",
    "Taxonomy",
    "get_protocol",
    "protocol_of",
]
