"""What the names that sound systems give their devices mean to a person (pure)."""


def is_monitor(name: str) -> bool:
    """Whether this input is what the computer plays, and no microphone."""
    lowered = name.casefold()
    return (
        lowered.startswith("monitor of ")
        or lowered.endswith(".monitor")
        or "(loopback)" in lowered
        or "[loopback]" in lowered
        or "stereo mix" in lowered
        or "what u hear" in lowered
    )


def output_of(monitor: str) -> str:
    """The output whose monitor this is."""
    return monitor.removeprefix("Monitor of ")
