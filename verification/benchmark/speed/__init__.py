"""The benchmark of calls, batches and threads against what the machine and compiled peers do."""
