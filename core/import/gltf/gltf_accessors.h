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

/// The bytes of buffers and buffer views, loaded on demand: the GLB's binary chunk, data URIs, files beside the model
/// (through ModelFiles), and views compressed with meshoptimizer. Every range is checked.
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

/// Reads accessors as numbers: all component types, normalized integers, strides and sparse accessors. Counts are
/// checked against the available bytes before memory is allocated.
class GltfAccessors {
 public:
  GltfAccessors(const GltfDocument& document, GltfBuffers& buffers);

  /// Number of elements of an accessor. Errors: BadFile (no such accessor).
  Result<std::size_t> count(GltfIndex index) const;
  /// Number of components of an element. Errors: BadFile.
  Result<std::uint32_t> components(GltfIndex index) const;

  /// All elements as floats; integers are normalized if the accessor says so or `alwaysNormalized` is set. Errors:
  /// BadFile (wrong number of components, out of range, …).
  Result<std::vector<float>> floats(GltfIndex index, std::uint32_t components, bool alwaysNormalized = false);
  Result<std::vector<glm::vec2>> vectors2(GltfIndex index);
  Result<std::vector<glm::vec3>> vectors3(GltfIndex index);
  Result<std::vector<glm::vec4>> vectors4(GltfIndex index);
  /// All elements as integers. Errors: BadFile (the accessor has floats; or as above).
  Result<std::vector<std::uint32_t>> integers(GltfIndex index, std::uint32_t components);

  /// Replaces the accessor's view by these tightly packed bytes, which Draco decompressed. Errors: BadFile (no such
  /// accessor).
  Result<void> provide(GltfIndex index, std::vector<std::byte> bytes);

  /// Counts elements that are not backed by bytes of the file. Errors: BadFile (too many).
  Result<void> allowUnbacked(std::uint64_t count, const Message& what);

 private:
  /// A checked range of elements in a view.
  struct Source {
    const std::byte* data = nullptr;  ///< Null: zeros.
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
  std::uint64_t m_unbacked = 0;  ///< Number of elements so far that are not backed by bytes of the file.
};

/// Decodes base64 (RFC 4648, padding optional, white space refused); nullopt if it is not base64.
std::optional<std::vector<std::byte>> decodeBase64(std::string_view text);

/// The bytes of a data URI. Errors: BadFile.
Result<std::vector<std::byte>> decodeDataUri(std::string_view uri);

/// Decodes attributes in version 1 of KHR_meshopt_compression's bit stream (appendix A of the extension) into `out`,
/// which has `count` elements of `stride` bytes. False: the data is broken. (Debian's meshoptimizer reads version 0
/// only.)
bool decodeMeshoptAttributesV1(std::span<const std::byte> compressed, std::size_t count, std::size_t stride,
                               std::span<std::byte> out);

/// Decompresses a view of EXT_meshopt_compression or KHR_meshopt_compression into `byteLength` bytes. Errors: BadFile,
/// Unsupported.
Result<std::vector<std::byte>> decodeMeshopt(const GltfMeshopt& source, std::span<const std::byte> compressed,
                                             const GltfBufferView& view, const Message& what);

}  // namespace texeleton::importing
