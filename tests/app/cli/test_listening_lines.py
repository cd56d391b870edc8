"""What ``vivavoce listen`` says of who understands; all else it says is in ``test_listen.py``."""

import json

from app.cli.listening_lines import ListeningLines
from engine.contract.engine import DeviceReport
from engine.contract.messages import DeviceChosen

HERE = DeviceReport("cpu", "int8", "A processor")
THERE = DeviceReport("cuda", "float16", "A card", worker="Big computer")
MISSED = DeviceReport("cpu", "int8", "A processor", missed_worker="Big computer")


def said(*devices: DeviceReport) -> list[str]:
    written: list[str] = []
    lines = ListeningLines(is_paced=False, write=written.append)
    for device in devices:
        lines.hear(DeviceChosen("job", device))
    lines.close()
    return [json.loads(line)["text"] for line in written]


def test_who_understands_is_said_each_time_it_is_another():
    """Case 85."""
    assert said(THERE, THERE, MISSED, THERE, HERE) == [
        "understood by Big computer",
        "Big computer does not answer, understood here",
        "understood by Big computer",
        "understood here",
    ]


def test_where_no_other_computer_is_paired_nothing_is_said_of_it():
    assert said(HERE, HERE) == []
