"""Guards that make a noisy or leaking test fail. Imports nothing."""
