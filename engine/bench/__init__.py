"""Measuring: the other side in its own process, scores, pairs of runs, the machine, and figures in a table."""
