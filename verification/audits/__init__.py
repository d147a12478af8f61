"""The audits of other libraries: claims on what was found, tables, figures, and findings."""
