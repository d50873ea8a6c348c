#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "core/import/gltf/gltf_document.h"
#include "core/import/gltf/gltf_json.h"
#include "core/model/names.h"

namespace texeleton::importing {

namespace {

struct GeometryExtension {
  std::string_view name;
  bool isRead = false;
};

/// Extensions that change geometry or motion.
constexpr std::array kGeometryExtensions = {
    GeometryExtension{"KHR_mesh_quantization", true},
    GeometryExtension{"EXT_meshopt_compression", true},
    GeometryExtension{"KHR_meshopt_compression", true},
    GeometryExtension{"KHR_draco_mesh_compression", true},
    GeometryExtension{"KHR_animation_pointer", true},
    GeometryExtension{"MSFT_lod", true},
    GeometryExtension{"KHR_node_visibility", true},
    GeometryExtension{"EXT_mesh_gpu_instancing"},
    GeometryExtension{"EXT_mesh_primitive_restart"},
    GeometryExtension{"BENTLEY_primitive_restart"},
    GeometryExtension{"KHR_gaussian_splatting"},
    GeometryExtension{"KHR_gaussian_splatting_compression_spz_2"},
    GeometryExtension{"KHR_accessor_float64"},
    GeometryExtension{"KHR_interactivity"},
    GeometryExtension{"KHR_physics_rigid_bodies"},
    GeometryExtension{"KHR_implicit_shapes"},
    GeometryExtension{"EXT_implicit_cylinder_region"},
    GeometryExtension{"EXT_implicit_ellipsoid_region"},
    GeometryExtension{"EXT_primitive_voxels"},
    GeometryExtension{"VRMC_node_constraint"},
    GeometryExtension{"VRMC_springBone"},
    GeometryExtension{"MPEG_accessor_timed"},
    GeometryExtension{"MPEG_animation_timing"},
    GeometryExtension{"MPEG_buffer_circular"},
    GeometryExtension{"MPEG_mesh_linking"},
    GeometryExtension{"CESIUM_RTC"},
    GeometryExtension{"WEB3D_quantized_attributes"},
};

/// Extensions of materials and textures that are read or reported by materials.
constexpr std::array<std::string_view, 7> kReadLooks = {"KHR_texture_transform",
                                                        "KHR_materials_unlit",
                                                        "KHR_materials_emissive_strength",
                                                        "KHR_materials_pbrSpecularGlossiness",
                                                        "EXT_texture_webp",
                                                        "KHR_texture_basisu",
                                                        "MSFT_texture_dds"};

/// Parts of an extension's name (between underscores) that show it concerns appearance, sound or metadata.
constexpr std::array<std::string_view, 18> kLookWords = {
    "materials", "material", "texture", "textures", "lights",   "light",    "image",     "environment", "environments",
    "lightmap",  "audio",    "sound",   "xmp",      "metadata", "features", "technique", "techniques",  "packing"};

/// Harmless extensions whose names have no such part.
constexpr std::array<std::string_view, 16> kHarmless = {"AGI_articulations",
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
constexpr std::array<std::string_view, 6> kLookTables = {"materials", "textures", "images",
                                                         "samplers",  "cameras",  "asset"};

/// Top-level members whose extensions hold data for all others, and are therefore inconclusive.
constexpr std::array<std::string_view, 2> kCommonTables = {"scenes", "extensions"};

template <class Names>
bool contains(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

const GeometryExtension* geometryExtension(std::string_view name) {
  const auto found = std::ranges::find(kGeometryExtensions, name, &GeometryExtension::name);
  return found != kGeometryExtensions.end() ? &*found : nullptr;
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
    if (const GeometryExtension* known = geometryExtension(name); known != nullptr) {
      if (!known->isRead) {
        (required ? refused : geometry).add(name);
      }
    } else if (contains(kReadLooks, name)) {
      return;
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
