"""How the parts of a job are run: on this machine, or on a cluster. Nothing here knows what a part does."""
