"""Which term of the equations of motion a subject has wrong.

`recursions` are two plain recursions whose every term can be scaled, `hypotheses` are single
mistakes in them, `probing` asks a subject for inverse dynamics, `terms` finds the mistake.
"""
