"""SO(3), SE(3), their coefficient functions and inertias: primitives of every recursion."""
