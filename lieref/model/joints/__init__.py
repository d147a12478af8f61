"""Joints and mimics, as a user describes them."""
