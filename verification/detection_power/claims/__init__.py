"""Claims on `lieref check`, in `verification.claims`' form."""
