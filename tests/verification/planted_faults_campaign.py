"""Faults in campaigns and their pages that the tests must notice; see verification/faults.py."""

CAMPAIGN = "verification/campaign.py"
STORE = "verification/store.py"
IDENTITIES = "verification/identities.py"
WORKERS = "verification/workers.py"
PROGRESS = "verification/progress.py"
COMMAND = "verification/__main__.py"
ENVIRONMENT = "verification/environment.py"
PAGE = "lieref/check/pages/page.py"
REPORT = "verification/report.py"
FIGURES = "verification/figures.py"
PLANS = "verification/grid/plans.py"
GRID_REPORT = "verification/grid/report.py"
KEPT = "tests/verification/test_store.py"
RUNS = "tests/verification/test_campaign.py"
SCALE = "tests/verification/test_campaign_at_scale.py"
CLUSTER = "tests/verification/test_cluster.py"
BROWSER = "tests/verification/test_pages_in_chromium.py"
GRID = "tests/verification/test_grid.py"

FAULTS = [
    # results
    (STORE, "if checksum != digest(record):", "if False:", KEPT),
    (STORE, 'if not line.endswith(b"\\n"):', "if False:", KEPT),
    (STORE, "os.ftruncate(self._file, good)", "pass", KEPT),
    (STORE, "self.damaged.append(line)", "pass", KEPT),
    (STORE, "enumerate(file, 1)", "enumerate(file)", KEPT),
    (STORE, "fcntl.LOCK_EX | fcntl.LOCK_NB", "fcntl.LOCK_SH | fcntl.LOCK_NB", KEPT),
    (IDENTITIES, "np.union1d(self._sorted, fresh)", "fresh", KEPT),
    (CAMPAIGN, "todo = (case for case in unique(plan) if case.id not in store.finished)",
     "todo = unique(plan)", RUNS),
    (CAMPAIGN, "if case.id not in seen:", "if True:", RUNS),
    (CAMPAIGN, "key=lambda case: (-case.cost, case.id)", "key=lambda case: case.id", SCALE),
    # workers
    (WORKERS, "if keys := [key for key in expected if found[key] != expected[key]]:",
     "if keys := []:", CLUSTER),
    (CAMPAIGN, "if found != expected:", "if False:", CLUSTER),
    (WORKERS, "elif time.monotonic() - idle > IDLE:", "elif False:", CLUSTER),
    (WORKERS, "jobs = None if len(items) > 1 else 1", "jobs = 1", SCALE),
    (WORKERS, "except BrokenProcessPool as error:", "except MemoryError as error:", SCALE),
    (WORKERS, "size = SHARE * max(count, 1)", "size = 10**9", SCALE),
    (PROGRESS, "max(total - spent, 0.0) / spent", "total", SCALE),
    (PROGRESS, "divmod(round(seconds), 60)", "divmod(round(seconds), 100)", SCALE),
    # grids
    (PLANS, "return [name for name in known if name in ORDERS]", "return list(known)", GRID),
    (PLANS, 'number = 1 if kind == "zero" else int(count or 1)', "number = 1", GRID),
    (PLANS, "params_of(params, name, optional)[name] = value", "params[name] = value", GRID),
    (GRID_REPORT, "math.inf if math.isnan(row[\"ratio\"]) else row[\"ratio\"]", "row[\"ratio\"]",
     GRID),
    (GRID_REPORT, "len(wanted) - len(kept)", "0", GRID),
    # the command
    (COMMAND, "if jobs < 1 and jobs != -1:", "if jobs < -1:", GRID),
    (COMMAND, "GridError, LierefError, OSError) as error:", "GridError, LierefError) as error:",
     GRID),
    (PLANS, "if not isinstance(found.get(key, []), list):", "if False:", GRID),
    (ENVIRONMENT, "except (ValueError, TypeError) as error:", "except TypeError as error:", GRID),
    # pages
    (PAGE, "{html.escape(cell.text)}</{tag}>", "{cell.text}</{tag}>", BROWSER),
    (REPORT, "html.Cell(tables.number(x), x if numeric else None)", "html.Cell(tables.number(x))",
     BROWSER),
    (FIGURES, '"#e69f00": "var(--amber)"', '"#e69f00": "#e69f00"', BROWSER),
]  # fmt: skip
