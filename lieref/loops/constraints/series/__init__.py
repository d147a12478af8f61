"""The constraints along a motion, as Taylor coefficients."""
