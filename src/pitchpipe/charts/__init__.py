"""How results look as pictures: specifications of Vega-Lite, made with Altair.

A chart is data: rows, marks, and which column each channel shows. Notebooks draw it, :func:`save` writes it
as SVG, PNG or PDF, and anybody can change it before. What is drawn is decided where it was found.
"""

from pitchpipe.charts.dumbbells import Dumbbell, DumbbellPanel, dumbbell_chart
from pitchpipe.charts.intervals import IntervalPanel, Point, interval_chart
from pitchpipe.charts.matrices import MatrixCell, matrix_chart
from pitchpipe.charts.saving import save

__all__ = [
    "Dumbbell",
    "DumbbellPanel",
    "IntervalPanel",
    "MatrixCell",
    "Point",
    "dumbbell_chart",
    "interval_chart",
    "matrix_chart",
    "save",
]
