"""Energy, momentum, the balances of Newton and Euler, generalized forces, propellers."""
