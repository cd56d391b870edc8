"""Recognition on another machine of the local network: the protocol, the desktop's side of it, and trust."""
