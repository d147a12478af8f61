"""The version, stated here and nowhere else."""

__version__ = "0.7.0"
