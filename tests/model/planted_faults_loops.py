"""Faults in loops, couplings, clusters and URDF+: file, its text, the fault, the tests."""

LOOPS = "tests/model/test_loops.py"
REFUSALS = "tests/model/test_loop_refusals.py"
CLUSTERS = "tests/model/test_clusters.py"
URDF = "tests/model/test_urdf_plus.py"
FAULTS = [
    # Clusters.
    (
        "lieref/model/loops/clusters.py",
        "    return sorted(set(one) ^ set(other))",
        "    return sorted(set(one) | set(other))",
        CLUSTERS,
    ),
    (
        "lieref/model/loops/clusters.py",
        "for k in _above(up, here) if k >= 0 and here in _above(up, k)",
        "for k in _above(up, here) if k >= 0",
        CLUSTERS,
    ),
    (
        "lieref/model/loops/clusters.py",
        "                sets.unite([here, *below])",
        "                sets.unite([here, *(k for k in outputs if k >= 0)])",
        CLUSTERS,
    ),
    (
        "lieref/model/loops/clusters.py",
        "        sets.unite(outputs)\n",
        "        sets.unite([here, *outputs])\n",
        CLUSTERS,
    ),
    (
        "lieref/model/loops/clusters.py",
        "next((j for j in ancestors(parents, i) if sets.find(j) != root), -1)",
        "parents[i]",
        CLUSTERS,
    ),
    (
        "lieref/model/loops/clusters.py",
        "                free=tuple(k for k in coordinates if k not in driven),",
        "                free=tuple(coordinates),",
        CLUSTERS,
    ),
    # Loops and couplings.
    (
        "lieref/model/loops/loops.py",
        "        if self.predecessor == self.successor:",
        "        if self.predecessor is self.successor is None:",
        REFUSALS,
    ),
    (
        "lieref/model/loops/loops.py",
        "    if matrix.ndim < 2 and matrix.size == shape[0] * shape[1] and 1 in shape:",
        "    if matrix.size == shape[0] * shape[1]:",
        REFUSALS,
    ),
    (
        "lieref/model/loops/loops.py",
        "            pose.setflags(write=False)",
        "            pose.setflags(write=True)",
        LOOPS,
    ),
    # Closing them.
    (
        "lieref/model/loops/loop_assembly.py",
        "(c for c in waiting if not any(driver.get(s) in waiting for s in c.sources))",
        "iter(waiting)",
        REFUSALS,
    ),
    (
        "lieref/model/loops/loop_assembly.py",
        "        pose = tree.placements[i] @ pose",
        "        pose = pose @ tree.placements[i]",
        LOOPS,
    ),
    (
        "lieref/model/loops/loop_assembly.py",
        "        if i == ancestor:\n            break",
        "        if i == -1:\n            break",
        LOOPS,
    ),
    (
        "lieref/model/loops/loop_assembly.py",
        "        if after == before:",
        "        if after < before:",
        REFUSALS,
    ),
    (
        "lieref/model/loops/loop_assembly.py",
        "    if ranks[0] < usual:",
        "    if ranks[0] > usual:",
        REFUSALS,
    ),
    (
        "lieref/model/loops/loop_toggles.py",
        "    return bool(np.linalg.svd(kept)[1].min() > 0.5)",
        "    return bool(np.linalg.svd(kept)[1].min() > -1.0)",
        REFUSALS,
    ),
    (
        "lieref/model/loops/loop_toggles.py",
        "tried = written | _rounded(closer, k, there)",
        "tried = _rounded(closer, k, there)",
        REFUSALS,
    ),
    (
        "lieref/model/loops/loop_toggles.py",
        "if not cluster.loops or _usable(judge, k, q):",
        "if _usable(judge, k, q) or k > 1:",
        REFUSALS,
    ),
    (
        "lieref/model/loops/loop_assembly.py",
        "    if usual == n:",
        "    if usual > n:",
        REFUSALS,
    ),
    (
        "lieref/model/loops/loop_assembly.py",
        "    return chosen if len(chosen) >= count else pivots(J, may, RANK)",
        "    return pivots(J, may, RANK)",
        LOOPS,
    ),
    (
        "lieref/model/loops/loop_assembly.py",
        "    may = [i for i, iv in enumerate(free) if iv not in wanted]",
        "    may = list(range(len(free)))",
        REFUSALS,
    ),
    (
        "lieref/model/loops/loop_assembly.py",
        "        if here and len(here) < len(velocities):",
        "        if here and len(here) < 0:",
        LOOPS,
    ),
    (
        "lieref/model/loops/loop_assembly.py",
        "            if np.linalg.matrix_rank(G[heavy], RANK) == G.shape[1]:",
        "            if len(heavy):",
        LOOPS,
    ),
    (
        "lieref/model/loops/loop_newton.py",
        "            step = -np.linalg.lstsq(J, phi, rcond=RANK)[0]",
        "            step = np.linalg.lstsq(J, phi, rcond=RANK)[0]",
        REFUSALS,
    ),
    (
        "lieref/model/loops/loop_newton.py",
        "        moving = [i for i, iv in enumerate(free) if iv not in held]",
        "        moving = list(range(len(free)))",
        LOOPS,
    ),
    (
        "lieref/model/loops/loop_configuration.py",
        "        scaled = np.linalg.lstsq(J[:, solved], -J[:, kept], rcond=RANK)[0]",
        "        scaled = np.linalg.lstsq(J[:, solved], J[:, kept], rcond=RANK)[0]",
        LOOPS,
    ),
    (
        "lieref/model/loops/loop_newton.py",
        "        q = self.coupled(k, q)\n        if not self._rows[k]:",
        "        if not self._rows[k]:",
        LOOPS,
    ),
    (
        "lieref/model/loops/loop_model.py",
        '        return {**self.__dict__, "tables": {}}',
        "        return dict(self.__dict__)",
        LOOPS,
    ),
    # URDF+.
    (
        "lieref/model/urdf/plus.py",
        "        terms.update({joint.name: -1.0 for joint in to_successor})",
        "        terms.update({joint.name: 1.0 for joint in to_successor})",
        URDF,
    ),
    (
        "lieref/model/urdf/plus.py",
        "        terms = {joint.name: ratio for joint in to_predecessor}",
        "        terms = {joint.name: 1 / ratio for joint in to_predecessor}",
        URDF,
    ),
    (
        "lieref/model/urdf/plus.py",
        'for joint in line if joint.name not in shared and joint.type != "fixed"',
        'for joint in line if joint.type != "fixed"',
        URDF,
    ),
    (
        "lieref/model/urdf/plus.py",
        "-np.linalg.solve(K_d, K_i)",
        "-np.linalg.solve(K_d.T, K_i)",
        URDF,
    ),
    (
        "lieref/model/urdf/plus.py",
        "        if ends[1][0] is None:\n            ends.reverse()",
        "        if ends[0][0] is None:\n            ends.reverse()",
        URDF,
    ),
    (
        "lieref/model/urdf/plus.py",
        "pose @ poses_of([end.origin])[0]",
        "poses_of([end.origin])[0]",
        URDF,
    ),
    (
        "lieref/model/urdf/plus.py",
        "        if all(flag is None for flag in flags.values()):",
        "        if any(flag is None for flag in flags.values()):",
        URDF,
    ),
    (
        "lieref/model/urdf/plus.py",
        "        driven = self._add_couplings(builder, equations)\n"
        "        self.independent = [name for name in self.independent if name not in driven]",
        "        self._add_couplings(builder, equations)",
        URDF,
    ),
    (
        "lieref/model/urdf/building.py",
        "    builder.couple(joint.name, source, multiplier, offset, name=",
        "    builder.couple(joint.name, source, multiplier, -offset, name=",
        URDF,
    ),
]
