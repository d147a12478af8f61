"""Tables, figures and campaigns of reports, and `lieref report`: one on a user's robots."""
