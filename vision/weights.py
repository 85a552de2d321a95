"""How strongly each kind of evidence speaks about a find, and its thresholds: most numbers of the checks.

What is added up is in nats: the logarithm of how many times as likely something becomes. `make eval
ARGS=--ablation` measures what each check is worth.
"""

from __future__ import annotations

from math import log
from typing import Final

# When something counts as known: chances, odds (CLEAR) and numbers of examples or finds.
CONFIDENT: Final = 0.9
"""A face that is read this confidently is not looked at in other ways. It shows how large tiles are, and is
an example of its kind, of what faces are made of and of how they are painted."""
CLEAR: Final = CONFIDENT / (1 - CONFIDENT)
"""A reading that is this many times as likely as any other is not in doubt."""
LIKELY: Final = 0.8
"""A face that is read this confidently helps to judge the other finds of its picture."""
FOUND: Final = 0.45
"""If the finder is this sure, there is a tile, whatever face is read on it; if it is less sure, the
product of its word and the reader's has to be as large as if both were this sure."""
SURELY_FOUND: Final = 0.65
"""If the finder is this sure, it is a whole tile, by which others are measured."""
FEWEST: Final = 3
"""This many examples are enough to know what something looks like here."""
AROUND: Final = 8
"""A find is compared with this many of the nearest others."""
MOST: Final = 60
"""This many examples are remembered, the newest."""

NEAR: Final = 0.4
"""A share of a tile: finds whose middles are nearer are the same tile, and edges that are nearer touch."""

# How strongly something speaks, in nats.
LIKELIER: Final = log(LIKELY / (1 - LIKELY))
CLEARER: Final = log(CLEAR)
STRONGLY: Final = 6.0

# Whether there is a tile at all.
IMPOSTOR: Final = CLEARER
"""In nats: how much it speaks against a find if it looks like a bit of a tile, a dial or a sign, or if it is
a blank that, in a photograph, is too small for its place."""
SIDE: Final = LIKELIER
"""In nats: what the size or the light of a side or a rim says against a white dragon. Also what speaks for a
tile being there if the finder takes it for a face, but the material shows a back."""
MUCH_SMALLER: Final = 0.65
"""A share of the area that the other faces suggest: a blank with less is a side or a top, and one with hardly
more may be. The top of a standing tile has about 0.63 of a face's area."""
MUCH_LARGER: Final = 1 / MUCH_SMALLER
"""How many times the area of a tile: a larger blank is a bit of a rim or of a rack, and any other larger
find, except a back, is two tiles. Nothing that lies flat on the table has more."""
A_BIT: Final = 0.3
"""A share of the area that the other faces suggest: what has less is a bit of a tile. In a photograph, what
is read as a face and has more than the inverse is not one. Also a share of a find's side: a second look
moves it by less."""
IN_SHADE: Final = 0.9
"""A share of the light of the faces beside it: a blank with less is the side of a lying tile, and one with
hardly more may be."""
DARK_RIM: Final = 0.8
"""A share of a face's own light: if its rim has less, it is a sign on a dark ground."""
UNEVEN: Final = A_BIT
"""A share of a face's own light: if its rim varies by more, something round fills the whole place."""
MARKED: Final = 0.12
"""A share of its own light: what varies by more is not a blank, not even one that lies half in shade."""

# What it is, by finder and reader.
STRANGERS: Final = CLEARER
"""For each nat of the finder's certainty, this many nats speak against a thing that nobody can name."""

# What it is, by the other faces of the picture.
ALIKE: Final = 0.8
"""The similarity that says nothing about whether two faces, or a face and a kind's examples, are alike."""
BY_LIKENESS: Final = 12.0
"""In nats for each unit of similarity away from `ALIKE`."""

# What it is, by what tiles are made of.
HUE: Final = 0.006
"""The least spread of the hue of one material: a standard deviation, in shares of red, green and blue."""
LIGHT: Final = 0.05
"""The same for the logarithm of its light."""
OTHER: Final = 2.0
"""What differs by more than this many standard deviations is of another material."""
SURELY_MADE_OF: Final = CLEARER
"""In nats: a blank of which the material says this much becomes an example of it."""
OTHERS_WORD: Final = A_BIT
"""A share: how much the word of finder and reader still counts where the material says something. It is small
because they read some of the blanks that look alike as this and some as that."""

# What it is, by how it lies.
IN_A_WALL: Final = STRONGLY
"""In nats: what it says for a back that it lies in a row of more blanks than a set has white dragons. It may
still be the indicator: that is one of the 17 tiles in the top row of its wall, and a white dragon in one hand
out of 34."""

# What it is, by the faces that the table showed before.
SAME_TILE: Final = 0.985
"""A face this similar to an example is the same tile, seen once more."""
BY_EXAMPLES: Final = 30.0
"""In nats for each unit of similarity to a kind's examples away from `ALIKE`, up to `STRONGLY`. It is more
than `BY_LIKENESS`, because there are several examples, and they are this table's own."""
PAINTS_APART: Final = 0.04
"""If red and plain paint are nearer to each other than this, in shares of colour, they prove nothing."""
BY_PAINT: Final = STRONGLY
"""In nats, from a wholly plain paint to a wholly red one: at either end half of it speaks for that one."""
