"""The equations of loops and couplings, their derivatives in time and by the state."""
