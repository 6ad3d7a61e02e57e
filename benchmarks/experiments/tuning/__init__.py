"""Real systems tuned to one metric after the other and tested with all of them.

The main tables of Birch and Osborne (2011), Dahlmeier, Liu and Ng (2011) and Chen, Kuhn and Larkin (2012)
tune one decoder to each metric and test with each. Here the decoder is Apache Joshua (:mod:`.joshua`), the
systems are made from parallel text (:mod:`.systems`, :mod:`.building`), a *cell* is one run of one system
tuned to one metric (:mod:`.cells`), and what finished cells translated is scored and compared together
(:mod:`.results`).

    python -m benchmarks.experiments.tuning run --work FOLDER --system captions-de-en --metric BLEU --runs 3
    python -m benchmarks.experiments.tuning write --work FOLDER

A cell that was broken off goes on where it stood; what a finished one translated is kept in ``cells/``.
"""
