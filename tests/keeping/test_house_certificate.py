"""The certificate of the house: made once, private, for the names of this machine, and renewed in time."""

import os
import ssl
import stat
from datetime import UTC, datetime, timedelta

import pytest

from companion.dashboard.sealed import server_context
from companion.errors import ConfigError
from companion.keeping.house_certificate import FILE, HouseCertificate, Names
from hardware import disk

TODAY = datetime(2026, 5, 1, tzinfo=UTC)
NAMES = ("localhost", "127.0.0.1", "::1", "table.local", "192.168.1.7")


def house(folder, names=NAMES, now=TODAY):
    return HouseCertificate(folder, lambda: Names.of(names), server_context, lambda: now)


def decoded(folder):
    return ssl._ssl._test_decode_cert(str(only_certificate(folder)))


def only_certificate(folder):
    pem = (folder / FILE).read_text()
    alone = folder / "alone.pem"
    alone.write_text(pem[pem.index("-----BEGIN CERTIFICATE") :])
    return alone


def test_it_is_made_once_and_then_kept(tmp_path):
    first = house(tmp_path)
    assert first.is_new
    again = house(tmp_path)
    assert (again.is_new, again.fingerprint) == (False, first.fingerprint)


@pytest.mark.parametrize("name", ["[::1]", "fe80:0::1", "fe80::1%eth0", "Table.local"])
def test_it_is_made_once_however_a_name_is_written(tmp_path, name):
    assert house(tmp_path, (name,)).is_new
    assert not house(tmp_path, (name,)).is_new


def test_it_holds_every_name_and_address_and_can_sign_no_other(tmp_path):
    house(tmp_path)
    said = decoded(tmp_path)
    assert {value for _, value in said["subjectAltName"]} == {*NAMES[:2], "0:0:0:0:0:0:0:1", *NAMES[3:]}
    from cryptography import x509

    made = x509.load_pem_x509_certificate(only_certificate(tmp_path).read_bytes())
    assert made.extensions.get_extension_for_class(x509.BasicConstraints).value.ca is False


def test_only_its_owner_can_read_the_key(tmp_path):
    before = os.umask(0)
    try:
        house(tmp_path)
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600


def test_a_key_that_others_could_read_is_used_no_more(tmp_path):
    old = house(tmp_path).fingerprint
    (tmp_path / FILE).chmod(0o644)
    new = house(tmp_path)
    assert new.fingerprint != old
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600


def test_a_new_address_makes_a_new_one_and_an_address_that_has_gone_does_not(tmp_path):
    old = house(tmp_path).fingerprint
    assert house(tmp_path, NAMES[:3]).fingerprint == old
    new = house(tmp_path, (*NAMES, "192.168.1.8"))
    assert new.is_new
    assert new.fingerprint != old


def test_a_machine_that_goes_to_and_fro_is_asked_about_once_in_each_place(tmp_path):
    home, club = (*NAMES[:1], "192.168.1.8"), (*NAMES[:1], "10.0.0.9")
    assert [house(tmp_path, names).is_new for names in (home, club, home, club)] == [True, True, False, False]


def test_a_certificate_does_not_grow_for_ever(tmp_path):
    for number in range(1, 60):
        last = (f"192.168.1.{number}", f"192.168.2.{number}")
        house(tmp_path, last)
    held = [value for _, value in decoded(tmp_path)["subjectAltName"]]
    assert len(held) <= 40
    assert set(last) <= set(held)


@pytest.mark.parametrize(("days", "is_new"), [(300, False), (380, True), (800, True), (-10, True)])
def test_it_is_renewed_before_it_ends_and_where_the_clock_was_wrong(tmp_path, days, is_new):
    house(tmp_path)
    assert house(tmp_path, now=TODAY + timedelta(days=days)).is_new is is_new


def test_it_lasts_no_longer_than_phones_believe(tmp_path):
    house(tmp_path)
    said = decoded(tmp_path)
    begins, ends = (ssl.cert_time_to_seconds(said[name]) for name in ("notBefore", "notAfter"))
    assert begins < TODAY.timestamp() < ends
    assert ends - begins <= 398 * 86_400


@pytest.mark.parametrize("damage", [b"", b"no certificate", b"-----BEGIN CERTIFICATE-----\n"])
def test_a_damaged_one_is_made_anew(tmp_path, damage):
    house(tmp_path)
    (tmp_path / FILE).write_bytes(damage)
    (tmp_path / FILE).chmod(0o600)
    assert house(tmp_path).is_new


def test_while_it_runs_a_new_address_is_noticed(tmp_path):
    names = [*NAMES]
    kept = HouseCertificate(tmp_path, lambda: Names.of(names), server_context)
    old = kept.context
    assert not kept.renew()
    names.append("10.0.0.9")
    assert kept.renew()
    assert kept.context is not old


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path):
    with pytest.raises(ConfigError, match="the certificate cannot be kept in"):
        house(tmp_path / "missing")


def test_without_the_library_it_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "cryptography", None)
    with pytest.raises(ConfigError, match=r"type: .*/python\S* -m pip install 'cryptography>=\d+'$"):
        house(tmp_path)


def test_the_disk_keeps_the_old_one_until_the_new_one_is_whole(tmp_path, monkeypatch):
    old = house(tmp_path).fingerprint

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(disk, "name_durably", full)
    with pytest.raises(ConfigError, match="No space left"):
        house(tmp_path, (*NAMES, "10.0.0.9"))
    monkeypatch.undo()
    assert house(tmp_path).fingerprint == old


def test_a_clock_that_is_not_set_yet_makes_no_phone_ask_again(tmp_path):
    first = house(tmp_path).fingerprint
    for now in (datetime(1970, 1, 1, 0, 1, tzinfo=UTC), TODAY + timedelta(days=1)):
        again = house(tmp_path, now=now)
        assert (again.is_new, again.fingerprint) == (False, first)


def test_a_key_that_rotted_is_made_anew(tmp_path):
    old = house(tmp_path).fingerprint
    content = bytearray((tmp_path / FILE).read_bytes())
    content[60:80] = b"#" * 20
    (tmp_path / FILE).write_bytes(content)
    again = house(tmp_path)
    assert again.is_new
    assert again.fingerprint != old
