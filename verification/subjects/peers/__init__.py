"""Adapters to other libraries, references for their conventions, and findings about them."""
