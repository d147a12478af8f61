"""Verification of inverse dynamics of any order: claims, cases, tables and figures."""
