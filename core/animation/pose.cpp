#include "core/animation/pose.h"

#include <algorithm>

#include "core/transform/transform.h"

namespace texeleton {

namespace {

/// Below this squared length a spline's rotation has no direction.
constexpr double kNoRotation = 1e-20;

glm::dquat readRotation(const float* v) {
  return {static_cast<double>(v[3]), static_cast<double>(v[0]), static_cast<double>(v[1]), static_cast<double>(v[2])};
}

void writeRotation(const glm::dquat& q, std::span<double> out) {
  out[0] = q.x;
  out[1] = q.y;
  out[2] = q.z;
  out[3] = q.w;
}

void writeNormalised(const float* value, std::span<double> out) {
  const glm::dquat q = readRotation(value);
  writeRotation(glm::dot(q, q) < kNoRotation ? glm::dquat(1.0, 0.0, 0.0, 0.0) : glm::normalize(q), out);
}

/// The cubic Hermite spline of glTF 2.0, appendix C.
void sampleSpline(const Track& track, const KeySegment& at, std::span<double> out) {
  const std::size_t n = out.size();
  const float* key = track.values.data() + at.key * 3 * n;
  const float* value0 = key + n;
  if (at.lengthSeconds == 0.0) {
    std::copy_n(value0, n, out.begin());
  } else {
    const float* outTangent0 = key + 2 * n;
    const float* inTangent1 = key + 3 * n;
    const float* value1 = key + 4 * n;
    const double t = at.fraction;
    const double t2 = t * t;
    const double t3 = t2 * t;
    const double d = at.lengthSeconds;
    for (std::size_t i = 0; i < n; ++i) {
      out[i] = (2.0 * t3 - 3.0 * t2 + 1.0) * static_cast<double>(value0[i]) +
               d * (t3 - 2.0 * t2 + t) * static_cast<double>(outTangent0[i]) +
               (-2.0 * t3 + 3.0 * t2) * static_cast<double>(value1[i]) +
               d * (t3 - t2) * static_cast<double>(inTangent1[i]);
    }
  }
  if (track.target == TrackTarget::Rotation) {
    const glm::dquat q(out[3], out[0], out[1], out[2]);
    if (glm::dot(q, q) < kNoRotation) {
      writeNormalised(value0, out);
    } else {
      writeRotation(glm::normalize(q), out);
    }
  }
}

void sampleSegment(const Track& track, const KeySegment& at, std::span<double> out) {
  if (track.interpolation == Interpolation::CubicSpline) {
    sampleSpline(track, at, out);
    return;
  }
  const std::size_t n = out.size();
  const float* a = track.values.data() + at.key * n;
  const float* b = a + n;
  const bool hold = track.interpolation == Interpolation::Step || at.fraction == 0.0;
  if (track.target == TrackTarget::Rotation) {
    if (hold) {
      writeNormalised(a, out);
    } else {
      writeRotation(slerpShortest(glm::normalize(readRotation(a)), glm::normalize(readRotation(b)), at.fraction), out);
    }
    return;
  }
  for (std::size_t i = 0; i < n; ++i) {
    const double value = static_cast<double>(a[i]);
    out[i] = hold ? value : value * (1.0 - at.fraction) + static_cast<double>(b[i]) * at.fraction;
  }
}

}  // namespace

KeySegment findSegment(std::span<const double> times, double seconds, std::size_t hint) {
  if (!(seconds > times.front())) {
    return {};
  }
  if (seconds >= times.back()) {
    return {times.size() - 1, 0.0, 0.0};
  }
  // times.front() < seconds < times.back(): there is a key on either side.
  std::size_t key = std::min(hint, times.size() - 2);
  if (!(times[key] <= seconds && seconds < times[key + 1])) {
    if (key + 2 < times.size() && times[key + 1] <= seconds && seconds < times[key + 2]) {
      ++key;
    } else {
      key = static_cast<std::size_t>(std::upper_bound(times.begin(), times.end(), seconds) - times.begin()) - 1;
    }
  }
  const double length = times[key + 1] - times[key];
  return {key, (seconds - times[key]) / length, length};
}

void sampleTrack(const Track& track, std::span<const double> times, double seconds, std::span<double> out) {
  sampleSegment(track, findSegment(times, seconds), out);
}

SourcePose::SourcePose(const Model& model, ClipIndex clip)
    : m_model(&model), m_clip(clip.isValid() ? &model.clips[clip.value] : nullptr) {
  const std::size_t nodeCount = model.nodes.size();
  m_locals.reserve(nodeCount);
  m_hierarchy.reserve(nodeCount);
  m_handles.reserve(nodeCount);
  m_worlds.resize(nodeCount);
  for (const Node& node : model.nodes) {
    m_locals.push_back(node.rest);
    const HierarchyNode parent = node.parent.isValid() ? m_handles[node.parent.value] : HierarchyNode{};
    m_handles.push_back(m_hierarchy.add(parent, node.rest));
    if (node.restMatrix) {
      m_hierarchy.setLocal(m_handles.back(), node.rest, *node.restMatrix);
    }
  }
  m_hierarchy.update();
  for (const MorphSet& set : model.morphSets) {
    m_morphWeights.emplace_back(set.restWeights.begin(), set.restWeights.end());
  }

  std::vector<char> moves(nodeCount, 0);
  if (m_clip != nullptr) {
    m_segments.resize(m_clip->timelines.size());
    for (const Track& track : m_clip->tracks) {
      if (track.target != TrackTarget::MorphWeights && moves[track.node.value] == 0) {
        moves[track.node.value] = 1;
        m_animated.push_back(track.node.value);
      }
    }
  }
  for (std::uint32_t i = 0; i < nodeCount; ++i) {
    const NodeIndex parent = model.nodes[i].parent;
    m_worlds[i] = m_hierarchy.world(m_handles[i]);
    if (moves[i] != 0 || (parent.isValid() && moves[parent.value] != 0)) {
      moves[i] = 1;
      m_moving.push_back(i);
    }
  }
  m_skin.reserve(model.palette.size());
  for (std::uint32_t i = 0; i < model.palette.size(); ++i) {
    const PaletteEntry& entry = model.palette[i];
    m_skin.push_back(multiplyAffine(m_worlds[entry.node.value], entry.inverseBind));
    if (moves[entry.node.value] != 0) {
      m_movingEntries.push_back(i);
    }
  }
}

void SourcePose::applyTrack(const Track& track) {
  const KeySegment& at = m_segments[track.timeline];
  if (track.target == TrackTarget::MorphWeights) {
    sampleSegment(track, at, m_morphWeights[track.morphSet.value]);
    return;
  }
  Transform& local = m_locals[track.node.value];
  double v[4] = {};
  if (track.target == TrackTarget::Rotation) {
    sampleSegment(track, at, v);
    local.rotation = glm::dquat(v[3], v[0], v[1], v[2]);
  } else {
    sampleSegment(track, at, std::span(v, 3));
    (track.target == TrackTarget::Translation ? local.translation : local.scale) = glm::dvec3(v[0], v[1], v[2]);
  }
}

void SourcePose::evaluate(double seconds) {
  if (m_clip == nullptr) {
    return;
  }
  for (std::size_t i = 0; i < m_segments.size(); ++i) {
    m_segments[i] = findSegment(m_clip->timelines[i], seconds, m_segments[i].key);
  }
  for (const Track& track : m_clip->tracks) {
    applyTrack(track);
  }
  for (const std::uint32_t node : m_animated) {
    m_hierarchy.setLocal(m_handles[node], m_locals[node]);
  }
  m_hierarchy.update();
  for (const std::uint32_t node : m_moving) {
    m_worlds[node] = m_hierarchy.world(m_handles[node]);
  }
  for (const std::uint32_t entry : m_movingEntries) {
    m_skin[entry] = multiplyAffine(m_worlds[m_model->palette[entry].node.value], m_model->palette[entry].inverseBind);
  }
}

}  // namespace texeleton
