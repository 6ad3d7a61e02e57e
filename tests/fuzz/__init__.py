"""A fuzzer that stays: hostile input for every reader, metric, command and dialogue.

``make fuzz`` runs it for a while, ``make test`` a small form of it with a fixed seed. Inputs are a function
of the seed, the target and a number, so that a run repeats; a failing one is saved, and replayed with
``pytest tests/fuzz --replay FILE``. Anything but a right result or a ``PitchpipeError`` is a failure: another
exception, a panic, an abort, a hang, a number that is none, a score out of bounds, too much memory.
"""
