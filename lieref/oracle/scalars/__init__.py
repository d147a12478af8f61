"""Fields of numbers: decimals, balls, jets, Taylor series."""
