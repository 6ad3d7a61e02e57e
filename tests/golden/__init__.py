"""Values computed by other people's programs; see README.md."""
