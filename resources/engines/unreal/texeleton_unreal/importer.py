"""Imports the files of an export, and sets all their settings."""

import contextlib
import json
import os

import unreal

from . import materials, settings

OWNER_TAG = "TexeletonCharacter"
INTERCHANGE_FBX = "Interchange.FeatureFlags.Import.FBX"


@contextlib.contextmanager
def fbx_importer():
    """Uses the FBX importer. Since 5.4 Interchange may be the default; it is restored afterwards."""
    library = unreal.SystemLibrary
    was_on = library.get_console_variable_bool_value(INTERCHANGE_FBX)
    library.execute_console_command(None, INTERCHANGE_FBX + " 0")
    try:
        yield
    finally:
        if was_on:
            library.execute_console_command(None, INTERCHANGE_FBX + " 1")


class Place:
    """A character's description, its files and the place of its assets."""

    def __init__(self, description_file, content):
        with open(description_file, encoding="utf-8") as file:
            self.description = json.load(file)
        if self.description.get("format") != "texeleton-unreal" or self.description.get("version") != 1:
            raise RuntimeError("%s is not a description of version 1: export again, and use the script that came "
                               "with it" % description_file)
        self.folder = os.path.dirname(os.path.abspath(description_file))
        self.asset = self.description["asset"]
        self.shared = content + "/Shared"
        self.own = content + "/" + self.asset

    def file(self, name):
        return os.path.join(self.folder, name)

    def owned(self, name):
        return self.own + "/" + name


def load(path):
    """The asset, or None."""
    return unreal.EditorAssetLibrary.load_asset(path) if unreal.EditorAssetLibrary.does_asset_exist(path) else None


def keep(asset):
    if not unreal.EditorAssetLibrary.save_loaded_asset(asset, False):
        raise RuntimeError("Unreal could not save %s: is it checked out, is its file writable?" % asset.get_path_name())


def create(path, kind, factory):
    """The asset at the path, made if missing. An asset of another kind there is not changed."""
    found = load(path)
    if found is None:
        folder, name = path.rsplit("/", 1)
        found = unreal.AssetToolsHelpers.get_asset_tools().create_asset(name, folder, kind, factory)
    if not isinstance(found, kind):
        raise RuntimeError("%s is there already and is no %s; move it away" % (path, kind.__name__))
    return found


def import_file(file, path, kind, factory, options=None):
    """Imports one file over the asset at the path, without a dialog."""
    folder, name = path.rsplit("/", 1)
    there = load(path)
    if there is not None and not isinstance(there, kind):
        raise RuntimeError("%s is there already and is no %s; move it away" % (path, kind.__name__))
    task = unreal.AssetImportTask()
    settings.apply(task, {"filename": file, "destination_path": folder, "destination_name": name, "automated": True,
                          "replace_existing": True, "replace_existing_settings": True, "save": False,
                          "factory": factory})
    if options is not None:
        task.set_editor_property("options", options)
    unreal.AssetToolsHelpers.get_asset_tools().import_asset_tasks([task])
    found = load(path)
    if not isinstance(found, kind):
        raise RuntimeError("Unreal did not import %s; its Output Log says why" % file)
    return found


def import_texture(file, path, wanted):
    texture = import_file(file, path, unreal.Texture2D, unreal.TextureFactory())
    settings.apply(texture, wanted)
    keep(texture)
    return texture


def image_asset(place, use):
    """The asset name of an image in a role. An image used as colour and as data becomes two assets."""
    stem = os.path.splitext(place.description["images"][use["image"]]["file"])[0]
    return stem + {"color": "", "linear": "_Linear", "normal": "_Normal"}[use["role"]]


def image_uses(place):
    """Every image in every role: name of the asset: its use."""
    uses = {}
    for material in place.description["materials"]:
        for use in materials.instance_values(place.description, material)[2].values():
            uses.setdefault(image_asset(place, use), use)
    return uses


def image_settings(use):
    return settings.image(use["role"], use["nearest"], use["wrapU"], use["wrapV"])


BLANKS = {"White": "color", "WhiteLinear": "linear", "FlatNormal": "normal"}


def import_shared(place):
    """Builds the shared assets once for each version: blank textures, the clock, functions and masters."""
    here = os.path.dirname(os.path.abspath(__file__))
    blanks = {}
    for name, role in BLANKS.items():
        path = place.shared + "/T_Texeleton_" + name
        file = os.path.join(here, "normal.png" if role == "normal" else "white.png")
        blanks[name] = load(path) or import_texture(file, path, settings.image(role, False, "repeat", "repeat"))
    path = place.shared + "/T_Texeleton_Blank"
    blank = load(path) or import_texture(os.path.join(here, "blank.exr"), path, settings.animation_texture(False))

    collection = create(place.shared + "/MPC_Texeleton", unreal.MaterialParameterCollection,
                        unreal.MaterialParameterCollectionFactoryNew())
    names = [str(entry.get_editor_property("parameter_name"))
             for entry in collection.get_editor_property("vector_parameters")]
    if names != ["Clock", "ClockBefore"]:
        entries = []
        for name in ["Clock", "ClockBefore"]:
            entry = unreal.CollectionVectorParameter()
            settings.apply(entry, {"parameter_name": name, "default_value": unreal.LinearColor(0.0, 0.0, 0.0, 0.0)})
            entries.append(entry)
        collection.set_editor_property("vector_parameters", entries)
        keep(collection)

    masters = {}
    for mode in materials.MODES:
        title = mode.capitalize()
        function = create(place.shared + "/MF_Texeleton_" + title, unreal.MaterialFunction,
                          unreal.MaterialFunctionFactoryNew())
        master = create(place.shared + "/M_Texeleton_" + title, unreal.Material, unreal.MaterialFactoryNew())
        built(function, lambda f=function, m=mode: materials.build_function(f, m, collection, blank))
        built(master, lambda f=function, m=master: materials.build_master(m, f, blanks))
        masters[mode] = master
    probe = create(place.shared + "/M_Texeleton_Probe", unreal.Material, unreal.MaterialFactoryNew())
    built(probe, lambda: materials.build_probe(probe, blank))
    return masters


def built(asset, build):
    """Builds a graph unless it is of this version."""
    library = unreal.EditorAssetLibrary
    if library.get_metadata_tag(asset, materials.VERSION_TAG) != materials.GRAPH_VERSION:
        build()
        library.set_metadata_tag(asset, materials.VERSION_TAG, materials.GRAPH_VERSION)
        keep(asset)


def fill_instance(instance, master, scalars, vectors, textures, base):
    library = unreal.MaterialEditingLibrary
    library.set_material_instance_parent(instance, master)
    for name, value in scalars.items():
        library.set_material_instance_scalar_parameter_value(instance, name, value)
    for name, value in vectors.items():
        library.set_material_instance_vector_parameter_value(instance, name, unreal.LinearColor(*value))
    for name, value in textures.items():
        library.set_material_instance_texture_parameter_value(instance, name, value)
    if base is not None:
        changes = instance.get_editor_property("base_property_overrides")
        settings.apply(changes, base)
        instance.set_editor_property("base_property_overrides", changes)
    library.update_material_instance(instance)
    keep(instance)


def instance_name(place, material):
    return "MI_%s_%s_%s" % (place.asset, material["slot"], material["asset"])


def socket_name(place, socket):
    safe = "".join(c if c.isascii() and (c.isalnum() or c in "_-") else "_" for c in socket["row"])
    return "MI_%s_Socket_%d_%s" % (place.asset, place.description["sockets"].index(socket), safe)


def import_materials(place, masters, animation, images):
    instances = {}
    for material in place.description["materials"]:
        instance = create(place.owned(instance_name(place, material)), unreal.MaterialInstanceConstant,
                          unreal.MaterialInstanceConstantFactoryNew())
        scalars, vectors, uses = materials.instance_values(place.description, material)
        textures = {name + "Texture": images[image_asset(place, use)] for name, use in uses.items()}
        textures["AnimationTexture"] = animation
        fill_instance(instance, masters[place.description["mode"]], scalars, vectors, textures,
                      materials.overrides(material))
        instances[material["slot"]] = instance
    texture = place.description["texture"]
    layout = [float(texture[key]) for key in ("width", "rowsPerFrame", "tailRow", "height")]
    for socket in place.description["sockets"]:
        instance = create(place.owned(socket_name(place, socket)), unreal.MaterialInstanceConstant,
                          unreal.MaterialInstanceConstantFactoryNew())
        vectors = {"Layout": layout, "Socket": [float(socket["texel"]), 0.0, 0.0, 0.0]}
        for row in range(3):
            vectors["Frame%d" % row] = [float(value) for value in socket["frameRows"][row]]
        fill_instance(instance, masters["socket"], {}, vectors, {"AnimationTexture": animation}, None)
    return instances


def import_mesh(place, entry, instances):
    options = unreal.FbxImportUI()
    settings.apply(options, {"import_mesh": True, "import_as_skeletal": False, "import_animations": False,
                             "import_materials": False, "import_textures": False,
                             "automated_import_should_detect_type": False,
                             "mesh_type_to_import": unreal.FBXImportType.FBXIT_STATIC_MESH})
    settings.apply(options.get_editor_property("static_mesh_import_data"), settings.mesh_import())
    mesh = import_file(place.file(entry["files"][0]), place.owned(entry["asset"]), unreal.StaticMesh,
                       unreal.FbxFactory(), options)
    editor = unreal.get_editor_subsystem(unreal.StaticMeshEditorSubsystem)
    nanite = editor.get_nanite_settings(mesh)
    nanite.set_editor_property("enabled", False)
    editor.set_nanite_settings(mesh, nanite, True)
    editor.remove_lods(mesh)
    for level, name in enumerate(entry["files"]):
        if level > 0 and editor.import_lod(mesh, level, place.file(name)) != level:
            raise RuntimeError("Unreal did not import level of detail %d (%s)" % (level, name))
    for level in range(len(entry["files"])):
        build = editor.get_lod_build_settings(mesh, level)
        settings.apply(build, settings.mesh_build())
        editor.set_lod_build_settings(mesh, level, build)
    settings.apply(mesh, settings.mesh(place.description, entry))
    if len(entry["files"]) > 1:
        editor.set_lod_screen_sizes(mesh, screen_sizes(place, entry))
    for index, slot in enumerate(mesh.get_editor_property("static_materials")):
        instance = instances.get(slot_of(slot))
        if instance is not None:
            mesh.set_material(index, instance)
    keep(mesh)
    return mesh


def screen_sizes(place, entry):
    return [float(size) for size in place.description["screenSizes"][:len(entry["files"])]]


def slot_of(slot):
    """The slot's name in the file. Reimports keep it, even if the slot was renamed."""
    for name in ("imported_material_slot_name", "material_slot_name"):
        text = str(slot.get_editor_property(name))
        if text.startswith("slot"):
            return text
    return ""


TABLES = {"Clips": "TexeletonClipRow", "Events": "TexeletonEventRow", "Sockets": "TexeletonSocketRow",
          "Masks": "TexeletonMaskRow"}


def tables(place):
    """The tables of a character; only one with masks has a table of masks."""
    return {kind: name for kind, name in TABLES.items() if kind != "Masks" or place.description["masks"]}


def row_struct(name):
    """The project's own struct (TexeletonRows.h), or a general one: a name, and the row as text."""
    own = getattr(unreal, name, None)
    return (own.static_struct(), True) if own is not None else (unreal.GameplayTagTableRow.static_struct(), False)


def table_text(rows, is_own):
    if not is_own:
        rows = [{"Name": row["Name"], "Tag": row["Name"],
                 "DevComment": json.dumps({key: row[key] for key in row if key != "Name"}, ensure_ascii=False)}
                for row in rows]
    return json.dumps(rows, ensure_ascii=False)


def import_tables(place):
    for kind, name in tables(place).items():
        with open(place.file("DT_%s_%s.json" % (place.asset, kind)), encoding="utf-8") as file:
            rows = json.load(file)
        struct, is_own = row_struct(name)
        factory = unreal.DataTableFactory()
        factory.set_editor_property("struct", struct)
        table = create(place.owned("DT_%s_%s" % (place.asset, kind)), unreal.DataTable, factory)
        if not unreal.DataTableFunctionLibrary.fill_data_table_from_json_string(
                table, table_text(rows, is_own), struct):
            raise RuntimeError("Unreal refused the rows of %s; its Output Log says why" % table.get_path_name())
        keep(table)


def own_or_refuse(place):
    """Two characters whose names are the same for Unreal must not overwrite each other."""
    path = place.owned("T_%s_Animation" % place.asset)
    found = load(path)
    if found is not None:
        owner = unreal.EditorAssetLibrary.get_metadata_tag(found, OWNER_TAG)
        if owner and owner != place.description["character"]:
            raise RuntimeError("%s belongs to the character '%s', not to '%s': Unreal does not tell their names "
                               "apart. Rename one, or export it with another content-path."
                               % (place.own, owner, place.description["character"]))


def import_character(description_file, content):
    from . import check
    place = Place(description_file, content)
    own_or_refuse(place)
    with fbx_importer(), unreal.ScopedSlowTask(6, "Texeleton: " + place.description["character"]) as task:
        task.make_dialog(True)
        task.enter_progress_frame(1)
        masters = import_shared(place)
        task.enter_progress_frame(1)
        texture = place.description["texture"]
        animation = import_texture(place.file(texture["file"]), place.owned("T_%s_Animation" % place.asset),
                                   settings.animation_texture(texture["float32"]))
        unreal.EditorAssetLibrary.set_metadata_tag(animation, OWNER_TAG, place.description["character"])
        keep(animation)
        task.enter_progress_frame(1)
        images = {}
        for name, use in image_uses(place).items():
            file = place.file(place.description["images"][use["image"]]["file"])
            images[name] = import_texture(file, place.owned(name), image_settings(use))
        task.enter_progress_frame(1)
        instances = import_materials(place, masters, animation, images)
        task.enter_progress_frame(1)
        for entry in place.description["meshes"]:
            import_mesh(place, entry, instances)
        task.enter_progress_frame(1)
        import_tables(place)
    return check.report(place, check.problems(place))
