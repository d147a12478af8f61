"""Measurements: each module has ``evaluate(params) -> dict``; several claims may share one."""
