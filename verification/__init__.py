"""What lieref claims, how each claim is measured, and the report of the measurements.

Not in the wheel: runs from a checkout against the installed package.
"""
