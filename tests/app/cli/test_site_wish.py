"""``--redis`` as it is typed."""

import pytest
import typer
from typer.testing import CliRunner

from app.cli.main import cli
from app.cli.site_wish import VARIABLE, site_of


def test_without_a_word_there_is_no_site():
    assert site_of("") is None


def test_an_address_connects_with_its_first_use():
    site = site_of("redis://127.0.0.1:1/0")
    assert site is not None
    site.close()


@pytest.mark.parametrize("typed", ["127.0.0.1:6379", "http://127.0.0.1", "redis"])
def test_what_is_no_address_is_wrong_use(typed: str):
    with pytest.raises(typer.BadParameter):
        site_of(typed)


@pytest.mark.parametrize("command", ["serve", "group"])
def test_wrong_use_is_said_before_anything_is_loaded_and_a_password_is_not_repeated(command: str):
    result = CliRunner().invoke(cli, ["worker", command, "--loopback"], env={VARIABLE: "http://:hunter2@host"})
    assert result.exit_code == 2
    assert "hunter2" not in result.output
