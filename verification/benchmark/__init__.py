"""How fast: inverse dynamics against Pinocchio and CasADi, and how its time grows."""
