#include "core/ragdoll/recording.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/transform/transform.h"

namespace texeleton::ragdoll {

namespace {

constexpr float kStillChange = 1e-6f;

void append(std::vector<float>& values, const glm::dvec3& v) {
  for (int i = 0; i < 3; ++i) {
    values.push_back(static_cast<float>(v[i]));
  }
}

/// Whether all keys equal `rest`; quaternions up to sign.
bool isStill(const std::vector<float>& keys, std::span<const float> rest) {
  for (std::size_t at = 0; at < keys.size(); at += rest.size()) {
    float same = 0.0f;
    float opposite = 0.0f;
    for (std::size_t c = 0; c < rest.size(); ++c) {
      same = std::max(same, std::abs(keys[at + c] - rest[c]));
      opposite = std::max(opposite, std::abs(keys[at + c] + rest[c]));
    }
    if (same > kStillChange && (rest.size() != 4 || opposite > kStillChange)) {
      return false;
    }
  }
  return true;
}

}  // namespace

Recording::Recording(const model::Model& model, double rateHz)
    : m_model(&model), m_rateHz(rateHz), m_nodes(model.nodes.size()) {}

void Recording::add(std::span<const glm::dmat4> worlds) {
  for (std::size_t i = 0; i < m_nodes.size(); ++i) {
    const NodeIndex parent = m_model->nodes[i].parent;
    const transform::Transform local =
        transform::decompose(parent.isValid() ? glm::inverse(worlds[parent.value]) * worlds[i] : worlds[i], nullptr,
                             m_model->nodes[i].rest.rotation);
    Keys& keys = m_nodes[i];
    append(keys.translations, local.translation);
    append(keys.scales, local.scale);
    const glm::dquat q = glm::normalize(local.rotation);
    float now[4] = {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z), static_cast<float>(q.w)};
    if (m_count > 0) {  // Neighbours in one hemisphere.
      const float* const before = keys.rotations.data() + keys.rotations.size() - 4;
      const float cosine = before[0] * now[0] + before[1] * now[1] + before[2] * now[2] + before[3] * now[3];
      for (float& value : now) {
        value = cosine < 0.0f ? -value : value;
      }
    }
    keys.rotations.insert(keys.rotations.end(), std::begin(now), std::end(now));
  }
  ++m_count;
}

model::Clip Recording::clip(const std::string& name) const {
  model::Clip clip;
  clip.name = name;
  clip.sourceName = name;
  clip.lengthSeconds = lengthSeconds();
  clip.sourceRateHz = m_rateHz;
  clip.loopHint = false;
  std::vector<double> times;
  for (std::size_t i = 0; i < m_count; ++i) {
    times.push_back(static_cast<double>(i) / m_rateHz);
  }
  clip.timelines.push_back(std::move(times));
  for (std::size_t i = 0; i < m_nodes.size() && m_count > 0; ++i) {
    const model::Node& node = m_model->nodes[i];
    if (node.restMatrix) {
      continue;  // It has shear, which keys cannot express, and nothing moves it.
    }
    const auto add = [&](model::TrackTarget target, const std::vector<float>& keys, std::span<const float> rest) {
      if (!isStill(keys, rest)) {
        model::Track track;
        track.target = target;
        track.node = NodeIndex(i);
        track.values = keys;
        clip.tracks.push_back(std::move(track));
      }
    };
    std::vector<float> translation;
    append(translation, node.rest.translation);
    std::vector<float> scale;
    append(scale, node.rest.scale);
    const glm::dquat q = node.rest.rotation;
    const float rotation[4] = {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z),
                               static_cast<float>(q.w)};
    add(model::TrackTarget::Translation, m_nodes[i].translations, translation);
    add(model::TrackTarget::Rotation, m_nodes[i].rotations, rotation);
    add(model::TrackTarget::Scale, m_nodes[i].scales, scale);
  }
  return clip;
}

}  // namespace texeleton::ragdoll
