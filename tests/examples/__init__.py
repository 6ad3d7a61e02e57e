"""What the scripts in ``examples/`` do."""
