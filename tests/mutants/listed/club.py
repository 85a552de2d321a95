"""What must break when a club lets in strangers, tells too much, or keeps what was taken out."""

from tests.mutants.mutant import Mutant

_BROKER = "tests/club/test_broker.py::test_"
_HUB = "tests/club/test_hub.py::test_"
_JOINING = "tests/club/test_joining.py::test_"
_GAME = "tests/club_page/test_game_view.py::test_"
_ROLES = "tests/club_page/test_roles.py::test_"

MUTANTS = (
    Mutant(
        promise="security/club-authority",
        broken="the broker lets in who shows no certificate",
        file="companion/club/broker.py",
        old='            "require_certificate true",\n            "allow_anonymous false",\n',
        new='            "require_certificate false",\n            "allow_anonymous true",\n',
        tests=(f"{_BROKER}a_stranger_is_not_let_in",),
    ),
    Mutant(
        promise="security/club-authority",
        broken="a table believes whatever certificate a hub shows",
        file="companion/club/wire.py",
        old="    context.check_hostname = False\n",
        new="    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE\n",
        tests=(f"{_BROKER}a_table_does_not_speak_to_another_club",),
    ),
    Mutant(
        promise="security/club-no-impostor",
        broken="a table's certificate is one for a server too",
        file="companion/club/authority.py",
        old="        purposes = [ExtendedKeyUsageOID.CLIENT_AUTH]\n",
        new="        purposes = [ExtendedKeyUsageOID.CLIENT_AUTH, ExtendedKeyUsageOID.SERVER_AUTH]\n",
        tests=(f"{_JOINING}a_table_cannot_pose_as_the_hub",),
    ),
    Mutant(
        promise="security/club-own-topics",
        broken="a table may write the topics of the others",
        file="companion/club/broker.py",
        old='f"topic write {topic(self._club, table, leaf)}"',
        new="f\"topic write {topic(self._club, '+', leaf)}\"",
        tests=(f"{_BROKER}a_table_writes_its_own_topics_alone_and_hears_nobody_else",),
    ),
    Mutant(
        promise="security/club-code-once",
        broken="a code lets in as many tables as one likes",
        file="companion/club/members.py",
        old="            return self._ends.pop(token, None) is not None\n",
        new="            return self._ends.get(token) is not None\n",
        tests=(f"{_JOINING}a_code_lets_one_table_in_once",),
    ),
    Mutant(
        promise="security/club-fingerprint",
        broken="the code is told to whoever answers",
        file="companion/club/membership.py",
        old="        is_it = fingerprint_of(said.encode()) == code.fingerprint\n",
        new="        is_it = bool(fingerprint_of(said.encode()))\n",
        tests=(f"{_JOINING}the_token_is_told_to_nobody_but_the_club_of_the_code",),
    ),
    Mutant(
        promise="security/club-sent-away",
        broken="a running hub does not notice that a table was sent away",
        file="companion/club/service.py",
        old="        if self.members.look():\n",
        new="        if False:\n",
        tests=(f"{_BROKER}a_table_that_was_sent_away_is_not_heard_any_more",),
    ),
    Mutant(
        promise="security/club-keys-private",
        broken="everybody of the machine may read the keys",
        file="companion/files.py",
        old="os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)",
        new="os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)",
        tests=(f"{_JOINING}what_a_table_keeps_its_owner_alone_can_read",),
    ),
    Mutant(
        promise="security/club-by-code",
        broken="whoever keeps the score may let a table join a club",
        file="companion/dashboard/roles.py",
        old='        "POST /api/membership/join": _H,\n',
        new='        "POST /api/membership/join": _K,\n',
        tests=("tests/dashboard/test_club_door.py::test_only_a_host_joins_or_leaves",),
    ),
    Mutant(
        promise="security/club-since",
        broken="a table that joins sends its earlier games too",
        file="companion/club/uplink.py",
        old="        self._reader, self.since = reader, since\n",
        new="        self._reader, self.since = reader, 1\n",
        tests=(f"{_HUB}a_game_from_before_the_table_joined_stays_at_the_table",),
    ),
    Mutant(
        promise="security/club-who-told",
        broken="the hub gets the address of the device that told an entry",
        file="companion/club/chain.py",
        old="        entry.pop(_WHO_TOLD, None)\n",
        new="",
        tests=(f"{_HUB}nobody_who_told_an_entry_is_known_to_the_hub",),
    ),
    Mutant(
        promise="security/club-forgets",
        broken="what was deleted stays in corners of the hub's file",
        file="companion/club/store.py",
        old='"secure_delete = ON"',
        new='"secure_delete = OFF"',
        tests=(f"{_HUB}a_forgotten_game_and_the_names_of_another_are_in_no_byte_of_the_hub",),
    ),
    Mutant(
        promise="security/club-forgets",
        broken="the hub does not ask what was taken out",
        file="companion/club/erasing.py",
        old="    _take_out(store, copy.id, gone.game)\n    if row",
        new="    if row",
        tests=(f"{_HUB}a_forgotten_game_and_the_names_of_another_are_in_no_byte_of_the_hub",),
    ),
    Mutant(
        promise="security/club-page-host",
        broken="whoever looks on sees the code that lets a table in",
        file="companion/club_page/roles.py",
        old='        "GET /api/join": _H,\n',
        new='        "GET /api/join": _W,\n',
        tests=(f"{_ROLES}nobody_but_the_own_screen_and_hosts_may_change_anything",),
    ),
    Mutant(
        promise="security/club-page-host",
        broken="whoever looks on sends tables away",
        file="companion/club_page/roles.py",
        old='        "POST /api/tables/remove": _H,\n',
        new='        "POST /api/tables/remove": _W,\n',
        tests=(f"{_ROLES}a_stranger_renames_nobody_and_sends_nobody_away",),
    ),
    Mutant(
        promise="security/club-page-private",
        broken="a private page is open",
        file="companion/club_page/app.py",
        old="is_private=plan.is_private)",
        new="is_private=False)",
        tests=(f"{_ROLES}a_private_page_shows_a_stranger_nothing",),
    ),
    Mutant(
        promise="security/club-page-forgets",
        broken="a game that was forgotten stays on the page until the next hand",
        file="companion/club_page/tables.py",
        old="        if kept.looked_at != (table.copy, table.held):\n",
        new="        if kept.looked_at is None or kept.looked_at[1] != table.held:\n",
        tests=(
            "tests/club_page/test_tables.py::test_a_game_that_is_forgotten_or_made_nobodys_leaves_the_page",
        ),
    ),
    Mutant(
        promise="security/club-page-no-tiles",
        broken="the page shows the tiles that somebody has discarded",
        file="companion/club_page/game_view.py",
        old="            one.name, one.wind,",
        new='            " ".join((one.name, *one.river)), one.wind,',
        tests=(f"{_GAME}no_tile_of_anybody_is_shown_even_where_the_journal_knows_all_hands",),
    ),
)
