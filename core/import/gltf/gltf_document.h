#pragma once

#include <tiny_gltf.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/import/parsers.h"

namespace texeleton::importing {

/// Unchecked index into one of the tables of a GltfDocument.
using GltfIndex = std::uint32_t;
inline constexpr GltfIndex kNoGltfIndex = std::numeric_limits<GltfIndex>::max();

struct GltfBuffer {
  std::string uri;  ///< Empty: the GLB's binary chunk, or a placeholder without data.
  std::uint64_t byteLength = 0;
};

/// The compressed source of a buffer view (EXT_meshopt_compression or KHR_meshopt_compression).
struct GltfMeshopt {
  bool khronos = false;  ///< KHR_meshopt_compression: has a second attribute codec and a colour filter.
  GltfIndex buffer = kNoGltfIndex;
  std::uint64_t byteOffset = 0;
  std::uint64_t byteLength = 0;
  std::uint64_t byteStride = 0;
  std::uint64_t count = 0;
  std::string mode;
  std::string filter = "NONE";
};

struct GltfBufferView {
  GltfIndex buffer = kNoGltfIndex;
  std::uint64_t byteOffset = 0;
  std::uint64_t byteLength = 0;
  std::uint32_t byteStride = 0;      ///< 0: tightly packed.
  GltfIndex meshopt = kNoGltfIndex;  ///< Index into GltfDocument::meshopts.
};

struct GltfSparse {
  std::uint64_t count = 0;
  GltfIndex indicesView = kNoGltfIndex;
  std::uint64_t indicesOffset = 0;
  std::uint32_t indicesType = 0;
  GltfIndex valuesView = kNoGltfIndex;
  std::uint64_t valuesOffset = 0;
};

struct GltfAccessor {
  GltfIndex view = kNoGltfIndex;  ///< kNoGltfIndex: zeros.
  std::uint64_t byteOffset = 0;
  std::uint64_t count = 0;
  std::uint32_t componentType = 0;
  std::uint32_t components = 0;  ///< 1, 2, 3, 4, 9 or 16; MAT2 counts as 4.
  bool normalized = false;
  GltfIndex sparse = kNoGltfIndex;  ///< Index into GltfDocument::sparses.
};

/// Semantic ("POSITION", "JOINTS_0") to accessor.
using GltfAttributes = std::vector<std::pair<std::string, GltfIndex>>;

struct GltfPrimitive {
  GltfAttributes attributes;
  std::vector<GltfAttributes> targets;
  GltfIndex indices = kNoGltfIndex;
  GltfIndex material = kNoGltfIndex;
  std::uint32_t mode = 4;
  GltfIndex dracoView = kNoGltfIndex;  ///< The compressed data of KHR_draco_mesh_compression.
  GltfAttributes dracoAttributes;      ///< Semantic to the attribute's unique id in the compressed data.
};

struct GltfMesh {
  std::string name;
  std::vector<GltfPrimitive> primitives;
  std::vector<float> weights;
  std::vector<std::string> targetNames;
};

struct GltfChannel {
  GltfIndex sampler = kNoGltfIndex;
  GltfIndex node = kNoGltfIndex;
  std::string path;
  std::string pointer;  ///< Pointer of KHR_animation_pointer if the path is "pointer".
};

struct GltfAnimationSampler {
  GltfIndex input = kNoGltfIndex;
  GltfIndex output = kNoGltfIndex;
  std::string interpolation = "LINEAR";
};

struct GltfAnimation {
  std::string extras;  ///< JSON text; may be empty.
  std::string name;
  std::vector<GltfChannel> channels;
  std::vector<GltfAnimationSampler> samplers;
};

struct GltfImage {
  std::string name;
  std::string uri;
  GltfIndex view = kNoGltfIndex;
};

/// The parts of a glTF file. JsonReader reads the tables that make up nearly all of its bytes, in one pass, and locates
/// errors. tinygltf reads the rest of the JSON (scenes, nodes, skins, materials, textures, samplers) into `structure`;
/// it sees no buffer, image or URI.
struct GltfDocument {
  std::vector<std::byte> file;             ///< `binaryChunk` points into it.
  std::span<const std::byte> binaryChunk;  ///< Empty unless the file is a GLB that has one.
  bool hasBinaryChunk = false;

  std::string version;
  std::string minVersion;
  std::string generator;
  std::vector<std::string> extensionsUsed;
  std::vector<std::string> extensionsRequired;

  std::vector<GltfBuffer> buffers;
  std::vector<GltfBufferView> views;
  std::vector<GltfMeshopt> meshopts;
  std::vector<GltfAccessor> accessors;
  std::vector<GltfSparse> sparses;
  std::vector<GltfMesh> meshes;
  std::vector<GltfAnimation> animations;
  std::vector<GltfImage> images;

  tinygltf::Model structure;

  bool uses(std::string_view extension) const;
};

/// Reads and checks the container (GLB header and chunks, or plain JSON), the JSON, the version and the required
/// extensions. Indices in the result are not checked. Errors: NotFound, Io, BadFile, Unsupported.
Result<GltfDocument> readGltfDocument(ModelFiles& files, JobContext& job);

/// Refuses files that require an unread extension which changes geometry or motion, or an unknown one that may. Reports
/// each other unread extension once. `json`: text of the whole document; the places that use an unknown extension show
/// what it can change. Errors: Unsupported.
Result<void> checkGltfExtensions(const GltfDocument& document, std::string_view json, JobContext& job);

/// Fills the tables of `document` from JSON text and returns the JSON that is left for tinygltf. Errors: BadFile.
Result<std::string> readGltfTables(std::string_view json, GltfDocument& document);

/// Reads only the versions and the generator. False: the JSON is broken.
bool readGltfAsset(std::string_view json, GltfDocument& document);

}  // namespace texeleton::importing
