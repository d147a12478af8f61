"""How fast: partial derivatives against Pinocchio, CasADi and the other methods of Singh et al."""
