"""Recording a meeting: the recorder and the live engine, seen from the desktop. Imports nothing."""
