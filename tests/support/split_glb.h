#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace texeleton::test {

/// The parts of a GLB file, for changes.
struct Glb {
  nlohmann::json json;
  std::vector<char> bytes;  ///< Contents of its only buffer.
};

Glb readGlb(const std::filesystem::path& file);
void writeGlb(const std::filesystem::path& file, const Glb& glb);

/// The skin without its motions.
Glb withoutAnimations(Glb glb);
/// One motion without meshes, skins and materials.
Glb onlyAnimation(Glb glb, const std::string& name);
/// Prepends a prefix to the names of all nodes.
Glb withPrefix(Glb glb, const std::string& prefix);
/// Multiplies all lengths by `factor` below a new root that compensates for it, and rotates one node's rest, without an
/// effect on keys.
Glb inAnotherUnit(Glb glb, double factor, const std::string& turnedNode);

}  // namespace texeleton::test
