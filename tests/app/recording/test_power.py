from app.recording.power import Power, look_at_power, to_power


def test_a_battery_in_use_says_how_long_it_lasts():
    assert to_power(63.2, 6600, False) == Power(is_plugged=False, percent=63.2, left_s=6600.0)


def test_the_mains_have_no_end_and_what_is_not_told_is_not_known():
    assert to_power(80, -2, True) == Power(is_plugged=True, percent=80.0)
    assert to_power(80, -1, False) == Power(is_plugged=False, percent=80.0)
    assert to_power(130, 10, None) == Power(is_plugged=True, percent=100.0), "nobody is alarmed for nothing"


def test_it_can_be_asked_here():
    assert isinstance(look_at_power(), Power | None)
