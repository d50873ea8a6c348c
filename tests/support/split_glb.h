#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace texeleton::test {

/// A GLB file taken apart, to be changed and written again.
struct Glb {
  nlohmann::json json;
  std::vector<char> bytes;  ///< Contents of its only buffer.
};

Glb readGlb(const std::filesystem::path& file);
void writeGlb(const std::filesystem::path& file, const Glb& glb);

/// The skin without its motions.
Glb withoutAnimations(Glb glb);
/// The one motion without meshes, skins and materials.
Glb onlyAnimation(Glb glb, const std::string& name);
/// Every node's name with something before it.
Glb withPrefix(Glb glb, const std::string& prefix);
/// Lengths `factor` times as large below a new root that makes up for it, and one node's rest turned, which no key
/// sees.
Glb inAnotherUnit(Glb glb, double factor, const std::string& turnedNode);

}  // namespace texeleton::test
