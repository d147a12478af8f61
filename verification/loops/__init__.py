"""The report on mechanisms with loops."""
