"""Golden data: certified references as plain files, written by ``python -m verification.golden``.

descriptions: models as plain data; inputs: the cases; enclosures: proven decimals; tree_references,
loop_references, group_references: what is computed; second_formulations: the same by other ways;
failures: what must be refused; wording: frames and orders in words; schema: what a file must
look like; files: how they are written; archives: how they are packed. `lieref.golden` reads them.
"""
