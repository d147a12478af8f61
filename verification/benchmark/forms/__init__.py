"""The benchmark of the forms of inverse dynamics."""
