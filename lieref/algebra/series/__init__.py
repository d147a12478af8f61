"""Taylor series with scaled coefficients x^(k) / k!: of kernels and of plain twins."""
