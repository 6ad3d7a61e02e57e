"""One page about a test set: which system is best, where, by which metric, and how that was found out.

:func:`report` gathers what the other verbs say of the same countings; ``save`` writes it as an HTML file that
opens anywhere, without a network. A panel is a question, see :mod:`pitchpipe.reporting.panels`; templates and
scripts stand apart.
"""

from pitchpipe.reporting.report import report
from pitchpipe.reporting.results import Report

__all__ = ["Report", "report"]
