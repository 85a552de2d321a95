"""What tiles are that were read with doubt: never a fifth of a kind, and a complete hand where it may be."""

from companion.riichi.likeliest import likeliest_hand
from companion.riichi.tiles import Tile, parse_tiles, text_of

WHOLE = "234m345678p56788s"


def surely(text):
    return [((tile, 0.99),) for tile in parse_tiles(text)]


def doubted(text, place, *chances):
    read = surely(text)
    read[place] = tuple((Tile(tile), chance) for tile, chance in chances)
    return read


def test_what_is_read_surely_stays_as_it_is():
    assert text_of(likeliest_hand(surely(WHOLE))) == WHOLE


def test_a_hand_that_can_be_complete_is_complete():
    read = doubted(WHOLE, 0, ("3m", 0.6), ("2m", 0.3), ("9m", 0.1))
    assert text_of(likeliest_hand(read)) == WHOLE


def test_of_two_complete_hands_the_likelier_one():
    read = doubted("11122233344m55s7s", 13, ("7s", 0.5), ("3z", 0.4))
    read[12] = ((Tile("6s"), 0.5), (Tile("7s"), 0.2), (Tile("5s"), 0.1))
    read[11] = ((Tile("5s"), 0.9), (Tile("8s"), 0.05))
    read[13] = ((Tile("9s"), 0.5), (Tile("7s"), 0.3))
    # 5s 6s 7s costs one change; 8s 7s 9s costs two.
    assert text_of(likeliest_hand(read)) == "11122233344m567s"


def test_what_was_hardly_thought_of_is_not_told_for_a_hand_s_sake():
    read = doubted(WHOLE, 0, ("3m", 0.9), ("2m", 0.0001))
    assert likeliest_hand(read)[0] == Tile("3m")


def test_there_is_no_fifth_tile_of_a_kind():
    read = doubted("1111m", 3, ("1m", 0.9), ("7m", 0.1))
    read.append(((Tile("1m"), 0.9), (Tile("9m"), 0.05)))
    counted = likeliest_hand(read)
    assert counted.count(Tile("1m")) == 4


def test_tiles_that_lie_elsewhere_count_too():
    read = doubted("111m", 2, ("1m", 0.9), ("4m", 0.1))
    assert likeliest_hand(read, parse_tiles("11m"))[2] == Tile("4m")


def test_an_impossible_reading_is_still_told_as_it_was_read():
    assert text_of(likeliest_hand(surely("11111m"))) == "11111m"
