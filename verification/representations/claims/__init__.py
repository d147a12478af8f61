"""Claims on four representations and integration; see `verification.claims`."""
