#include <draco/compression/decode.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/base/glb_format.h"
#include "core/import/gltf/gltf_parts.h"

namespace texeleton::importing {

namespace {

/// Elements per compressed byte that do not count as unbacked. Ordinary meshes have fewer than four.
constexpr std::uint64_t kElementsPerByte = 64;

constexpr std::size_t kHeaderBytes = 11;  // "DRACO", version (2), kind, method, flags (2)
constexpr std::uint8_t kTriangleMesh = 1;
constexpr std::uint8_t kEdgebreaker = 1;
constexpr std::uint8_t kHasMetadata = 0x80;  // In the second byte of the flags.

/// A number in groups of seven bits, lowest first; nullopt if the bytes end too early.
std::optional<std::uint64_t> readVarint(std::span<const std::byte>& bytes) {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 35; shift += 7) {
    if (bytes.empty()) {
      return std::nullopt;
    }
    const auto byte = static_cast<std::uint8_t>(bytes.front());
    bytes = bytes.subspan(1);
    value |= std::uint64_t{byte & 0x7Fu} << shift;
    if ((byte & 0x80) == 0) {
      return value;
    }
  }
  return std::nullopt;
}

/// The larger of the numbers of vertices and triangles in a mesh's header (Draco bit stream specification 2.2), which
/// are then known before the library allocates memory for them. nullopt: the header differs from that of current
/// encoders; then only the limits of the process apply.
std::optional<std::uint64_t> claimedElements(std::span<const std::byte> bytes) {
  const auto at = [&](std::size_t index) { return static_cast<std::uint8_t>(bytes[index]); };
  if (bytes.size() < kHeaderBytes || std::memcmp(bytes.data(), "DRACO", 5) != 0 || at(5) != 2 || at(6) < 2 ||
      at(7) != kTriangleMesh || (at(10) & kHasMetadata) != 0) {
    return std::nullopt;
  }
  const bool edgebreaker = at(8) == kEdgebreaker;
  auto rest = bytes.subspan(kHeaderBytes);
  if (edgebreaker) {
    if (rest.empty()) {
      return std::nullopt;
    }
    rest = rest.subspan(1);  // Traversal coding.
  }
  const auto first = readVarint(rest);
  const auto second = readVarint(rest);
  return first && second ? std::optional(std::max(*first, *second)) : std::nullopt;
}

template <class T>
bool copyValues(const draco::PointAttribute& attribute, std::size_t points, std::int8_t components,
                std::vector<std::byte>& out) {
  out.resize(points * static_cast<std::size_t>(components) * sizeof(T));
  std::vector<T> value(static_cast<std::size_t>(components));
  const std::size_t each = value.size() * sizeof(T);
  for (std::size_t i = 0; i < points; ++i) {
    const draco::AttributeValueIndex index = attribute.mapped_index(draco::PointIndex(static_cast<std::uint32_t>(i)));
    if (index.value() >= attribute.size() || !attribute.ConvertValue<T>(index, components, value.data())) {
      return false;
    }
    std::memcpy(out.data() + i * each, value.data(), each);
  }
  return true;
}

/// The values of an attribute, one per point, in the accessor's type.
bool copyAttribute(const draco::PointAttribute& attribute, std::size_t points, const GltfAccessor& accessor,
                   std::vector<std::byte>& out) {
  const auto components = static_cast<std::int8_t>(accessor.components);
  switch (accessor.componentType) {
    case kGltfByte:
      return copyValues<std::int8_t>(attribute, points, components, out);
    case kGltfUnsignedByte:
      return copyValues<std::uint8_t>(attribute, points, components, out);
    case kGltfShort:
      return copyValues<std::int16_t>(attribute, points, components, out);
    case kGltfUnsignedShort:
      return copyValues<std::uint16_t>(attribute, points, components, out);
    case kGltfUnsignedInt:
      return copyValues<std::uint32_t>(attribute, points, components, out);
    case kGltfFloat:
      return copyValues<float>(attribute, points, components, out);
    default:
      return false;
  }
}

std::vector<std::byte> indicesOf(const draco::Mesh& mesh, std::size_t bytesEach) {
  std::vector<std::byte> out(std::size_t{mesh.num_faces()} * 3 * bytesEach);
  std::byte* to = out.data();
  for (draco::FaceIndex face(0); face < mesh.num_faces(); ++face) {
    for (const draco::PointIndex& point : mesh.face(face)) {
      const std::uint32_t value = point.value();
      std::memcpy(to, &value, bytesEach);  // little-endian
      to += bytesEach;
    }
  }
  return out;
}

}  // namespace

Result<void> readDraco(const GltfContext& context, const GltfPrimitive& primitive) {
  const auto& accessors = context.document.accessors;
  const auto bytes = context.buffers.view(primitive.dracoView);
  TRY(bytes);
  const Message what = message("KHR_draco_mesh_compression");
  if (const auto claimed = claimedElements(*bytes); !claimed || *claimed / kElementsPerByte > bytes->size()) {
    TRY(context.accessors.allowUnbacked(claimed.value_or(0), what));
  }
  draco::DecoderBuffer buffer;
  buffer.Init(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  draco::Decoder decoder;
  const auto decoded = decoder.DecodeMeshFromBuffer(&buffer);
  if (!decoded.ok() || decoded.value() == nullptr) {
    return fail(ErrorCode::BadFile, message("%1: its compressed data is broken", what));
  }
  const draco::Mesh& mesh = *decoded.value();
  for (const auto& [semantic, id] : primitive.dracoAttributes) {
    const auto used = std::ranges::find(primitive.attributes, semantic, &GltfAttributes::value_type::first);
    if (used == primitive.attributes.end() || used->second >= accessors.size()) {
      continue;
    }
    const draco::PointAttribute* attribute = mesh.GetAttributeByUniqueId(id);
    if (attribute == nullptr) {
      return fail(ErrorCode::BadFile,
                  message("%1: its compressed data has no attribute %2 for %3", what, id, semantic));
    }
    const GltfAccessor& accessor = accessors[used->second];
    std::vector<std::byte> values;
    if (!copyAttribute(*attribute, mesh.num_points(), accessor, values)) {
      return fail(ErrorCode::BadFile,
                  message("%1: its compressed data does not fit the accessor of %2", what, semantic));
    }
    TRY(context.accessors.provide(used->second, std::move(values)));
  }
  if (primitive.indices < accessors.size()) {
    const std::uint32_t type = accessors[primitive.indices].componentType;
    const std::size_t each = type == kGltfUnsignedByte ? 1 : type == kGltfUnsignedShort ? 2 : 4;
    if (each < 4 && mesh.num_points() > std::uint32_t{1} << (8 * each)) {
      return fail(ErrorCode::BadFile, message("%1: its indices do not fit the accessor's type", what));
    }
    TRY(context.accessors.provide(primitive.indices, indicesOf(mesh, each)));
  }
  return {};
}

}  // namespace texeleton::importing
