"""How fast: partial derivatives against Pinocchio, CasADi and the other methods of paper 003."""
