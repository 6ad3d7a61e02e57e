"""From where on a metric looks away."""

from __future__ import annotations

#: From these shares on, in per cent, a metric looks away: of words deleted or added before the score falls at
#: all (whether a fall is significant depends on the size of the test set as well), and of the cost of wrong
#: lengths that it remits. The system of Chiang et al. that deleted sentences left out 8 to 10 % of its input,
#: which they call a grave deficiency.
WORDS = 5.0
FORGIVEN = 20.0
