#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/base/index.h"
#include "core/model/material.h"
#include "core/model/model.h"
#include "core/vat/texel_buffer.h"
#include "core/vat/texture_layout.h"
#include "core/vat/texture_settings.h"

namespace texeleton::vat {

struct Encoding;  // core/vat/encoding.h

/// The measured error of one clip: distances in millimetres between the decoded texels and the full source evaluated in
/// float64 (morph targets included), over all vertices: at frames, at quarters between them, at the source's key times,
/// just before steps, and at sixteenths if the largest error may lie there.
struct ClipError {
  double maxMillimetres = 0.0;  ///< Upper bound for every vertex at any time (foundMillimetres and 2 %).
  double rmsMillimetres = 0.0;  ///< Over frames and half-frames.
  double maxRelative = 0.0;     ///< maxMillimetres / 1000 / sizeMetres.
  double maxNormalDegrees = 0.0;
  double encodingMillimetres = 0.0;       ///< Largest part caused by the pixel format alone (on frames).
  double interpolationMillimetres = 0.0;  ///< Largest part caused by blending frames linearly.
  double influencesMillimetres = 0.0;     ///< Largest part caused by dropped influences (bone mode).
  double morphsMillimetres = 0.0;         ///< Largest part caused by dropped morph targets (bone mode).
  double loopGapMillimetres = 0.0;        ///< Largest distance between the poses at the loop's end and start.
  double worstFrame = 0.0;                ///< Frame of the clip, from its first, with a fraction between frames.
  std::uint32_t worstVertex = 0;
  double foundMillimetres = 0.0;  ///< The largest one found: of worstVertex, at worstFrame.
  bool isAtJump =
      false;  ///< Whether the source jumps at worstFrame, so that a higher rate does not help. Not in packs.

  friend bool operator==(const ClipError&, const ClipError&) = default;
};

/// The source of a baked clip, so that it can be measured and baked again.
struct ClipSource {
  ClipIndex clip;    ///< Into Model::clips.
  std::string name;  ///< Its name there.
  double fromSeconds = 0.0;
  double toSeconds = 0.0;

  friend bool operator==(const ClipSource&, const ClipSource&) = default;
};

/// Displacement of the character by its root since the start of the clip: p → Ry(yaw)·p + position.
struct RootSample {
  glm::dvec3 position{0.0};  ///< Metres.
  double yawRadians = 0.0;   ///< About +Y, +Z towards +X; unrolled.

  friend bool operator==(const RootSample&, const RootSample&) = default;
};

/// Root motion removed from a clip's pose. The source is the sample's motion times the pose in the texture.
struct BakedRootMotion {
  RootMotionMode mode = RootMotionMode::Extract;  ///< Never Keep.
  std::string node;                               ///< The root's name in the model.
  bool yaw = false;                               ///< Whether its turn was removed, and its height.
  bool height = false;
  /// Extract: one for each frame, the first all zero. Looping: one more at the clip's length, the displacement of a
  /// whole cycle. Linear between them.
  std::vector<RootSample> samples;

  friend bool operator==(const BakedRootMotion&, const BakedRootMotion&) = default;
};

/// A clip in the texture. Times count from the start of the cut.
struct BakedClip {
  std::string name;
  std::uint32_t frameBegin = 0;  ///< First frame in the texture.
  std::uint32_t frameCount = 1;  ///< 1 … 65,535.
  double sampleRateHz = 30.0;    ///< Requested.
  double frameRate = 30.0;       ///< Actual: N/L looping, (N−1)/L once (1/L for one frame), sampleRateHz if L = 0.
  double lengthSeconds = 0.0;
  bool loop = false;
  model::Box bounds;                     ///< Over all vertices of all frames as decoded, rounded outward.
  std::vector<model::ClipEvent> events;  ///< Ascending in time, ties in given order; 0 ≤ time ≤ lengthSeconds.
  std::optional<ClipError> error;        ///< Unset while not measured.
  ClipSource source;
  std::optional<BakedRootMotion> rootMotion;  ///< Unset: kept in the pose.
};

/// A bone of the texture: one palette entry (bone mode).
struct BakedBone {
  std::string name;          ///< Name of its node; repeated if the node has several entries.
  std::int32_t parent = -1;  ///< First entry of the nearest ancestor node that has one; −1: none.
  /// Stored as a matrix despite the pack's encoding: it has shear or non-uniform scale.
  bool isMatrix = false;

  friend bool operator==(const BakedBone&, const BakedBone&) = default;
};

/// An exposed node, or a place on one. `position`, `rotation`, `scale` are the socket frame: its pose in the bind pose,
/// in pack space, offsets included. The animated pose is the (blended) matrix of its entry times this frame.
struct Socket {
  std::string name;
  std::int32_t bone = -1;  ///< Palette entry (bone mode); −1 in vertex mode.
  glm::dvec3 position{0.0};
  glm::dquat rotation{1.0, 0.0, 0.0, 0.0};
  glm::dvec3 scale{1.0};
  glm::dvec3 direction{0.0, 0.0, 1.0};  ///< rotation·(0,0,1).
  std::string attached;                 ///< The file of the model to attach there; empty: none.
};

/// The triangles of one material.
struct BakedPrimitive {
  MaterialIndex material;
  std::uint32_t firstIndex = 0;
  std::uint32_t indexCount = 0;

  friend bool operator==(const BakedPrimitive&, const BakedPrimitive&) = default;
};

/// A further level of detail: separate indices into the same vertices.
struct BakedLod {
  std::vector<BakedPrimitive> primitives;
  std::vector<std::uint32_t> indices;
  double maxMillimetres = 0.0;
  /// In the bind pose no colour is farther than this from its place on lod0, except on parts that in total are no
  /// larger than a square of this side. Unset: not measured.
  std::optional<double> colorMillimetres;
};

/// A run of the indices of one primitive of one level.
struct BakedRange {
  std::uint32_t lod = 0;
  std::uint32_t primitive = 0;   ///< Primitive of that level.
  std::uint32_t firstIndex = 0;  ///< Counted from the primitive's first.
  std::uint32_t indexCount = 0;  ///< A multiple of 3, not 0.

  friend bool operator==(const BakedRange&, const BakedRange&) = default;
};

/// A mesh of the source at one place in its node tree, and its triangles.
struct BakedSourceMesh {
  std::string name;
  std::string node;                ///< Node that instances the mesh. No two meshes have the same name and node.
  std::string group;               ///< Group of an authored level of detail: the name without the level; else empty.
  std::vector<BakedRange> ranges;  ///< At most one for each level and primitive, in ascending order.

  friend bool operator==(const BakedSourceMesh&, const BakedSourceMesh&) = default;
};

/// Meshes that are shown together.
struct BakedVariant {
  std::string name;                   ///< Unique, not empty.
  std::vector<std::uint32_t> meshes;  ///< Into BakedAnimation::meshes, ascending.

  friend bool operator==(const BakedVariant&, const BakedVariant&) = default;
};

/// Bones that play the second clip of a layer (core/runtime/layers.h).
struct BakedMask {
  std::string name;            ///< Unique, not empty.
  std::vector<float> weights;  ///< One for each bone, 0 … 1, at least one above 0.

  friend bool operator==(const BakedMask&, const BakedMask&) = default;
};

/// A texture channel that is the tint mask of a material.
struct TintTexture {
  MaterialIndex material;
  ImageIndex image;
  std::uint32_t uvSet = 0;
  ColorChannel channel = ColorChannel::A;

  friend bool operator==(const TintTexture&, const TintTexture&) = default;
};

/// Entry n of the palette: the base colour's texture coordinates are shifted by n·(stepU, stepV).
struct TintPalette {
  double stepU = 0.0;
  double stepV = 0.0;
  std::uint32_t entryCount = 1;
  std::vector<MaterialIndex> materials;  ///< The materials that it shifts, ascending.

  friend bool operator==(const TintPalette&, const TintPalette&) = default;
};

/// The parts that an instance's colour changes; exactly one of the three.
struct BakedTint {
  bool perVertex = false;             ///< BakedMesh::tint is the mask.
  std::vector<TintTexture> textures;  ///< The mask of these materials; it is 0 for others.
  std::optional<TintPalette> palette;

  friend bool operator==(const BakedTint&, const BakedTint&) = default;
};

/// The mesh in the bind pose, in pack space. Optional arrays are empty or as long as `positions`.
struct BakedMesh {
  std::vector<glm::vec3> positions;
  std::vector<glm::vec3> normals;
  std::vector<glm::vec4> tangents;
  std::vector<glm::vec2> uv0;
  std::vector<glm::vec2> uv1;
  std::vector<glm::vec4> colors;
  std::vector<float> tint;                 ///< 0 … 1: share of an instance's colour.
  std::vector<glm::u16vec4> boneIndices;   ///< Bone mode: palette entries; unused ones 0.
  std::vector<glm::vec4> boneWeights;      ///< Bone mode: sum 1; unused ones 0; largest first.
  std::vector<std::uint32_t> elements;     ///< Vertex mode: the element of each vertex.
  std::vector<BakedPrimitive> primitives;  ///< lod0, one per material, in order of first use.
  std::vector<std::uint32_t> indices;      ///< lod0.
  std::vector<BakedLod> lods;              ///< lod1 …
  std::vector<model::Material> materials;
  std::vector<model::Image> images;

  std::size_t vertexCount() const { return positions.size(); }
  const std::vector<BakedPrimitive>& primitivesOf(std::size_t lod) const {
    return lod == 0 ? primitives : lods[lod - 1].primitives;
  }
  const std::vector<std::uint32_t>& indicesOf(std::size_t lod) const {
    return lod == 0 ? indices : lods[lod - 1].indices;
  }
};

/// The result of a bake or of reading a pack: texture, mesh, clips, events, sockets, bounds.
struct BakedAnimation {
  BakeMode mode = BakeMode::Bone;
  const Encoding* encoding = nullptr;  ///< Null: the mode's first (see encodingOf).
  PixelFormat pixelFormat = PixelFormat::Rgba16F;
  TextureLayout layout;
  TexelBuffer texels;  ///< layout.height rows of layout.width texels RGBA, row 0 first, padding 0.
  BakedMesh mesh;
  std::vector<BakedBone> bones;  ///< Bone mode; empty in vertex mode.
  std::vector<BakedMask> masks;  ///< Bone mode: layer masks.
  std::vector<BakedClip> clips;
  std::vector<Socket> sockets;
  std::vector<BakedSourceMesh> meshes;  ///< Their ranges cover every level; may be empty: not known.
  std::vector<BakedVariant> variants;
  std::optional<BakedTint> tint;  ///< Unset: an instance's colour may change everything.
  model::Box bounds;              ///< Union over the clips.
  double sizeMetres = 0.0;        ///< Diagonal of `bounds`.
};

/// Index within the frame of the first texel of a socket's matrix, which is its bone's or its own.
inline std::uint32_t firstTexelOf(const BakedAnimation& animation, std::uint32_t socket) {
  const std::int32_t bone = animation.sockets[socket].bone;
  return animation.mode == BakeMode::Bone ? elementTexel(animation.layout, static_cast<std::uint32_t>(bone), 0)
                                          : socketTexel(animation.layout, socket, 0);
}

}  // namespace texeleton::vat
