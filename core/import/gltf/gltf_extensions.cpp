#include <algorithm>
#include <string>
#include <vector>

#include "core/import/gltf/gltf_document.h"
#include "core/import/gltf/gltf_json.h"
#include "core/model/names.h"

namespace texeleton::importing {

namespace {

/// Extensions that change geometry or motion: those that are read, and those that are not.
constexpr std::string_view kReadGeometry[] = {"KHR_mesh_quantization",   "EXT_meshopt_compression",
                                              "KHR_meshopt_compression", "KHR_draco_mesh_compression",
                                              "KHR_animation_pointer",   "MSFT_lod",
                                              "KHR_node_visibility"};
constexpr std::string_view kUnreadGeometry[] = {"EXT_mesh_gpu_instancing",
                                                "EXT_mesh_primitive_restart",
                                                "BENTLEY_primitive_restart",
                                                "KHR_gaussian_splatting",
                                                "KHR_gaussian_splatting_compression_spz_2",
                                                "KHR_accessor_float64",
                                                "KHR_interactivity",
                                                "KHR_physics_rigid_bodies",
                                                "KHR_implicit_shapes",
                                                "EXT_implicit_cylinder_region",
                                                "EXT_implicit_ellipsoid_region",
                                                "EXT_primitive_voxels",
                                                "VRMC_node_constraint",
                                                "VRMC_springBone",
                                                "MPEG_accessor_timed",
                                                "MPEG_animation_timing",
                                                "MPEG_buffer_circular",
                                                "MPEG_mesh_linking",
                                                "CESIUM_RTC",
                                                "WEB3D_quantized_attributes"};

/// Extensions of materials and textures that are read or reported by materials.
constexpr std::string_view kReadLooks[] = {"KHR_texture_transform",
                                           "KHR_materials_unlit",
                                           "KHR_materials_emissive_strength",
                                           "KHR_materials_pbrSpecularGlossiness",
                                           "EXT_texture_webp",
                                           "KHR_texture_basisu",
                                           "MSFT_texture_dds"};

/// Parts of an extension's name (between underscores) that show it concerns appearance, sound or metadata.
constexpr std::string_view kLookWords[] = {
    "materials", "material", "texture", "textures", "lights",   "light",    "image",     "environment", "environments",
    "lightmap",  "audio",    "sound",   "xmp",      "metadata", "features", "technique", "techniques",  "packing"};

/// Harmless extensions whose names have no such part.
constexpr std::string_view kHarmless[] = {"AGI_articulations",
                                          "CESIUM_primitive_outline",
                                          "EXT_mesh_manifold",
                                          "EXT_mesh_primitive_edge_visibility",
                                          "FB_geometry_metadata",
                                          "FB_ngon_encoding",
                                          "GODOT_single_root",
                                          "KHR_blend",
                                          "KHR_node_hoverability",
                                          "KHR_node_selectability",
                                          "KHR_xmp",
                                          "MSFT_audio_emitter",
                                          "EXT_property_animation",
                                          "VRM",
                                          "VRMC_vrm",
                                          "VRMC_materials_mtoon"};

/// Top-level members whose extensions change neither geometry nor motion.
constexpr std::string_view kLookTables[] = {"materials", "textures", "images", "samplers", "cameras", "asset"};

/// Top-level members whose extensions hold data for all others, and are therefore inconclusive.
constexpr std::string_view kCommonTables[] = {"scenes", "extensions"};

template <class Names>
bool contains(const Names& names, std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

bool isNamedForLooks(std::string_view name) {
  if (contains(kHarmless, name)) {
    return true;
  }
  while (!name.empty()) {
    const std::size_t end = std::min(name.find('_'), name.size());
    if (contains(kLookWords, name.substr(0, end))) {
      return true;
    }
    name.remove_prefix(std::min(end + 1, name.size()));
  }
  return false;
}

/// Sets `used` if the value at the cursor of `json` uses the extension. `inExtensions`: the value is an "extensions"
/// object.
void findUses(JsonReader& json, std::string_view extension, bool inExtensions, bool& used) {
  if (json.atArray()) {
    json.array([&](std::size_t) { findUses(json, extension, false, used); });
  } else if (json.atObject()) {
    json.object([&](std::string_view key) {
      used = used || (inExtensions && key == extension);
      const bool isExtensions = key == "extensions";
      findUses(json, extension, isExtensions, used);
    });
  } else {
    json.skip();
  }
}

/// Whether the file uses the extension only where it affects appearance.
bool isUsedForLooks(std::string_view text, std::string_view extension) {
  bool inLooks = false;
  bool inOthers = false;
  JsonReader json(text);
  json.object([&](std::string_view key) {
    bool used = false;
    findUses(json, extension, key == "extensions", used);
    inLooks = inLooks || (used && contains(kLookTables, key));
    inOthers = inOthers || (used && !contains(kLookTables, key) && !contains(kCommonTables, key));
  });
  return json.ok() && inLooks && !inOthers;
}

/// Names for a message, without duplicates and limited in length.
class NameList {
 public:
  void add(const std::string& name) {
    if (!contains(m_names, name)) {
      m_names.push_back(name);
    }
  }
  bool empty() const { return m_names.empty(); }
  std::string text() const {
    std::string all;
    for (const std::string& name : m_names) {
      all += (all.empty() ? "" : ", ") + model::cutToBytes(model::harmlessName(name), 100);
    }
    return model::cutToBytes(all, 400);
  }

 private:
  std::vector<std::string> m_names;
};

}  // namespace

Result<void> checkGltfExtensions(const GltfDocument& document, std::string_view json, JobContext& job) {
  NameList refused;
  NameList unknown;
  NameList geometry;
  NameList looks;
  NameList notNeeded;
  const auto classify = [&](const std::string& name, bool required) {
    if (contains(kReadGeometry, name) || contains(kReadLooks, name)) {
      return;
    }
    if (contains(kUnreadGeometry, name)) {
      (required ? refused : geometry).add(name);
    } else if (isNamedForLooks(name) || (required && isUsedForLooks(json, name))) {
      looks.add(name);
    } else {
      (required ? unknown : notNeeded).add(name);
    }
  };
  for (const std::string& name : document.extensionsRequired) {
    classify(name, true);
  }
  for (const std::string& name : document.extensionsUsed) {
    if (!contains(document.extensionsRequired, name)) {
      classify(name, false);
    }
  }
  if (!refused.empty()) {
    return fail(ErrorCode::Unsupported,
                message("the file requires glTF extensions that change geometry or motion and are not supported: %1; "
                        "export it without",
                        refused.text()));
  }
  if (!unknown.empty()) {
    return fail(
        ErrorCode::Unsupported,
        message("the file requires a glTF extension that is not supported: %1; export it without", unknown.text()));
  }
  if (!geometry.empty()) {
    job.warn(
        message("glTF extensions that change geometry or motion and are not supported: %1. The file says that it "
                "can be used without them",
                geometry.text()));
  }
  if (!looks.empty()) {
    job.inform(message("glTF extensions that are not read, because they change looks only: %1", looks.text()));
  }
  if (!notNeeded.empty()) {
    job.inform(message("glTF extensions that are not known, and that the file does not require: %1", notNeeded.text()));
  }
  return {};
}

}  // namespace texeleton::importing
