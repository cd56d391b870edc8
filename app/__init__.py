"""The application without its windows: services around the engine and the library. Imports nothing."""
