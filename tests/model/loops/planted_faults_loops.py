"""Faults in loops, couplings, clusters and URDF+: file, its text, the fault, the tests."""

LOOPS = "tests/model/loops/test_loops.py"
CHOICE = "tests/loops/test_default_choice.py"
REFUSALS = "tests/model/loops/test_loop_refusals.py"
CLUSTERS = "tests/model/loops/test_clusters.py"
URDF = "tests/model/test_urdf_plus.py"
COUPLINGS = "tests/model/test_urdf_couplings.py"
SCALES = "tests/model/loops/test_loop_scales.py"
ENDS = "tests/model/loops/test_loop_ends.py"
LARGE = "tests/model/loops/test_large_clusters.py"
FOLDS = "tests/loops/test_expand_far.py"
EDITED = "tests/loops/test_assembly_and_editing.py"
FAULTS = [
    # Lengths, ends, large clusters, folds, named joints.
    ("loop_frames.py: _length", "total > PLACED * size", "total > 0", SCALES),
    ("loop_frames.py: _with_lengths", "frames[at].length or longest or 1.0", "1.0", SCALES),
    ("loop_ends.py: on_bodies", "placement @ given", "given", ENDS),
    (
        "loop_toggles.py: moves_as_its_jacobian",
        "for size in STRIDES",
        "for size in STRIDES[:1]",
        LARGE,
    ),
    ("loop_newton.py: pivots", "sizes[::-1, ::-1].argmax()", "sizes.argmax()", LARGE),
    ("loop_configuration.py: _near_toggle", "len(free) - mobility", "0", FOLDS),
    ("loop_assembly.py: _closed_holding", "rank(J[:, rest]) == rank(J)", "True", EDITED),
    ("loop_model.py: LoopModel._whole", "whole[..., self.independent_q] = y", "pass", EDITED),
    ("loop_model.py: LoopModel.reduced", "self.assembly[at : at + count]", "0.0", EDITED),
    # Clusters.
    (
        "clusters.py: _loop_bodies",
        "    return sorted(set(one) ^ set(other))",
        "    return sorted(set(one) | set(other))",
        CLUSTERS,
    ),
    (
        "clusters.py: _merge",
        "for k in _above(up, here) if k >= 0 and here in _above(up, k)",
        "for k in _above(up, here) if k >= 0",
        CLUSTERS,
    ),
    (
        "clusters.py: _merge",
        "                sets.unite([here, *below])",
        "                sets.unite([here, *(k for k in outputs if k >= 0)])",
        CLUSTERS,
    ),
    (
        "clusters.py: _merge",
        "        sets.unite(outputs)\n",
        "        sets.unite([here, *outputs])\n",
        CLUSTERS,
    ),
    (
        "clusters.py: _ordered",
        "next((j for j in ancestors(parents, i) if sets.find(j) != root), -1)",
        "parents[i]",
        CLUSTERS,
    ),
    (
        "clusters.py: _ordered",
        "                free=tuple(k for k in coordinates if k not in driven),",
        "                free=tuple(coordinates),",
        CLUSTERS,
    ),
    # Loops and couplings.
    (
        "loops/loops.py: Loop.__post_init__",
        "        if self.predecessor == self.successor:",
        "        if self.predecessor is self.successor is None:",
        REFUSALS,
    ),
    (
        "loops/loops.py: _linear",
        "    if matrix.ndim < 2 and matrix.size == shape[0] * shape[1] and 1 in shape:",
        "    if matrix.size == shape[0] * shape[1]:",
        REFUSALS,
    ),
    (
        "loops/loops.py: Loop.__post_init__",
        "            pose.setflags(write=False)",
        "            pose.setflags(write=True)",
        LOOPS,
    ),
    # Closing them.
    (
        "loop_assembly.py: _in_order",
        "(c for c in waiting if not any(driver.get(s) in waiting for s in c.sources))",
        "iter(waiting)",
        REFUSALS,
    ),
    (
        "loop_ends.py: neutral_pose",
        "        pose = tree.placements[i] @ pose",
        "        pose = pose @ tree.placements[i]",
        LOOPS,
    ),
    (
        "loop_ends.py: neutral_pose",
        "        if i == ancestor:\n            break",
        "        if i == -1:\n            break",
        LOOPS,
    ),
    (
        "loop_assembly.py: _dependent",
        "    if found < usual:",
        "    if found > usual:",
        REFUSALS,
    ),
    (
        "loop_toggles.py: moves_as_its_jacobian",
        "        return bool(np.linalg.svd(kept)[1].min(initial=1.0) > 0.5)",
        "        return bool(np.linalg.svd(kept)[1].min(initial=1.0) > -1.0)",
        REFUSALS,
    ),
    (
        "loop_toggles.py: advice",
        "tried = written | _rounded(closer, k, there)",
        "tried = _rounded(closer, k, there)",
        REFUSALS,
    ),
    (
        "loop_toggles.py: advice",
        "if not cluster.implicit or _usable(judge, k, q):",
        "if _usable(judge, k, q) or k > 1:",
        REFUSALS,
    ),
    (
        "loop_assembly.py: _dependent",
        "    if usual == n:",
        "    if usual > n:",
        REFUSALS,
    ),
    (
        "loop_assembly.py: _columns",
        "        if whole and len(chosen) == count and _growth(J, chosen) <= GROWTH:",
        "        if not whole and len(chosen) == count and _growth(J, chosen) <= GROWTH:",
        LOOPS,
    ),
    (
        "loop_assembly.py: _columns",
        "_growth(J, chosen) <= GROWTH:",
        "_growth(J, chosen) <= 1e3:",
        CHOICE,
    ),
    (
        "loop_assembly.py: _wanted",
        "range(one, one + 1)",
        "velocities[body]",
        CHOICE,
    ),
    (
        "loop_assembly.py: _columns",
        "    may = [i for i, iv in enumerate(free) if iv not in wanted]",
        "    may = list(range(len(free)))",
        REFUSALS,
    ),
    (
        "loop_choice.py: _configuration_part",
        "        if here and len(here) < len(velocities):",
        "        if here and len(here) < 0:",
        LOOPS,
    ),
    (
        "loop_assembly.py: idle_joints",
        "            if np.linalg.matrix_rank(scaled[heavy], RANK) == G.shape[1]:",
        "            if len(heavy):",
        LOOPS,
    ),
    (
        "loop_newton.py: Closer._newton",
        "            step = -np.linalg.lstsq(J, phi, rcond=RANK)[0]",
        "            step = np.linalg.lstsq(J, phi, rcond=RANK)[0]",
        REFUSALS,
    ),
    (
        "loop_newton.py: Closer._newton",
        "        moving = [i for i, iv in enumerate(free) if iv not in held]",
        "        moving = list(range(len(free)))",
        LOOPS,
    ),
    (
        "loop_configuration.py: tree_velocities",
        "        scaled = np.linalg.lstsq(J[:, solved], -J[:, kept], rcond=RANK)[0]",
        "        scaled = np.linalg.lstsq(J[:, solved], J[:, kept], rcond=RANK)[0]",
        LOOPS,
    ),
    (
        "loop_newton.py: Closer.closed_cluster",
        "        q = self.coupled(k, q)\n        if not self._rows[k]:",
        "        if not self._rows[k]:",
        LOOPS,
    ),
    (
        "loop_model.py: LoopModel.__getstate__",
        '        return {**self.__dict__, "tables": {}}',
        "        return dict(self.__dict__)",
        LOOPS,
    ),
    # URDF+.
    (
        "plus.py: Constraints._equation",
        "        terms.update({joint.name: -1.0 for joint in to_successor})",
        "        terms.update({joint.name: 1.0 for joint in to_successor})",
        COUPLINGS,
    ),
    (
        "plus.py: Constraints._equation",
        "        terms = {joint.name: ratio for joint in to_predecessor}",
        "        terms = {joint.name: 1 / ratio for joint in to_predecessor}",
        COUPLINGS,
    ),
    (
        "plus.py: Constraints._paths",
        'for joint in line if joint.name not in shared and joint.type != "fixed"',
        'for joint in line if joint.type != "fixed"',
        URDF,
    ),
    (
        "plus.py: Constraints._solve",
        "-np.linalg.solve(K_d, K_i)",
        "-np.linalg.solve(K_d.T, K_i)",
        COUPLINGS,
    ),
    (
        "plus.py: Constraints._add_loop",
        "        if ends[1][0] is None:\n            ends.reverse()",
        "        if ends[0][0] is None:\n            ends.reverse()",
        URDF,
    ),
    (
        "plus.py: Constraints._add_loop",
        "pose @ poses_of([end.origin])[0]",
        "poses_of([end.origin])[0]",
        URDF,
    ),
    (
        "plus.py: Constraints._unknown",
        "        if all(flag is None for flag in flags.values()):",
        "        if any(flag is None for flag in flags.values()):",
        COUPLINGS,
    ),
    (
        "plus.py: Constraints.add",
        "        driven = self._add_couplings(builder, equations)\n"
        "        self.independent = [name for name in self.independent if name not in driven]",
        "        self._add_couplings(builder, equations)",
        COUPLINGS,
    ),
    (
        "building.py: _add_mimics",
        "    builder.couple(joint.name, source, multiplier, offset, name=",
        "    builder.couple(joint.name, source, multiplier, -offset, name=",
        COUPLINGS,
    ),
]
