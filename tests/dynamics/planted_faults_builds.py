"""Faults in the choice of builds, and of H in batches: file, text, fault, tests."""

MACHINE = "machine.pyx"
TABLE = "build_variants.py"
BATCH = "inertia_batches.pyx"
GROUPS = "state_groups.pyx"
CHOICE = "tests/test_machine.py"
BATCHES = "tests/partials/test_partial_batches.py"

FAULTS = [
    (MACHINE + ": available", "BUILDS[:1 + lieref_has_v3() + lieref_has_v4()]",
     "BUILDS[:1 + lieref_has_v3()]", CHOICE),
    (MACHINE + ": kernel", "if x in builds_of(name)].pop()", "if x in builds_of(name)][0]", CHOICE),
    (MACHINE + ": kernel",
     "for x in BUILDS[:BUILDS.index(chosen()) + 1]", "for x in BUILDS[:3]", CHOICE),
    (MACHINE + ": builds_of", "return LEVELS.get(name, BUILDS[:1])", "return BUILDS[:1]", CHOICE),
    (TABLE + ": list_text", "(*levels.get(name, ()), variant.level)", "(variant.level,)", CHOICE),
    (BATCH + ": _of_tree", "held.entries = <size_t> model.nv * model.nv * batch.width",
     "held.entries = <size_t> model.nv * model.nv", BATCHES),
    (GROUPS + ": _share", "batch.start(batch.held, places + batch.inputs, at)", "pass", BATCHES),
]  # fmt: skip
