"""What kernels compute with: lanes, double-doubles, second-order numbers, states side by side."""
