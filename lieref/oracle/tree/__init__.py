"""Trees from their definitions."""
