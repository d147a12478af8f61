"""Claims on partial derivatives; see `verification.claims` for what a claim is."""
