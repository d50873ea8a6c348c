#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace texeleton::meshes {

/// A name with a level of detail.
struct LodName {
  std::string base;  ///< Without the level; may be empty ("LOD1").
  std::uint32_t level = 0;

  friend bool operator==(const LodName&, const LodName&) = default;
};

/// "Body_LOD1", "body-lod1", "Body.LOD_1", "Body LOD 1", "LOD1": base and level (0 … 99). Case is ignored; the part
/// before "LOD" is empty or ends in one of `_-. :|`. Nothing for other names.
std::optional<LodName> parseLodName(std::string_view name);

}  // namespace texeleton::meshes
