"""Reads back the project's assets and reports differences."""

import unreal

from . import canary, importer, materials, settings


def problems(place):
    """A sentence for each problem; empty: none."""
    found = []
    description = place.description
    texture = importer.load(place.owned("T_%s_Animation" % place.asset))
    if texture is None:
        return ["%s is not in the project: run NAME.import.py" % place.owned("T_%s_Animation" % place.asset)]
    wanted = description["texture"]
    found += settings.differences(texture.get_name(), texture, settings.animation_texture(wanted["float32"]))
    size = (texture.blueprint_get_size_x(), texture.blueprint_get_size_y())
    if size != (wanted["width"], wanted["height"]):
        found.append("%s has %d x %d texels and has to have %d x %d: something resized it (max_texture_size, LOD group, "
                     "power of two)" % ((texture.get_name(),) + size + (wanted["width"], wanted["height"])))
    for name, use in importer.image_uses(place).items():
        image = importer.load(place.owned(name))
        if image is None:
            found.append("%s is missing" % place.owned(name))
        else:
            found += settings.differences(name, image, importer.image_settings(use))
    found += shared_problems(place)
    found += instance_problems(place, texture)
    for entry in description["meshes"]:
        found += mesh_problems(place, entry)
    found += table_problems(place)
    return found


def shared_problems(place):
    found = []
    library = unreal.MaterialEditingLibrary
    for mode in materials.MODES:
        master = importer.load(place.shared + "/M_Texeleton_" + mode.capitalize())
        if master is None:
            found.append("%s/M_Texeleton_%s is missing" % (place.shared, mode.capitalize()))
            continue
        found += settings.differences(master.get_name(), master, settings.material())
        if unreal.EditorAssetLibrary.get_metadata_tag(master, materials.VERSION_TAG) != materials.GRAPH_VERSION:
            found.append("%s is of another version: run NAME.import.py" % master.get_name())
        for name in ("MP_WORLD_POSITION_OFFSET", "MP_NORMAL", "MP_BASE_COLOR"):
            if library.get_material_property_input_node(master, getattr(unreal.MaterialProperty, name)) is None:
                found.append("%s: nothing is connected to %s" % (master.get_name(), name))
    return found


def instance_problems(place, animation):
    found = []
    library = unreal.MaterialEditingLibrary
    for material in place.description["materials"]:
        name = importer.instance_name(place, material)
        instance = importer.load(place.owned(name))
        if instance is None:
            found.append("%s is missing" % place.owned(name))
            continue
        scalars, vectors, _ = materials.instance_values(place.description, material)
        # The artist's changes are allowed; only the values for the animation are checked.
        for key in ("Layout",):
            value = library.get_material_instance_vector_parameter_value(instance, key)
            if not settings.same(value, unreal.LinearColor(*vectors[key])):
                found.append("%s: %s is %s and has to be %s" % (name, key, value, vectors[key]))
        texture = library.get_material_instance_texture_parameter_value(instance, "AnimationTexture")
        if texture is None or texture.get_path_name() != animation.get_path_name():
            found.append("%s: AnimationTexture is not %s" % (name, animation.get_name()))
    return found


def mesh_problems(place, entry, wanted_settings=None, wanted_channels=None):
    """The last two arguments default to the character's own mesh."""
    wanted_settings = wanted_settings or settings.mesh(place.description, entry)
    wanted_channels = wanted_channels or place.description["uvChannels"]
    mesh = importer.load(place.owned(entry["asset"]))
    if mesh is None:
        return ["%s is missing" % place.owned(entry["asset"])]
    name = entry["asset"]
    editor = unreal.get_editor_subsystem(unreal.StaticMeshEditorSubsystem)
    found = settings.differences(name, mesh, wanted_settings)
    found += settings.differences(name + ", Nanite", editor.get_nanite_settings(mesh), {"enabled": False})
    levels = editor.get_lod_count(mesh)
    if levels != len(entry["files"]):
        found.append("%s has %d levels of detail and has to have %d" % (name, levels, len(entry["files"])))
    for level in range(min(levels, len(entry["files"]))):
        title = "%s, level %d" % (name, level)
        found += settings.differences(title, editor.get_lod_build_settings(mesh, level), settings.mesh_build())
        channels = editor.get_num_uv_channels(mesh, level)
        if channels != wanted_channels:
            found.append("%s has %d sets of texture coordinates and has to have %d" % (title, channels, wanted_channels))
    box, wanted = mesh.get_bounding_box(), place.description["bounds"]
    for axis, low, high in zip("xyz", wanted["min"], wanted["max"]):
        slack = 0.01 * max(1.0, abs(low), abs(high))
        if getattr(box.min, axis) > low + slack or getattr(box.max, axis) < high - slack:
            found.append("%s: its bounds do not hold every pose along %s (%.1f to %.1f cm): crowds would be culled"
                         % (name, axis, low, high))
    slots = mesh.get_editor_property("static_materials")
    for slot in slots:
        if slot.get_editor_property("material_interface") is None:
            found.append("%s: slot %s has no material" % (name, slot.get_editor_property("material_slot_name")))
    return found


def table_problems(place):
    found = []
    for kind, key in (("Clips", "clips"), ("Sockets", "sockets"), ("Masks", "masks")):
        if kind not in importer.tables(place):
            continue
        table = importer.load(place.owned("DT_%s_%s" % (place.asset, kind)))
        if table is None:
            found.append("%s is missing" % place.owned("DT_%s_%s" % (place.asset, kind)))
            continue
        rows = [str(name) for name in unreal.DataTableFunctionLibrary.get_data_table_row_names(table)]
        wanted = [entry["row"] for entry in place.description[key]]
        if rows != wanted:
            found.append("%s has the rows %s and has to have %s" % (table.get_name(), rows, wanted))
    return found


class Probe:
    """Texels of a texture, read by a material on this GPU."""

    def __init__(self, texture, material):
        self.world = unreal.get_editor_subsystem(unreal.UnrealEditorSubsystem).get_editor_world()
        self.target = unreal.RenderingLibrary.create_render_target2d(
            self.world, 4, 4, unreal.TextureRenderTargetFormat.RTF_RGBA32F)
        self.drawn = unreal.MaterialLibrary.create_dynamic_material_instance(self.world, material)
        self.drawn.set_texture_parameter_value("AnimationTexture", texture)

    def texel(self, x, y):
        rgb = self.draw(x, y, 0.0)
        return (rgb.r, rgb.g, rgb.b, self.draw(x, y, 1.0).r)

    def draw(self, x, y, alpha):
        self.drawn.set_scalar_parameter_value("X", float(x))
        self.drawn.set_scalar_parameter_value("Y", float(y))
        self.drawn.set_scalar_parameter_value("Alpha", alpha)
        unreal.RenderingLibrary.draw_material_to_render_target(self.world, self.target, self.drawn)
        return unreal.RenderingLibrary.read_render_target_raw_pixel(self.world, self.target, 1, 1, False)

    def release(self):
        unreal.RenderingLibrary.release_render_target2d(self.target)


def gpu_problems(place):
    """The canary and some texels, read by a material on this GPU."""
    texture = importer.load(place.owned("T_%s_Animation" % place.asset))
    material = importer.load(place.shared + "/M_Texeleton_Probe")
    if texture is None or material is None:
        return []
    wanted = place.description["texture"]
    size = (wanted["width"], wanted["height"])
    if (texture.blueprint_get_size_x(), texture.blueprint_get_size_y()) != size:
        return ["%s: %s" % (texture.get_name(), canary.words(["resized"]))]
    probe = Probe(texture, material)
    names = canary.diagnose(size, wanted["tailRow"], wanted["float32"], probe.texel)
    found = ["%s: %s" % (texture.get_name(), canary.words(names))] if names else []
    for x, y, *values in wanted["texels"] if not names else []:
        got = probe.texel(x, y)
        if any(abs(a - b) > 1e-6 + 1e-5 * abs(b) for a, b in zip(got, values)):
            found.append("%s: texel (%d, %d) reads %s and has to be %s: the texture is another one"
                         % (texture.get_name(), x, y, tuple(round(v, 6) for v in got), tuple(values)))
            break
    probe.release()
    return found


def report(place, found):
    title = "Texeleton: %s: " % place.description["character"]
    for sentence in found:
        unreal.log_error(title + sentence)
    if found:
        unreal.log_error(title + "%d things are wrong" % len(found))
    else:
        unreal.log(title + "PASS")
    return found


def check_character(description_file, content):
    place = importer.Place(description_file, content)
    return report(place, problems(place) + gpu_problems(place))
