"""How fast: dynamics and partial derivatives against Pinocchio and CasADi, and how time grows."""
