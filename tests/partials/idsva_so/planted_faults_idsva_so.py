"""Faults that must turn the tests of IDSVA-SO red: file, text, fault, tests.

The kernel texts reach the tests through the builds `lieref/partials/idsva_so/_idsva_so_wide*`.
"""

MOVED = "idsva_so_moved.pxi"
ENTRIES = "idsva_so_entries.pxi"
PLACES = "idsva_so_places.pxi"
RUN = "idsva_so.pxi"
SWEEP = "subtrees.pxi"
ENTRY = "inverse_dynamics_second_partials.pyx"
TWIN = "idsva_twin.py"
TESTS = "tests/partials/idsva_so/test_idsva_so.py"
PARTIALS = "tests/partials/idsva_so/test_inverse_dynamics_second_partials.py"
ARGUMENTS = "tests/partials/idsva_so/test_second_partials_arguments.py"
KERNEL = TESTS + "::test_kernel_against_twin"
LENGTHS = TESTS + "::test_kernel_against_twin_for_every_length"
NUMBERING = TESTS + "::test_kernel_against_twin_in_any_numbering"
SEVERAL = TESTS + "::test_kernel_against_twin_of_joints_of_several_degrees"
FIFTY_DIGITS = TESTS + "::test_twin_at_fifty_digits_is_the_oracle[free_inside]"
OF_SPHERICAL = FIFTY_DIGITS.replace("free_inside", "spherical_leaf")
PATTERN = PARTIALS + "::test_entries_outside_the_pattern_stay_untouched"
SYMMETRIES = PARTIALS + "::test_symmetries"
MEMORY = PARTIALS + "::test_memory_of_a_former_result_may_be_used_again"
METHODS = PARTIALS + "::test_both_methods_agree"

FAULTS = [
    # The three misreadings of Algorithm 1: f of the body alone, half of B, (I s) x for I (s x).
    (SWEEP + ": Place", "COMPOSITE = 28\n", "COMPOSITE = 22\n", KERNEL),
    (TWIN + ": subtrees",
     "            carrier.force = carrier.force + tree.force\n", "", FIFTY_DIGITS),
    (TWIN + ": _moved", "B_s = coriolis(I, p.s)", "B_s = coriolis(I, p.s) / 2", FIFTY_DIGITS),
    (TWIN + ": _moved",
     "A_3 = coriolis(I, p.psi_d) +", "A_3 = coriolis(I, p.psi_d) / 2 +", FIFTY_DIGITS),
    (TWIN + ": _moved",
     "A_1 = dual @ I - I @ motion", "A_1 = dual @ I - motion_cross(I @ p.s)", FIFTY_DIGITS),
    (MOVED + ": tabulate_dragged", "    force = plus(force, force)\n", "", KERNEL),
    (MOVED + ": find_moved",
     "p.y[i] = along[i] - 2 * p.turned[3 + i]", "p.y[i] = along[i] - p.turned[3 + i]",
     KERNEL),
    # Families of entries in the twin.
    (TWIN + ": _moved", "2 * A_0 - B_s", "A_0 - B_s", FIFTY_DIGITS),
    (TWIN + ": _moved", "dual @ I + A_0", "dual @ I", FIFTY_DIGITS),
    (TWIN + ": _entries",
     "A[4] @ t.s - B_s.T @ t.psi_d", "A[4] @ t.s + B_s.T @ t.psi_d", FIFTY_DIGITS),
    (TWIN + ": _entries", "qv[ip, kr, jt] = -p_1", "qv[ip, kr, jt] = p_1", OF_SPHERICAL),
    (TWIN + ": _entries",
     "vv[ip, jt, kr] = -(u_2 @ r.s)", "vv[ip, jt, kr] = -(u_11 @ r.s)", FIFTY_DIGITS),
    (TWIN + ": _entries",
     "u_1 @ r.s + u_2 @ (r.s_d + r.psi_d)", "u_1 @ r.s + u_2 @ r.s_d", FIFTY_DIGITS),
    (TWIN + ": _entries", "+ A[5] @ t.s)", ")", FIFTY_DIGITS),
    (TWIN + ": _entries",
     "r.s @ (B_s @ t.psi_d + A[7] @ t.s)", "r.s @ (B_s @ t.psi_d)", FIFTY_DIGITS),
    (TWIN + ": _entries",
     "vv[kr, jt, ip] = r.s @ (A[6] @ t.s)", "vv[kr, jt, ip] = r.s @ (B_s @ t.s)",
     FIFTY_DIGITS),
    (TWIN + ": _entries",
     "aq[kr, ip, jt] = aq[ip, kr, jt] = r.s @ u_9", "aq[kr, ip, jt] = r.s @ u_9",
     FIFTY_DIGITS),
    (TWIN + ": _entries", "qq[ip, kr, jt] = p_2", "qq[ip, kr, jt] = -p_2", FIFTY_DIGITS),
    # What a move of one coordinate does.
    (MOVED + ": coriolis_block", "C[4 * j] += spread", "C[4 * j] -= spread", KERNEL),
    (MOVED + ": coriolis_block", "half - J[i] if i == j", "half if i == j", KERNEL),
    (MOVED + ": find_moved",
     "p.J[0 + 2] = p.J[6] = 0.5 * (p.J[2] + p.J[6])", "p.J[6] = p.J[2]", KERNEL),
    (MOVED + ": add_commutator",
     "- s[0] * C[6 + j] - k[1] * u[j]", "- s[0] * C[6 + j] + k[1] * u[j]", KERNEL),
    (MOVED + ": add_commutator", "T[3 * i] -= C[3 * i + 1]", "T[3 * i] += C[3 * i + 1]", KERNEL),
    (MOVED + ": find_moved",
     "cross(block + MOMENTUM, s, along)", "cross(s, block + MOMENTUM, along)", KERNEL),
    (MOVED + ": find_moved", "    add_coriolis(block, psi_d, p.turned)\n", "", KERNEL),
    (MOVED + ": find_moved", "    add_force_cross(s, block + FORCE, p.turned)\n", "", KERNEL),
    (MOVED + ": find_moved", "times_inertia(block, column + SUM_D, p.pushed)",
     "times_inertia(block, column + PSI_D, p.pushed)", KERNEL),
    (MOVED + ": find_moved",
     "add_coriolis(block, s, p.pushed)", "add_coriolis(block, psi_d, p.pushed)", KERNEL),
    # Tables.
    (MOVED + ": tabulate_axes", "put(out + RAISED * L, L, minus(times(p.J, w), lever))",
     "put(out + RAISED * L, L, plus(times(p.J, w), lever))", KERNEL),
    (MOVED + ": tabulate_axes",
     "plus(across(w, p.momentum), lever)", "minus(across(w, p.momentum), lever)", KERNEL),
    (MOVED + ": tabulate_axes", "put(out + SIDE * L, L, across(w, p.momentum + 3))",
     "put(out + SIDE * L, L, across(w, p.momentum))", KERNEL),
    (MOVED + ": tabulate_carried",
     "pull = minus(pull, across(v, p.y))", "pull = plus(pull, across(v, p.y))", KERNEL),
    (MOVED + ": tabulate_carried", "across(t, p.turned)),", "across(t, p.pushed)),", KERNEL),
    (MOVED + ": tabulate_carried",
     "plus(pull, across(t, p.turned + 3))", "plus(pull, across(t, p.turned))", KERNEL),
    (MOVED + ": tabulate_carried",
     "still = plus(plus(across(v, p.g)", "still = plus(minus(across(v, p.g)", KERNEL),
    (MOVED + ": tabulate_carried",
     "store(out + (BENT + 4) * L, -pull.y)", "store(out + (BENT + 4) * L, pull.y)", KERNEL),
    (MOVED + ": tabulate_pushed",
     "minus(across(w, f), across(v, p.y))", "plus(across(w, f), across(v, p.y))", KERNEL),
    (MOVED + ": tabulate_pushed",
     "vector(row + SUM_D * step, step)", "vector(row + PSI_D * step, step)", KERNEL),
    (MOVED + ": tabulate_dragged",
     "plus(force, across(t, p.pushed + 3))", "plus(force, across(t, p.pushed))", KERNEL),
    (MOVED + ": tabulate_dragged", "across(vector(row + (S + 3) * step, step), p.pushed + 3)",
     "across(vector(row + (S + 3) * step, step), p.turned + 3)", KERNEL),
    (MOVED + ": tabulate_dragged",
     "plus(minus(aside, straight)", "plus(minus(straight, aside)", KERNEL),
    (MOVED + ": tabulate_dragged",
     "plus(plus(lever, lever), across(t, p.g))", "plus(lever, across(t, p.g))", KERNEL),
    # Products.
    (ENTRIES + ": products_of_slot", "store(rows + R_SPUN * L + y, raised + turned)",
     "store(rows + R_SPUN * L + y, raised - turned)", KERNEL),
    (ENTRIES + ": products_of_slot", "angular(x, table + TURNED * L + y, L) + side",
     "angular(x, table + TURNED * L + y, L)", KERNEL),
    (ENTRIES + ": products_of_force", "- product6(psi_d, table + DRAGGED * L + y, L)",
     "+ product6(psi_d, table + DRAGGED * L + y, L)", KERNEL),
    (ENTRIES + ": products_of_force",
     "Axis turned = axis_of(table + TURNED", "Axis turned = axis_of(table + RAISED",
     KERNEL),
    (ENTRIES + ": products_of_force",
     "product6(turned, axes + SUM_D", "product6(turned, axes + PSI_D", KERNEL),
    # Places.
    (PLACES + ": put_run", "store(to + count - LANES, sign * load(row + count - LANES))",
     "store(to + k, sign * load(row + k))", PATTERN),
    (PLACES + ": put_first", "put_run(slot(p, R_PUSHED, y, run), run.dq_dv + at",
     "put_run(slot(p, R_DRAGGED, y, run), run.dq_dv + at", KERNEL),
    (PLACES + ": put_first",
     "    put_run(slot(p, R_CARRIED, y, run), run.dq_dq + at + place[y], p.end - y, 1)\n",
     "", KERNEL),
    (PLACES + ": put_first", "    y = end\n", "    y = 0\n", KERNEL),
    (PLACES + ": put_first",
     "        put_run(slot(p, R_TURNED, y, run), run.da_dq + turned + place[y], stop - y, 1)\n",
     "", SYMMETRIES),
    (PLACES + ": put_last_from",
     "run.da_dq[at] = slot(p, R_RAISED, y, run)[0]", "run.da_dq[at] = slot(p, R_SPUN, y, run)[0]",
     KERNEL),
    (PLACES + ": put_last_from",
     "for y in range(p.start, p.end):", "for y in range(p.start, p.start + 1):", SEVERAL),
    (PLACES + ": put_last",
     "put_across(slot(last, R_CARRIED, y, run)", "put_across(slot(last, R_SPUN, y, run)", LENGTHS),
    (PLACES + ": put_last",
     "while y + LANES <= last.start:", "while y + LANES <= last.start + 1:", SEVERAL),
    (PLACES + ": put_force",
     "run.dv_dv[column] = -slot", "run.dv_dv[column] = slot", SYMMETRIES),
    (PLACES + ": put_force", "run.dq_dq[column] = bent[y]", "run.dq_dq[column] = 0", SYMMETRIES),
    (PLACES + ": put_force", "put_run(slot(p, R_RAISED, y, run), run.dv_dv + row",
     "put_run(slot(p, R_SPUN, y, run), run.dv_dv + row", SEVERAL),
    (PLACES + ": put_force",
     "for y in range(start, end):", "for y in range(start + 1, end):", KERNEL),
    # The run of coordinates and its path.
    (RUN + ": run_start",
     "model.parent[i] == i - 1 and (", "model.parent[i] >= 0 and (", NUMBERING),
    (RUN + ": run", "for c in range(width(model.kind[i]) - 1, -1, -1):",
     "for c in range(width(model.kind[i])):", SEVERAL),
    (RUN + ": start_run",
     "run.until[y + 1] if place[y + 1] == place[y] + 1 else y + 1", "run.until[y + 1]",
     NUMBERING),
    (RUN + ": find_spun", "        add_force_cross(t, own, p.spun + 6 * k)\n", "", SEVERAL),
    (RUN + ": entries_of_slot",
     "            spin_own_joint(s, step, p, L)\n", "            pass\n", SEVERAL),
    (RUN + ": entries_of_slot", "p.table + CARRIED_BEYOND * L", "p.table + CARRIED * L", KERNEL),
    (RUN + ": entries_of_slot", "p.table + DRAGGED_BEYOND * L", "p.table + DRAGGED * L", KERNEL),
    (RUN + ": add_member",
     "    run.dv_dv[(p.place * run.nv + p.place) * run.nv + p.place] = 0\n", "", SYMMETRIES),
    (RUN + ": prepare",
     "run.stride = run.path.stride + LANES", "run.stride = run.path.stride", LENGTHS),
    (RUN + ": run", "            add_to_parent(model, i, &at)\n", "", KERNEL),
    # The public function.
    (ENTRY + ": inverse_dynamics_second_partials",
     "    if plain and not chained:", "    if plain:", METHODS),
    (ENTRY + ": _given_to", "        np.copyto(given, array)\n", "        pass\n", MEMORY),
    (ENTRY + ": inverse_dynamics_second_partials",
     "        _require_tensors(model.nv, out)\n", "        pass\n", ARGUMENTS),
    (ENTRY + ": body_second_partials",
     '    _require_finite("v", v)\n    _require_finite("a", a)\n', "", ARGUMENTS),
    (ENTRY + ": _tensors", "except (MemoryError, ValueError):", "except MemoryError:", ARGUMENTS),
    (ENTRY + ": _require_tensors", "array.shape != shape or (", "array.shape == () or (",
     ARGUMENTS),
    (ENTRY + ": _body_second_partials",
     "    _require_written_finite(model, out)\n    return out\n", "    return out\n",
     ARGUMENTS),
    (ENTRY + ": _written_finite",
     "above = model.parent[above]\n    return True", "above = -1\n    return True",
     ARGUMENTS + "::test_no_entry_beyond_the_range_of_double_is_missed"),
]  # fmt: skip
