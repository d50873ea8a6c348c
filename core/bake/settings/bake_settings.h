#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/index.h"
#include "core/base/result.h"
#include "core/meshes/mesh_choice.h"
#include "core/model/model.h"
#include "core/transform/transform.h"
#include "core/vat/mask_choice.h"
#include "core/vat/texture_settings.h"

namespace texeleton::bake {

/// Close: the clip loops, with one more frame interval from its last pose to its first: for cycles that do not repeat
/// their first key at the end.
enum class LoopMode : std::uint8_t { Auto, On, Off, Close };

/// The spacing of stored frames. Uneven: of the frames at the sample rate only those that blending needs to keep the
/// clip's limit (maxErrorMillimetres, maxNormalDegrees); a table in the texture locates the others.
enum class RowSpacing : std::uint8_t { Even, Uneven };

/// One clip of the bake: a cut of a source clip. A source clip may be cut several times.
struct ClipSelection {
  ClipIndex clip;                        ///< Into Model::clips.
  std::string name;                      ///< Empty: the source clip's name.
  std::optional<double> fromSeconds;     ///< Seconds of the source clip; unset: its start.
  std::optional<double> toSeconds;       ///< Seconds of the source clip; unset: its end.
  std::optional<double> sampleRateHz;    ///< Unset: BakeSettings::sampleRateHz. 0: one frame for the whole clip.
  std::optional<LoopMode> loop;          ///< Unset: BakeSettings::loop.
  std::vector<model::ClipEvent> events;  ///< Seconds of the source clip, in addition to the source clip's own.
  std::optional<vat::RootMotionMode> rootMotion;  ///< Unset: BakeSettings::rootMotion.
  std::optional<double> maxErrorMillimetres;      ///< Unset: BakeSettings::maxErrorMillimetres.
  std::optional<double> maxNormalDegrees;         ///< Unset: BakeSettings::maxNormalDegrees.
  /// Uneven rows: the largest distance of a blended frame from the omitted one, as found by an earlier bake with these
  /// settings (MeasuredBake::rowMetres). Unset: to be found. Negative: all frames are stored.
  std::optional<double> rowMetres;
};

/// Treatment of root motion.
struct RootMotionSettings {
  vat::RootMotionMode mode = vat::RootMotionMode::Keep;  ///< For clips without their own setting.
  std::string node;                                      ///< The root's name; empty: found in each clip (RootFinder).
  std::optional<bool> yaw;                               ///< Also removes its turn; unset: when extracting.
  bool height = false;                                   ///< Also removes its height.
};

/// An expression that exposes nodes as sockets: a node whose whole name matches is exposed.
struct ExposeFilter {
  std::string pattern;  ///< Perl-compatible regular expression, e.g. "weapon.*".
  bool caseSensitive = true;
};

/// The name of a socket, if it differs from its node's, and its offset from the node.
struct SocketName {
  std::string node;
  std::string name = {};                                      ///< Empty: the node's name.
  std::optional<transform::Transform> offset = std::nullopt;  ///< In the node's space; unset: none.

  friend bool operator==(const SocketName&, const SocketName&) = default;
};

/// A placement on a node where a model is attached; it gets its own socket.
struct AttachedFrame {
  std::string name;       ///< Name of the socket.
  std::string node;       ///< The node that carries it.
  glm::dmat4 local{1.0};  ///< Its place in the node's space; affine.
  std::string attached;   ///< The attachment at this socket, for players (Socket::attached).
};

/// A texture of a material.
enum class TextureUse : std::uint8_t { BaseColor, MetallicRoughness, Normal, Occlusion, Emissive };

/// The source that determines the parts of a character that an instance's colour changes.
enum class TintSource : std::uint8_t {
  None,         ///< No mask: it changes everything.
  Material,     ///< Some materials.
  VertexColor,  ///< A channel of the vertex colours, which is removed from them.
  Texture,      ///< A channel of one of the materials' textures.
  Palette,      ///< No mask: an instance's number moves the texture coordinates by steps.
};

struct TintSettings {
  TintSource source = TintSource::None;
  std::vector<std::string> materials;  ///< Expressions over whole names: only these materials; empty: all.
  vat::ColorChannel channel = vat::ColorChannel::A;  ///< VertexColor, Texture.
  TextureUse texture = TextureUse::BaseColor;        ///< Texture.
  double stepU = 0.0;                                ///< Palette: shift from one entry to the next.
  double stepV = 0.0;
  std::uint32_t entryCount = 0;  ///< Palette: at least 1.

  friend bool operator==(const TintSettings&, const TintSettings&) = default;
};

/// Whether the expressions can be read and the numbers make sense. Errors: InvalidArgument.
Result<void> checkTint(const TintSettings& settings);

/// All settings of a bake.
struct BakeSettings {
  vat::BakeMode mode = vat::BakeMode::Bone;
  std::string encoding;  ///< Name of one of the mode's (see encodings()); empty: the mode's first.
  /// Shapes of the encoding "basis", 1 … 64, if the motion has as many. Unset: the fewest for which no vertex deviates
  /// more than shapesMillimetres on a frame.
  std::optional<std::uint32_t> shapes;
  std::optional<double> shapesMillimetres;  ///< Unset: 1/5,000 of the model's size.
  vat::PixelFormat pixelFormat = vat::PixelFormat::Rgba16F;
  vat::SizeRule size = vat::SizeRule::PowerOfTwo;
  std::uint32_t maxSize = 8192;        ///< Texels; bounds both sides.
  bool shareElements = true;           ///< Vertex mode: vertices of equal trajectory and normal share an element.
  std::vector<ClipSelection> clips;    ///< In the order of the texture; empty: every clip of the model.
  std::optional<double> sampleRateHz;  ///< Unset: each clip's source rate, else 30.
  LoopMode loop = LoopMode::Auto;
  RowSpacing rows = RowSpacing::Even;
  std::vector<ExposeFilter> expose;
  std::vector<SocketName> socketNames;     ///< May name nodes that are not exposed, without effect.
  std::vector<AttachedFrame> attachments;  ///< Their sockets come after those of `expose`.
  std::vector<vat::MaskChoice> masks;      ///< Layer masks; bone mode.
  meshes::MeshChoice meshes;               ///< The meshes to bake, and their variants.
  std::vector<double> lodRatios;  ///< Levels of detail to make: shares of lod0's triangles, each in (0, 1), descending.
  TintSettings tint;
  RootMotionSettings rootMotion;
  std::optional<double> maxErrorMillimetres;  ///< Exceeding it is an error that names clip, frame and vertex.
  std::optional<double> maxNormalDegrees;     ///< Limit for normals: exceeding it is an error that names the clip.
};

}  // namespace texeleton::bake
