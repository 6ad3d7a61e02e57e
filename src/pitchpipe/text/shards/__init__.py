"""Text larger than memory: files in pieces, each read batch by batch wherever there is a worker."""
