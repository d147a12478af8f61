"""The version, stated here and nowhere else."""

__version__ = "0.6.0"
