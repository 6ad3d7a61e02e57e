"""How results look: grids, diffs, drawings, JSON; what is shown is decided where it was found."""
