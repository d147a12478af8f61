"""Faults that must turn the tests of the integrators red: file, text, fault, tests."""

GROUP = "group.pyx"
CHARTS = "charts.pxi"
TREE = "tree_momentum.pyx"
VARIATIONAL = "variational.py"
ADAPTIVE = "adaptive.py"
STEPS = "step.py"
TABLEAUS = "tableaus.py"
ENTRY = "simulate.py"
LOADS = "loads.py"
BASE = "base_velocity.py"
BETWEEN = "solution.py"
CHECKS = "integrate/arguments.py"
WATCH = "stability.py"
CLOSED = "closed_motions.py"
OF_GROUP = "tests/integrate/test_group.py"
OF_TREE = "tests/simulate/test_tree_momentum.py"
OF_ORDERS = "tests/integrate/test_orders.py"
OF_MODELS = "tests/simulate/test_simulate.py"
OF_STEPS = "tests/integrate/test_unstable_steps.py"
OF_BASES = "tests/simulate/test_base_velocity.py"
OF_ARGUMENTS = "tests/integrate/test_integrate_arguments.py"
POSES = OF_GROUP + "::test_poses_stay_poses_without_projection"
STAGE = OF_GROUP + "::test_stage_is_a_weighted_sum_in_the_chart"
RATES = OF_GROUP + "::test_rates_are_those_of_the_charts"
CAYLEY = OF_GROUP + "::test_cayley_map_is_its_definition"
PAIR = OF_ORDERS + "::test_orders_of_the_embedded_pair"
ORDERS = OF_ORDERS + "::test_order_of_the_munthe_kaas_methods"
OF_TIME = OF_ORDERS + "::test_order_under_a_torque_of_time"
KEPT = OF_MODELS + "::test_variational_method_conserves_spatial_momentum"
BACK = OF_MODELS + "::test_there_and_back"
WRENCHES = OF_MODELS + "::test_wrenches_push"
TORQUES = OF_MODELS + "::test_forms_of_a_torque"
BETWEEN_TIMES = OF_MODELS + "::test_between_the_times"

FAULTS = [
    # Group.
    (CHARTS + ": increment",
     "d[i] = dd(x[i], -0.5 * excess.hi * x[i])", "d[i] = dd(x[i], 0.0)", POSES),
    (CHARTS + ": advance_factor", "low[i] = e[i].lo", "low[i] = 0.0", POSES),
    (CHARTS + ": add", "s = dd(s.hi, s.lo + low[0])", "s = dd(s.hi, s.lo)", POSES),
    (CHARTS + ": shift", "p[i] = scale * (X[i + 3] + 0.5 * a[i] + along * X[i])",
     "p[i] = scale * (X[i + 3] - 0.5 * a[i] + along * X[i])", CAYLEY),
    (CHARTS + ": increment", "x[i] = 0.5 * r * w[i]", "x[i] = r * w[i]", CAYLEY),
    (CHARTS + ": cayley_rate", "out[i + 3] = V[i + 3] + 0.5 * (a[i] + b[i]) + 0.25 * c[i]",
     "out[i + 3] = V[i + 3] + 0.5 * (a[i] + b[i]) - 0.25 * c[i]", RATES),
    (CHARTS + ": cayley_rate", "out[i] = V[i] + 0.5 * a[i] + along * X[i]",
     "out[i] = V[i] - 0.5 * a[i] + along * X[i]", RATES),
    (GROUP + ": Group._rate", "minus[i] = -X[at + i]", "minus[i] = X[at + i]", RATES),
    (GROUP + ": Group.stage",
     "faster[k] = start[k] + step * faster[k]", "faster[k] = start[k] + faster[k]", STAGE),
    (GROUP + ": Group.stage", "faster[k] += shares[j] * rows[j, n + k]",
     "faster[k] += shares[j] * rows[j, k]", STAGE),
    (GROUP + ": Group.difference", "rotate_back(C, gap, local)", "rotate(C, gap, local)", OF_GROUP),
    (GROUP + ": Group._advance",
     "if not square <= M_PI * M_PI:", "if square > M_PI * M_PI:", OF_GROUP),
    # Momentum of a tree.
    (TREE + ": TreeMomentum._tip_to_base",
     "total[k] += state.G[k]", "total[k] -= state.G[k]", OF_TREE),
    (TREE + ": TreeMomentum._tip_to_base",
     "se3_ad_t_mul(state.Y, state.P, total)", "se3_ad_t_mul(state.V, state.P, total)",
     OF_TREE),
    (TREE + ": body_momentum", "state.P[i + 3] = body.m * state.V[i + 3] - b[i]",
     "state.P[i + 3] = body.m * state.V[i + 3] + b[i]", OF_TREE),
    (TREE + ": body_momentum",
     "cross(body.h, state.g, state.G)", "cross(state.g, body.h, state.G)", OF_TREE),
    (TREE + ": _constants", "screw = [*body.axis, *(a + body.pitch * e for a, e in pairs)]",
     "screw = [*body.axis, *(a for a, e in pairs)]", OF_TREE),
    # Variational method.
    (VARIATIONAL + ": Stepper._increment", "P - h / 2 * self.group.dexp_t(D / 2, F)",
     "P - h / 2 * self.group.dexp_t(-D / 2, F)", OF_MODELS),
    (VARIATIONAL + ": Stepper.step", "after = P + h / 2 * self.group.dexp_t(-D / 2, F)",
     "after = P + h / 2 * self.group.dexp_t(D / 2, F)", BACK),
    (VARIATIONAL + ": Stepper.step", "p = self.group.dexp_inv_t(-D, after)",
     "p = self.group.dexp_inv_t(D, after)", OF_ORDERS),
    (VARIATIONAL + ": Stepper.step",
     "self.spatial[k] + h * self.tree", "self.spatial[k] + self.tree", OF_MODELS),
    (VARIATIONAL + ": Stepper.step", "self.tree.to_body(i, self.q, self.spatial[k])",
     "self.tree.to_body(i, middle, self.spatial[k])", KEPT),
    (VARIATIONAL + ": Stepper._increment",
     "error * error <= EPS * size * before", "error <= 1e-6 * size", BACK),
    (VARIATIONAL + ": Stepper._momentum_and_force",
     "dL + self.load(t + h / 2, middle, v)", "dL - self.load(t + h / 2, middle, v)",
     OF_MODELS),
    (VARIATIONAL + ": Stepper._momentum_and_force",
     "dL + self.load(t + h / 2, middle, v)", "dL + self.load(t, middle, v)", OF_TIME),
    # Munthe-Kaas methods.
    (STEPS + ": System.step", "self.evaluate(state.t + h * tableau.c[i], q, v, stages, i)",
     "self.evaluate(state.t + tableau.c[i], q, v, stages, i)", OF_TIME),
    (GROUP + ": Group.finish",
     "add(&faster[k], &faster_low[k], step * change)", "faster[k] += step * change", OF_ORDERS),
    (GROUP + ": Group.accept", "except (ShapeError, NonFiniteError):",
     "except ShapeError:", OF_ARGUMENTS),
    (TABLEAUS, "(1 / 6, 2 / 3, 1 / 6)", "(1 / 4, 1 / 2, 1 / 4)", ORDERS),
    (TABLEAUS, "9017 / 3168", "9017 / 3169", PAIR),
    (TABLEAUS, "393 / 640", "393 / 641", PAIR),
    # Motions in closed form.
    (CLOSED + ": free_body", "about.append(w[0] * com[1] - w[1] * com[0])",
     "about.append(w[1] * com[0] - w[0] * com[1])", OF_ORDERS),
    (CLOSED + ": heavy_top", "(spin - a) * t - up + down", "(spin - a) * t + up + down", OF_ORDERS),
    # Adaptive steps.
    (ADAPTIVE + ": run", "state, a = tried, last_a", "state, a = tried, first_a", OF_ORDERS),
    (ADAPTIVE + ": run", "if not error <= 1.0:", "if error > 1e6:", OF_ORDERS),
    (ADAPTIVE + ": run",
     "                _require_step(proposed, state.t, end, result.failure)\n",
     "                pass\n",
     OF_ARGUMENTS),
    # Whole models.
    (LOADS + ": generalized_load", "tau(t, q, v) - against", "tau(t, q, v) + against", WRENCHES),
    ("right_hand_side.py: _forward",
     "wrenches=wrenches, wrench_axes=wrench_axes", "wrenches=wrenches", WRENCHES),
    ("right_hand_side.py: _of_a_tree", "forces - external_forces(model",
     "forces + external_forces(model",
     OF_STEPS + "::test_wrenches_do_work"),
    (WATCH, "EXCESS = 10.0", "EXCESS = 1e9", OF_STEPS),
    (WATCH + ": EnergyWatch.look", "max(0.0, self._potential - potential)", "0.0", OF_STEPS),
    (WATCH + ": EnergyWatch.look", "max(0.0, self._step * power)", "0.0", OF_STEPS),
    (WATCH + ": EnergyWatch.look", "max(0.0, float(work.max()))", "0.0", OF_STEPS),
    (WATCH + ": EnergyWatch.look", "[*self._rates, v]", "self._rates[:1]", OF_STEPS),
    (WATCH + ": EnergyWatch.step", "self._time += h", "self._time += abs(h)", OF_STEPS),
    (WATCH + ": EnergyWatch.recorded", "value is not last or not self._loads", "last is None",
     OF_STEPS),
    ("munthe_kaas.py: _fixed", "watch.look(state.q, state.v)", "pass", OF_STEPS),
    (LOADS + ": _signal", "return array.copy()", "return array", OF_STEPS),
    (TREE + ": TreeMomentum._base_to_tip", "height -= gravity[k]", "height += gravity[k]", OF_TREE),
    (TREE + ": TreeMomentum.energies", "potential -= body.h[k]", "potential += body.h[k]", OF_TREE),
    (TREE + ": TreeMomentum.energies", "power += state.V[k] * state.G[k]",
     "power += state.V[k] * state.P[k]", OF_TREE),
    (LOADS + ": torques_on",
     "ascending, rows = times[order], given[order]", "ascending, rows = times[order], given",
     TORQUES),
    (LOADS + ": torques_on", "(1 - share) * rows[k] + share * rows[k + 1]",
     "share * rows[k] + (1 - share) * rows[k + 1]", TORQUES),
    (LOADS + ": _signal", "callback(t, q.copy(), v.copy())", "callback(t, q, v)", OF_ARGUMENTS),
    (LOADS + ": sum_of",
     "one(t, q, v) + other(t, q, v)", "one(t, q, v) - other(t, q, v)", OF_BASES),
    (ENTRY + ": simulate", "start, tau = change.to_body(q, v), change.of_torques(tau)",
     "start, tau = v, change.of_torques(tau)", OF_BASES),
    (ENTRY + ": simulate", "start, tau = change.to_body(q, v), change.of_torques(tau)",
     "start, tau = change.to_body(q, v), change.of_states(tau)", OF_BASES),
    (ENTRY + ": simulate", "None if loads is None else change.of_states(loads)", "loads", OF_BASES),
    (ENTRY + ": _represented", "        rows[0] = v0\n", "        pass\n", OF_BASES),
    (ENTRY + ": _represented",
     "body_v=found.v, represent=change.of_body", "represent=change.of_body",
     OF_BASES),
    (ENTRY + ": _represented",
     "body_v=found.v, represent=change.of_body", "body_v=found.v", OF_BASES),
    (BASE + ": BaseVelocity.to_body", "            v = velocity(change, v[None])[0]",
     "            v = velocity(_back(change), v[None])[0]", OF_BASES),
    (BASE + ": BaseVelocity.of_torques",
     "tau = load(t, q, self.of_body(q, v))", "tau = load(t, q, v)", OF_BASES),
    (BASE + ": BaseVelocity.of_torques",
     "tau = torque(_back(change), tau)", "tau = torque(change, tau)", OF_BASES),
    (BASE + ": _back", "return BaseChange(change.here, change.inverse, change.T)",
     "return BaseChange(change.here, change.T, change.inverse)", OF_BASES),
    # What lies between, and checks.
    (BETWEEN + ": Solution._between", "h * self.group.rate(whole, body_v[k + 1], chart)",
     "h * self.group.rate(whole, self.v[k + 1], chart)", OF_BASES),
    (BETWEEN + ": Solution._between",
     "s * s * (s - 1) * end", "s * s * (1 - s) * end", BETWEEN_TIMES),
    (BETWEEN + ": Solution._between",
     "s * (3 * s - 2) * end", "s * (3 * s - 1) * end", BETWEEN_TIMES),
    (BETWEEN + ": Solution.at",
     "sign = 1.0 if self.times[-1] >= self.times[0] else -1.0", "sign = 1.0",
     BETWEEN_TIMES),
    (CHECKS + ": checked_times",
     "if not ((gaps > 0).all() or (gaps < 0).all()):", "if not (gaps != 0).all():",
     OF_ARGUMENTS),
    (CHECKS + ": substeps", "longest * (1 - 1e-12)", "longest * (1 + 1e-12)", OF_MODELS),
    (CHECKS + ": substeps",
     "at t = {float(start)!r}: a step", "at t = {float(end)!r}: a step", OF_ARGUMENTS),
    (CHECKS + ": positive", "if number <= 0.0:", "if number < 0.0:", OF_ARGUMENTS),
]  # fmt: skip
