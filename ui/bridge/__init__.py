"""The only place that moves between threads: announcements and results on their way to the window."""
