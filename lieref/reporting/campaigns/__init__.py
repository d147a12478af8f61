"""Campaigns: cases computed in parallel and kept as they finish."""
