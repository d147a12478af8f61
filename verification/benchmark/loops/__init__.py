"""The benchmark of mechanisms with loops."""
