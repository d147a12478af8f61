"""Claims on forward and hybrid dynamics, found by looking here; see `verification.claims`."""
