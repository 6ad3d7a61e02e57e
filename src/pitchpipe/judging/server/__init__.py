"""The server of a campaign: pages for annotators and for the organiser.

:mod:`~pitchpipe.judging.server.app` says what handles which address; a handler asks the store one thing and
renders the answer. State is in the database alone.
"""
