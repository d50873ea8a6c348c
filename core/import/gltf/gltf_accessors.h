#pragma once

#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/import/gltf/gltf_document.h"
#include "core/import/parsers.h"

namespace texeleton::importing {

/// The bytes behind buffers and buffer views, fetched when first asked for: the GLB's binary chunk, data URIs, files
/// beside the model (through ModelFiles), and views that meshoptimizer compressed. Every range is checked.
class GltfBuffers {
 public:
  GltfBuffers(const GltfDocument& document, ModelFiles& files);

  /// Errors: BadFile (no such view, beyond its buffer, bad data URI, …), NotFound, Unsupported.
  Result<std::span<const std::byte>> view(GltfIndex index);

 private:
  struct Loaded {
    std::vector<std::byte> owned;
    std::span<const std::byte> bytes;
    bool ready = false;
  };

  Result<std::span<const std::byte>> buffer(GltfIndex index);
  Result<std::span<const std::byte>> range(GltfIndex buffer, std::uint64_t offset, std::uint64_t length,
                                           const Message& what);

  const GltfDocument& m_document;
  ModelFiles& m_files;
  std::vector<Loaded> m_buffers;
  std::vector<Loaded> m_decompressed;  ///< One per GltfDocument::meshopts.
};

/// Reads accessors as numbers: every component type, normalised integers, strides, sparse ones. Counts are checked
/// against the bytes that are there before anything is allocated.
class GltfAccessors {
 public:
  GltfAccessors(const GltfDocument& document, GltfBuffers& buffers);

  /// Number of elements of an accessor. Errors: BadFile (no such accessor).
  Result<std::size_t> count(GltfIndex index) const;
  /// Number of components of an element. Errors: BadFile.
  Result<std::uint32_t> components(GltfIndex index) const;

  /// All elements as floats; integers are normalised where the accessor says so, or `alwaysNormalized` does. Errors:
  /// BadFile (another number of components, out of range, …).
  Result<std::vector<float>> floats(GltfIndex index, std::uint32_t components, bool alwaysNormalized = false);
  Result<std::vector<glm::vec2>> vectors2(GltfIndex index);
  Result<std::vector<glm::vec3>> vectors3(GltfIndex index);
  Result<std::vector<glm::vec4>> vectors4(GltfIndex index);
  /// All elements as whole numbers. Errors: BadFile (floats; else as above).
  Result<std::vector<std::uint32_t>> integers(GltfIndex index, std::uint32_t components);

  /// Gives the accessor tightly packed bytes in place of its view's: what Draco decompressed. Errors: BadFile (no such
  /// accessor).
  Result<void> provide(GltfIndex index, std::vector<std::byte> bytes);

  /// Counts elements that are made without bytes of the file behind them. Errors: BadFile (more than is believable).
  Result<void> allowUnbacked(std::uint64_t count, const Message& what);

 private:
  /// Elements somewhere in the bytes of a view; checked.
  struct Source {
    const std::byte* data = nullptr;  ///< None: zeros.
    std::size_t stride = 0;
    std::size_t count = 0;
    std::uint32_t components = 0;
    std::uint32_t componentType = 0;
    bool normalized = false;
  };

  Result<const GltfAccessor*> find(GltfIndex index, std::uint32_t components) const;
  Result<Source> locate(const GltfAccessor& accessor, GltfIndex view, std::uint64_t byteOffset, std::uint64_t count,
                        const Message& what);
  template <class Out, class Convert>
  Result<void> decode(const GltfAccessor& accessor, GltfIndex index, std::vector<Out>& out, std::size_t perElement,
                      Convert convert);
  template <class Vector>
  Result<std::vector<Vector>> vectors(GltfIndex index);

  const GltfDocument& m_document;
  GltfBuffers& m_buffers;
  std::map<GltfIndex, std::vector<std::byte>> m_provided;
  std::uint64_t m_unbacked = 0;  ///< Elements handed out that no bytes stand behind.
};

/// Decodes base64 (RFC 4648, padding optional, white space refused); nothing when it is not base64.
std::optional<std::vector<std::byte>> decodeBase64(std::string_view text);

/// The bytes of a data URI. Errors: BadFile.
Result<std::vector<std::byte>> decodeDataUri(std::string_view uri);

/// Decodes the attributes of KHR_meshopt_compression's bit stream of version 1, as the extension's appendix A describes
/// it, into `out`, which has `count` elements of `stride` bytes; false when the data is broken. (Debian's meshoptimizer
/// knows version 0 only.)
bool decodeMeshoptAttributesV1(std::span<const std::byte> compressed, std::size_t count, std::size_t stride,
                               std::span<std::byte> out);

/// Decompresses a view of EXT_meshopt_compression or KHR_meshopt_compression into `byteLength` bytes. Errors: BadFile,
/// Unsupported.
Result<std::vector<std::byte>> decodeMeshopt(const GltfMeshopt& source, std::span<const std::byte> compressed,
                                             const GltfBufferView& view, const Message& what);

}  // namespace texeleton::importing
