"""Claims on inverse dynamics, found by looking here; see `verification.claims`."""
