"""Whether tests would notice: one-point changes of the sources, and which of them the tests let pass."""
