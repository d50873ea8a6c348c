#pragma once

#include <nlohmann/json.hpp>

#include "core/base/job_context.h"
#include "core/base/json_reader.h"
#include "core/vat/baked_animation.h"

namespace tinygltf {
class Model;
}

namespace texeleton::pack {

/// The two glTF extensions that a pack may use.
inline constexpr const char* kUnlitExtension = "KHR_materials_unlit";
inline constexpr const char* kEmissiveStrengthExtension = "KHR_materials_emissive_strength";

/// Adds materials, textures and samplers of a mesh whose images are in `model` already.
void addMaterials(tinygltf::Model& model, const vat::BakedMesh& mesh, JobContext& job);

/// Reads the materials of a glTF document; `imageCount` images are known. Problems go to the cursor.
std::vector<model::Material> readMaterials(const JsonCursor& gltf, std::size_t imageCount);

}  // namespace texeleton::pack
