"""The machine on the local network that recognises for others: its front door, its queue and its speech models."""
