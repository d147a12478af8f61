"""Energy, momentum, the balances of Newton and Euler, generalised forces, propellers."""
