"""The recording view: what is heard, what is saved, what is understood, while it happens."""
