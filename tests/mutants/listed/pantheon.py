"""What must break when games are uploaded without a yes, twice, or with a token that others see."""

from tests.mutants.mutant import Mutant

_TESTS = "tests/club/test_pantheon.py::test_"

MUTANTS = (
    Mutant(
        promise="security/pantheon-asked",
        broken="games are sent without a yes",
        file="companion/commands/club_pantheon.py",
        old="            elif yes or click.confirm(",
        new="            elif not yes or click.confirm(",
        tests=(f"{_TESTS}without_a_yes_not_one_byte_is_sent",),
    ),
    Mutant(
        promise="security/pantheon-asked",
        broken="a game whose start got no answer is started again by itself",
        file="companion/club/pantheon.py",
        old="    except AnswerLost as failure:\n        seen",
        new='    except AnswerLost as failure:\n        ledger.note(due.key, "again")\n        seen',
        tests=(f"{_TESTS}a_lost_start_is_looked_at_and_asked_about",),
    ),
    Mutant(
        promise="security/pantheon-asked",
        broken="a game that goes on is sent from its first hand",
        file="companion/club/pantheon.py",
        old="    if not due.before.session:\n",
        new="    if due.before.session:\n",
        tests=(f"{_TESTS}hands_there_that_nobody_here_sent_stop_it",),
    ),
    Mutant(
        promise="security/pantheon-asked",
        broken="what the server counts is not compared with the table",
        file="companion/club/pantheon.py",
        old="    if theirs != ours:\n",
        new="    if False:\n",
        tests=(f"{_TESTS}a_server_that_counts_otherwise_gets_no_wrong_hand",),
    ),
    Mutant(
        promise="security/pantheon-token",
        broken="the token follows wherever a server sends it",
        file="companion/club/pantheon_line.py",
        old="urllib.request.ProxyHandler({}), _NoRedirect())",
        new="urllib.request.ProxyHandler({}))",
        tests=(f"{_TESTS}the_token_goes_nowhere_else",),
    ),
    Mutant(
        promise="security/pantheon-token",
        broken="a server's words bring the token onto the screen",
        file="companion/club/pantheon_line.py",
        old='words.replace(self._token, "(the token)")',
        new="words",
        tests=(f"{_TESTS}the_token_is_in_no_output_and_its_file_is_private",),
    ),
)
