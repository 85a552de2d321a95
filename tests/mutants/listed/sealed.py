"""What must break when https is weaker: a key others can read, an endless handshake, http taken for https."""

from tests.mutants.mutant import Mutant

_SEALED = "companion/dashboard/sealed.py"
_HOUSE = "companion/keeping/house_certificate.py"
_LINES = "tests/dashboard/test_sealed.py::test_"
_MADE = "tests/keeping/test_house_certificate.py::test_"

MUTANTS = (
    Mutant(
        promise="security/own-certificate",
        broken="the certificate of the house can sign others",
        file=_HOUSE,
        old="x509.BasicConstraints(ca=False, path_length=None)",
        new="x509.BasicConstraints(ca=True, path_length=None)",
        tests=(f"{_MADE}it_holds_every_name_and_address_and_can_sign_no_other",),
    ),
    Mutant(
        promise="security/own-certificate",
        broken="a new address makes no new certificate",
        file=_HOUSE,
        old="        return is_in_time and wanted.all <= _names_in(known)\n",
        new="        return is_in_time\n",
        tests=(
            f"{_MADE}a_new_address_makes_a_new_one_and_an_address_that_has_gone_does_not",
            f"{_MADE}while_it_runs_a_new_address_is_noticed",
        ),
    ),
    Mutant(
        promise="security/key-private",
        broken="everybody of the machine may read the key",
        file="companion/files.py",
        old="write_whole(target, content, 0o600)",
        new="write_whole(target, content, 0o644)",
        tests=(f"{_MADE}only_its_owner_can_read_the_key",),
    ),
    Mutant(
        promise="security/key-private",
        broken="a key that others could read is used all the same",
        file=_HOUSE,
        old="        if file.stat().st_mode & 0o077:\n",
        new="        if file.stat().st_mode & 0o000:\n",
        tests=(f"{_MADE}a_key_that_others_could_read_is_used_no_more",),
    ),
    Mutant(
        promise="security/greetings",
        broken="a greeting may last as long as an idle line",
        file="companion/dashboard/front.py",
        old="        if self._seal is not None and self._seal.is_greeting:\n",
        new="        if self._seal is not None and self._seal.is_greeting and self.requests:\n",
        tests=(f"{_LINES}while_it_greets_a_line_counts_as_a_head",),
    ),
    Mutant(
        promise="security/greetings",
        broken="one address greets as often as it likes",
        file="companion/dashboard/front.py",
        old="GREETINGS_A_SECOND: Final = 10\n",
        new="GREETINGS_A_SECOND: Final = 1_000\n",
        tests=(f"{_LINES}one_address_greets_only_so_often",),
    ),
    Mutant(
        promise="security/sealed-cookie",
        broken="what lets in over https has the name of http",
        file="companion/dashboard/entrance.py",
        old='    return (f"{plain}-https", plain) if asked.scheme == "https" else (plain,)\n',
        new="    return (plain,)\n",
        tests=(f"{_LINES}what_lets_a_device_in_over_https_never_travels_over_http",),
    ),
    Mutant(
        promise="security/sealed-cookie",
        broken="every line counts as https",
        file="companion/dashboard/front.py",
        old='"https" if self.channel.is_sealed else "http"\n',
        new='"https" if self.channel else "http"\n',
        tests=(f"{_LINES}no_header_makes_a_line_https",),
    ),
)
