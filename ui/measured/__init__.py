"""The window, driven and watched by a measurement."""
