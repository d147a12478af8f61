"""Faults in contacts and impacts: file, its text, the fault, tests."""

TESTS = "tests/loops/contacts/test_contacts.py"
FAULTS = [
    (
        "contacts.py: impact",
        "after, torques = closed + e * (closed - before), (1.0 + e) * (",
        "after, torques = closed + e * (before - closed), (1.0 + e) * (",
        TESTS,
    ),
    (
        "contacts.py: impact",
        "lost = -0.5 * float(torques @ (before + after))",
        "lost = 0.5 * float(torques @ (before - after))",
        TESTS,
    ),
    (
        "contacts.py: distribute_forces",
        "1.0 / np.sqrt(loops) / units.row_units,",
        "1.0 / np.sqrt(loops),",
        TESTS,
    ),
    (
        "contacts.py: distribute_forces",
        "    if gap.max(initial=0.0) > LEFT_OVER",
        "    if gap.max(initial=0.0) > 2",
        TESTS,
    ),
    (
        "loop_model.py: LoopModel.with_loops",
        "        passive = tuple(loop for name, loop in known.items() if name not in names)",
        "        passive = self.inactive",
        TESTS,
    ),
]
