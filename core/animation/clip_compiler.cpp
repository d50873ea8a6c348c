#include "core/animation/clip_compiler.h"

#include <algorithm>

#include "core/model/stillness.h"
#include "core/transform/transform.h"

namespace texeleton::animation {

namespace {

void writeRows(const glm::dmat4& matrix, float* out) {
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 4; ++c) {
      out[4 * r + c] = static_cast<float>(matrix[c][r]);
    }
  }
}

ChannelKind kindOf(model::Interpolation interpolation) {
  switch (interpolation) {
    case model::Interpolation::Step:
      return ChannelKind::Step;
    case model::Interpolation::Linear:
      return ChannelKind::Linear;
    case model::Interpolation::CubicSpline:
      return ChannelKind::Cubic;
  }
  return ChannelKind::Linear;
}

/// Whether components [first, first + count) never change.
bool neverChanges(const model::Track& track, std::size_t keyCount, std::size_t components, std::size_t first,
                  std::size_t count) {
  if (track.stillness == model::Stillness::Still) {
    return true;
  }
  if (track.stillness == model::Stillness::Moving && count == components) {
    return false;
  }
  return model::isStill(track, keyCount, components, first, count);
}

}  // namespace

std::uint32_t ClipSampler::Compiler::usedTimeline(std::uint32_t timeline) {
  std::int32_t& number = m_timelineNumber[timeline];
  if (number < 0) {
    const std::vector<double>& times = m_clip.timelines[timeline];
    number = static_cast<std::int32_t>(m_out.m_timelines.size());
    m_out.m_timelines.push_back({times.data(), static_cast<std::uint32_t>(times.size())});
  }
  return static_cast<std::uint32_t>(number);
}

Channel ClipSampler::Compiler::trackChannel(const model::Track& track, std::size_t firstComponent,
                                            std::size_t components, std::size_t trackComponents) {
  Channel channel;
  const bool cubic =
      track.interpolation == model::Interpolation::CubicSpline;  // Arriving tangent, value, leaving tangent.
  channel.values = track.values.data() + (cubic ? trackComponents : 0) + firstComponent;
  if (neverChanges(track, m_clip.timelines[track.timeline].size(), trackComponents, firstComponent, components)) {
    std::copy_n(channel.values, components, channel.constant);
    return channel;
  }
  channel.kind = kindOf(track.interpolation);
  channel.timeline = usedTimeline(track.timeline);
  channel.keyFloats = static_cast<std::uint32_t>(trackComponents * (channel.kind == ChannelKind::Cubic ? 3 : 1));
  return channel;
}

Channel ClipSampler::Compiler::channel(const model::Track* track, std::span<const float> rest) {
  if (track != nullptr) {
    const std::size_t components = track->componentCount(0);
    return trackChannel(*track, 0, components, components);
  }
  Channel channel;
  std::copy(rest.begin(), rest.end(), channel.constant);
  return channel;
}

ClipSampler::Compiler::Place ClipSampler::Compiler::compileNode(std::uint32_t node, const NodeTracks& tracks,
                                                                const Place& above) {
  const transform::Transform& rest = m_model.nodes[node].rest;
  const bool hasTracks = std::any_of(std::begin(tracks.byTarget), std::end(tracks.byTarget),
                                     [](const model::Track* track) { return track != nullptr; });
  if (!hasTracks) {
    const auto& matrix = m_model.nodes[node].restMatrix;
    return {above.moving, above.still * (matrix ? *matrix : toMatrix(rest))};
  }
  const glm::vec3 translation(rest.translation);
  const glm::vec3 scale(rest.scale);
  const float rotation[4] = {static_cast<float>(rest.rotation.x), static_cast<float>(rest.rotation.y),
                             static_cast<float>(rest.rotation.z), static_cast<float>(rest.rotation.w)};
  MovingNode moving;
  moving.translation = channel(tracks.byTarget[0], {&translation.x, 3});
  moving.rotation = channel(tracks.byTarget[1], rotation);
  moving.scale = channel(tracks.byTarget[2], {&scale.x, 3});
  if (moving.translation.kind == ChannelKind::Constant && moving.rotation.kind == ChannelKind::Constant &&
      moving.scale.kind == ChannelKind::Constant) {  // Keyed but constant; channels without keys stay in float64.
    transform::Transform still = rest;
    if (tracks.byTarget[0] != nullptr) {
      const float* v = moving.translation.constant;
      still.translation = glm::dvec3(v[0], v[1], v[2]);
    }
    if (tracks.byTarget[1] != nullptr) {
      const float* v = moving.rotation.constant;
      const glm::dquat q(v[3], v[0], v[1], v[2]);
      still.rotation = glm::dot(q, q) < 1e-20 ? glm::dquat(1.0, 0.0, 0.0, 0.0) : glm::normalize(q);
    }
    if (tracks.byTarget[2] != nullptr) {
      const float* v = moving.scale.constant;
      still.scale = glm::dvec3(v[0], v[1], v[2]);
    }
    return {above.moving, above.still * toMatrix(still)};
  }
  const float* const s = moving.scale.constant;
  moving.hasScale = moving.scale.kind != ChannelKind::Constant || s[0] != 1.0f || s[1] != 1.0f || s[2] != 1.0f;
  moving.parent = above.moving;
  moving.hasPrefix = above.still != glm::dmat4(1.0);
  writeRows(above.still, moving.prefix);
  moving.timelineEnd = m_out.m_timelines.size();
  m_out.m_nodes.push_back(moving);
  return {static_cast<std::int32_t>(m_out.m_nodes.size() - 1), glm::dmat4(1.0)};
}

std::vector<bool> ClipSampler::Compiler::neededNodes(std::span<const model::PaletteEntry> entries) const {
  std::vector<bool> needed(m_model.nodes.size(), false);
  for (const model::PaletteEntry& entry : entries) {
    for (NodeIndex node = entry.node; node.isValid() && !needed[node.value]; node = m_model.nodes[node.value].parent) {
      needed[node.value] = true;
    }
  }
  return needed;
}

void ClipSampler::Compiler::compileMorphs() {
  m_out.m_morphs.resize(m_model.morphSets.size());
  for (std::size_t set = 0; set < m_model.morphSets.size(); ++set) {
    m_out.m_morphs[set].firstWeight = static_cast<std::uint32_t>(m_out.m_morphWeightCount);
    m_out.m_morphWeightCount += m_model.morphSets[set].restWeights.size();
    for (const float weight : m_model.morphSets[set].restWeights) {
      m_out.m_morphs[set].targets.push_back(channel(nullptr, {&weight, 1}));
    }
  }
  for (const model::Track& track : m_clip.tracks) {
    if (track.target == model::TrackTarget::MorphWeights) {
      std::vector<Channel>& targets = m_out.m_morphs[track.morphSet.value].targets;
      for (std::size_t i = 0; i < targets.size(); ++i) {
        targets[i] = trackChannel(track, i, 1, targets.size());
      }
    }
  }
}

void ClipSampler::Compiler::compile(std::span<const model::PaletteEntry> entries) {
  m_timelineNumber.assign(m_clip.timelines.size(), -1);
  std::vector<NodeTracks> tracks(m_model.nodes.size());
  for (const model::Track& track : m_clip.tracks) {
    if (track.target != model::TrackTarget::MorphWeights) {
      tracks[track.node.value].byTarget[static_cast<std::size_t>(track.target)] = &track;
    }
  }
  const std::vector<bool> needed = neededNodes(entries);
  m_out.m_nodes.reserve(static_cast<std::size_t>(std::ranges::count(needed, true)));
  m_out.m_timelines.reserve(m_clip.timelines.size());
  std::vector<Place> places(m_model.nodes.size());
  for (std::uint32_t node = 0; node < places.size(); ++node) {
    if (needed[node]) {
      const NodeIndex parent = m_model.nodes[node].parent;
      places[node] = compileNode(node, tracks[node], parent.isValid() ? places[parent.value] : Place{});
    }
  }
  m_out.m_entries.reserve(entries.size());
  for (const model::PaletteEntry& entry : entries) {
    const Place& place = places[entry.node.value];
    SampledEntry sampled;
    sampled.moving = place.moving;
    writeRows(place.still * entry.inverseBind, sampled.matrix);
    m_out.m_entries.push_back(sampled);
  }
  compileMorphs();
}

}  // namespace texeleton::animation
