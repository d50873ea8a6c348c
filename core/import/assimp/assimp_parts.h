#pragma once

#include <assimp/scene.h>

#include <functional>
#include <glm/glm.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/import/assimp/point_orders.h"
#include "core/import/collada/collada_document.h"
#include "core/import/parsers.h"
#include "core/import/source_scene.h"

// The parts of the Assimp reader: each converts one kind of data of an aiScene for SourceScene. They do not trust
// numbers of the scene beyond the guarantees of Assimp's own containers.

namespace texeleton::importing {

/// The longest name in a file. Assimp's strings hold 1,023 bytes; it copies unchecked, and appends suffixes.
inline constexpr std::size_t kMaxAssimpNameBytes = 1000;
/// The deepest nesting of joints and frames, which Assimp reads recursively.
inline constexpr int kMaxNesting = 500;

/// Returns the kind of a file, from its extension in lower case without the dot.
enum class AssimpFormat { Fbx, Collada, Md5, X, Bvh, Other };
AssimpFormat assimpFormatOf(std::string_view extension);

glm::dmat4 toGlm(const aiMatrix4x4& matrix);
std::string toText(const aiString& text);

/// Refuses files that would make Assimp crash, access invalid memory, run out of memory or silently lose data.
/// Correctable faults are corrected in `bytes`. Findings that do not stop the import become Issues. FBX has its own
/// reader and is not checked here.
Result<void> checkBeforeAssimp(AssimpFormat format, std::string_view extension, std::vector<std::byte>& bytes,
                               JobContext& job);
/// The failure of such a check for an invalid file.
inline Result<void> badFile(Message text) { return fail(ErrorCode::BadFile, std::move(text)); }
/// Overwrites the first DOCTYPE with blanks: COLLADA needs none of its declarations, and XML readers do not agree on
/// its end.
void blankDoctype(std::vector<std::byte>& bytes);
/// Checks that the XML is complete and not too deep.
Result<void> checkCollada(std::string_view text, JobContext& job);
/// Checks arrays, accessors, primitives and skins, after checkCollada.
Result<void> checkColladaData(std::string_view text, JobContext& job);
Result<void> checkX(std::string_view text);
Result<void> checkBvh(std::string_view text, JobContext& job);

/// An MD5 mesh or animation, checked and rewritten for Assimp. Errors: BadFile.
Result<std::vector<std::byte>> soundMd5Mesh(std::string_view text);
Result<std::vector<std::byte>> soundMd5Animation(std::string_view text);

struct ColladaAsset {
  double metres = 1.0;
  std::string upAxis = "Y_UP";
};
ColladaAsset readColladaAsset(std::string_view text);

/// The materials of the meshes; the result maps Assimp's indices to those of `out`.
std::vector<std::optional<std::size_t>> readMaterials(const aiScene& scene, const std::string& generator,
                                                      ModelFiles& files, JobContext& job, SourceScene& out);

/// The mesh's triangles, or nothing if it has none (with an Issue about `subject`). `geometric` moves the vertices.
std::optional<SourceMesh> readMesh(const aiMesh& mesh, std::optional<std::size_t> material, const glm::dmat4& geometric,
                                   const std::string& subject, JobContext& job);

struct BoneBinding {
  std::size_t node = 0;
  glm::dmat4 inverseBind{1.0};
};

/// Fills the influences of `primitive` and the joints of `skin` from the bones of `mesh`. `bind` returns a bone's
/// binding, or nullopt if its node is missing; its weights are then dropped with an Issue. `nameOf`: displayed name of
/// a bone, if it differs from Assimp's. Returns false if no bone is usable.
template <class Bind>
bool readSkin(const aiMesh& mesh, const Bind& bind, SourceSkin& skin, SourcePrimitive& primitive, JobContext& job,
              const std::function<std::string(const aiBone&)>& nameOf = nullptr);

/// Nodes of a scene in depth-first order, and their indices. Repeated names give an Issue if `byName` matters.
struct AssimpNodes {
  std::unordered_map<const aiNode*, std::size_t> index;
  std::unordered_map<std::string, std::size_t> byName;  ///< The first node of each name.
  /// COLLADA: the nodes made from each node of the document (several if it is instanced), and the reverse.
  std::vector<std::vector<std::size_t>> ofDocument;
  std::vector<std::optional<std::size_t>> inDocument;
};
/// `document` gives nodes their names, which need not be unique; null for other formats.
AssimpNodes readNodes(const aiScene& scene, const collada::Document* document, SourceScene& out, JobContext& job);

/// Meshes, skins and instances (everything but FBX). Bones are found by name, or by `document`, points by `orders`.
void readInstances(const aiScene& scene, const AssimpNodes& nodes, const collada::Document* document,
                   const PointOrders& orders, const std::vector<std::optional<std::size_t>>& materials,
                   SourceScene& out, JobContext& job);

/// Clips whose channels are found by name (everything but FBX and COLLADA). `defaultName` is for clips without one.
void readClips(const aiScene& scene, const AssimpNodes& nodes, AssimpFormat format, const std::string& defaultName,
               SourceScene& out, JobContext& job);

/// FBX: nodes, binding and curves from the file itself, geometry and materials through Assimp.
Result<SourceScene> parseFbx(ModelFiles& files, std::vector<std::byte> bytes, JobContext& job);

/// Runs Assimp on `content` as the model file. Errors: BadFile with Assimp's message.
class AssimpRun {
 public:
  AssimpRun(ModelFiles& files, const std::vector<std::byte>& content);
  ~AssimpRun();
  AssimpRun(const AssimpRun&) = delete;
  AssimpRun& operator=(const AssimpRun&) = delete;

  void set(const char* property, bool value);
  Result<const aiScene*> load(bool triangulate = true);

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

template <class Bind>
bool readSkin(const aiMesh& mesh, const Bind& bind, SourceSkin& skin, SourcePrimitive& primitive, JobContext& job,
              const std::function<std::string(const aiBone&)>& nameOf) {
  const std::size_t vertexCount = primitive.positions.size();
  std::vector<std::uint32_t> counts(vertexCount + 1, 0);
  std::vector<std::optional<std::uint32_t>> jointOf(mesh.mNumBones);
  std::size_t missing = 0;
  std::size_t outOfRange = 0;
  std::string firstMissing;
  for (unsigned b = 0; b < mesh.mNumBones; ++b) {
    const aiBone& bone = *mesh.mBones[b];
    const std::optional<BoneBinding> binding = bind(bone);
    if (!binding) {
      firstMissing = missing++ != 0 ? firstMissing : nameOf ? nameOf(bone) : toText(bone.mName);
      continue;
    }
    jointOf[b] = static_cast<std::uint32_t>(skin.joints.size());
    skin.joints.push_back(binding->node);
    skin.inverseBinds.push_back(binding->inverseBind);
    for (unsigned w = 0; w < bone.mNumWeights; ++w) {
      if (bone.mWeights[w].mVertexId >= vertexCount) {
        ++outOfRange;
      } else if (bone.mWeights[w].mWeight != 0.0f) {
        ++counts[bone.mWeights[w].mVertexId + 1];
      }
    }
  }
  if (missing != 0) {
    job.warn(message("%1 bones (first: \"%2\") name nodes that are not there; their weights are dropped", missing,
                     firstMissing),
             toText(mesh.mName));
  }
  if (outOfRange != 0) {
    job.warn(message("%1 weights name vertices that are not there; they are dropped", outOfRange), toText(mesh.mName));
  }
  if (skin.joints.empty()) {
    return false;
  }
  for (std::size_t v = 0; v < vertexCount; ++v) {
    counts[v + 1] += counts[v];
  }
  primitive.influenceBegin = counts;
  primitive.influences.resize(counts.back());
  for (unsigned b = 0; b < mesh.mNumBones; ++b) {
    for (unsigned w = 0; jointOf[b] && w < mesh.mBones[b]->mNumWeights; ++w) {
      const aiVertexWeight& weight = mesh.mBones[b]->mWeights[w];
      if (weight.mVertexId < vertexCount && weight.mWeight != 0.0f) {
        primitive.influences[counts[weight.mVertexId]++] = {*jointOf[b], weight.mWeight};
      }
    }
  }
  return true;
}

}  // namespace texeleton::importing
