#include "core/retargeting/fold_unmatched.h"

#include <algorithm>
#include <set>

#include "core/animation/pose.h"
#include "core/transform/transform.h"

namespace texeleton::retargeting {

namespace {

constexpr double kFoldRadians = 1e-4;
constexpr double kFoldShare = 1e-5;
constexpr int kHalvings = 6;

/// A matched node, whose unmatched ancestors up to the next matched node are folded into it.
struct Fold {
  NodeIndex node;
  NodeIndex above;  ///< Invalid: no matched node above.
  std::vector<NodeIndex> middle;
};

std::vector<Fold> foldsOf(const model::Model& motion, const bone_names::BoneMatch& match) {
  std::vector<Fold> folds;
  for (std::size_t i = 0; i < motion.nodes.size(); ++i) {
    if (!match.modelNode[i].isValid()) {
      continue;
    }
    Fold fold{NodeIndex(i), motion.nodes[i].parent, {}};
    while (fold.above.isValid() && !match.modelNode[fold.above.value].isValid()) {
      fold.middle.push_back(fold.above);
      fold.above = motion.nodes[fold.above.value].parent;
    }
    if (!fold.middle.empty()) {
      folds.push_back(std::move(fold));
    }
  }
  return folds;
}

struct Key {
  double seconds = 0.0;
  transform::Transform value;
};

class ClipFolder {
 public:
  ClipFolder(const model::Model& motion, ClipIndex clip)
      : m_motion(motion), m_clip(motion.clips[clip.value]), m_rest(motion, ClipIndex()), m_pose(motion, clip) {}

  /// The combined keys of a node and its unmatched ancestors, which then stay at rest.
  std::vector<model::Track> fold(const Fold& fold, std::vector<std::vector<double>>& timelines) {
    m_fold = &fold;
    std::set<double> times;
    bool steps = true;
    for (const model::Track& track : m_clip.tracks) {
      if (isOf(track)) {
        times.insert(m_clip.timelines[track.timeline].begin(), m_clip.timelines[track.timeline].end());
        steps = steps && track.interpolation == model::Interpolation::Step;
      }
    }
    m_toKey = glm::inverse(middleAtRest());
    std::vector<Key> keys;
    for (const double seconds : times) {
      const Key key = keyAt(seconds);
      if (!steps && !keys.empty()) {
        refine(Key(keys.back()), key, kHalvings, keys);
      }
      keys.push_back(key);
    }
    return tracksOf(keys, steps, timelines);
  }

  bool isOf(const model::Track& track) const {
    return track.target != model::TrackTarget::MorphWeights &&
           (track.node == m_fold->node || std::ranges::find(m_fold->middle, track.node) != m_fold->middle.end());
  }

 private:
  glm::dmat4 middleAtRest() const {
    const glm::dmat4& parent = m_rest.worlds()[m_fold->middle.front().value];
    return m_fold->above.isValid() ? glm::inverse(m_rest.worlds()[m_fold->above.value]) * parent : parent;
  }

  Key keyAt(double seconds) {
    m_pose.evaluate(seconds);
    const glm::dmat4& world = m_pose.worlds()[m_fold->node.value];
    const glm::dmat4 below =
        m_fold->above.isValid() ? glm::inverse(m_pose.worlds()[m_fold->above.value]) * world : world;
    return {seconds, transform::decompose(m_toKey * below, nullptr, m_pose.locals()[m_fold->node.value].rotation)};
  }

  /// Inserts keys between two keys until linear interpolation reproduces the movement.
  void refine(const Key& from, const Key& to, int halvings, std::vector<Key>& keys) {
    if (halvings == 0) {
      return;
    }
    const Key middle = keyAt(0.5 * (from.seconds + to.seconds));
    const glm::dquat turn = glm::slerp(from.value.rotation, to.value.rotation, 0.5);
    const glm::dquat off = glm::inverse(turn) * middle.value.rotation;
    const glm::dvec3 place = 0.5 * (from.value.translation + to.value.translation);
    const glm::dvec3 scale = 0.5 * (from.value.scale + to.value.scale);
    if (2.0 * glm::length(glm::dvec3(off.x, off.y, off.z)) <= kFoldRadians &&
        glm::distance(place, middle.value.translation) <= kFoldShare * glm::length(middle.value.translation) &&
        glm::distance(scale, middle.value.scale) <= kFoldShare) {
      return;
    }
    refine(from, middle, halvings - 1, keys);
    keys.push_back(middle);
    refine(middle, to, halvings - 1, keys);
  }

  std::vector<model::Track> tracksOf(std::vector<Key>& keys, bool steps,
                                     std::vector<std::vector<double>>& timelines) const {
    model::Track plain;
    plain.interpolation = steps ? model::Interpolation::Step : model::Interpolation::Linear;
    plain.node = m_fold->node;
    plain.timeline = static_cast<std::uint32_t>(timelines.size());
    std::vector<model::Track> tracks(3, plain);
    tracks[0].target = model::TrackTarget::Translation;
    tracks[1].target = model::TrackTarget::Rotation;
    tracks[2].target = model::TrackTarget::Scale;
    std::vector<double>& times = timelines.emplace_back();
    glm::dquat before(1.0, 0.0, 0.0, 0.0);
    bool scales = false;
    for (Key& key : keys) {
      glm::dquat& q = key.value.rotation;
      q = glm::dot(before, q) < 0.0 ? -q : q;
      before = q;
      times.push_back(key.seconds);
      for (glm::length_t c = 0; c < 3; ++c) {
        tracks[0].values.push_back(static_cast<float>(key.value.translation[c]));
        tracks[2].values.push_back(static_cast<float>(key.value.scale[c]));
      }
      for (const double value : {q.x, q.y, q.z, q.w}) {
        tracks[1].values.push_back(static_cast<float>(value));
      }
      scales = scales || glm::distance(key.value.scale, m_motion.nodes[plain.node.value].rest.scale) > kFoldShare;
    }
    if (!scales) {
      tracks.pop_back();
    }
    return tracks;
  }

  const model::Model& m_motion;
  const model::Clip& m_clip;
  animation::SourcePose m_rest;
  animation::SourcePose m_pose;
  const Fold* m_fold = nullptr;
  glm::dmat4 m_toKey{1.0};
};

bool moves(const model::Clip& clip, const std::vector<NodeIndex>& nodes) {
  return std::ranges::any_of(clip.tracks, [&](const model::Track& track) {
    return track.target != model::TrackTarget::MorphWeights && std::ranges::find(nodes, track.node) != nodes.end();
  });
}

}  // namespace

std::optional<FoldedMotion> foldUnmatched(const model::Model& motion, const bone_names::BoneMatch& match) {
  const std::vector<Fold> folds = foldsOf(motion, match);
  std::optional<FoldedMotion> result;
  std::set<NodeIndex> gone;
  for (std::size_t c = 0; c < motion.clips.size(); ++c) {
    ClipFolder folder(motion, ClipIndex(c));
    for (const Fold& fold : folds) {
      if (!moves(motion.clips[c], fold.middle)) {
        continue;
      }
      if (!result) {
        result = FoldedMotion{motion, {}};
      }
      gone.insert(fold.middle.begin(), fold.middle.end());
      model::Clip& clip = result->motion.clips[c];
      const std::vector<model::Track> tracks = folder.fold(fold, clip.timelines);
      std::erase_if(clip.tracks, [&](const model::Track& track) {
        return track.target != model::TrackTarget::MorphWeights && track.node == fold.node;
      });
      clip.tracks.insert(clip.tracks.end(), tracks.begin(), tracks.end());
    }
  }
  if (!result) {
    return result;
  }
  for (model::Clip& clip : result->motion.clips) {
    std::erase_if(clip.tracks, [&](const model::Track& track) {
      return track.target != model::TrackTarget::MorphWeights && gone.contains(track.node);
    });
  }
  for (const NodeIndex node : gone) {
    const bool moved = std::ranges::any_of(motion.clips, [&](const model::Clip& clip) { return moves(clip, {node}); });
    if (moved) {
      result->bones.push_back(motion.nodes[node.value].name);
    }
  }
  return result;
}

}  // namespace texeleton::retargeting
