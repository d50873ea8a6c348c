#pragma once

#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace texeleton::exporting::godot {

/// A Variant of any type, encoded for Godot's bytes_to_var() ("Binary serialization API" of Godot 4).
struct Encoded {
  std::string bytes;
};

using Entries = std::vector<std::pair<std::string_view, Encoded>>;

Encoded truth(bool value);
Encoded whole(std::int64_t value);
Encoded real(double value);
Encoded text(std::string_view utf8);
Encoded array(std::span<const Encoded> values);
Encoded dictionary(const Entries& entries);

Encoded packedBytes(std::span<const std::byte> values);
Encoded packedInts(std::span<const std::int32_t> values);
Encoded packedFloats(std::span<const float> values);
Encoded packedDoubles(std::span<const double> values);
Encoded packedVectors(std::span<const glm::vec2> values);
Encoded packedVectors(std::span<const glm::vec3> values);
Encoded packedColors(std::span<const glm::vec4> values);

}  // namespace texeleton::exporting::godot
