"""What must break when anybody or any page may ask, or what was told is seen by too many."""

from __future__ import annotations

from tests.mutants.mutant import Mutant

_ACCESS = "companion/dashboard/access.py"
_ENTRANCE = "companion/dashboard/entrance.py"
_ASKS = "tests/dashboard/test_access.py::test_"
_HOME_SCREEN = "tests/browser/test_home_screen.py"
_POLICY = "tests/security/test_policy.py::test_nothing_foreign_runs_or_is_loaded_in_our_page"
_WHO_TOLD = "tests/security/test_who_told.py::test_who_looks_on_learns_no_address_and_no_command"

_ENTRANCE_MUTANTS = (
    Mutant(
        promise="security/loopback",
        broken="every device of the network reaches the port without being asked for",
        file="companion/config.py",
        old='LOOPBACK = "127.0.0.1"',
        new='LOOPBACK = "0.0.0.0"',
        tests=(
            "tests/security/test_own_screen.py::test_without_more_the_companion_listens_on_this_machine_alone",
        ),
    ),
    Mutant(
        promise="security/own-screen",
        broken="any name makes a browser of this machine the host",
        file=_ENTRANCE,
        old='_is_loopback(environ.get("REMOTE_ADDR") or "") and _names_loopback(host)',
        new='_is_loopback(environ.get("REMOTE_ADDR") or "")',
        tests=("tests/security/test_roles.py::test_only_this_machine_under_its_own_name_is_its_own_screen",),
    ),
    Mutant(
        promise="security/own-screen",
        broken="any device that asks for localhost is the host",
        file=_ENTRANCE,
        old='_is_loopback(environ.get("REMOTE_ADDR") or "") and _names_loopback(host)',
        new="_names_loopback(host)",
        tests=("tests/security/test_roles.py::test_only_this_machine_under_its_own_name_is_its_own_screen",),
    ),
    Mutant(
        promise="security/proxies",
        broken="who comes through a proxy of this machine is the host",
        file=_ENTRANCE,
        old="    if any(header in environ for header in _PROXIED):\n",
        new="    if False:\n",
        tests=("tests/security/test_own_screen.py::test_who_comes_through_something_else_is_not",),
    ),
    Mutant(
        promise="security/host-names",
        broken="every name in .local is ours",
        file=_ACCESS,
        old="settings.is_open and is_own_name(name)",
        new='name.endswith(".local")',
        tests=(f"{_ASKS}a_foreign_name_is_misdirected_wherever_it_asks",),
    ),
    Mutant(
        promise="security/host-names",
        broken="a name in .local opens a companion that listens on its own machine alone",
        file=_ACCESS,
        old="settings.is_open and is_own_name(name)",
        new="is_own_name(name)",
        tests=(f"{_ASKS}where_no_other_device_comes_in_not_even_the_own_name_is_answered",),
    ),
    Mutant(
        promise="security/host-names",
        broken="any name that begins like ours is ours",
        file="companion/dashboard/addresses.py",
        old="_ANOTHER_HAS_IT.fullmatch(name, len(first)) is not None",
        new='name.endswith(".local")',
        tests=(f"{_ASKS}a_foreign_name_is_misdirected_wherever_it_asks",),
    ),
    Mutant(
        promise="security/host-names",
        broken="nobody looks at Host",
        file=_ACCESS,
        old='        check_host(request.environ.get("HTTP_HOST", ""), settings)\n',
        new="",
        tests=(f"{_ASKS}a_foreign_name_is_misdirected_wherever_it_asks",),
    ),
    Mutant(
        promise="security/own-pages",
        broken="commands come from any page",
        file=_ACCESS,
        old="    if origin is not None and origin != ",
        new="    if False and origin != ",
        tests=(f"{_ASKS}a_command_comes_from_our_own_origin",),
    ),
    Mutant(
        promise="security/own-pages",
        broken="commands need no header of ours",
        file=_ACCESS,
        old='    if asked.headers.get("X-Table") != "1":\n',
        new="    if False:\n",
        tests=(f"{_ASKS}a_command_carries_our_header",),
    ),
    Mutant(
        promise="security/own-pages",
        broken="a form can send a command",
        file=_ACCESS,
        old="    if asked.mimetype != wanted:\n",
        new="    if False:\n",
        tests=(f"{_ASKS}a_form_can_send_no_command",),
    ),
    Mutant(
        promise="security/policy",
        broken="inline scripts run",
        file=_ACCESS,
        old="script-src 'self'; ",
        new="script-src 'self' 'unsafe-inline'; ",
        tests=(_POLICY,),
    ),
    Mutant(
        promise="security/policy",
        broken="text is run as a script",
        file=_ACCESS,
        old="script-src 'self'; ",
        new="script-src 'self' 'unsafe-eval'; ",
        tests=(_POLICY,),
    ),
    Mutant(
        promise="security/policy",
        broken="inline styles count",
        file=_ACCESS,
        old="style-src 'self'; ",
        new="style-src 'self' 'unsafe-inline'; ",
        tests=(_POLICY,),
    ),
    Mutant(
        promise="security/policy",
        broken="pictures of other servers are loaded",
        file=_ACCESS,
        old="img-src 'self'; ",
        new="img-src *; ",
        tests=(_POLICY,),
    ),
    Mutant(
        promise="security/policy",
        broken="pages of other servers are framed, their sounds loaded",
        file=_ACCESS,
        old="    \"default-src 'none'; script-src",
        new='    "default-src *; script-src',
        tests=(_POLICY,),
    ),
    Mutant(
        promise="security/files",
        broken="a path that is not on the list is opened",
        file="companion/dashboard/pages.py",
        old="        if name not in assets:\n            abort(404)\n",
        new="        if name not in assets:\n            return Response((STATIC / name).read_bytes())\n",
        tests=("tests/reliability/test_trials.py::test_a_trial_meets_its_target[S3]",),
    ),
    Mutant(
        promise="security/worker-keeps-files",
        broken="the service worker keeps every answer",
        file="companion/dashboard/static/worker.js",
        old="pathname.startsWith(HOME)",
        new="HOME",
        tests=(f"{_HOME_SCREEN}::test_nothing_about_the_table_is_kept",),
    ),
    Mutant(
        promise="security/policy",
        broken="the service worker may ask anybody",
        file=_ACCESS,
        old="{FILES_POLICY}; connect-src 'self'",
        new="{FILES_POLICY}; connect-src *",
        tests=("tests/dashboard/test_release.py::test_the_service_worker_may_ask_us_and_nobody_else",),
    ),
    Mutant(
        promise="page/one-release",
        broken="a file of the release before is answered with today's",
        file="companion/dashboard/release.py",
        old=" if name == self.name else None",
        new="",
        tests=("tests/dashboard/test_release.py::test_there_is_nothing_at_the_address_of_another_release",),
    ),
    Mutant(
        promise="page/one-release",
        broken="an open page goes on as it is after an update",
        file="companion/dashboard/static/js/release.js",
        old="location.reload()",
        new="hear",
        tests=(f"{_HOME_SCREEN}::test_after_an_update_an_open_page_opens_itself_anew_and_mixes_nothing",),
    ),
)

_PRIVACY_MUTANTS = (
    Mutant(
        promise="security/who-told",
        broken="spectators see addresses in the running game",
        file="companion/dashboard/history.py",
        old="says_who=may(Role.SCORER)",
        new="says_who=True",
        tests=(f"{_WHO_TOLD}[passer-by]",),
    ),
    Mutant(
        promise="security/who-told",
        broken="spectators see addresses in games of the past",
        file="companion/dashboard/games.py",
        old="says_who=may(Role.SCORER)",
        new="says_who=True",
        tests=(f"{_WHO_TOLD}[spectator]",),
    ),
    Mutant(
        promise="security/who-told",
        broken="whose entry was taken back is hidden, and who took it back is not",
        file="companion/dashboard/looking_back.py",
        old='        "because": entry.because.value,\n        **_teller(entry, says_who),\n',
        new='        "because": entry.because.value,\n        **_teller(entry, says_who=True),\n',
        tests=(f"{_WHO_TOLD}[passer-by]",),
    ),
    Mutant(
        promise="security/crops",
        broken="every tile that was ever asked about can be looked at",
        file="companion/dashboard/crops.py",
        old="        jpeg = crops(number) if _is_asked_about(board, number) else None\n",
        new="        jpeg = crops(number)\n",
        tests=("tests/dashboard/test_crops.py",),
    ),
)

MUTANTS = (*_ENTRANCE_MUTANTS, *_PRIVACY_MUTANTS)
