"""The optimisers by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, get_args

from pitchpipe.errors import ParameterError
from pitchpipe.tuning import mert, mira, pro
from pitchpipe.tuning.norms import Norm
from pitchpipe.tuning.report import Tuned
from pitchpipe.tuning.weights import fixed_names

OptimiserName = Literal["mert", "pro", "mira"]
#: From a problem and the weights to begin with to better weights; keywords differ beyond what all share.
OPTIMISERS: Mapping[str, Callable[..., Tuned]] = {
    "mert": mert.optimise,
    "pro": pro.optimise,
    "mira": mira.optimise,
}
#: What only one of them understands.
OWN: Mapping[str, frozenset[str]] = {
    "mert": frozenset({"restarts", "ranges", "random_directions", "patience", "threads", "progress"}),
    "pro": frozenset({"interpolate"}),
    "mira": frozenset({"epochs", "step"}),
}


def optimiser(name: str, *, norm: Norm | None = None, **options: Any) -> Callable[..., Tuned]:
    """An optimiser with options given; those that are ``None`` keep their defaults.

    An option that only another optimiser understands is left out, so that all can be asked alike. With a
    ``norm``, the weights found are scaled to it, where fixed weights and bounds allow that.
    """
    if name not in OPTIMISERS:
        raise ParameterError(f"there is no optimiser {name!r}: choose {', '.join(get_args(OptimiserName))}")
    foreign = frozenset[str]().union(*(own for other, own in OWN.items() if other != name))
    given = {key: value for key, value in options.items() if value is not None and key not in foreign}
    chosen = OPTIMISERS[name]

    def optimise(problem: Any, start: Any, **further: Any) -> Tuned:
        asked = {**given, **further}
        tuned = chosen(problem, start, **asked)
        if norm is None:
            return tuned
        return norm.applied(tuned, fixed_names(problem.names, asked.get("fixed", ())), asked.get("bounds"))

    return optimise
