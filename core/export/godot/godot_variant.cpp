#include "core/export/godot/godot_variant.h"

#include <bit>
#include <cstring>

namespace texeleton::exporting::godot {

namespace {

static_assert(std::endian::native == std::endian::little, "Godot's encoding is little-endian, as this code writes it");

/// Variant::Type of Godot 4.
enum class VariantType : std::uint32_t {
  Bool = 1,
  Int = 2,
  Float = 3,
  String = 4,
  Dictionary = 27,
  Array = 28,
  PackedBytes = 29,
  PackedInt32 = 30,
  PackedFloat32 = 32,
  PackedFloat64 = 33,
  PackedVector2 = 35,
  PackedVector3 = 36,
  PackedColor = 37,
};

constexpr std::uint32_t k64Bits = 1U << 16;

template <class T>
void append(std::string& bytes, const T& value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

std::string header(VariantType type, std::uint32_t flags = 0) {
  std::string bytes;
  append(bytes, static_cast<std::uint32_t>(type) | flags);
  return bytes;
}

/// Pads to a multiple of 4 bytes, where every value begins.
void pad(std::string& bytes) { bytes.resize((bytes.size() + 3) / 4 * 4, '\0'); }

Encoded packed(VariantType type, std::size_t count, const void* values, std::size_t byteCount) {
  std::string bytes = header(type);
  bytes.reserve(bytes.size() + 8 + byteCount);
  append(bytes, static_cast<std::uint32_t>(count));
  bytes.append(static_cast<const char*>(values), byteCount);
  pad(bytes);
  return {std::move(bytes)};
}

}  // namespace

Encoded truth(bool value) {
  std::string bytes = header(VariantType::Bool);
  append(bytes, std::uint32_t{value});
  return {std::move(bytes)};
}

Encoded whole(std::int64_t value) {
  std::string bytes = header(VariantType::Int, k64Bits);
  append(bytes, value);
  return {std::move(bytes)};
}

Encoded real(double value) {
  std::string bytes = header(VariantType::Float, k64Bits);
  append(bytes, value);
  return {std::move(bytes)};
}

Encoded text(std::string_view utf8) { return packed(VariantType::String, utf8.size(), utf8.data(), utf8.size()); }

Encoded array(std::span<const Encoded> values) {
  std::string bytes = header(VariantType::Array);
  append(bytes, static_cast<std::uint32_t>(values.size()));
  for (const Encoded& value : values) {
    bytes += value.bytes;
  }
  return {std::move(bytes)};
}

Encoded dictionary(const Entries& entries) {
  std::string bytes = header(VariantType::Dictionary);
  append(bytes, static_cast<std::uint32_t>(entries.size()));
  for (const auto& [key, value] : entries) {
    bytes += text(key).bytes;
    bytes += value.bytes;
  }
  return {std::move(bytes)};
}

Encoded packedBytes(std::span<const std::byte> values) {
  return packed(VariantType::PackedBytes, values.size(), values.data(), values.size_bytes());
}

Encoded packedInts(std::span<const std::int32_t> values) {
  return packed(VariantType::PackedInt32, values.size(), values.data(), values.size_bytes());
}

Encoded packedFloats(std::span<const float> values) {
  return packed(VariantType::PackedFloat32, values.size(), values.data(), values.size_bytes());
}

Encoded packedDoubles(std::span<const double> values) {
  return packed(VariantType::PackedFloat64, values.size(), values.data(), values.size_bytes());
}

Encoded packedVectors(std::span<const glm::vec2> values) {
  return packed(VariantType::PackedVector2, values.size(), values.data(), values.size_bytes());
}

Encoded packedVectors(std::span<const glm::vec3> values) {
  return packed(VariantType::PackedVector3, values.size(), values.data(), values.size_bytes());
}

Encoded packedColors(std::span<const glm::vec4> values) {
  return packed(VariantType::PackedColor, values.size(), values.data(), values.size_bytes());
}

}  // namespace texeleton::exporting::godot
