"""Four cache layers' rooms: what was understood once is not computed twice."""
