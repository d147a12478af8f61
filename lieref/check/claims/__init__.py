"""Claims about a user's own code: read from TOML, held against reference values, written for CI."""
