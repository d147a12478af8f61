"""Checks of other people's code: error metrics, and the audit behind ``lieref check``."""

from lieref.check.audit import audit
from lieref.check.models import named_model
from lieref.check.process import Limits
from lieref.check.quantities import QUANTITIES
from lieref.check.results import Report, Result

__all__ = ["QUANTITIES", "Limits", "Report", "Result", "audit", "named_model"]
