"""The path tracer's own faces, as SVG: fonts that the eye never learnt from, other rings and canes."""

from __future__ import annotations

from dataclasses import dataclass

WIDTH, HEIGHT = 100, 136
NUMBERS = "一二三四五六七八九"
HONOURS = {1: "東", 2: "南", 3: "西", 4: "北", 6: "發", 7: "中"}
INK, RED, GREEN, BLUE = "#16181d", "#b3161c", "#0d6a3b", "#173f86"

# Middles of the circles and canes of each number, in hundredths of the face's width and height.
ROWS = {
    2: [(50, 28), (50, 72)],
    3: [(26, 22), (50, 50), (74, 78)],
    4: [(29, 27), (71, 27), (29, 73), (71, 73)],
    5: [(26, 22), (74, 22), (50, 50), (26, 78), (74, 78)],
    6: [(30, 20), (70, 20), (30, 52), (70, 52), (30, 80), (70, 80)],
    7: [(22, 14), (50, 24), (78, 34), (31, 57), (69, 57), (31, 82), (69, 82)],
    8: [(31, 16), (69, 16), (31, 39), (69, 39), (31, 62), (69, 62), (31, 85), (69, 85)],
    9: [(20, 19), (50, 19), (80, 19), (20, 50), (50, 50), (80, 50), (20, 81), (50, 81), (80, 81)],
}
CANES = {
    2: [(50, 28), (50, 72)],
    3: [(50, 28), (28, 72), (72, 72)],
    4: ROWS[4],
    5: [(24, 26), (76, 26), (50, 50), (24, 74), (76, 74)],
    6: [(20, 29), (50, 29), (80, 29), (20, 71), (50, 71), (80, 71)],
    7: [(50, 16), (20, 50), (50, 50), (80, 50), (20, 83), (50, 83), (80, 83)],
    9: [(20, 18), (50, 18), (80, 18), (20, 50), (50, 50), (80, 50), (20, 82), (50, 82), (80, 82)],
}


@dataclass(frozen=True, slots=True)
class Carver:
    """How one carver draws: the font, its weight, one of three forms of rings and canes, 5z blank or not."""

    family: str
    weight: int
    form: int
    blank_white: bool


CARVERS = {
    "drawn a": Carver("Kaisei Tokumin", 700, 0, blank_white=True),
    "drawn b": Carver("Shippori Mincho", 700, 1, blank_white=False),
    "drawn c": Carver("Zen Antique", 400, 2, blank_white=True),
}


def _text(carver: Carver, text: str, y: float, size: float, ink: str, family: str = "") -> str:
    return (
        f'<text x="50" y="{y}" font-family="{family or carver.family}" font-weight="{carver.weight}" '
        f'font-size="{size}" text-anchor="middle" fill="{ink}">{text}</text>'
    )


def _ring(x: float, y: float, r: float, ink: str, form: int) -> str:
    """One circle: a ring with a heart, a disc in a thin ring, or a wheel of beads."""
    heart = RED if ink != RED else INK
    if form == 0:
        return (
            f'<circle cx="{x}" cy="{y}" r="{r * 0.85}" fill="none" stroke="{ink}" stroke-width="{r * 0.3}"/>'
            f'<circle cx="{x}" cy="{y}" r="{r * 0.38}" fill="{heart}"/>'
        )
    if form == 1:
        return (
            f'<circle cx="{x}" cy="{y}" r="{r * 0.93}" fill="none" stroke="{ink}" stroke-width="{r * 0.14}"/>'
            f'<circle cx="{x}" cy="{y}" r="{r * 0.6}" fill="{ink}"/>'
            f'<circle cx="{x}" cy="{y}" r="{r * 0.2}" fill="#fff"/>'
        )
    beads = f'stroke-dasharray="{r * 0.32} {r * 0.2}"'
    return (
        f'<circle cx="{x}" cy="{y}" r="{r * 0.86}" fill="none" stroke="{ink}" '
        f'stroke-width="{r * 0.24}" {beads}/>'
        f'<circle cx="{x}" cy="{y}" r="{r * 0.5}" fill="none" stroke="{ink}" stroke-width="{r * 0.2}"/>'
        f'<circle cx="{x}" cy="{y}" r="{r * 0.16}" fill="{ink}"/>'
    )


def _circles(number: int, red: bool, carver: Carver) -> str:
    if number == 1:
        rings = ((40, INK), (30, GREEN), (18, RED))
        return "".join(_ring(50, 68, r, ink, carver.form) for r, ink in rings)
    r = {2: 22, 3: 19, 4: 19, 5: 17, 6: 16, 7: 13.5, 8: 14, 9: 14}[number]
    out = []
    for k, (x, y) in enumerate(ROWS[number]):
        usual = {2: (GREEN, BLUE), 3: (BLUE, RED, GREEN)}.get(number, (BLUE, GREEN))[
            k % (3 if number == 3 else 2)
        ]
        is_red = red or (number == 7 and k > 2) or (number == 6 and k > 1)
        ink = RED if is_red else GREEN if number in {6, 7} else usual
        out.append(_ring(x, y * 1.36, r, ink, carver.form))
    return "".join(out)


def _cane(x: float, y: float, tall: float, ink: str, carver: Carver, turn: float = 0.0) -> str:
    """One cane: two or three joints, as rounded bars with a light line along each."""
    wide = 11 if carver.form != 1 else 9
    joints = 3 if carver.form == 2 else 2
    one = tall / joints
    bars = "".join(
        f'<rect x="{x - wide / 2}" y="{y - tall / 2 + k * one + 0.6}" '
        f'width="{wide}" height="{one - 1.2}" rx="{wide * 0.42}" fill="{ink}"/>'
        f'<rect x="{x - 0.9}" y="{y - tall / 2 + k * one + 3}" width="1.8" '
        f'height="{one - 6}" fill="#fff" opacity="0.75"/>'
        for k in range(joints)
    )
    return f'<g transform="rotate({turn} {x} {y})">{bars}</g>'


def _bamboos(number: int, red: bool, carver: Carver) -> str:
    if number == 1:
        bird = ("🦚", "🦜", "🦩")[carver.form]
        return (
            _text(carver, bird, 100, 84, GREEN, "Noto Emoji")
            + '<circle cx="50" cy="14" r="5" fill="'
            + RED
            + '"/>'
        )
    if number == 8:
        tall = 46
        sides = [
            (14, 36, 0),
            (86, 36, 0),
            (36, 38, -32),
            (64, 38, 32),
            (14, 100, 0),
            (86, 100, 0),
            (36, 98, 32),
            (64, 98, -32),
        ]
        return "".join(_cane(x, y, tall, RED if red else GREEN, carver, turn) for x, y, turn in sides)
    tall = {2: 52, 3: 50, 4: 50, 5: 46, 6: 46, 7: 36, 9: 36}[number]
    out = []
    for k, (x, y) in enumerate(CANES[number]):
        is_red = red or (number in {5, 7} and k == {5: 2, 7: 0}[number]) or (number == 9 and x == 50)
        out.append(_cane(x, y * 1.36, tall, RED if is_red else GREEN, carver))
    return "".join(out)


def face(kind: str, carver: Carver) -> str:
    """The SVG of a face, with a transparent background."""
    red, suit = kind[0] == "0", kind[1]
    number = 5 if red else int(kind[0])
    if suit == "m":
        sign = "伍" if number == 5 and carver.form == 1 else NUMBERS[number - 1]
        what = _text(carver, sign, 60, 58, RED if red else INK) + _text(carver, "萬", 122, 60, RED)
    elif suit == "p":
        what = _circles(number, red, carver)
    elif suit == "s":
        what = _bamboos(number, red, carver)
    elif number == 5:
        frame = '<rect x="14" y="14" width="72" height="108" rx="5" fill="none" '
        frame += f'stroke="{BLUE}" stroke-width="6"/>'
        what = "" if carver.blank_white else frame
    else:
        what = _text(carver, HONOURS[number], 97, 86, {6: GREEN, 7: RED}.get(number, INK))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">{what}</svg>'
