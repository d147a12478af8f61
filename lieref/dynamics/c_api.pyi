"""Inverse and forward dynamics for C: the functions that lieref.h declares, in a capsule."""

C_API: object
