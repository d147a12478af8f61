"""How fast: inverse and forward dynamics against Pinocchio and CasADi, and how time grows."""
