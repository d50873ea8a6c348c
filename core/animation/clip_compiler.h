#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/animation/clip_sampler.h"

namespace texeleton::animation {

/// Compiles the moving parts of one clip for a ClipSampler.
class ClipSampler::Compiler {
 public:
  Compiler(ClipSampler& sampler, const model::Model& model, const model::Clip& clip)
      : m_out(sampler), m_model(model), m_clip(clip) {}

  void compile(std::span<const model::PaletteEntry> entries);

 private:
  struct NodeTracks {
    const model::Track* byTarget[3] = {};  ///< Translation, rotation, scale.
  };
  /// The parent of a node: the moving node at or above it, and the constant transform between them.
  struct Place {
    std::int32_t moving = -1;
    glm::dmat4 still{1.0};
  };

  std::vector<bool> neededNodes(std::span<const model::PaletteEntry> entries) const;
  Place compileNode(std::uint32_t node, const NodeTracks& tracks, const Place& above);
  void compileMorphs();
  Channel channel(const model::Track* track, std::span<const float> rest);
  Channel trackChannel(const model::Track& track, std::size_t firstComponent, std::size_t components,
                       std::size_t trackComponents);
  std::uint32_t usedTimeline(std::uint32_t timeline);

  ClipSampler& m_out;
  const model::Model& m_model;
  const model::Clip& m_clip;
  std::vector<std::int32_t>
      m_timelineNumber;  ///< For each timeline of the clip, its index among the used ones; −1: unused.
};

}  // namespace texeleton::animation
