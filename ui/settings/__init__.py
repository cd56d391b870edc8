"""Settings: one page a subject, each control changes its setting at once."""
