"""The report on four representations, sensitivities and integration."""
