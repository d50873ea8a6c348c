#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/bake/baked_animation.h"
#include "core/model/model.h"

/// A baker and a meter as simple as can be, in double and by the definitions of the design: what measureError is held
/// against. They share its evaluation of poses (which has tests of its own) and nothing else.
namespace texeleton::test {

struct NaiveClip {
  ClipIndex clip;
  std::uint32_t frameCount = 1;
  bool loop = false;
  std::optional<double> fromSeconds;
  std::optional<double> toSeconds;
};

struct NaiveBakeSettings {
  BakeMode mode = BakeMode::Vertex;
  PixelFormat pixelFormat = PixelFormat::Rgba16F;
  std::uint32_t maxSize = 8192;
  SizeRule size = SizeRule::Exact;
  bool shareElements = false;  ///< Vertices with equal position, normal and influences share an element.
  bool socketBones = false;    ///< Bone mode: bones that no vertex follows, first and last.
  std::vector<NaiveClip> clips;
};

/// Asks for nothing that is wrong; the layout must fit.
BakedAnimation naiveBake(const Model& model, const NaiveBakeSettings& settings);

/// Measures clip `clip` vertex by vertex: at sixteen times a frame, at all key times and just before them; the root of
/// the mean of the squares over frames and half-frames.
ClipError naiveMeasure(const Model& model, const BakedAnimation& baked, std::size_t clip);

/// Distance between decoder and source of one vertex at `frame` (n + 0.5: half-frame) of a clip, in millimetres.
double naiveDistance(const Model& model, const BakedAnimation& baked, std::size_t clip, double frame,
                     std::uint32_t vertex);

}  // namespace texeleton::test
