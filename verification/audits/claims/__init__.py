"""Claims of the audits: what other libraries' functions return, held against proven references."""
