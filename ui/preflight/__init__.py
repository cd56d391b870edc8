"""The ten-second check before a recording. Imports nothing."""
