"""Checks of other people's code: error metrics, and the audit behind ``lieref check``."""

from lieref.check.audit import Report, Result, audit
from lieref.check.models import named_model
from lieref.check.process import Limits
from lieref.check.quantities import QUANTITIES

__all__ = ["QUANTITIES", "Limits", "Report", "Result", "audit", "named_model"]
