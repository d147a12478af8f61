"""Pages of checks, and words of others in all that is written."""
