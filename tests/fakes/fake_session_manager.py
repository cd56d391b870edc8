"""The desktop's session manager on a bus of its own: tells who wants the computer to stay awake, line by line.

Started by tests as ``python fake_session_manager.py`` with ``DBUS_SESSION_BUS_ADDRESS``. Prints ``ready``, then
``awake`` for each wish to stay awake, and ``asleep`` when it is taken back or whoever wished it is gone.
"""

import sys
from typing import Any

import jeepney
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import open_dbus_connection

NAME = "org.gnome.SessionManager"
SUSPEND = 4


def main() -> None:
    # Any: half of its functions have no types.
    dbus: Any = jeepney
    calls: Any = message_bus
    connection: Any = open_dbus_connection()
    connection.send_and_get_reply(calls.RequestName(NAME))
    bus = dbus.DBusAddress("/org/freedesktop/DBus", "org.freedesktop.DBus", "org.freedesktop.DBus")
    rule = dbus.MatchRule(type="signal", interface="org.freedesktop.DBus", member="NameOwnerChanged")
    connection.send_and_get_reply(dbus.new_method_call(bus, "AddMatch", "s", (rule.serialise(),)))
    tell("ready")
    awake: dict[int, str] = {}
    while True:
        message = connection.receive()
        fields = {field.name: value for field, value in message.header.fields.items()}
        match fields.get("member"):
            case "Inhibit" if message.body[3] & SUSPEND:
                cookie = len(awake) + 1
                awake[cookie] = fields["sender"]
                connection.send(dbus.new_method_return(message, "u", (cookie,)))
                tell("awake")
            case "Uninhibit":
                awake.pop(message.body[0], None)
                connection.send(dbus.new_method_return(message))
                tell("asleep")
            case "NameOwnerChanged" if message.body[0] in awake.values() and not message.body[2]:
                tell("asleep")
            case _:
                pass


def tell(word: str) -> None:
    sys.stdout.write(f"{word}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
