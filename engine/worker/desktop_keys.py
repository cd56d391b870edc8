"""How a worker keeps up with the keys of its desktops, tells them of its own next one, and changes when all know it.

Called by ``service.py`` whenever a desktop has the worker describe itself, on a thread, for it may write files. The
counterpart at a desktop is ``engine/remote/worker_keys.py``; what is said is ``engine/remote/key_news.py``.
"""

from dataclasses import replace

from engine.contract.pairing_errors import IdentityUnavailable, PeersNotSaved
from engine.remote.key_news import KeyNews, announced, news_of
from engine.remote.own_keys import OwnKeys
from engine.remote.paired_desktops import PairedDesktop, PairedDesktops


class DesktopKeys:
    """See the top of this file."""

    def __init__(self, desktops: PairedDesktops, own: OwnKeys) -> None:
        self._desktops = desktops
        self._own = own

    def meet(self, peer: str, news: KeyNews) -> KeyNews:
        """Take what a desktop told, and say what it shall know.

        Args:
            peer: Fingerprint of the certificate that it showed for this call.
            news: What it told; nothing, if it is older than that.
        """
        desktop = self._desktops.find(peer)
        following = self._own.following()
        if desktop is not None:
            after = _after(desktop, peer, news, own_next="" if following is None else following.fingerprint)
            try:
                if after != desktop:
                    self._desktops.replace(desktop, after)
                    desktop = after
                if following is not None and change_if_known(self._desktops, self._own):
                    following = None
            except (PeersNotSaved, IdentityUnavailable):
                pass  # it is told again
        try:
            now = self._own.now()
        except IdentityUnavailable:
            return KeyNews()
        return news_of(now, following, kept=desktop.next_certificate if desktop is not None else None)


def change_if_known(desktops: PairedDesktops, own: OwnKeys) -> bool:
    """Show the next key from now on if every desktop keeps it; whether it is shown now.

    Raises:
        IdentityUnavailable: the folder cannot be written.
    """
    following = own.following()
    if following is None or any(each.keeps != following.fingerprint for each in desktops.read()):
        return False
    return own.change()


def _after(desktop: PairedDesktop, peer: str, news: KeyNews, *, own_next: str) -> PairedDesktop:
    """What is known of a desktop after it told this."""
    following = desktop.next_certificate
    if following is not None and peer == following.fingerprint:
        # It changed, as it said it would. Its old key opens nothing any more.
        desktop = replace(desktop, certificate=following, next_certificate=None, former=desktop.fingerprint)
    if peer == desktop.fingerprint and news.shown == peer:
        desktop = replace(desktop, next_certificate=announced(news, pinned=desktop.certificate))
    if not news.shown:
        return desktop
    return replace(desktop, keeps=own_next if own_next and news.kept == own_next else "")
