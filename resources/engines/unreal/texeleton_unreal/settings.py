"""All settings of an import, as data: the same values are set, read back and compared."""

import unreal

# Custom data of an instance, in order. The second number is the default for a mesh without instances.
INSTANCE_DATA = [
    ("Clip", 0.0), ("Start", 0.0), ("Speed", 1.0),
    ("FadeClip", -1.0), ("FadeStart", 0.0), ("FadeSpeed", 1.0), ("FadeBegin", 0.0), ("FadeSeconds", 0.0),
    ("TintR", 1.0), ("TintG", 1.0), ("TintB", 1.0), ("Palette", 0.0), ("Stepped", 0.0),
    ("LayerClip", 0.0), ("LayerStart", 0.0), ("LayerSpeed", 1.0), ("LayerMask", 0.0),
    ("LayerBegin", 0.0), ("LayerFade", 0.0), ("LayerEnd", 0.0), ("LayerFadeOut", 0.0),
]
# The number without layers.
PLAIN_DATA = 13


def animation_texture(float32):
    """Numbers, not colours: nothing may change them."""
    compression = unreal.TextureCompressionSettings
    return {
        "srgb": False,
        "compression_settings": compression.TC_HDR_F32 if float32 else compression.TC_HDR,  # Never BC6H.
        "compression_no_alpha": False,
        "mip_gen_settings": unreal.TextureMipGenSettings.TMGS_NO_MIPMAPS,
        "filter": unreal.TextureFilter.TF_NEAREST,
        "address_x": unreal.TextureAddress.TA_CLAMP,
        "address_y": unreal.TextureAddress.TA_CLAMP,
        "power_of_two_mode": unreal.TexturePowerOfTwoSetting.NONE,
        "lod_group": unreal.TextureGroup.TEXTUREGROUP_16_BIT_DATA,
        "lod_bias": 0,
        "max_texture_size": 0,
        "never_stream": True,
        "virtual_texture_streaming": False,
        "flip_green_channel": False,
        "defer_compression": False,
    }


def image(role, nearest, wrap_u, wrap_v):
    """An image of a material; role: "color", "linear" or "normal"."""
    address = {"repeat": unreal.TextureAddress.TA_WRAP, "clamp": unreal.TextureAddress.TA_CLAMP,
               "mirror": unreal.TextureAddress.TA_MIRROR}
    compression = unreal.TextureCompressionSettings
    return {
        "srgb": role == "color",
        "compression_settings": compression.TC_NORMALMAP if role == "normal" else compression.TC_DEFAULT,
        "filter": unreal.TextureFilter.TF_NEAREST if nearest else unreal.TextureFilter.TF_DEFAULT,
        "address_x": address[wrap_u],
        "address_y": address[wrap_v],
        "flip_green_channel": False,  # The material handles the direction of glTF's green channel.
        "virtual_texture_streaming": False,
    }


def mesh_build():
    """MeshBuildSettings of every level."""
    return {
        "recompute_normals": False,
        "recompute_tangents": True,  # The file has none; the material does not use them.
        "use_mikk_t_space": True,
        "remove_degenerates": False,  # Triangles that are flat in the bind pose may not be in other poses.
        "use_high_precision_tangent_basis": True,
        "use_full_precision_u_vs": True,  # Coordinates are indices of bones and elements.
        "use_backwards_compatible_f16_trunc_u_vs": False,
        "generate_lightmap_u_vs": False,  # It would take channel 1 or move ours.
    }


def mesh(description, entry):
    """Properties of a StaticMesh (entry: its entry in the description). Its bounds contain every pose of every clip."""
    bounds, bind = description["bounds"], entry["bindBounds"]

    def beyond(side, sign):
        return unreal.Vector(*[max(0.0, sign * (a - b)) for a, b in zip(bounds[side], bind[side])])

    return {
        "positive_bounds_extension": beyond("max", 1.0),
        "negative_bounds_extension": beyond("min", -1.0),
        "light_map_coordinate_index": 1,
        "generate_mesh_distance_field": False,  # It would be that of the bind pose.
    }


def mesh_import():
    """FbxStaticMeshImportData. The file has Unreal's own axes and centimetres."""
    return {
        "combine_meshes": True,
        "build_nanite": False,
        "remove_degenerates": False,
        "generate_lightmap_u_vs": False,
        "auto_generate_collision": False,
        "one_convex_hull_per_ucx": False,
        "import_mesh_lo_ds": False,
        "normal_import_method": unreal.FBXNormalImportMethod.FBXNIM_IMPORT_NORMALS,
        "normal_generation_method": unreal.FBXNormalGenerationMethod.MIKK_T_SPACE,
        "compute_weighted_normals": False,
        "reorder_material_to_fbx_order": True,
        "vertex_color_import_option": unreal.VertexColorImportOption.REPLACE,
        "transform_vertex_to_absolute": True,
        "bake_pivot_in_vertex": False,
        "convert_scene": True,
        "force_front_x_axis": False,
        "convert_scene_unit": False,
        "import_uniform_scale": 1.0,
        "import_translation": unreal.Vector(0.0, 0.0, 0.0),
        "import_rotation": unreal.Rotator(0.0, 0.0, 0.0),
    }


def material():
    """Properties of the master materials."""
    return {
        "tangent_space_normal": False,  # The animated normal is in world space.
        "used_with_instanced_static_meshes": True,
        "used_with_nanite": False,
        "always_evaluate_world_position_offset": True,
        "max_world_position_offset_displacement": 0.0,  # No limit.
        "num_customized_u_vs": 0,
        "float_precision_mode": unreal.MaterialFloatPrecisionMode.MFPM_FULL,  # Phones would take halves.
    }


def crowd(floats):
    """Properties of the example's InstancedStaticMeshComponent."""
    return {
        "num_custom_data_floats": floats,
        "evaluate_world_position_offset": True,
        "shadow_cache_invalidation_behavior": unreal.ShadowCacheInvalidationBehavior.ALWAYS,
        "affect_distance_field_lighting": False,
    }


def apply(thing, wanted):
    for name, value in wanted.items():
        thing.set_editor_property(name, value)


def same(a, b):
    """Equality of settings: floats within a part in 10,000."""
    if isinstance(b, float):
        return isinstance(a, (int, float)) and abs(a - b) <= 1e-4 * max(1.0, abs(b))
    if isinstance(b, unreal.Vector):
        return all(same(getattr(a, axis), float(getattr(b, axis))) for axis in "xyz")
    if isinstance(b, unreal.LinearColor):
        return all(same(getattr(a, part), float(getattr(b, part))) for part in "rgba")
    return a == b


def differences(what, thing, wanted):
    """A sentence for each setting with a wrong value."""
    problems = []
    for name, value in wanted.items():
        found = thing.get_editor_property(name)
        if not same(found, value):
            problems.append("%s: %s is %s and has to be %s" % (what, name, found, value))
    return problems
