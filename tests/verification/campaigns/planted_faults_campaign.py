"""Faults in campaigns and their pages that the tests must notice; see verification/faults.py."""

CAMPAIGN = "campaigns/campaign.py"
STORE = "store.py"
IDENTITIES = "identities.py"
WORKERS = "workers.py"
PROGRESS = "progress.py"
COMMAND = "verification/__main__.py"
ENVIRONMENT = "environment.py"
PAGE = "page.py"
REPORT = "verification/report.py"
ELEMENTS = "reporting/elements.py"
FIGURES = "reporting/drawing.py"
PLANS = "grid/plans.py"
GRID_REPORT = "grid/report.py"
KEPT = "tests/verification/campaigns/test_store.py"
RUNS = "tests/verification/campaigns/test_campaign.py"
SCALE = "tests/verification/campaigns/test_campaign_at_scale.py"
CLUSTER = "tests/verification/campaigns/test_cluster.py"
BROWSER = "tests/verification/reports/test_pages_in_chromium.py"
GRID = "tests/verification/campaigns/test_grid.py"

FAULTS = [
    # results
    (STORE + ": decode", "if checksum != digest(record):", "if False:", KEPT),
    (STORE + ": lines", 'if not line.endswith(b"\\n"):', "if False:", KEPT),
    (STORE + ": Store._open", "os.ftruncate(self._file, good)", "pass", KEPT),
    (STORE + ": Store._open", "self.damaged.append(line)", "pass", KEPT),
    (STORE + ": lines", "enumerate(file, 1)", "enumerate(file)", KEPT),
    (STORE + ": Store.__init__",
     "fcntl.LOCK_EX | fcntl.LOCK_NB", "fcntl.LOCK_SH | fcntl.LOCK_NB", KEPT),
    (IDENTITIES + ": Identities.add", "np.union1d(self._sorted, fresh)", "fresh", KEPT),
    (CAMPAIGN + ": run", "todo = (case for case in unique(plan) if case.id not in store.finished)",
     "todo = unique(plan)", RUNS),
    (CAMPAIGN + ": unique", "if case.id not in seen:", "if True:", RUNS),
    (CAMPAIGN + ": windows",
     "key=lambda case: (-case.cost, case.id)", "key=lambda case: case.id", SCALE),
    # workers
    (WORKERS + ": _compared",
     "if keys := [key for key in expected if found[key] != expected[key]]:",
     "if keys := []:", CLUSTER),
    (CAMPAIGN + ": compute", "if found != expected:", "if False:", CLUSTER),
    (WORKERS + ": _next", "elif time.monotonic() - idle > IDLE:", "elif False:", CLUSTER),
    (WORKERS + ": in_order", "jobs = None if len(items) > 1 else 1", "jobs = 1", SCALE),
    (WORKERS + ": _killed",
     "except BrokenProcessPool as error:", "except MemoryError as error:", SCALE),
    (WORKERS + ": _shares", "size = SHARE * max(count, 1)", "size = 10**9", SCALE),
    (PROGRESS + ": _plain", "max(total - spent, 0.0) / spent", "total", SCALE),
    (PROGRESS + ": duration", "divmod(round(seconds), 60)", "divmod(round(seconds), 100)", SCALE),
    # grids
    (PLANS + ": _asked",
     "return [name for name in known if name in ORDERS]", "return list(known)", GRID),
    (PLANS + ": states", 'number = 1 if kind == "zero" else int(count or 1)', "number = 1", GRID),
    (PLANS + ": ClaimGrid.__iter__",
     "params_of(params, name, optional)[name] = value", "params[name] = value", GRID),
    (GRID_REPORT + ": _ratio",
     "math.inf if math.isnan(row[\"ratio\"]) else row[\"ratio\"]", "row[\"ratio\"]",
     GRID),
    (GRID_REPORT + ": audit_report", "len(wanted) - len(kept)", "0", GRID),
    # the command
    (COMMAND + ": _jobs", "if jobs < 1 and jobs != -1:", "if jobs < -1:", GRID),
    (COMMAND + ": main",
     "GridError, LierefError, OSError) as error:", "GridError, LierefError) as error:",
     GRID),
    (PLANS + ": read", "if not isinstance(found.get(key, []), list):", "if False:", GRID),
    (ENVIRONMENT + ": read",
     "except (ValueError, TypeError) as error:", "except TypeError as error:", GRID),
    # pages
    (PAGE + ": _cells", "{html.escape(cell.text)}</{tag}>", "{cell.text}</{tag}>", BROWSER),
    (ELEMENTS + ": cell",
     "html.Cell(text, x if numeric else None)", "html.Cell(text)",
     BROWSER),
    (FIGURES, '"#e69f00": "var(--amber)"', '"#e69f00": "#e69f00"', BROWSER),
]  # fmt: skip
