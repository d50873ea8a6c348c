#include "core/animation/local_pose.h"

#include "core/base/mapped.h"
#include "core/transform/transform.h"

namespace texeleton::animation {

LocalPose restPose(const model::Model& model) {
  LocalPose pose;
  pose.locals = mapped(model.nodes, &model::Node::rest);
  pose.morphWeights.reserve(model.morphSets.size());
  for (const model::MorphSet& set : model.morphSets) {
    pose.morphWeights.emplace_back(set.restWeights.begin(), set.restWeights.end());
  }
  return pose;
}

namespace {

void blendLocal(transform::Transform& a, const transform::Transform& b, double t) {
  a.translation = glm::mix(a.translation, b.translation, t);
  a.rotation = transform::slerpShortest(a.rotation, b.rotation, t);
  a.scale = glm::mix(a.scale, b.scale, t);
}

void blendWeights(std::vector<double>& a, const std::vector<double>& b, double t) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] += (b[i] - a[i]) * t;
  }
}

}  // namespace

void blendInto(LocalPose& pose, const LocalPose& other, double t) {
  for (std::size_t i = 0; i < pose.locals.size(); ++i) {
    blendLocal(pose.locals[i], other.locals[i], t);
  }
  for (std::size_t set = 0; set < pose.morphWeights.size(); ++set) {
    blendWeights(pose.morphWeights[set], other.morphWeights[set], t);
  }
}

void blendInto(LocalPose& pose, const LocalPose& other, double t, const PoseMask& mask) {
  for (std::size_t i = 0; i < pose.locals.size(); ++i) {
    if (const double share = t * mask.nodes[i]; share > 0.0) {
      blendLocal(pose.locals[i], other.locals[i], share);
    }
  }
  for (std::size_t set = 0; set < pose.morphWeights.size(); ++set) {
    blendWeights(pose.morphWeights[set], other.morphWeights[set], t * mask.morphSets[set]);
  }
}

void subtract(LocalPose& pose, const LocalPose& reference) {
  for (std::size_t i = 0; i < pose.locals.size(); ++i) {
    transform::Transform& local = pose.locals[i];
    const transform::Transform& from = reference.locals[i];
    local.translation -= from.translation;
    local.rotation = local.rotation * glm::conjugate(from.rotation);
    for (int axis = 0; axis < 3; ++axis) {
      local.scale[axis] = from.scale[axis] != 0.0 ? local.scale[axis] / from.scale[axis] : 1.0;
    }
  }
  for (std::size_t set = 0; set < pose.morphWeights.size(); ++set) {
    for (std::size_t i = 0; i < pose.morphWeights[set].size(); ++i) {
      pose.morphWeights[set][i] -= reference.morphWeights[set][i];
    }
  }
}

void addInto(LocalPose& pose, const LocalPose& difference, double t, const PoseMask& mask) {
  for (std::size_t i = 0; i < pose.locals.size(); ++i) {
    if (const double share = t * mask.nodes[i]; share > 0.0) {
      transform::Transform& local = pose.locals[i];
      const transform::Transform& added = difference.locals[i];
      local.translation += share * added.translation;
      local.rotation = transform::slerpShortest(glm::dquat(1.0, 0.0, 0.0, 0.0), added.rotation, share) * local.rotation;
      local.scale *= glm::mix(glm::dvec3(1.0), added.scale, share);
    }
  }
  for (std::size_t set = 0; set < pose.morphWeights.size(); ++set) {
    for (std::size_t i = 0; i < pose.morphWeights[set].size(); ++i) {
      pose.morphWeights[set][i] += t * mask.morphSets[set] * difference.morphWeights[set][i];
    }
  }
}

LocalSampler::LocalSampler(const model::Model& model, ClipIndex clip)
    : m_clip(clip.isValid() ? &model.clips[clip.value] : nullptr) {
  if (m_clip == nullptr) {
    return;
  }
  m_segments.resize(m_clip->timelines.size());
  std::vector<char> moves(model.nodes.size(), 0);
  for (const model::Track& track : m_clip->tracks) {
    if (track.target != model::TrackTarget::MorphWeights && moves[track.node.value] == 0) {
      moves[track.node.value] = 1;
      m_animated.push_back(track.node.value);
    }
  }
}

void LocalSampler::sample(double seconds, LocalPose& pose) {
  if (m_clip == nullptr) {
    return;
  }
  for (std::size_t i = 0; i < m_segments.size(); ++i) {
    m_segments[i] = findSegment(m_clip->timelines[i], seconds, m_segments[i].key);
  }
  for (const model::Track& track : m_clip->tracks) {
    apply(track, pose);
  }
}

void LocalSampler::apply(const model::Track& track, LocalPose& pose) const {
  const KeySegment& at = m_segments[track.timeline];
  if (track.target == model::TrackTarget::MorphWeights) {
    sampleTrack(track, at, pose.morphWeights[track.morphSet.value]);
    return;
  }
  transform::Transform& local = pose.locals[track.node.value];
  double v[4] = {};
  if (track.target == model::TrackTarget::Rotation) {
    sampleTrack(track, at, v);
    local.rotation = glm::dquat(v[3], v[0], v[1], v[2]);
  } else {
    sampleTrack(track, at, std::span(v, 3));
    (track.target == model::TrackTarget::Translation ? local.translation : local.scale) = glm::dvec3(v[0], v[1], v[2]);
  }
}

}  // namespace texeleton::animation
