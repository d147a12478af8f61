"""The benchmark of inverse and forward dynamics of any order."""
