"""The tree: order of bodies, configurations, and its constants, exact or compiled."""
