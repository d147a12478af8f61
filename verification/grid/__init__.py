"""Any audit or claim over a grid of robots, states, orders and precisions."""
