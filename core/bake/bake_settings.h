#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/index.h"
#include "core/meshes/mesh_choice.h"
#include "core/model/model.h"
#include "core/root_motion/root_motion.h"
#include "core/transform/transform.h"

namespace texeleton::bake {

enum class BakeMode : std::uint8_t { Bone, Vertex };
enum class PixelFormat : std::uint8_t { Rgba16F, Rgba32F };
enum class SizeRule : std::uint8_t { PowerOfTwo, Exact };
/// Close: the clip loops, and one more frame's time leads from its last pose to its first: for cycles that do not
/// repeat their first key at the end.
enum class LoopMode : std::uint8_t { Auto, On, Off, Close };

/// At which times frames are stored. Uneven: of frames at the sample rate only those that keep the clip's limit
/// (maxErrorMillimetres, maxNormalDegrees) by blending; a table in the texture says where the others lie.
enum class RowSpacing : std::uint8_t { Even, Uneven };

/// Bytes of one texel.
constexpr std::size_t texelBytes(PixelFormat format) { return format == PixelFormat::Rgba16F ? 8 : 16; }

/// Width and height, in texels, of textures that every engine takes.
inline constexpr std::uint32_t kCommonTextureSide = 8192;

inline constexpr std::uint32_t kMaxBones = 65536;        ///< Bone indices are unsigned shorts.
inline constexpr std::uint32_t kMaxElements = 1u << 24;  ///< `_VERTEX_INDEX` is a float.

/// One clip of the bake: a cut of a source clip. A source clip may be cut several times.
struct ClipSelection {
  ClipIndex clip;                        ///< Into Model::clips.
  std::string name;                      ///< Empty: the source clip's name.
  std::optional<double> fromSeconds;     ///< Seconds of the source clip; unset: its start.
  std::optional<double> toSeconds;       ///< Seconds of the source clip; unset: its end.
  std::optional<double> sampleRateHz;    ///< Unset: BakeSettings::sampleRateHz. 0: one frame for the whole clip.
  std::optional<LoopMode> loop;          ///< Unset: BakeSettings::loop.
  std::vector<model::ClipEvent> events;  ///< Seconds of the source clip, in addition to the source clip's own.
  std::optional<root_motion::RootMotionMode> rootMotion;  ///< Unset: BakeSettings::rootMotion.
  std::optional<double> maxErrorMillimetres;              ///< Unset: BakeSettings::maxErrorMillimetres.
  std::optional<double> maxNormalDegrees;                 ///< Unset: BakeSettings::maxNormalDegrees.
  /// Uneven rows: the largest distance of a blended frame from the omitted one, as found by an earlier bake with these
  /// settings (MeasuredBake::rowMetres). Unset: to be found. Negative: all frames are stored.
  std::optional<double> rowMetres;
};

/// Treatment of root motion.
struct RootMotionSettings {
  root_motion::RootMotionMode mode = root_motion::RootMotionMode::Keep;  ///< For clips that say nothing.
  std::string node;         ///< The root's name; empty: found in each clip (RootFinder).
  std::optional<bool> yaw;  ///< Take its turn out too; unset: when extracting.
  bool height = false;      ///< Take its height out too.
};

/// An expression that exposes nodes as sockets: a node whose whole name matches is exposed.
struct ExposeFilter {
  std::string pattern;  ///< Perl-compatible regular expression, e.g. "weapon.*".
  bool caseSensitive = true;
};

/// The name of a socket, if other than its node's, and its offset from the node.
struct SocketName {
  std::string node;
  std::string name = {};                                      ///< Empty: as its node.
  std::optional<transform::Transform> offset = std::nullopt;  ///< In the node's space; unset: none.

  friend bool operator==(const SocketName&, const SocketName&) = default;
};

/// A placement on a node where a model is attached; it gets its own socket.
struct AttachedFrame {
  std::string name;       ///< Name of the socket.
  std::string node;       ///< That carries it.
  glm::dmat4 local{1.0};  ///< Its place in the node's space; affine.
  std::string attached;   ///< The attachment at this socket, for players (Socket::attached).
};

enum class ColorChannel : std::uint8_t { R, G, B, A };
/// A texture of a material.
enum class TextureUse : std::uint8_t { BaseColor, MetallicRoughness, Normal, Occlusion, Emissive };

/// The source that determines the parts of a character that an instance's colour changes.
enum class TintSource : std::uint8_t {
  None,         ///< No mask: it changes everything.
  Material,     ///< Some materials.
  VertexColor,  ///< A channel of the vertex colours, which is taken out of them.
  Texture,      ///< A channel of one of the materials' textures.
  Palette,      ///< No mask: an instance's number moves the texture coordinates by steps.
};

struct TintSettings {
  TintSource source = TintSource::None;
  std::vector<std::string> materials;          ///< Expressions over whole names: only these materials; empty: all.
  ColorChannel channel = ColorChannel::A;      ///< VertexColor, Texture.
  TextureUse texture = TextureUse::BaseColor;  ///< Texture.
  double stepU = 0.0;                          ///< Palette: shift from one entry to the next.
  double stepV = 0.0;
  std::uint32_t entryCount = 0;  ///< Palette: at least 1.

  friend bool operator==(const TintSettings&, const TintSettings&) = default;
};

/// Bones on which players may put a second clip (core/runtime/layers.h).
struct MaskChoice {
  /// A weight that was chosen for one bone.
  struct Bone {
    std::string bone;
    double weight = 1.0;  ///< 0 … 1.

    friend bool operator==(const Bone&, const Bone&) = default;
  };
  std::string name;               ///< The name used by players: unique, not empty.
  std::vector<std::string> from;  ///< These bones and all below them have a weight of 1.
  std::uint32_t softened = 0;     ///< Bones on the way down over which it rises to 1.
  std::vector<Bone> bones;        ///< Overrule what follows from `from`.

  friend bool operator==(const MaskChoice&, const MaskChoice&) = default;
};

/// Everything a bake is made from, beside the model.
struct BakeSettings {
  BakeMode mode = BakeMode::Bone;
  std::string encoding;  ///< Name of one of the mode's (see encodings()); empty: the mode's first.
  /// Shapes of the encoding "basis", 1 … 64, if the motion has as many. Unset: the fewest for which no vertex deviates
  /// more than shapesMillimetres on a frame.
  std::optional<std::uint32_t> shapes;
  std::optional<double> shapesMillimetres;  ///< Unset: 1/5,000 of the model's size.
  PixelFormat pixelFormat = PixelFormat::Rgba16F;
  SizeRule size = SizeRule::PowerOfTwo;
  std::uint32_t maxSize = 8192;        ///< Texels; bounds both sides.
  bool shareElements = true;           ///< Vertex mode: vertices of equal trajectory and normal share an element.
  std::vector<ClipSelection> clips;    ///< In order of the texture; empty: every clip of the model.
  std::optional<double> sampleRateHz;  ///< Unset: each clip's source rate, else 30.
  LoopMode loop = LoopMode::Auto;
  RowSpacing rows = RowSpacing::Even;
  std::vector<ExposeFilter> expose;
  std::vector<SocketName> socketNames;     ///< May name nodes that are not exposed, without effect.
  std::vector<AttachedFrame> attachments;  ///< Their sockets come after those of `expose`.
  std::vector<MaskChoice> masks;           ///< Layer masks; bone mode.
  meshes::MeshChoice meshes;               ///< The meshes to bake, and their variants.
  std::vector<double> lodRatios;  ///< Levels of detail to make: shares of lod0's triangles, each in (0, 1), descending.
  TintSettings tint;
  RootMotionSettings rootMotion;
  std::optional<double> maxErrorMillimetres;  ///< Exceeding it is a failure that names clip, frame and vertex.
  std::optional<double> maxNormalDegrees;     ///< Limit for normals: exceeding it is a failure that names the clip.
};

}  // namespace texeleton::bake
