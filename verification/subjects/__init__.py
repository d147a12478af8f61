"""What is measured: robots and states drawn from seeds, and adapters to the computations."""
