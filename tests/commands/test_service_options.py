"""What `scripts/install-pi --with` may say: the port stands apart; what starts no service is refused."""

import click
import pytest

from companion.commands.service_options import main, without_port


@pytest.mark.parametrize(
    ("options", "others", "port"),
    [
        ("", "", None),
        ("--https --camera phone", "--https --camera phone", None),
        ("--https --port 9000 --private", "--https --private", 9000),
        ("--port=9000 --name table", "--name table", 9000),
        ("--port 9000 --https --port 9001", "--https", 9001),
    ],
)
def test_the_port_stands_apart_from_the_other_options(options, others, port):
    assert without_port(options.split()) == (others.split(), port)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("--port abc", "Invalid value for '--port': 'abc' is not a valid integer range."),
        ("--port 80", "a service may use the ports from 1024 on"),
        ("--port 0", "a service may use the ports from 1024 on"),
        ("--prot 80", "No such option '--prot'."),
        ("--speed 1e9", "Invalid value for '--speed': "),
        ("--rules friday.toml", "give rules and profile to scripts/install-pi itself, and not within --with"),
        ("--profile usb-panel", "give rules and profile to scripts/install-pi itself, and not within --with"),
        ("--help", "an option of this kind starts nothing"),
        ("--camera phone", "--camera phone needs --https"),
        ("--with-names", "--tape is for a table that is followed"),
        ("--record old.json", "a service follows a table, and keeps its games in"),
        ("--data /media/stick", "a service follows a table, and keeps its games in"),
    ],
)
def test_what_would_start_no_service_is_refused_in_a_sentence(options, sentence):
    with pytest.raises(click.ClickException) as refused:
        without_port(options.split())
    assert refused.value.format_message().startswith(sentence)


def test_the_installer_reads_two_lines(capsys):
    main(["--https", "--port", "9000"])
    assert capsys.readouterr().out == "--https\n9000\n"
    main([])
    assert capsys.readouterr().out == "\n-\n"
    with pytest.raises(SystemExit) as ended:
        main(["--port", "80"])
    assert str(ended.value) == "companion run: a service may use the ports from 1024 on"
