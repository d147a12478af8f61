"""The simulation of paper 001, Fig. 3: claims, tables, figures and page of its report."""
