"""What lieref claims, how each claim is measured, and the report of the measurements.

Not in the wheel: runs from a checkout against the installed package.

Each topic (`inverse_dynamics`, `forward_dynamics`, `partials`, `loops`, `representations`,
`simulation`, `audits`, `detection_power`) has the same files: ``claims``, rows of what is stated;
``cases``, what is measured for them; ``tables`` and ``figures`` of the report; ``numbers``, what
several of these pick from records. `verdicts`, `picks` and `tables` judge and show the rows. What
computes is in `measurements`. Each benchmark in `benchmark` has ``cases``, ``plans``, ``limits``,
``tables`` and ``figures``.
"""
