#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/model/model.h"
#include "core/vat/baked_animation.h"

/// A baker and a meter that are as simple as possible, in double precision and by the design's definitions: the
/// reference of measureError. They share its evaluation of poses (which has its own tests) and nothing else.
namespace texeleton::test {

struct NaiveClip {
  ClipIndex clip;
  std::uint32_t frameCount = 1;
  bool loop = false;
  std::optional<double> fromSeconds;
  std::optional<double> toSeconds;
};

struct NaiveBakeSettings {
  vat::BakeMode mode = vat::BakeMode::Vertex;
  vat::PixelFormat pixelFormat = vat::PixelFormat::Rgba16F;
  std::uint32_t maxSize = 8192;
  vat::SizeRule size = vat::SizeRule::Exact;
  bool shareElements = false;  ///< Vertices with equal position, normal and influences share an element.
  bool socketBones = false;    ///< Bone mode: bones that no vertex follows, first and last.
  std::vector<NaiveClip> clips;
};

/// Without checks of its input; the layout must fit.
vat::BakedAnimation naiveBake(const model::Model& model, const NaiveBakeSettings& settings);

/// The distance of every vertex from the source at a time.
struct NaiveMoment {
  double frame = 0.0;     ///< Frame of the clip, from its first.
  bool isBefore = false;  ///< Just before `frame`, where a key may be a jump.
  std::vector<double> millimetres;
};

/// Measures clip `clip` vertex by vertex: at sixteen times per frame, at all key times and just before them; RMS over
/// frames and half-frames. `moments` receives all measurements.
vat::ClipError naiveMeasure(const model::Model& model, const vat::BakedAnimation& baked, std::size_t clip,
                            std::vector<NaiveMoment>* moments = nullptr);

/// The error of a vertex at the moment `worstFrame` (just before a jump it is a millionth less). Negative: no such
/// moment.
double naiveDistance(const std::vector<NaiveMoment>& moments, double worstFrame, std::uint32_t vertex);

}  // namespace texeleton::test
