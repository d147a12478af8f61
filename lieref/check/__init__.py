"""Checks of other people's code: error metrics, and the audit behind ``lieref check``."""

from lieref.check.audit import audit
from lieref.check.exchange.process import Limits
from lieref.check.models import named_model
from lieref.check.own_model.two_files import Comparison, compare
from lieref.check.quantities import QUANTITIES
from lieref.check.results import Report, Result

__all__ = [
    "QUANTITIES",
    "Comparison",
    "Limits",
    "Report",
    "Result",
    "audit",
    "compare",
    "named_model",
]
