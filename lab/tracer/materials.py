"""What things are made of, as shader nodes of Cycles: tiles, cloth, wood, skin, glass, digits."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import bpy

from lab.tracer.art import letter, picture
from lab.tracer.looks import BACKS, CLOTHS, RIMS, Colour
from lab.tracer.scene import Scene

PLAIN: dict[str, tuple[Colour, float]] = {
    "white": ((0.88, 0.87, 0.84), 0.3),
    "black": ((0.02, 0.02, 0.022), 0.15), "pip red": ((0.6, 0.03, 0.03), 0.4),
    "display": ((0.012, 0.012, 0.014), 0.12),
    "unit dark": ((0.03, 0.03, 0.04), 0.4), "unit grey": ((0.35, 0.36, 0.38), 0.4),
    "unit red": ((0.30, 0.04, 0.05), 0.35),
    "paper": ((0.8, 0.78, 0.7), 0.8), "bamboo": ((0.66, 0.52, 0.3), 0.6),
}  # fmt: skip
LIT: dict[str, Colour] = {"lit red": (1, 0.06, 0.03), "lit green": (0.1, 1, 0.2), "lit blue": (0.2, 0.5, 1)}
STRIPES = {"plain weave": (900.0, 900.0), "twill": (700.0, 0.0), "felt": (0.0, 0.0), "short pile": (0.0, 0.0)}


def _darker(colour: Colour, share: float) -> Colour:
    r, g, b = colour
    return r * share, g * share, b * share


def linear(colour: Colour) -> tuple[float, float, float, float]:
    """An sRGB colour as the renderer needs it: in linear light, and opaque."""
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour)
    return (r, g, b, 1.0)


class Nodes:
    """A material's nodes, with the few methods that are needed to make and link them."""

    def __init__(self, name: str) -> None:
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.tree = self.material.node_tree
        self.surface = self.tree.nodes["Principled BSDF"]

    def add(self, kind: str, **values: Any) -> Any:
        """A node; names in lower case are its properties, others its inputs."""
        node = self.tree.nodes.new(f"ShaderNode{kind}")
        for name, value in values.items():
            if name.islower():
                setattr(node, name, value)
            else:
                self.set(node.inputs[name.replace("_", " ")], value)
        return node

    def set(self, socket: Any, value: Any) -> None:
        """Join a socket to another one's value, or give it a constant."""
        if isinstance(value, bpy.types.NodeSocket):
            self.tree.links.new(value, socket)
        else:
            socket.default_value = value

    def math(self, how: str, one: Any, other: Any = 0.0) -> Any:
        """A sum, a product or a comparison of two values, as `how` names it."""
        node = self.add("Math", operation=how)
        self.set(node.inputs[0], one)
        self.set(node.inputs[1], other)
        return node.outputs[0]

    def mix(self, share: Any, one: Any, other: Any) -> Any:
        """A mix of two colours, with `share` of the second."""
        node = self.add("Mix", data_type="RGBA")
        self.set(node.inputs[0], share)
        self.set(node.inputs[6], one)
        self.set(node.inputs[7], other)
        return node.outputs[2]

    def bump(self, height: Any, depth: float, strength: float = 1.0) -> None:
        """Let the light fall as on a surface of this height, `depth` in metres."""
        node = self.add("Bump", Strength=strength, Distance=depth, Height=height)
        self.set(self.surface.inputs["Normal"], node.outputs["Normal"])

    def look(self, **values: Any) -> None:
        """Inputs of the surface: `Base_Color`, `Roughness` and others."""
        for name, value in values.items():
            self.set(self.surface.inputs[name.replace("_", " ")], value)


class Materials:
    """The materials of one scene, each made once."""

    def __init__(self, scene: Scene, pictures: Path) -> None:
        self.look, self.pictures = scene.look, pictures
        self.made: dict[tuple[object, ...], bpy.types.Material] = {}

    def named(self, name: str, half: tuple[float, float, float] | None) -> bpy.types.Material:
        """The material of that name; pictures on bodies need the body's half size."""
        key = (name, half)
        if key not in self.made:
            self.made[key] = self._make(name, half)
        return self.made[key]

    def _make(self, name: str, half: tuple[float, float, float] | None) -> bpy.types.Material:
        nodes = Nodes(name)
        what, _, rest = name.partition(" ")
        if what == "tile" and half:
            self._tile(nodes, rest, half)
        elif what == "letter" and half:
            nodes.look(
                Base_Color=self._image(nodes, letter(rest, self.pictures), half).outputs["Color"],
                Roughness=0.3,
            )
        elif name == "cloth":
            self._cloth(nodes)
        elif name == "rim":
            self._rim(nodes)
        elif name == "glass":
            nodes.look(Base_Color=(1, 1, 1, 1), Roughness=0.02, Transmission_Weight=1.0, IOR=1.15)
        elif name in LIT:
            nodes.look(Base_Color=(0, 0, 0, 1), Emission_Color=linear(LIT[name]), Emission_Strength=4.0)
        elif name == "skin":
            nodes.look(
                Base_Color=linear(self.look.skin),
                Roughness=0.5,
                Subsurface_Weight=0.15,
                Subsurface_Scale=0.01,
            )
        elif name == "sleeve":
            self._woven(nodes, self.look.sleeve, 350.0)
        elif name == "floor":
            self._woven(nodes, self.look.floor, 6.0)
        else:
            colour, rough = PLAIN[name]
            nodes.look(Base_Color=linear(colour), Roughness=rough)
        return nodes.material

    def _image(self, nodes: Nodes, path: Path, half: tuple[float, float, float], inset: float = 0.0) -> Any:
        """A picture laid over the upper side of a body, `inset` mm within its edges."""
        place = nodes.add("TexCoord").outputs["Object"]
        wide, tall = (2000 / (half[0] * 2 - 2 * inset) * 0.5, 2000 / (half[1] * 2 - 2 * inset) * 0.5)
        moved = nodes.add("Mapping", Vector=place, Location=(0.5, 0.5, 0), Scale=(wide, tall, 1))
        image = nodes.add("TexImage", extension="CLIP", interpolation="Cubic", Vector=moved.outputs[0])
        image.image = bpy.data.images.load(str(path.resolve()), check_existing=True)
        return image

    def _tile(self, nodes: Nodes, kind: str, half: tuple[float, float, float]) -> None:
        """Ivory over a coloured back, the face carved into its upper side, all of it polished."""
        where = nodes.add("SeparateXYZ", Vector=nodes.add("TexCoord").outputs["Object"])
        normal = nodes.add("SeparateXYZ", Vector=nodes.add("TexCoord").outputs["Normal"])
        seam = (2 * self.look.back_share - 1) * half[2] * 0.001
        is_front = nodes.math("GREATER_THAN", where.outputs["Z"], seam)
        body = nodes.mix(is_front, linear(BACKS[self.look.back]), linear(self.look.ivory))
        image = self._image(nodes, picture(self.look.art, kind, self.pictures), half, inset=1.9)
        on_top = nodes.math("MULTIPLY", nodes.math("GREATER_THAN", normal.outputs["Z"], 0.9), is_front)
        ink = nodes.math("MULTIPLY", image.outputs["Alpha"], on_top)
        nodes.look(
            Base_Color=nodes.mix(ink, body, image.outputs["Color"]), Roughness=self.look.roughness,
            Coat_Weight=0.3, Coat_Roughness=0.08, Subsurface_Weight=0.05, Subsurface_Scale=0.002,
        )  # fmt: skip
        nodes.bump(nodes.math("MULTIPLY", ink, -1.0), 0.0004 * self.look.carving)

    def _woven(self, nodes: Nodes, colour: Colour, scale: float) -> None:
        """Cloth, carpet or a floor of one colour that is nowhere quite the same."""
        noise = nodes.add("TexNoise", Scale=scale, Detail=4.0, Vector=nodes.add("TexCoord").outputs["Object"])
        dark = tuple(c * 0.75 for c in colour)
        nodes.look(Base_Color=nodes.mix(noise.outputs["Fac"], linear(dark), linear(colour)), Roughness=0.9)  # type: ignore[arg-type]

    def _cloth(self, nodes: Nodes) -> None:
        """The table's cloth: threads in two directions, slanting ones, or the noise of felt and pile."""
        colour, place = CLOTHS[self.look.cloth], nodes.add("TexCoord").outputs["Object"]
        coarse = 450.0 if self.look.weave == "short pile" else 1300.0
        noise = nodes.add("TexNoise", Scale=coarse, Detail=3.0, Vector=place)
        height = noise.outputs["Fac"]
        along, across = STRIPES[self.look.weave]
        if along:
            for scale, way in ((along, "X"), (across or along, "Y" if across else "DIAGONAL")):
                wave = nodes.add("TexWave", bands_direction=way, Scale=scale / 6.3, Vector=place)
                height = nodes.math("ADD", height, wave.outputs["Fac"])
        stains = nodes.add("TexNoise", Scale=5.0, Detail=2.0, Vector=place)
        dark = _darker(colour, 0.72)
        shade = nodes.math(
            "ADD",
            nodes.math("MULTIPLY", noise.outputs["Fac"], 0.7),
            nodes.math("MULTIPLY", stains.outputs["Fac"], 0.3),
        )
        nodes.look(
            Base_Color=nodes.mix(shade, linear(dark), linear(colour)), Roughness=0.95, Sheen_Weight=0.3
        )
        nodes.bump(height, 0.0003, 0.6)

    def _rim(self, nodes: Nodes) -> None:
        """Wood with a grain, or plastic."""
        colour = RIMS[self.look.rim]
        if "wood" not in self.look.rim:
            nodes.look(Base_Color=linear(colour), Roughness=0.25)
            return
        place = nodes.add("Mapping", Vector=nodes.add("TexCoord").outputs["Object"], Scale=(1.5, 18, 18))
        grain = nodes.add("TexWave", Scale=2.0, Distortion=9.0, Detail=3.0, Vector=place.outputs[0])
        dark = _darker(colour, 0.55)
        nodes.look(
            Base_Color=nodes.mix(grain.outputs["Fac"], linear(dark), linear(colour)),
            Roughness=0.3,
            Coat_Weight=0.3,
        )
