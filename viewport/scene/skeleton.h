#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/animation/point_sampler.h"
#include "core/base/result.h"
#include "core/model/model.h"
#include "core/root_motion/in_place_pose.h"
#include "core/vat/baked_animation.h"
#include "viewport/scene/crowd/character_pose.h"
#include "viewport/scene/crowd/crowd.h"

namespace texeleton::viewport {

/// 32-bit words of a vertex before skinning (shaders/skin.comp): position 3, normal 3, tangent with the sign in its
/// lowest bit, bones 4×16 in two, weights 4.
inline constexpr std::uint32_t kSkinVertexWords = 13;
inline constexpr std::uint32_t kSkinTangentWord = 6;
/// Words of a skinned vertex: position 3, normal, tangent.
inline constexpr std::uint32_t kSkinnedVertexWords = 5;

/// A character before baking: the model with its full skeleton, and the pack's vertices with their four weights. The
/// reference for animation textures. Immutable.
class Skeleton {
 public:
  /// `model` is the one that `animation` was baked from; meshes that the pack lacks are ignored. `sockets`: as
  /// sockets() returns them. Errors: InvalidArgument (another model: meshes, vertices or clips differ), Limit (more
  /// than 65,536 palette entries).
  static Result<std::shared_ptr<const Skeleton>> make(std::shared_ptr<const model::Model> model,
                                                      std::shared_ptr<const vat::BakedAnimation> animation,
                                                      std::vector<model::PaletteEntry> sockets = {});

  const model::Model& model() const { return *m_model; }
  const std::shared_ptr<const model::Model>& sharedModel() const { return m_model; }
  const std::shared_ptr<const vat::BakedAnimation>& animation() const { return m_animation; }
  /// The palette entry that each socket of the animation follows (bake::socketEntries). Empty: unknown, so that only
  /// the texture poses sockets.
  std::span<const model::PaletteEntry> sockets() const { return m_sockets; }
  std::uint32_t vertexCount() const { return m_vertexCount; }
  std::uint32_t entryCount() const { return static_cast<std::uint32_t>(m_model->palette.size()); }
  /// kSkinVertexWords a vertex.
  std::span<const std::uint32_t> words() const { return m_words; }
  /// Deviation of the piece of each vertex from its rigid motion (model::Piece), millimetres, a part of the error in
  /// the heat map; 0 for vertices without a piece.
  std::span<const float> residuals() const { return m_residuals; }
  /// Whether the texture holds four-influence linear skinning of the bind pose. Not in vertex mode of a model with
  /// point sets, morph targets or more influences: SourceVertices evaluates those.
  bool isLinear() const { return m_isLinear; }
  const animation::PointNumbering& points() const { return m_points; }
  /// A box around all vertices under these skin matrices, one for each palette entry.
  model::Box boundsOf(std::span<const glm::dmat4> skinMatrices) const;

 private:
  Skeleton() = default;
  std::shared_ptr<const model::Model> m_model;
  std::shared_ptr<const vat::BakedAnimation> m_animation;
  std::vector<model::PaletteEntry> m_sockets;
  std::vector<model::Box> m_entryBounds;  ///< Around the vertices that each palette entry moves, in the bind pose.
  std::uint32_t m_vertexCount = 0;
  std::vector<std::uint32_t> m_words;
  std::vector<float> m_residuals;
  bool m_isLinear = true;
  animation::PointNumbering m_points;
};

/// Skin matrices of characters: the upper three rows of each entry, character by character.
struct SkinPalettes {
  std::uint32_t entryCount = 0;
  std::vector<glm::vec4> rows;
  std::uint32_t followedCount = 0;  ///< Entries of one character in `followed`.
  std::vector<glm::vec4> followed;  ///< The same for nodes with attachments (CrowdPoser::follow).
  /// Skinned vertices, character by character, of a skeleton that is not linear; else empty.
  std::vector<std::uint32_t> vertices;

  std::uint32_t characterCount() const {
    return entryCount == 0 ? 0 : static_cast<std::uint32_t>(rows.size() / 3 / entryCount);
  }
  /// The matrices of one character.
  std::span<const glm::vec4> rowsOf(std::uint32_t character) const {
    return std::span(rows).subspan(std::size_t{character} * entryCount * 3, std::size_t{entryCount} * 3);
  }
  void resize(std::uint32_t characters, std::uint32_t entries);
  void set(std::uint32_t character, std::span<const glm::dmat4> skinMatrices);
  void setFollowed(std::uint32_t character, std::uint32_t number, const glm::dmat4& matrix);
};

/// The pose of an instance; null: it has none of this skeleton's model.
const CharacterPose* poseOf(const Skeleton& skeleton, const CrowdPoses& poses, std::uint32_t instance);

class SourceVertices;

/// Poses characters as a crowd's instances show them at its time: each from its clip's tracks at exactly that time, in
/// float64. During a cross-fade the matrices of both clips are blended, and the crowd's layer is added, as in the
/// texture. Not thread-safe.
class CrowdPoser {
 public:
  explicit CrowdPoser(std::shared_ptr<const Skeleton> skeleton);
  ~CrowdPoser();

  /// Nodes whose matrices pose() also writes, to SkinPalettes::followed: node world matrix · `inverseBind`. Entries may
  /// name any node of the model.
  void follow(std::vector<model::PaletteEntry> entries) { m_followed = std::move(entries); }

  /// Poses these instances of the crowd; `poses` (of the same model) override their clips. Errors: a point cache cannot
  /// be read.
  Result<void> pose(const Crowd& crowd, std::span<const std::uint32_t> instances, const CrowdPoses& poses,
                    SkinPalettes& out);

  /// World matrices of all nodes of an instance, in pack space.
  void worlds(const Crowd& crowd, const CrowdPoses& poses, std::uint32_t instance, std::vector<glm::dmat4>& out);

  const std::shared_ptr<const Skeleton>& skeleton() const { return m_skeleton; }

 private:
  const root_motion::InPlacePose& evaluated(const runtime::CrowdClip& clip, const runtime::AnimationTickOutput& frames);
  void addLayer(const Crowd& crowd, std::uint32_t instance, std::span<glm::dmat4> worlds);
  void followOne(std::uint32_t character, std::span<const glm::dmat4> worlds, SkinPalettes& out) const;
  void poseOne(const Crowd& crowd, std::uint32_t instance, std::uint32_t character, SkinPalettes& out);
  Result<void> placeVertices(const Crowd& crowd, std::uint32_t instance, std::span<std::uint32_t> out);

  std::shared_ptr<const Skeleton> m_skeleton;
  std::vector<std::optional<root_motion::InPlacePose>> m_poses;  // For each clip of the pack, made on demand.
  std::vector<glm::dmat4> m_worlds;
  std::vector<glm::dmat4> m_skin;
  std::vector<model::PaletteEntry> m_followed;
  std::vector<std::optional<std::uint32_t>>
      m_boneOf;                              // For each node, the texture's bone of it or its nearest ancestor.
  std::vector<std::size_t> m_nodeOf;         // For each bone of the texture.
  std::unique_ptr<SourceVertices> m_source;  // Where the skeleton is not linear.
  std::vector<std::uint32_t> m_leaving;      // Vertices of the clip that fades out.
};

/// The clip of a pack that an instance plays.
std::uint32_t clipNumber(const vat::BakedAnimation& animation, const runtime::CrowdClip& clip);

/// Time in the source clip, in seconds, of a position between two frames of a baked clip.
double sourceSeconds(const vat::BakedClip& clip, const runtime::AnimationTickOutput& frames);

/// Writes the kSkinnedVertexWords of a vertex. `rows`: the upper three rows of its skin matrix; `tangent`: a packed
/// direction with the sign in its lowest bit, as in Skeleton::words().
void writeSkinned(const glm::vec4* rows, const glm::vec3& position, const glm::vec3& normal, std::uint32_t tangent,
                  std::uint32_t* out);

/// Skins the vertices of one character on the CPU in sequence, like an engine without a GPU path: the baseline of
/// comparisons. `palette`: 3 rows an entry; `out`: kSkinnedVertexWords a vertex.
void skinOnCpu(const Skeleton& skeleton, std::span<const glm::vec4> palette, std::span<std::uint32_t> out);

}  // namespace texeleton::viewport
