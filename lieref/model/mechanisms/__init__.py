"""The catalogue: trees, robots and mechanisms for examples and tests."""
