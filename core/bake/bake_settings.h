#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/index.h"
#include "core/model/model.h"
#include "core/root_motion/root_motion.h"

namespace texeleton {

enum class BakeMode : std::uint8_t { Bone, Vertex };
enum class PixelFormat : std::uint8_t { Rgba16F, Rgba32F };
enum class SizeRule : std::uint8_t { PowerOfTwo, Exact };
enum class LoopMode : std::uint8_t { Auto, On, Off };

/// Bytes of one texel.
constexpr std::size_t texelBytes(PixelFormat format) { return format == PixelFormat::Rgba16F ? 8 : 16; }

/// One clip of the bake: a cut of a source clip. A source clip may be cut several times.
struct ClipSelection {
  ClipIndex clip;                            ///< Into Model::clips.
  std::string name;                          ///< Empty: the source clip's name.
  std::optional<double> fromSeconds;         ///< Seconds of the source clip; unset: its start.
  std::optional<double> toSeconds;           ///< Seconds of the source clip; unset: its end.
  std::optional<double> sampleRateHz;        ///< Unset: BakeSettings::sampleRateHz.
  std::optional<LoopMode> loop;              ///< Unset: BakeSettings::loop.
  std::vector<ClipEvent> events;             ///< Seconds of the source clip, in addition to the source clip's own.
  std::optional<RootMotionMode> rootMotion;  ///< Unset: BakeSettings::rootMotion.
};

/// What is done about root motion.
struct RootMotionSettings {
  RootMotionMode mode = RootMotionMode::Keep;  ///< For clips that say nothing.
  std::string node;                            ///< The root's name; empty: found in each clip (RootFinder).
  std::optional<bool> yaw;                     ///< Take its turn out too; unset: when extracting.
  bool height = false;                         ///< Take its height out too.
};

/// An expression that exposes nodes as sockets: a node whose whole name matches is exposed.
struct ExposeFilter {
  std::string pattern;  ///< Perl-compatible regular expression, e.g. "weapon.*".
  bool caseSensitive = true;
};

/// Everything a bake is made from, beside the model.
struct BakeSettings {
  BakeMode mode = BakeMode::Bone;
  PixelFormat pixelFormat = PixelFormat::Rgba16F;
  SizeRule size = SizeRule::PowerOfTwo;
  std::uint32_t maxSize = 8192;        ///< Texels; bounds both sides.
  bool shareElements = true;           ///< Vertex mode: vertices of equal trajectory and normal share an element.
  std::vector<ClipSelection> clips;    ///< In order of the texture; empty: every clip of the model.
  std::optional<double> sampleRateHz;  ///< Unset: each clip's source rate, else 30.
  LoopMode loop = LoopMode::Auto;
  std::vector<ExposeFilter> expose;
  RootMotionSettings rootMotion;
  std::optional<double> maxErrorMillimetres;  ///< Exceeding it is a failure that names clip, frame and vertex.
};

}  // namespace texeleton
