"""A stand-in for Unreal's Python module, for tests.

Every class, property, argument and type is looked up in unreal_api.json, made from the engine's reference: missing
names raise an error. The calls implement the part of the editor that the scripts need: a content folder, importers that
read our files independently (FBX, EXR, PNG), material graphs with pins, tables, and a GPU with the damage of settings
that change textures. It shares no code with Texeleton. It cannot show the engine's own behaviour.
"""

import inspect as _inspect
import json as _json
import os as _os
import struct as _struct
import sys as _sys
import zlib as _zlib

_HERE = _os.path.dirname(_os.path.abspath(__file__))
with open(_os.path.join(_HERE, "unreal_api.json"), encoding="utf-8") as _file:
    _API = _json.load(_file)["classes"]

calls = []  # Calls in order: "Class.method".
used = set()  # Used members of the reference.
log_lines = []
assets = {}  # Content by path.
console = []
damage = None  # A function that changes the texels on the GPU.


class ApiError(TypeError):
    """A call that Unreal's reference does not have."""


def log(arg):
    log_lines.append(("log", str(arg)))


def log_warning(arg):
    log_lines.append(("warning", str(arg)))


def log_error(arg):
    log_lines.append(("error", str(arg)))


class Name(str):
    pass


class Text(str):
    pass


class EnumEntry:
    def __init__(self, enum, name):
        self.enum, self.name = enum, name

    def __repr__(self):
        return "<%s.%s>" % (self.enum, self.name)


def _is(kind, value):
    """Whether a Python value converts to the type `kind` of the reference, by the rules of Unreal's plug-in."""
    kind = kind.strip()
    if kind.startswith("Optional[") or kind.startswith("Union["):
        return value is None or any(_is(part, value) for part in kind[kind.index("[") + 1:-1].split(","))
    if kind.startswith("Array["):
        return isinstance(value, (list, tuple)) and all(_is(kind[6:-1], entry) for entry in value)
    if kind == "bool":
        return isinstance(value, bool)
    if kind in ("int", "int32", "uint32", "uint8", "int64", "int8", "uint16"):
        return isinstance(value, int) and not isinstance(value, bool) and (value >= 0 or not kind.startswith("u"))
    if kind in ("float", "double"):
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    if kind in ("str", "Name", "Text"):
        return isinstance(value, str)
    if kind in ("Class", "type(Class)"):
        return isinstance(value, type) and issubclass(value, Object)
    if kind in ("object", "Any"):
        return True
    if kind == "None":
        return value is None
    entry = _API.get(kind)
    if entry is None:
        raise ApiError("the table does not know the type " + kind)
    if entry["base"] == "EnumBase":
        return isinstance(value, EnumEntry) and value.enum == kind
    found = globals()[kind]
    return isinstance(value, found) or (value is None and not issubclass(found, StructBase))


def _member(kind, section, name):
    while kind in _API:
        found = _API[kind].get(section, {})
        if name in found:
            used.add("%s.%s" % (kind, name))
            return found[name]
        kind = _API[kind]["base"]
    return None


def _default(kind):
    if kind.startswith("Array["):
        return []
    if kind == "bool":
        return False
    if kind in ("int", "int32", "uint32", "uint8", "int64", "int8", "uint16"):
        return 0
    if kind in ("float", "double"):
        return 0.0
    if kind in ("str", "Name", "Text"):
        return ""
    entry = _API.get(kind)
    if entry is not None and entry["base"] == "EnumBase":
        return EnumEntry(kind, "(default)")
    if entry is not None and issubclass(globals()[kind], StructBase):
        return globals()[kind]()
    return None


class _Base:
    _serial = 0

    def __init__(self):
        object.__setattr__(self, "_values", {})
        object.__setattr__(self, "_name", "")
        object.__setattr__(self, "_path", "")

    def get_editor_property(self, name):
        found = _member(type(self).__name__, "properties", name)
        if found is None:
            raise ApiError("%s has no property '%s'" % (type(self).__name__, name))
        if name not in self._values:
            self._values[name] = _default(found[0])
        value = self._values[name]
        return value._copy() if isinstance(value, StructBase) else list(value) if isinstance(value, list) else value

    def set_editor_property(self, name, value):
        found = _member(type(self).__name__, "properties", name)
        if found is None:
            raise ApiError("%s has no property '%s'" % (type(self).__name__, name))
        if found[1] != "rw":
            raise ApiError("%s.%s is read-only" % (type(self).__name__, name))
        if not _is(found[0], value):
            raise ApiError("%s.%s takes %s, not %r" % (type(self).__name__, name, found[0], value))
        self._values[name] = value._copy() if isinstance(value, StructBase) else value

    def __getattr__(self, name):
        # Properties can be read as attributes too; missing methods are a gap of the stub.
        if name.startswith("__"):
            raise AttributeError(name)
        if _member(type(self).__name__, "properties", name) is not None:
            return self.get_editor_property(name)
        raise ApiError("%s has no '%s'" % (type(self).__name__, name))

    def __setattr__(self, name, value):
        if name.startswith("_"):
            object.__setattr__(self, name, value)
        else:
            self.set_editor_property(name, value)


class Object(_Base):
    @classmethod
    def static_class(cls):
        return cls

    def get_name(self):
        return self._name or type(self).__name__

    def get_path_name(self):
        return "%s.%s" % (self._path, self._name)


class StructBase(_Base):
    def __init__(self, *args, **named):
        super().__init__()
        init = _API[type(self).__name__].get("init", [])
        if len(args) > len(init) or any(key not in [entry[0] for entry in init] for key in named):
            raise ApiError("%s(%s)" % (type(self).__name__, ", ".join(map(repr, args))))
        for (name, kind), value in list(zip(init, args)) + [(e, named[e[0]]) for e in init if e[0] in named]:
            if not _is(kind, value):
                raise ApiError("%s: %s takes %s, not %r" % (type(self).__name__, name, kind, value))
            self._values[name] = value

    @classmethod
    def static_struct(cls):
        result = ScriptStruct()
        result._kind = cls
        return result

    def _copy(self):
        result = type(self)()
        result._values.update({k: v._copy() if isinstance(v, StructBase) else v for k, v in self._values.items()})
        result.__dict__.update({k: v for k, v in self.__dict__.items() if k.startswith("_own")})
        return result

    def __eq__(self, other):
        return type(other) is type(self) and all(
            self.get_editor_property(name) == other.get_editor_property(name)
            for name in _API[type(self).__name__].get("properties", {}))

    def __repr__(self):
        return "<%s %s>" % (type(self).__name__, self._values)


class _Enum(type):
    def __getattr__(cls, name):
        entry = _API[cls.__name__]
        if name in entry.get("values", []) or name in entry.get("undocumented", []):
            used.add("%s.%s" % (cls.__name__, name))
            value = EnumEntry(cls.__name__, name)
            setattr(cls, name, value)
            return value
        raise AttributeError("%s has no value %s" % (cls.__name__, name))


EnumEntry.__eq__ = lambda a, b: isinstance(b, EnumEntry) and (a.enum, a.name) == (b.enum, b.name)
EnumEntry.__hash__ = lambda a: hash((a.enum, a.name))


def _checked(kind, name, entry, body):
    """A method with the parameters and the result type of the reference."""

    def method(self, *args, **named):
        calls.append("%s.%s" % (kind, name))
        used.add("%s.%s" % (kind, name))
        given = {}
        if len(args) > len(entry["args"]):
            raise ApiError("%s.%s takes %d arguments" % (kind, name, len(entry["args"])))
        for position, arg in enumerate(entry["args"]):
            if position < len(args):
                given[arg[0]] = args[position]
            elif arg[0] in named:
                given[arg[0]] = named.pop(arg[0])
            elif len(arg) < 3:
                raise ApiError("%s.%s: argument %s is missing" % (kind, name, arg[0]))
            if arg[0] in given and not _is(arg[1], given[arg[0]]) and not (given[arg[0]] is None and "None" in arg[2:]):
                raise ApiError("%s.%s: %s takes %s, not %r" % (kind, name, arg[0], arg[1], given[arg[0]]))
        if named:
            raise ApiError("%s.%s has no argument %s" % (kind, name, ", ".join(named)))
        result = body(self, **given)
        returns = entry["returns"]
        if not returns.startswith("Tuple") and not (result is None and returns not in ("bool", "int", "str")):
            assert _is(returns, result), "the stub gives another type than %s.%s does: %r" % (kind, name, result)
        return result

    return classmethod(method) if entry["class"] else method


def _bodies():
    return {name[len("_do_"):]: body for name, body in globals().items() if name.startswith("_do_")}


# --- behaviour of the calls ----------------------------------------------------------------------------------------

def _do_EditorAssetLibrary__does_asset_exist(cls, asset_path):
    return asset_path in assets


def _do_EditorAssetLibrary__load_asset(cls, asset_path):
    return assets.get(asset_path)


def _do_EditorAssetLibrary__save_loaded_asset(cls, asset_to_save, only_if_is_dirty=True):
    asset_to_save._saved = True
    return True


def _do_EditorAssetLibrary__set_metadata_tag(cls, object, tag, value):
    object.__dict__.setdefault("_tags", {})[tag] = value


def _do_EditorAssetLibrary__get_metadata_tag(cls, object, tag):
    return object.__dict__.get("_tags", {}).get(tag, "")


def _do_AssetToolsHelpers__get_asset_tools(cls):
    return AssetTools()


_BAD_NAME = set("\"' ,/.:|&!~\n\r\t@#(){}[]=;^%$`")


def _put(folder, name, thing):
    if not name or _BAD_NAME & set(name) or not folder.startswith("/"):
        raise ApiError("Unreal takes no asset %s/%s" % (folder, name))
    for path in assets:
        if path.lower() == (folder + "/" + name).lower() and path != folder + "/" + name:
            raise ApiError("%s is there in other letters" % path)
    thing._path, thing._name = folder + "/" + name, name
    assets[folder + "/" + name] = thing
    return thing


def _do_AssetTools__create_asset(self, asset_name, package_path, asset_class, factory, calling_context="None"):
    thing = asset_class()
    if isinstance(factory, DataTableFactory):
        thing._struct = factory.get_editor_property("struct")
        thing._rows = []
    if isinstance(thing, (Material, MaterialFunction)):
        thing._nodes, thing._properties = [], {}
    return _put(package_path, asset_name, thing)


def _do_AssetTools__import_asset_tasks(self, import_tasks):
    for task in import_tasks:
        file = task.get_editor_property("filename")
        folder, name = task.get_editor_property("destination_path"), task.get_editor_property("destination_name")
        if not _os.path.isfile(file) or not task.get_editor_property("automated"):
            raise ApiError("a task without a file, or with a dialog")
        old = assets.get(folder + "/" + name)
        factory = task.get_editor_property("factory")
        if isinstance(factory, FbxFactory):
            if console_value("Interchange.FeatureFlags.Import.FBX") != 0:
                raise ApiError("Interchange imports it, which does not take these options")
            options = task.get_editor_property("options")
            if options is None or options.get_editor_property("import_materials"):
                raise ApiError("the mesh was imported with default options")
            mesh = old or _put(folder, name, StaticMesh())
            _fill_mesh(mesh, file, options.get_editor_property("static_mesh_import_data"))
        else:
            texture = old or _put(folder, name, Texture2D())
            texture._pixels = _image(file)
            # The import's defaults, which are wrong for us: settings must be made, not assumed.
            for key, value in {"srgb": True, "mip_gen_settings": EnumEntry("TextureMipGenSettings", "(from group)"),
                               "compression_settings": EnumEntry("TextureCompressionSettings", "(by content)")}.items():
                texture._values[key] = value


def _image(file):
    with open(file, "rb") as stream:
        data = stream.read()
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        return dict(zip(("width", "height"), _struct.unpack(">II", data[16:24])))
    if data[:2] == b"\xff\xd8":
        return {"width": 1, "height": 1}
    if data[:4] == b"\x76\x2f\x31\x01":
        return read_exr(data)
    raise ApiError("no image: " + file)


def read_exr(data):
    """An OpenEXR file without compression, by the published layout."""
    at, header = 8, {}
    while data[at]:
        end = data.index(b"\0", at)
        name = data[at:end].decode()
        at = end + 1
        end = data.index(b"\0", at)
        size = _struct.unpack_from("<i", data, end + 1)[0]
        header[name] = data[end + 5:end + 5 + size]
        at = end + 5 + size
    at += 1
    x0, y0, x1, y1 = _struct.unpack("<4i", header["dataWindow"])
    width, height = x1 - x0 + 1, y1 - y0 + 1
    assert header["compression"] == b"\0" and header["lineOrder"] == b"\0", "only plain files"
    kinds = [_struct.unpack_from("<i", header["channels"], 18 * i + 2)[0] for i in range(4)]
    names = [header["channels"][18 * i:18 * i + 1] for i in range(4)]
    assert names == [b"A", b"B", b"G", b"R"] and len(set(kinds)) == 1
    offsets = _struct.unpack_from("<%dQ" % height, data, at)
    return {"width": width, "height": height, "half": kinds[0] == 1, "data": data, "offsets": offsets}


def exr_texel(image, x, y):
    size, code = (2, "e") if image["half"] else (4, "f")
    at = image["offsets"][y]
    line, count = _struct.unpack_from("<ii", image["data"], at)
    assert line == y and count == image["width"] * 4 * size
    a, b, g, r = [_struct.unpack_from("<" + code, image["data"], at + 8 + (c * image["width"] + x) * size)[0]
                  for c in range(4)]
    return (r, g, b, a)


def fbx_records(data):
    """The records of a binary FBX file below 7.5, by its published layout: [name, properties, children]."""
    assert data[:23] == b"Kaydara FBX Binary  \0\x1a\0"

    def value(at):
        kind = data[at:at + 1]
        at += 1
        if kind in b"YCIFDL":
            code = {b"Y": "<h", b"C": "<?", b"I": "<i", b"F": "<f", b"D": "<d", b"L": "<q"}[kind]
            return _struct.unpack_from(code, data, at)[0], at + _struct.calcsize(code)
        if kind in b"SR":
            size = _struct.unpack_from("<I", data, at)[0]
            return data[at + 4:at + 4 + size], at + 4 + size
        code = {b"f": "f", b"d": "d", b"l": "q", b"i": "i", b"b": "?"}[kind]
        count, packed, size = _struct.unpack_from("<III", data, at)
        raw = data[at + 12:at + 12 + size]
        raw = _zlib.decompress(raw) if packed else raw
        return _struct.unpack("<%d%s" % (count, code), raw), at + 12 + size

    def record(at):
        end, count, size, length = _struct.unpack_from("<IIIB", data, at)
        if end == 0:
            return None, at + 13
        name = data[at + 13:at + 13 + length].decode()
        at += 13 + length
        stop = at + size
        properties = []
        for _ in range(count):
            found, at = value(at)
            properties.append(found)
        assert at == stop, "properties of %s end elsewhere" % name
        children = []
        while at < end:
            child, at = record(at)
            if child is None:
                break
            children.append(child)
        assert at == end, "%s ends elsewhere" % name
        return (name, properties, children), end

    at, top = 27, []
    while True:
        found, at = record(at)
        if found is None:
            return top
        top.append(found)


def read_fbx(data):
    """Points, corners, layers and materials as Unreal's importer makes them: Y mirrored, V flipped, floats."""
    def children(record, name):
        return [child for child in record[2] if child[0] == name]

    def f32(value):
        return _struct.unpack("<f", _struct.pack("<f", value))[0]

    top = {record[0]: record for record in fbx_records(data)}
    settings = {p[1][0]: p[1][4] for p in children(top["GlobalSettings"], "Properties70")[0][2]}
    axes = tuple(settings[key] for key in (b"UpAxis", b"UpAxisSign", b"FrontAxis", b"FrontAxisSign", b"CoordAxis",
                                           b"CoordAxisSign"))
    assert axes == (2, 1, 1, -1, 0, 1) and settings[b"UnitScaleFactor"] == 1.0, "axes that would be converted"
    geometry = children(top["Objects"], "Geometry")[0]

    def array(record, name):
        return children(record, name)[0][1][0]

    flat = array(geometry, "Vertices")
    points = [(f32(flat[i]), f32(-flat[i + 1]), f32(flat[i + 2])) for i in range(0, len(flat), 3)]
    ends = array(geometry, "PolygonVertexIndex")
    assert len(ends) % 3 == 0 and all((end < 0) == (i % 3 == 2) for i, end in enumerate(ends)), "not triangles"
    corners = [end if end >= 0 else -end - 1 for end in ends]

    def layer(record, values, index, size):
        numbers, places = array(record, values), array(record, index)
        assert len(places) == len(corners)
        return [numbers[size * place:size * place + size] for place in places]

    normal = children(geometry, "LayerElementNormal")[0]
    normals = [(f32(x), f32(-y), f32(z)) for x, y, z in layer(normal, "Normals", "NormalsIndex", 3)]
    uvs = [[(f32(u), f32(1.0 - f32(v))) for u, v in layer(record, "UV", "UVIndex", 2)]
           for record in children(geometry, "LayerElementUV")]
    uv_names = [array(record, "Name").decode() for record in children(geometry, "LayerElementUV")]
    colors = children(geometry, "LayerElementColor")
    slots = [record[1][1].split(b"\0")[0].decode() for record in children(top["Objects"], "Material")]
    materials = array(children(geometry, "LayerElementMaterial")[0], "Materials")
    assert len(materials) == len(corners) // 3
    return {"points": points, "corners": corners, "normals": normals, "uvs": uvs, "uvNames": uv_names,
            "colors": layer(colors[0], "Colors", "ColorIndex", 4) if colors else [], "slots": slots,
            "materials": materials}


def _fill_mesh(mesh, file, data):
    for name, wanted in (("convert_scene", True), ("force_front_x_axis", False), ("combine_meshes", True)):
        if data.get_editor_property(name) is not wanted:
            raise ApiError("%s would turn or split the mesh" % name)
    with open(file, "rb") as stream:
        mesh._levels = [read_fbx(stream.read())]
    entries = []
    known = {entry._own_slot: entry for entry in mesh._values.get("static_materials", [])}
    for slot in mesh._levels[0]["slots"]:
        entry = known.get(slot)
        if entry is None:
            entry = StaticMaterial()
            entry._own_slot = slot
            entry._values["material_slot_name"] = slot
            entry._values["imported_material_slot_name"] = slot
        entries.append(entry)
    mesh._values["static_materials"] = entries
    build = MeshBuildSettings()
    build._values.update({"recompute_normals": True, "remove_degenerates": True, "generate_lightmap_u_vs": True})
    mesh._builds = [build]
    mesh._nanite = MeshNaniteSettings()
    mesh._nanite._values["enabled"] = True
    mesh._values["light_map_coordinate_index"] = 1


def _do_StaticMesh__set_material(self, material_index, new_material):
    self._values["static_materials"][material_index]._values["material_interface"] = new_material


def _do_StaticMesh__get_bounding_box(self):
    points = self._levels[0]["points"]
    box = Box()
    low, high = self.get_editor_property("negative_bounds_extension"), self.get_editor_property(
        "positive_bounds_extension")
    box._values["min"] = Vector(*[min(p[i] for p in points) - getattr(low, "xyz"[i]) for i in range(3)])
    box._values["max"] = Vector(*[max(p[i] for p in points) + getattr(high, "xyz"[i]) for i in range(3)])
    return box


def _do_StaticMeshEditorSubsystem__get_nanite_settings(self, static_mesh):
    return static_mesh._nanite._copy()


def _do_StaticMeshEditorSubsystem__set_nanite_settings(self, static_mesh, nanite_settings, apply_changes=True):
    static_mesh._nanite = nanite_settings._copy()


def _do_StaticMeshEditorSubsystem__remove_lods(self, static_mesh):
    del static_mesh._levels[1:], static_mesh._builds[1:]
    return True


def _do_StaticMeshEditorSubsystem__import_lod(self, base_static_mesh, lod_index, source_filename):
    if lod_index != len(base_static_mesh._levels):
        return -1
    with open(source_filename, "rb") as stream:
        level = read_fbx(stream.read())
    if not set(level["slots"]) <= set(base_static_mesh._levels[0]["slots"]):
        base_static_mesh._extra_slots = True
    base_static_mesh._levels.append(level)
    base_static_mesh._builds.append(MeshBuildSettings())
    return lod_index


def _do_StaticMeshEditorSubsystem__get_lod_count(self, static_mesh):
    return len(static_mesh._levels)


def _do_StaticMeshEditorSubsystem__get_num_uv_channels(self, static_mesh, lod_index):
    return len(static_mesh._levels[lod_index]["uvs"])


def _do_StaticMeshEditorSubsystem__get_lod_build_settings(self, static_mesh, lod_index):
    return static_mesh._builds[lod_index]._copy()


def _do_StaticMeshEditorSubsystem__set_lod_build_settings(self, static_mesh, lod_index, build_options):
    static_mesh._builds[lod_index] = build_options._copy()


def _do_StaticMeshEditorSubsystem__set_lod_screen_sizes(self, static_mesh, screen_sizes):
    if len(screen_sizes) != len(static_mesh._levels) or sorted(screen_sizes, reverse=True) != list(screen_sizes):
        raise ApiError("screen sizes fall from level to level: %s" % (screen_sizes,))
    static_mesh._sizes = list(screen_sizes)
    return True


def _do_Texture2D__blueprint_get_size_x(self):
    limit = self.get_editor_property("max_texture_size")
    return min(self._pixels["width"], limit) if limit else self._pixels["width"]


def _do_Texture2D__blueprint_get_size_y(self):
    limit = self.get_editor_property("max_texture_size")
    return min(self._pixels["height"], limit) if limit else self._pixels["height"]


# Inputs and outputs of expressions, as in the material editor.
_PINS = {
    "MaterialExpressionScalarParameter": ([], [""]),
    "MaterialExpressionVectorParameter": ([], ["", "R", "G", "B", "A"]),
    "MaterialExpressionTextureObjectParameter": ([], [""]),
    "MaterialExpressionTextureSampleParameter2D": (["UVs", "MipValue"], ["RGB", "R", "G", "B", "A", "RGBA"]),
    "MaterialExpressionTime": ([], [""]),
    "MaterialExpressionCollectionParameter": ([], [""]),
    "MaterialExpressionPreviousFrameSwitch": (["Current Frame", "Previous Frame"], [""]),
    "MaterialExpressionPreSkinnedPosition": ([], [""]),
    "MaterialExpressionPreSkinnedNormal": ([], [""]),
    "MaterialExpressionPerInstanceCustomData": (["DefaultValue"], [""]),
    "MaterialExpressionTextureCoordinate": ([], [""]),
    "MaterialExpressionTransform": ([""], [""]),
    "MaterialExpressionVertexInterpolator": (["VS"], ["PS"]),
    "MaterialExpressionFunctionOutput": ([""], []),
    "MaterialExpressionVertexColor": ([], ["", "R", "G", "B", "A"]),
    "MaterialExpressionWorldPosition": ([], [""]),
    "MaterialExpressionTwoSidedSign": ([], [""]),
}


def _pins(node):
    kind = type(node).__name__
    if kind == "MaterialExpressionCustom":
        further = [o.get_editor_property("output_name") for o in node.get_editor_property("additional_outputs")]
        return ([i.get_editor_property("input_name") for i in node.get_editor_property("inputs")],
                ["return"] + further)
    if kind == "MaterialExpressionMaterialFunctionCall":
        function = node.get_editor_property("material_function")
        return [], [n.get_editor_property("output_name") for n in function._nodes
                    if type(n).__name__ == "MaterialExpressionFunctionOutput"]
    return _PINS[kind]


def _add_node(owner, kind):
    node = kind()
    node._inputs = {}
    node._owner = owner
    owner._nodes.append(node)
    return node


def _do_MaterialEditingLibrary__create_material_expression(cls, material, expression_class, node_pos_x=0,
                                                           node_pos_y=0):
    return _add_node(material, expression_class)


def _do_MaterialEditingLibrary__create_material_expression_in_function(cls, material_function, expression_class,
                                                                       node_pos_x=0, node_pos_y=0):
    return _add_node(material_function, expression_class)


def _do_MaterialEditingLibrary__delete_all_material_expressions(cls, material):
    material._nodes, material._properties = [], {}


def _do_MaterialEditingLibrary__delete_all_material_expressions_in_function(cls, material_function):
    material_function._nodes = []


def _output(node, name):
    outputs = _pins(node)[1]
    return bool(outputs) if name == "" else name in outputs


def _do_MaterialEditingLibrary__connect_material_expressions(cls, from_expression, from_output_name, to_expression,
                                                             to_input_name):
    inputs = _pins(to_expression)[0]
    if not inputs or from_expression._owner is not to_expression._owner:
        return False
    name = inputs[0] if to_input_name == "" else to_input_name
    if name not in inputs or not _output(from_expression, from_output_name):
        return False
    to_expression._inputs[name] = (from_expression, from_output_name)
    return True


def _do_MaterialEditingLibrary__connect_material_property(cls, from_expression, from_output_name, property_):
    if not _output(from_expression, from_output_name):
        return False
    from_expression._owner._properties[property_.name] = (from_expression, from_output_name)
    return True


def _do_MaterialEditingLibrary__get_material_property_input_node(cls, material, property_):
    found = material._properties.get(property_.name)
    return found[0] if found else None


def _do_MaterialEditingLibrary__recompile_material(cls, material):
    material._compiled = True


def _do_MaterialEditingLibrary__update_material_function(cls, material_function, preview_material=None):
    material_function._compiled = True


def _parameters(material, kinds):
    """Names of the parameters of a material, and their nodes, including those of functions."""
    while not isinstance(material, Material):
        material = material._parent
    found, todo = {}, list(material._nodes)
    while todo:
        node = todo.pop()
        if type(node).__name__ == "MaterialExpressionMaterialFunctionCall":
            todo += node.get_editor_property("material_function")._nodes
        elif type(node).__name__ in kinds:
            found[node.get_editor_property("parameter_name")] = node
    return found


def _set_parameter(instance, kinds, name, value):
    if name not in _parameters(instance, kinds):
        raise ApiError("%s has no parameter %s" % (instance._parent.get_name(), name))
    instance.__dict__.setdefault("_set", {})[name] = value


_TEXTURES = ("MaterialExpressionTextureObjectParameter", "MaterialExpressionTextureSampleParameter2D")


def _do_MaterialEditingLibrary__set_material_instance_parent(cls, instance, new_parent):
    instance._parent = new_parent


def _do_MaterialEditingLibrary__set_material_instance_scalar_parameter_value(cls, instance, parameter_name, value,
                                                                             association=None):
    _set_parameter(instance, ("MaterialExpressionScalarParameter",), parameter_name, value)
    return True


def _do_MaterialEditingLibrary__set_material_instance_static_switch_parameter_value(
        cls, instance, parameter_name, value, association=None, update_material_instance=True):
    _set_parameter(instance, ("MaterialExpressionStaticSwitchParameter",), parameter_name, value)
    return False  # Regardless of the setting, as documented for the engine's wrapper.


def _do_MaterialEditingLibrary__get_material_instance_static_switch_parameter_value(cls, instance, parameter_name,
                                                                                    association=None):
    return instance.__dict__.get("_set", {}).get(parameter_name, False)


def _do_MaterialEditingLibrary__get_material_instance_scalar_parameter_value(cls, instance, parameter_name,
                                                                             association=None):
    return instance.__dict__.get("_set", {}).get(parameter_name, 0.0)


def _do_MaterialEditingLibrary__set_material_instance_vector_parameter_value(cls, instance, parameter_name, value,
                                                                             association=None):
    _set_parameter(instance, ("MaterialExpressionVectorParameter",), parameter_name, value)
    return True


def _do_MaterialEditingLibrary__set_material_instance_texture_parameter_value(cls, instance, parameter_name, value,
                                                                              association=None):
    node = _parameters(instance, _TEXTURES).get(parameter_name)
    if node is not None:
        sampler = node.get_editor_property("sampler_type").name
        compression = value.get_editor_property("compression_settings").name
        fits = {"SAMPLERTYPE_COLOR": value.get_editor_property("srgb"),
                "SAMPLERTYPE_LINEAR_COLOR": not value.get_editor_property("srgb") and compression != "TC_NORMALMAP",
                "SAMPLERTYPE_NORMAL": compression == "TC_NORMALMAP"}
        if not fits[sampler]:
            raise ApiError("%s does not fit the sampler of %s: the material would not compile"
                           % (value.get_name(), parameter_name))
    _set_parameter(instance, _TEXTURES, parameter_name, value)
    return True


def _do_MaterialEditingLibrary__get_material_instance_vector_parameter_value(cls, instance, parameter_name,
                                                                             association=None):
    return instance.__dict__.get("_set", {}).get(parameter_name, LinearColor())


def _do_MaterialEditingLibrary__get_material_instance_texture_parameter_value(cls, instance, parameter_name,
                                                                              association=None):
    return instance.__dict__.get("_set", {}).get(parameter_name)


def _do_MaterialEditingLibrary__update_material_instance(cls, instance):
    instance._updated = True


def _do_DataTableFunctionLibrary__fill_data_table_from_json_string(cls, data_table, json_string,
                                                                   import_row_struct=None):
    rows = _json.loads(json_string)
    struct = import_row_struct or data_table._struct
    columns = set(struct._kind._columns) if hasattr(struct._kind, "_columns") else {
        "".join(part.capitalize() for part in name.split("_"))
        for name in _API[struct._kind.__name__].get("properties", {})}
    seen = set()
    for row in rows:
        name = row["Name"].lower()
        if name in seen or name in ("", "none"):
            log_error("row %s is there twice, or is no name" % row["Name"])
            return False
        seen.add(name)
        if set(row) - {"Name"} != columns:
            log_error("row %s: columns %s, and the struct has %s" % (row["Name"], sorted(set(row)), sorted(columns)))
            return False
    data_table._rows = rows
    return True


def _do_DataTableFunctionLibrary__get_data_table_row_names(cls, table):
    return [Name(row["Name"]) for row in table._rows]


def console_value(variable):
    """The value set by the commands so far; the editor starts with 1."""
    set_to = [command.split()[1] for command in console if command.split()[0] == variable]
    return int(set_to[-1]) if set_to else 1


def _do_SystemLibrary__get_console_variable_bool_value(cls, variable_name):
    return console_value(variable_name) != 0


def _do_SystemLibrary__execute_console_command(cls, world_context_object, command, specific_player=None):
    console.append(command)


def _do_UnrealEditorSubsystem__get_editor_world(self):
    return World()


def _do_EditorActorSubsystem__spawn_actor_from_class(self, actor_class, location, rotation=None, transient=False):
    actor = actor_class()
    actor._components = []
    return actor


def _do_Actor__set_actor_label(self, new_actor_label, mark_dirty=True):
    self._name = new_actor_label


def _do_SubobjectDataSubsystem__k2_gather_subobject_data_for_instance(self, context):
    handle = SubobjectDataHandle()
    handle._own_thing = context
    return [handle]


def _do_SubobjectDataSubsystem__add_new_subobject(self, params):
    actor = params._values["parent_handle"]._own_thing
    component = params.get_editor_property("new_class")()
    component._instances = []
    actor._components.append(component)
    handle = SubobjectDataHandle()
    handle._own_thing = component
    return handle, Text("")


def _do_SubobjectDataBlueprintFunctionLibrary__get_data(cls, data_handle):
    data = SubobjectData()
    data._own_thing = data_handle._own_thing
    return data


def _do_SubobjectDataBlueprintFunctionLibrary__get_object(cls, data, b_even_if_pending_kill=False):
    return data._own_thing


def _do_InstancedStaticMeshComponent__set_num_custom_data_floats(self, num_custom_data_floats):
    self._values["num_custom_data_floats"] = num_custom_data_floats
    for instance in self._instances:
        instance["data"] = [0.0] * num_custom_data_floats


def _do_InstancedStaticMeshComponent__add_instance(self, instance_transform, world_space=False):
    self._instances.append({"transform": instance_transform,
                            "data": [0.0] * self.get_editor_property("num_custom_data_floats")})
    return len(self._instances) - 1


def _do_InstancedStaticMeshComponent__set_custom_data_value(self, instance_index, custom_data_index,
                                                            custom_data_value, mark_render_state_dirty=False):
    self._instances[instance_index]["data"][custom_data_index] = custom_data_value
    return True


def _do_RenderingLibrary__create_render_target2d(cls, world_context_object, width=256, height=256, format=None,
                                                 clear_color=None, auto_generate_mip_maps=False, support_ua_vs=False):
    target = TextureRenderTarget2D()
    target._half = format is None or format.name != "RTF_RGBA32F"
    return target


def _do_RenderingLibrary__release_render_target2d(cls, texture_render_target):
    pass


def _do_MaterialLibrary__create_dynamic_material_instance(cls, world_context_object, parent, optional_name="None",
                                                          creation_flags=None):
    instance = MaterialInstanceDynamic()
    instance._parent = parent
    instance._set = {}
    return instance


def _do_MaterialInstanceDynamic__set_texture_parameter_value(self, parameter_name, value):
    _set_parameter(self, _TEXTURES, parameter_name, value)


def _do_MaterialInstanceDynamic__set_scalar_parameter_value(self, parameter_name, value):
    _set_parameter(self, ("MaterialExpressionScalarParameter",), parameter_name, value)


def _do_RenderingLibrary__draw_material_to_render_target(cls, world_context_object, texture_render_target, material):
    """Draws the probe only: a texel, changed by the texture's settings."""
    texture = material._set["AnimationTexture"]
    r, g, b, a = exr_texel(texture._pixels, int(material._set["X"] + 0.5), int(material._set["Y"] + 0.5))
    values = [a, a, a] if material._set["Alpha"] > 0.5 else [r, g, b]
    if material._set["Alpha"] < 0.5 and texture.get_editor_property("srgb"):
        values = [v if v <= 0.0 else v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in values]
    if texture.get_editor_property("compression_settings").name not in ("TC_HDR", "TC_HDR_F32"):
        values = [min(max(round(v * 255.0) / 255.0, 0.0), 1.0) for v in values]
    node = material._parent
    if not node.get_editor_property("allow_negative_emissive_color"):
        values = [max(v, 0.0) for v in values]
    texture_render_target._color = LinearColor(*[float(v) for v in values], 1.0)


def _do_RenderingLibrary__read_render_target_raw_pixel(cls, world_context_object, texture_render_target, x, y,
                                                       normalize=True):
    return texture_render_target._color


def _do_ScopedSlowTask__make_dialog(self, can_cancel=False, allow_in_pie=False):
    pass


def _do_ScopedSlowTask__enter_progress_frame(self, work=1.0, desc=""):
    pass


_subsystems = {}


def get_editor_subsystem(subsystem):
    if not issubclass(subsystem, EditorSubsystem):
        raise ApiError("%s is no editor subsystem" % subsystem.__name__)
    return _subsystems.setdefault(subsystem, subsystem())


def get_engine_subsystem(subsystem):
    if not issubclass(subsystem, EngineSubsystem):
        raise ApiError("%s is no engine subsystem" % subsystem.__name__)
    return _subsystems.setdefault(subsystem, subsystem())


# --- the classes of the table --------------------------------------------------------------------------------------

def _build():
    module, bodies = globals(), _bodies()

    def make(name):
        if name in module:
            return module[name]
        entry = _API[name]
        base = entry["base"]
        if base == "EnumBase":
            module[name] = _Enum(name, (), {})
            return module[name]
        parent = make(base) if base in _API else Object
        if base == "StructBase":
            parent = StructBase
        members = {}
        for method, signature in entry.get("methods", {}).items():
            body = bodies.pop("%s__%s" % (name, method), None)
            if body is not None:
                members[method] = _checked(name, method, signature, body)
        module[name] = type(name, (parent,), members)
        return module[name]

    for name in _API:
        make(name)
    if bodies:
        raise AssertionError("the table does not have " + ", ".join(sorted(bodies)))


def _slow_init(self, work, desc="", enabled=True):
    _Base.__init__(self)


_build()
ScopedSlowTask.__init__ = _slow_init
ScopedSlowTask.__enter__ = lambda self: self
ScopedSlowTask.__exit__ = lambda self, *error: None
FbxImportUI.__init__ = lambda self: (_Base.__init__(self), self._values.update(
    {"static_mesh_import_data": FbxStaticMeshImportData(), "import_materials": True}))[0]


def reset():
    """A new, empty project."""
    for thing in (calls, log_lines, assets, console):
        thing.clear()
