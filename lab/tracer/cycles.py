"""Draws a scene with Blender's Cycles, by `bpy`. Nothing is decided or labelled here."""

from __future__ import annotations

import math
from pathlib import Path

import bpy  # isort: split

# Blender's other modules are there only once bpy is.
import bmesh
from mathutils import Matrix, Vector

from lab.tracer.materials import Materials
from lab.tracer.scene import Lamp, Scene
from lab.tracer.solids import Box, Capsule, Pose

SCALE = 0.001
"""Blender counts in metres."""


def _matrix(body: Pose) -> Matrix:
    turn = Matrix(body.turn).to_4x4()
    return Matrix.Translation(Vector(body.at) * SCALE) @ turn


def rounded_box(name: str, half: tuple[float, float, float], edge: float, steps: int) -> bpy.types.Mesh:
    """A box around the origin, `half` its size in mm, whose edges are rounded off by `edge` mm."""
    mesh, work = bpy.data.meshes.new(name), bmesh.new()
    bmesh.ops.create_cube(work, size=2.0)
    bmesh.ops.scale(work, vec=Vector(half) * SCALE, verts=work.verts)
    off = min(edge, 0.9 * min(half)) * SCALE
    if off > 1e-5:
        bmesh.ops.bevel(work, geom=work.edges[:], offset=off, segments=steps, profile=0.5, affect="EDGES")
    work.to_mesh(mesh)
    work.free()
    mesh.polygons.foreach_set("use_smooth", [True] * len(mesh.polygons))
    mesh.set_sharp_from_angle(angle=math.radians(40)) if hasattr(mesh, "set_sharp_from_angle") else None
    return mesh


class Stage:
    """One picture's objects; a mesh is shared by all boxes of the same size and look."""

    def __init__(self, scene: Scene, pictures: Path) -> None:
        bpy.ops.wm.read_factory_settings(use_empty=True)
        self.scene = scene
        self.materials = Materials(scene, pictures)
        self.meshes: dict[tuple[object, ...], bpy.types.Mesh] = {}

    def show(self, name: str, mesh: bpy.types.Mesh, matrix: Matrix) -> None:
        """Put an object into the picture."""
        thing = bpy.data.objects.new(name, mesh)
        thing.matrix_world = matrix
        bpy.context.scene.collection.objects.link(thing)

    def box(self, box: Box) -> None:
        """Put a box into the picture."""
        key = (box.look, tuple(round(v, 3) for v in box.half))
        if key not in self.meshes:
            mesh = rounded_box(box.name, box.half, box.edge, 3 if box.edge > 0.5 else 1)
            mesh.materials.append(self.materials.named(box.look, box.half))
            self.meshes[key] = mesh
        self.show(box.name, self.meshes[key], _matrix(box.pose))

    def capsule(self, capsule: Capsule) -> None:
        """Put a capsule into the picture: two balls and what is between."""
        start, end = (Vector(p) * SCALE for p in (capsule.start, capsule.end))
        mesh, work = bpy.data.meshes.new(capsule.name), bmesh.new()
        radius, long = capsule.radius * SCALE, (end - start).length
        bmesh.ops.create_uvsphere(work, u_segments=24, v_segments=16, radius=radius)
        for vertex in work.verts:
            if vertex.co.z > 1e-9:
                vertex.co.z += long
        work.to_mesh(mesh)
        work.free()
        mesh.polygons.foreach_set("use_smooth", [True] * len(mesh.polygons))
        mesh.materials.append(self.materials.named(capsule.look, None))
        turn = (end - start).to_track_quat("Z", "Y").to_matrix().to_4x4()
        self.show(capsule.name, mesh, Matrix.Translation(start) @ turn)

    def ground(self) -> None:
        """The cloth, and a floor far below."""
        reach = self.scene.ground.reach + 2
        for name, half, z, look in (
            ("cloth", (reach, reach, 2.0), -2.0, "cloth"),
            ("floor", (4000, 4000, 5), -700.0, "floor"),
        ):
            mesh = rounded_box(name, half, 0.0, 1)
            mesh.materials.append(self.materials.named(look, half))
            self.show(name, mesh, Matrix.Translation(Vector((0, 0, z)) * SCALE))

    def lamp(self, lamp: Lamp) -> None:
        """A square lamp that faces the table's middle."""
        light = bpy.data.lights.new("lamp", "AREA")
        light.shape, light.size, light.energy = "SQUARE", lamp.size * SCALE, lamp.watts
        light.color = _warm(lamp.warmth)
        thing = bpy.data.objects.new("lamp", light)
        at = Vector(lamp.at) * SCALE
        thing.matrix_world = Matrix.Translation(at) @ (-at).to_track_quat("-Z", "Y").to_matrix().to_4x4()
        bpy.context.scene.collection.objects.link(thing)

    def camera(self) -> None:
        """The camera of the scene, with the same pinhole and a lens of half its f-number."""
        own = self.scene.camera
        lens = bpy.data.cameras.new("camera")
        lens.sensor_fit, lens.sensor_width = "HORIZONTAL", 6.3
        lens.lens = own.focal / own.size[0] * lens.sensor_width
        lens.clip_start, lens.clip_end = 0.01, 50
        lens.dof.use_dof = True
        lens.dof.focus_distance = (Vector(own.at) - Vector(own.target)).length * SCALE
        lens.dof.aperture_fstop = own.f_stop / 2
        thing = bpy.data.objects.new("camera", lens)
        axes = Matrix([[float(v) for v in row] for row in own.axes]).to_4x4()
        thing.matrix_world = Matrix.Translation(Vector(own.at) * SCALE) @ axes
        bpy.context.scene.collection.objects.link(thing)
        bpy.context.scene.camera = thing

    def build(self) -> None:
        """Everything of the scene."""
        self.ground()
        for solid in self.scene.solids:
            self.box(solid) if isinstance(solid, Box) else self.capsule(solid)
        for lamp in self.scene.lamps:
            self.lamp(lamp)
        world = bpy.data.worlds.new("room")
        world.use_nodes = True
        strength = self.scene.ambient
        world.node_tree.nodes["Background"].inputs["Color"].default_value = (0.9, 0.95, 1.0, 1)
        world.node_tree.nodes["Background"].inputs["Strength"].default_value = strength
        bpy.context.scene.world = world
        self.camera()


def _warm(kelvin: float) -> tuple[float, float, float]:
    """A lamp's colour, roughly, from 2700 (yellow) to 7500 kelvin (bluish)."""
    cold = (kelvin - 5500) / 2800
    return (
        1.0 - 0.12 * max(cold, 0),
        1.0 + 0.28 * min(cold, 0) - 0.04 * max(cold, 0),
        1.0 + 0.55 * min(cold, 0),
    )


def draw(scene: Scene, path: Path, pictures: Path, samples: int, threads: int = 0) -> None:
    """Draw a scene into a JPEG; `threads` 0 takes every core."""
    Stage(scene, pictures).build()
    to = bpy.context.scene
    to.render.engine = "CYCLES"
    to.cycles.device = "CPU"
    to.cycles.samples, to.cycles.seed = samples, scene.seed
    to.cycles.use_adaptive_sampling = False
    to.cycles.use_denoising = True
    # A filtered guide has no lines finer than a pixel or two: the rings of circles would become grey discs.
    to.cycles.denoising_prefilter = "NONE"
    to.cycles.max_bounces, to.cycles.diffuse_bounces, to.cycles.glossy_bounces = 5, 2, 3
    to.cycles.caustics_reflective = to.cycles.caustics_refractive = False
    if threads:
        to.render.threads_mode, to.render.threads = "FIXED", threads
    to.render.resolution_x, to.render.resolution_y = scene.camera.size
    to.render.resolution_percentage = 100
    to.render.image_settings.file_format, to.render.image_settings.quality = "JPEG", 90
    to.view_settings.view_transform = scene.look.tone
    to.view_settings.exposure = scene.look.exposure
    to.render.filepath = str(path)
    bpy.ops.render.render(write_still=True)
