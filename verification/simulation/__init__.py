"""The simulation of Ali et al., Fig. 3: claims, tables, figures and page of its report."""
