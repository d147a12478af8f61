"""Claims on the closed loop, found by looking into this folder; see `verification.claims`."""
