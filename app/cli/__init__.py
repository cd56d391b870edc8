"""The command line: what a person without a window types."""
