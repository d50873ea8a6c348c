"""Writes a scene for Texeleton: NAME.glb with meshes, bones, shape keys and clips, and a PC2 file for each mesh that moves otherwise
in each clip. All changes to the scene are undone, also after an error."""
import os
import re
import tempfile

import bpy
import numpy as np

from . import clips as clip_list
from .caches import PointCache, TopologyError
from .deform import armature_of, modifiers_of, why_cached
from .glb import AnimationWriter, Glb
from .restore import Restore, keep_scene

# Blender's +Z up to glTF's +Y up.
TO_GLTF = np.array([[1.0, 0, 0, 0], [0, 0, 1, 0], [0, -1, 0, 0], [0, 0, 0, 1]])
KINDS = {"MESH", "ARMATURE", "EMPTY", "CURVE", "FONT", "SURFACE", "META"}
EXPORT = {
    "check_existing": False, "export_format": "GLB", "use_selection": True, "export_animations": False, "export_apply": False,
    "export_yup": True, "export_skins": True, "export_all_influences": True, "export_morph": True, "export_morph_normal": True,
    "export_morph_tangent": False, "export_cameras": False, "export_lights": False, "export_extras": False,
    "export_def_bones": False, "export_current_frame": False, "export_draco_mesh_compression_enable": False,
    "export_rest_position_armature": True, "export_hierarchy_flatten_bones": False, "export_hierarchy_flatten_objs": False,
    "export_armature_object_remove": False, "export_try_sparse_sk": False, "export_leaf_bone": False, "will_save_settings": False,
}


class SceneError(Exception):
    """An error for the user, with a remedy."""


class Apart(Exception):
    """A mesh moves away from its armature, which a skin cannot show."""


class Options:
    """What to write. `clips`: names; None: all."""

    def __init__(self, folder, name, what="scene", collection="", clips=None):
        self.folder, self.name, self.what, self.collection, self.clips = folder, name, what, collection, clips


def file_name(text):
    return re.sub(r"[^\w .()+-]", "_", text)


def things_of(context, what, collection):
    """The visible objects of the selection, of a collection or of the whole scene, with the armatures of their meshes."""
    layer = context.view_layer
    if what == "collection":
        found = bpy.data.collections.get(collection)
        if found is None:
            raise SceneError(f'there is no collection "{collection}"')
        things = list(found.all_objects)
    else:
        things = list(layer.objects)
    if what == "selection":
        things = [thing for thing in things if thing.select_get(view_layer=layer)]
    things = [thing for thing in things if thing.type in KINDS and thing.visible_get(view_layer=layer)]
    shapes = {bone.custom_shape for thing in layer.objects if thing.pose is not None for bone in thing.pose.bones}
    things = [thing for thing in things if thing not in shapes]
    for thing in list(things):
        wanted = [armature_of(thing)] if thing.type == "MESH" else []
        parent = thing.parent
        while parent is not None:
            wanted += [parent] if parent.type in ("ARMATURE", "EMPTY") else []
            parent = parent.parent
        things += [each for each in wanted if each is not None and each not in things and each.visible_get(view_layer=layer)]
    if not any(thing.type in KINDS - {"ARMATURE", "EMPTY"} for thing in things):
        raise SceneError(f"there is no visible mesh in the {what}")
    return things


def clips_of(context, things):
    reasons = {thing.name: why_cached(thing) for thing in things if thing.type == "MESH"}
    by_scene = any(reasons.values()) or any(clip_list.is_rigid_body(thing) for thing in things)
    found = clip_list.clips_of(context.scene, things, by_scene)
    if any(clip_list.simulated(thing) for thing in things):
        # A simulation runs once, over the time line; for single actions it would restart from rest.
        found = [clip for clip in found if clip.kind == "scene"]
    return found


def write_scene(context, options, progress=lambda fraction, stage: None):
    """Returns what was written: paths relative to the folder, clips, caches, findings, files that the scene reads."""
    cached = set()
    while True:
        try:
            return Writer(context, options, progress, cached).write()
        except Apart as apart:
            cached.add(apart.args[0])


class Writer:
    def __init__(self, context, options, progress, forced):
        self.context, self.options, self.progress = context, options, progress
        self.scene = context.scene
        self.findings = []
        self.things = things_of(context, options.what, options.collection)
        self.caches = {}  # By object: the reason.
        for thing in self.things:
            if thing.type == "MESH":
                why = "it moves away from its armature" if thing.name in forced else why_cached(thing)
                if why:
                    self.caches[thing] = why
        every = clips_of(context, self.things)
        self.clips = [clip for clip in every if options.clips is None or clip.name in options.clips]
        missing = set(options.clips or []) - {clip.name for clip in every}
        if missing or not self.clips:
            raise SceneError(f"there is no clip {', '.join(sorted(missing)) or 'to write'}; there are: "
                             + ", ".join(clip.name for clip in every))

        if self.caches:
            for clip in self.clips:  # The file's name gives the cache's clip.
                clip.name = file_name(clip.name)

    def write(self):
        os.makedirs(self.options.folder, exist_ok=True)
        path = os.path.join(self.options.folder, file_name(self.options.name) + ".glb")
        written = []
        with Restore() as restore:
            keep_scene(restore, self.scene, self.context.view_layer)
            with Restore() as playing:
                clip_list.play(self.clips[0], self.scene, playing)
                self.run_up(self.clips[0])
                glb = self.export_meshes()
            nodes = Nodes(glb, self.worlds)
            nodes.reattach(self.on_bones)
            exported = {thing for thing, _ in nodes.objects.values()}
            self.findings += [{"object": thing.name, "text": "Blender's glTF exporter left it out"} for thing in self.things
                              if thing.type not in ("ARMATURE", "EMPTY") and thing not in exported]
            for number, clip in enumerate(self.clips):
                self.progress(0.2 + 0.75 * number / len(self.clips), clip.name)
                with Restore() as playing:
                    clip_list.play(clip, self.scene, playing)
                    written += self.sample(clip, glb, nodes, 0.75 / len(self.clips))
            glb.write(path)
        moving = {cache.name for cache in written if cache.moves}
        for cache in written:
            if cache.name not in moving:
                os.remove(cache.path)
        caches = [{"path": os.path.basename(cache.path), "mesh": cache.name, "clip": cache.clip}
                  for cache in written if cache.name in moving]
        for thing, why in self.caches.items():
            if thing.name in moving:
                self.findings.append({"object": thing.name, "text": f"every vertex is recorded every frame ({why})"})
        return {"model": os.path.basename(path), "caches": caches, "clips": [clip.describe() for clip in self.clips],
                "findings": self.findings, "fps": self.rate(), "files": files_read()}

    def rate(self):
        return self.scene.render.fps / self.scene.render.fps_base

    def run_up(self, clip):
        """Runs simulations from their start; the scene then shows the first frame of the clip."""
        starts = [self.scene.rigidbody_world.point_cache.frame_start] if self.scene.rigidbody_world is not None else []
        for thing in self.things:
            starts += [modifier.point_cache.frame_start for modifier in thing.modifiers if hasattr(modifier, "point_cache")]
        for frame in range(min(starts, default=clip.start), clip.start):
            self.scene.frame_set(frame)
        self.scene.frame_set(clip.start)

    def export_meshes(self):
        """Exports the objects at this frame with Blender's own exporter, with armatures in the rest pose."""
        if not hasattr(bpy.types, "EXPORT_SCENE_OT_gltf"):
            raise SceneError("Blender's glTF add-on is not enabled; enable it in the preferences")
        with Restore() as restore, tempfile.TemporaryDirectory() as folder:
            self.stand_in(restore)
            for rig in {thing for thing in self.things if thing.type == "ARMATURE"}:
                restore.set(rig.data, "pose_position", "REST")
            for thing in self.context.view_layer.objects:
                thing.select_set(thing in self.things)
            self.context.view_layer.update()
            self.on_bones = {thing: np.array(thing.matrix_world) for thing in self.things if thing.parent_type == "BONE"}
            for thing in self.on_bones:  # Blender 3.4's exporter loses children of objects on bones; reattach() undoes this.
                restore.set(thing, "parent_type", "OBJECT")
                restore.set(thing, "parent_bone", "")
            self.context.view_layer.update()
            self.worlds = {thing: np.array(thing.matrix_world) for thing in self.things}
            known = bpy.ops.export_scene.gltf.get_rna_type().properties.keys()
            path = os.path.join(folder, "meshes.glb")
            try:
                bpy.ops.export_scene.gltf(filepath=path, **{key: value for key, value in EXPORT.items() if key in known})
            except RuntimeError as error:
                raise SceneError(f"Blender's glTF exporter failed: {str(error).strip().splitlines()[-1]}") from error
            if not os.path.isfile(path):
                raise SceneError("Blender's glTF exporter wrote nothing")
            return Glb(path)

    def stand_in(self, restore):
        """Replaces the objects' meshes by ones with all modifiers applied, except the armature of a skin."""
        swaps = []
        for thing in self.things:
            others = [modifier for modifier in modifiers_of(thing) if modifier.type != "ARMATURE"] if thing.type == "MESH" else []
            if thing in self.caches:
                swaps.append((thing, False))
            elif others:
                swaps.append((thing, True))
        with Restore() as hidden:
            for thing, skinned in swaps:
                for modifier in thing.modifiers if skinned else []:
                    if modifier.type == "ARMATURE":
                        hidden.set(modifier, "show_viewport", False)
            graph = self.context.evaluated_depsgraph_get()
            meshes = [bpy.data.meshes.new_from_object(thing.evaluated_get(graph), preserve_all_data_layers=True, depsgraph=graph)
                      for thing, _ in swaps]
        for (thing, skinned), mesh in zip(swaps, meshes):
            restore.later(bpy.data.meshes.remove, mesh)
            restore.set(thing, "data", mesh)
            for modifier in thing.modifiers:
                if not (skinned and modifier.type == "ARMATURE"):
                    restore.set(modifier, "show_viewport", False)
            if not skinned and thing.parent_type in ("ARMATURE", "LATTICE", "CURVE"):
                restore.set(thing, "parent_type", "OBJECT")

    def sample(self, clip, glb, nodes, share):
        self.run_up(clip)
        frames = range(clip.start, clip.end + 1)
        times = (np.arange(len(frames)) / self.rate()).astype(np.float32)
        sampler = nodes.sampler(len(frames))
        caches = {}
        try:
            for number, frame in enumerate(frames):
                self.scene.frame_set(frame)
                graph = self.context.evaluated_depsgraph_get()
                sampler.take(number, graph)
                for thing in self.caches:
                    self.record(caches, clip, thing, graph, frame)
                if number % 10 == 0:
                    self.progress(0.2 + share * number / len(frames), clip.name)
        finally:
            for cache in caches.values():
                cache.close()
        extras = {"fps": self.rate()}
        events = [{"name": name, "time": (frame - clip.start) / self.rate()} for name, frame in markers_of(clip, self.scene)
                  if clip.start <= frame <= clip.end]
        if events:
            extras["events"] = events
        writer = AnimationWriter(glb, clip.name, times, extras)
        sampler.write(writer, self.findings)
        writer.finish()
        return list(caches.values())

    def record(self, caches, clip, thing, graph, frame):
        evaluated = thing.evaluated_get(graph)
        mesh = evaluated.to_mesh()
        try:
            if thing not in caches:
                name = f"{file_name(self.options.name)}.{file_name(thing.name)}@{file_name(clip.name)}.pc2"
                caches[thing] = PointCache(os.path.join(self.options.folder, name), thing.name, mesh, clip.start)
                caches[thing].clip = clip.name
            caches[thing].add(mesh, frame)
        except TopologyError as error:
            raise SceneError(str(error)) from error
        finally:
            evaluated.to_mesh_clear()


def markers_of(clip, scene):
    """Markers of the scene, or of the clip's actions."""
    if clip.kind == "scene":
        return [(marker.name, marker.frame) for marker in scene.timeline_markers if marker.camera is None]
    if clip.kind == "track":
        return []
    actions = {what.name: what for _, what in clip.parts}
    return [(marker.name, marker.frame) for action in actions.values() for marker in action.pose_markers]


def files_read():
    """Further files that the scene reads: libraries, images and caches."""
    return sorted({os.path.normpath(path) for path in bpy.utils.blend_paths(absolute=True, packed=False, local=False)
                   if os.path.isfile(path)})


class Nodes:
    """Maps nodes of the file to objects and bones, with the matrices that the exporter put between them. `worlds`: the
    matrices of the objects as they were exported."""

    def __init__(self, glb, worlds):
        self.glb = glb
        self.worlds = worlds
        self.objects = {}  # By node: the object, and the matrix between it and the node.
        self.bones = {}  # By node: the armature, the name of the bone, that matrix.
        self.keys = {}  # By node: the object.
        self.skinned = []  # Meshes and their armatures.
        by_name = {thing.name: thing for thing in worlds}
        roots = glb.json["scenes"][glb.json.get("scene", 0)].get("nodes", [])
        for number in roots:
            self.visit(number, None, by_name)

    def visit(self, number, parent, by_name):
        node = self.glb.nodes[number]
        thing = None if number in self.glb.joints else by_name.get(node.get("name"))
        inside = parent is not None and parent.type == "ARMATURE"
        if inside and thing is None and node.get("name") in parent.pose.bones:
            rest = np.array(parent.pose.bones[node["name"]].bone.matrix_local)
            here = TO_GLTF @ self.worlds[parent] @ rest
            self.bones[number] = (parent, node["name"], np.linalg.solve(here, self.glb.global_matrix(number)))
            thing = parent
        elif thing is not None and thing not in self.objects.values() and (thing.parent is parent or parent is None):
            here = TO_GLTF @ self.worlds[thing]
            self.objects[number] = (thing, np.linalg.pinv(here) @ self.glb.global_matrix(number))
            if self.glb.target_names(number) and thing.type == "MESH":
                self.keys[number] = thing
            if "skin" in node:
                self.skinned.append((number, thing, armature_of(thing)))
        else:
            thing = parent if inside else None
        for child in node.get("children", []):
            self.visit(child, thing, by_name)

    def reattach(self, on_bones):
        """Makes objects children of their bones; `on_bones`: their matrices while the armatures are at rest."""
        number_of = {(rig.name, bone): number for number, (rig, bone, _) in self.bones.items()}
        for number, (thing, between) in self.objects.items():
            bone = number_of.get((thing.parent.name, thing.parent_bone)) if thing in on_bones else None
            if bone is None:
                continue
            node = self.glb.nodes[number]
            place, turn, scale, _ = decomposed((np.linalg.pinv(self.glb.global_matrix(bone)) @ TO_GLTF @ on_bones[thing] @ between)[None])
            node.update(translation=place[0].tolist(), rotation=turn[0].tolist(), scale=scale[0].tolist())
            self.glb.nodes[self.glb.parents[number]]["children"].remove(number)
            self.glb.nodes[bone].setdefault("children", []).append(number)
            self.glb.parents[number] = bone

    def sampler(self, count):
        return Sampler(self, count)


class Sampler:
    """The nodes at each frame of a clip."""

    def __init__(self, nodes, count):
        self.nodes, self.count = nodes, count
        self.globals = {number: np.empty((count, 4, 4)) for number in (*nodes.objects, *nodes.bones)}
        self.weights = {number: np.empty((count, len(nodes.glb.target_names(number)))) for number in nodes.keys}
        self.offsets = {}

    def take(self, place, graph):
        worlds = {}

        def world(thing):
            if thing.name not in worlds:
                worlds[thing.name] = np.array(thing.evaluated_get(graph).matrix_world)
            return worlds[thing.name]

        for number, (thing, between) in self.nodes.objects.items():
            self.globals[number][place] = TO_GLTF @ world(thing) @ between
        for number, (rig, bone, between) in self.nodes.bones.items():
            pose = np.array(rig.evaluated_get(graph).pose.bones[bone].matrix)
            self.globals[number][place] = TO_GLTF @ world(rig) @ pose @ between
        for number, thing in self.nodes.keys.items():
            blocks = thing.data.shape_keys.evaluated_get(graph).key_blocks
            self.weights[number][place] = [blocks[name].value for name in self.nodes.glb.target_names(number)]
        for number, thing, rig in self.nodes.skinned:
            offset = np.linalg.pinv(world(rig)) @ world(thing)
            first = self.offsets.setdefault(number, offset)
            if not np.allclose(offset, first, rtol=0, atol=1e-6 * max(1.0, np.abs(first).max())):
                raise Apart(thing.name)

    def write(self, writer, findings):
        glb = self.nodes.glb
        skinned = {number for number, _, _ in self.nodes.skinned}
        for number, own in self.globals.items():
            if number in skinned and not glb.nodes[number].get("children"):
                continue  # Only the skin places such a mesh.
            parent = glb.parents.get(number)
            if parent is None:
                local = own
            elif parent in self.globals:
                local = np.linalg.pinv(self.globals[parent]) @ own
            else:
                local = np.linalg.pinv(glb.global_matrix(parent)) @ own
            places, turns, scales, off = decomposed(local)
            if off > 1e-4:
                name = glb.nodes[number].get("name", "")
                findings.append({"object": name, "text": f"in {writer.animation['name']} it is sheared, which a node of glTF cannot "
                                 f"show (by {100 * off:.1f} %): its parent is scaled unevenly"})
            node = glb.nodes[number]
            rest = None if "matrix" in node else node
            writer.add(number, "translation", places, rest.get("translation", (0, 0, 0)) if rest else None)
            writer.add(number, "rotation", turns, rest.get("rotation", (0, 0, 0, 1)) if rest else None)
            writer.add(number, "scale", scales, rest.get("scale", (1, 1, 1)) if rest else None)
            if rest is None:
                place, turn, scale, _ = decomposed(glb.local_matrix(number)[None])
                node.pop("matrix")
                node.update(translation=place[0].tolist(), rotation=turn[0].tolist(), scale=scale[0].tolist())
        for number, values in self.weights.items():
            mesh = glb.json["meshes"][glb.nodes[number]["mesh"]]
            writer.add(number, "weights", values, mesh.get("weights", [0.0] * values.shape[1]))


def decomposed(matrices):
    """Places, quaternions (x, y, z, w; each the nearer of two to the one before), scales, and the largest share of shear."""
    axes = matrices[:, :3, :3]
    scales = np.linalg.norm(axes, axis=1)
    mirrored = np.linalg.det(axes) < 0
    scales[mirrored, 0] *= -1.0
    turns = axes / np.where(scales == 0.0, 1.0, scales)[:, None, :]
    off = float(np.abs(np.einsum("nij,nik->njk", turns, turns) - np.eye(3)).max()) if (scales != 0.0).all() else 0.0
    quaternions = np.array([quaternion_of(turn) for turn in turns])
    for number in range(1, len(quaternions)):
        if quaternions[number] @ quaternions[number - 1] < 0:
            quaternions[number] *= -1.0
    return matrices[:, :3, 3], quaternions, scales, off


def quaternion_of(m):
    trace = m[0, 0] + m[1, 1] + m[2, 2]
    if trace > 0:
        s = 2 * np.sqrt(trace + 1)
        q = [(m[2, 1] - m[1, 2]) / s, (m[0, 2] - m[2, 0]) / s, (m[1, 0] - m[0, 1]) / s, s / 4]
    else:
        i = int(np.argmax(np.diag(m)))
        j, k = (i + 1) % 3, (i + 2) % 3
        s = 2 * np.sqrt(max(1 + m[i, i] - m[j, j] - m[k, k], 1e-12))
        q = [0.0] * 4
        q[i], q[j], q[k], q[3] = s / 4, (m[j, i] + m[i, j]) / s, (m[k, i] + m[i, k]) / s, (m[k, j] - m[j, k]) / s
    return np.array(q) / np.linalg.norm(q)
