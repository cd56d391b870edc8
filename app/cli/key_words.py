"""What a person is told of a change of keys, on either side; pure.

Used by ``worker_pairing.py`` and ``workers.py``.
"""

from collections.abc import Sequence

from app.exporting.clean_text import clean_line


def said_of_key(
    whose: str, *, is_used: bool, knowing: Sequence[str], waiting: Sequence[str], renew: str, pair: str
) -> str:
    """How far a change of keys is, and what is left to do.

    Args:
        whose: “This computer” or “This machine”.
        is_used: Whether the new key is shown by now.
        knowing: Names of those that keep it.
        waiting: Names of those that do not.
        renew: The command that changes it.
        pair: The command that pairs.
    """
    who_waits = ", ".join(map(clean_line, waiting))
    if is_used:
        if not waiting:
            return f"{whose} has a new key. " + ("Nobody has to pair again." if knowing else "Nobody is paired.")
        return f"{whose} has a new key. Pair again with “{pair}”: {who_waits}."
    known = f"Known to: {', '.join(map(clean_line, knowing))}. " if knowing else ""
    return (
        f"{whose} has a new key ready. Whoever is paired learns of it by itself; when all know it, it is used, and "
        f"nobody has to pair again.\n{known}Not known yet to: {who_waits}.\n"
        f"Who is not here any more, or runs an older Vivavoce, never learns of it: “{renew} --now” does not wait, and "
        "who does not know it then has to pair again."
    )
