"""The windows: PySide6 and nothing but."""
