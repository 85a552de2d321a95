"""A camera that creeps is put right by itself a little, slowly, and never far."""

from random import Random

from companion.intake.eye.slow_fit import HANDS, MOST_MM, Creeping


def corners(right: float, down: float, dice: Random) -> list[list[float]]:
    """What the tiles of one hand say, as inexactly as they do; always a little beside the truth."""
    usual = ((3.0, -2.0), (7.0, -6.0), (-2.0, 1.0), (-3.0, 4.0))
    return [[x + right + dice.gauss(0, 3), y + down + dice.gauss(0, 3)] for x, y in usual]


def hands(creeping: Creeping, many: int, right: float, down: float, dice: Random):
    return [creeping.hear(corners(right, down, dice)) for _ in range(many)]


def test_a_camera_that_hangs_still_is_left_alone_though_tiles_are_always_a_little_beside() -> None:
    for seed in range(50):
        assert set(hands(Creeping(), 4 * HANDS, 0, 0, Random(seed))) == {None}


def test_a_camera_that_crept_is_put_right_only_after_hands_that_agree() -> None:
    creeping, dice = Creeping(), Random(1)
    assert hands(creeping, HANDS, 0, 0, dice) == [None] * HANDS
    heard = hands(creeping, HANDS, 9, 0, dice)
    assert heard[:-1] == [None] * (HANDS - 1)
    assert heard[-1] is not None
    right, down = heard[-1]
    assert abs(right - 9) < 3
    assert abs(down) < 3
    creeping.moved((right, down))
    assert set(hands(creeping, HANDS, 0, 0, dice)) == {None}


def test_it_is_never_moved_far_by_itself_however_often_it_creeps() -> None:
    creeping, dice = Creeping(), Random(2)
    hands(creeping, HANDS, 0, 0, dice)
    assert set(hands(creeping, 2 * HANDS, MOST_MM + 8, 0, dice)) == {None}
    crept = Creeping((10.0, 0.0))
    hands(crept, HANDS, 0, 0, dice)
    assert set(hands(crept, 2 * HANDS, 9, 0, dice)) == {None}
