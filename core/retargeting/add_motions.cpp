#include "core/retargeting/add_motions.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "core/base/glb_format.h"
#include "core/base/listed_names.h"
#include "core/base/rounded_text.h"
#include "core/model/nodes.h"
#include "core/retargeting/body_turn.h"
#include "core/retargeting/bone_frames.h"
#include "core/retargeting/clip_names.h"
#include "core/retargeting/fit_rotation.h"
#include "core/retargeting/fold_unmatched.h"

namespace texeleton::retargeting {

namespace {

constexpr double kOtherRest = 15.0;  ///< Degrees: a visible difference of rest poses.
constexpr double kStretchWorthTelling = 0.01;
constexpr double kBodyTurn = 45.0;
constexpr std::size_t kMostBones = 4;  ///< The most bones that a message names.
constexpr std::size_t kMostNames = 6;

std::string shown(double value) { return roundedText(value, 3); }

/// Text such as "a" by 40 degrees, "b" by 38 and 2 more.
Message listed(const std::vector<RestDifference>& differences) {
  std::vector<Message> bones;
  for (std::size_t i = 0; i < std::min(differences.size(), kMostBones); ++i) {
    bones.push_back(
        message(i == 0 ? "\"%1\" by %2 degrees" : "\"%1\" by %2", differences[i].bone, shown(differences[i].degrees)));
  }
  const Message text = listedMessages(bones);
  return differences.size() > kMostBones ? message("%1 and %2 more", text, differences.size() - kMostBones) : text;
}

/// Calls `change(value)` for each vector of `count` floats, including tangents (`isTangent`).
template <class Change>
void changeValues(model::Track& track, std::size_t count, const Change& change) {
  const bool cubic = track.interpolation == model::Interpolation::CubicSpline;
  for (std::size_t i = 0; i * count < track.values.size(); ++i) {
    change(&track.values[i * count], cubic && i % 3 != 1);
  }
}

void turnKeys(model::Track& track, const BoneFrame& frame) {
  changeValues(track, 4, [&](float* v, bool) {
    const glm::dquat key(static_cast<double>(v[3]), static_cast<double>(v[0]), static_cast<double>(v[1]),
                         static_cast<double>(v[2]));
    const glm::dquat turned = frame.left * key * frame.right;
    v[0] = static_cast<float>(turned.x);
    v[1] = static_cast<float>(turned.y);
    v[2] = static_cast<float>(turned.z);
    v[3] = static_cast<float>(turned.w);
  });
}

void moveKeys(model::Track& track, const BoneFrame& frame) {
  changeValues(track, 3, [&](float* v, bool isTangent) {
    const glm::dvec3 key(static_cast<double>(v[0]), static_cast<double>(v[1]), static_cast<double>(v[2]));
    const glm::dvec3 moved = frame.left * (frame.unit * key) + (isTangent ? glm::dvec3(0.0) : frame.offset);
    for (int c = 0; c < 3; ++c) {
      v[c] = static_cast<float>(moved[c]);
    }
  });
}

class MotionAdder {
 public:
  MotionAdder(model::Model& model, const bone_names::BoneMap& map, Retarget retarget, JobContext& job,
              std::vector<MotionReport>& reports)
      : m_model(model), m_map(map), m_retarget(retarget), m_job(job), m_reports(reports) {
    for (const model::Clip& clip : model.clips) {
      m_names.insert(clip.name);
    }
  }

  Result<void> add(const Motion& motion, std::uint32_t number) {
    const std::string file = motion.file.filename().string();
    m_reports.push_back({motion.file, 0, {}, {}});
    if (motion.model->clips.empty()) {
      m_job.warn("The motion file holds no clips.", file);
      return {};
    }
    const bone_names::BoneMatch match = bone_names::matchBones(m_model, *motion.model, m_map);
    const std::optional<FoldedMotion> folded = foldUnmatched(*motion.model, match);
    const model::Model& source = folded ? folded->motion : *motion.model;
    const std::vector<std::string> carried = folded ? folded->bones : std::vector<std::string>();
    TRY(tellMatches(*motion.model, match, carried, motion.file));
    if (m_reports.back().animatedBones == 0) {
      m_job.warn("The motion file moves no bone: there is nothing to take from it.", file);
      return {};
    }
    const SkeletonFit fit = fitSkeletons(m_model, source, match, m_retarget);
    tellFit(fit, file);
    const std::size_t firstClip = m_model.clips.size();
    for (std::size_t i = 0; i < source.clips.size(); ++i) {
      addClip(source, i, match, fit, motionName(file), number);
    }
    const bool isRecorded = motion.model->generator == kRecordingGenerator;
    for (std::size_t i = firstClip; i < m_model.clips.size(); ++i) {
      m_model.clips[i].isRecorded = isRecorded;
    }
    if (!isRecorded) {  // A recording may begin with a lying body.
      tellTurns(firstClip, file);
    }
    return {};
  }

 private:
  /// `carried`: bones without a counterpart whose movement other bones have taken over.
  Result<void> tellMatches(const model::Model& source, const bone_names::BoneMatch& match,
                           const std::vector<std::string>& carried, const std::filesystem::path& file) {
    const std::string name = file.filename().string();
    if (!match.badMappings.empty()) {
      m_job.warn(message("The bone map names bones that the model does not have: %1.",
                         listedNames(match.badMappings, kMostNames)),
                 name);
    }
    const std::vector<bool> animated = model::animatedNodes(source);
    std::vector<std::string> missing;
    std::size_t count = 0;
    for (std::size_t i = 0; i < animated.size(); ++i) {
      if (animated[i]) {
        ++count;
        if (!match.modelNode[i].isValid()) {
          missing.push_back(source.nodes[i].name);
        }
      }
    }
    m_reports.back().animatedBones = count;
    m_reports.back().unmatched = missing;
    if (2 * missing.size() > count) {
      return fail(ErrorCode::NotFound,
                  message("the motion does not fit the model: of its %1 animated bones %2 have no counterpart: %3; "
                          "name them in a bone map",
                          count, missing.size(), listedNames(missing, kMostNames)),
                  file.string());
    }
    std::erase_if(missing, [&](const std::string& bone) { return std::ranges::find(carried, bone) != carried.end(); });
    if (!carried.empty()) {
      m_job.inform(message("Bones of the motion that the model does not have move what hangs on them: %1. The bones "
                           "below them take that over.",
                           listedNames(carried, kMostNames)),
                   name);
    }
    if (!missing.empty()) {
      m_job.warn(message("%1 of the motion's %2 animated bones have no counterpart in the model and are left out: %3.",
                         missing.size(), count, listedNames(missing, kMostNames)),
                 name);
    }
    return {};
  }

  void tellFit(const SkeletonFit& fit, const std::string& file) {
    if (fit.unit != 1.0) {
      m_job.inform(message("The motion's unit is another one: its translations are multiplied by %1.", shown(fit.unit)),
                   file);
    }
    if (fit.turnedWhole) {
      m_job.inform("The motion stands or faces otherwise than the model: it is turned as a whole.", file);
    }
    if (fit.otherAxes) {
      m_job.inform("The motion's bones have other axes than the model's: its keys are turned.", file);
    }
    tellRests(fit, file);
    if (fit.stretch > kStretchWorthTelling) {
      m_job.inform(
          message(
              "Bones of the motion differ in length from the model's, by up to %1 % (\"%2\"): the model keeps its own.",
              shown(100.0 * fit.stretch), fit.stretchBone),
          file);
    }
  }

  void tellRests(const SkeletonFit& fit, const std::string& file) {
    std::vector<RestDifference> copied;
    std::vector<RestDifference> matched;
    for (const RestDifference& difference : fit.differences) {
      (difference.copied ? copied : matched).push_back(difference);
    }
    if (!copied.empty()) {
      m_job.inform(
          message("The motion was exported in another pose than the model's, bone against bone above it: %1. %2 of its "
                  "%3 bones have the axes of the model's and stand exactly as in the motion; %4 moves them from rest "
                  "to rest instead.",
                  listed(copied), fit.copied, fit.moved, Remedy{RemedyKind::Retarget, 0.0, "match"}),
          file);
    }
    if (matched.empty()) {
      return;
    }
    const Message what =
        message("The motion's rest pose differs from the model's, bone against bone above it: %1.", listed(matched));
    if (matched.front().degrees >= kOtherRest) {
      m_job.warn(
          message("%1 Look at the clips: where they are off, give both files the same rest pose, or, if it is the "
                  "same skeleton, copy its bones with %2.",
                  what, Remedy{RemedyKind::Retarget, 0.0, "copy"}),
          file);
    } else {
      m_job.inform(message("%1 The bones move as the motion's do from their rest.", what), file);
    }
  }

  void addClip(const model::Model& source, std::size_t index, const bone_names::BoneMatch& match,
               const SkeletonFit& fit, const std::string& fileName, std::uint32_t number) {
    model::Clip clip = source.clips[index];
    clip.motionFile = number;
    const bool idle = isIdleName(clip.sourceName) || isIdleName(clip.name);
    clip.name = freeName(idle ? fileName : clip.name, m_names);
    std::vector<std::set<model::TrackTarget>> moved(source.nodes.size());
    for (const model::Track& track : clip.tracks) {
      if (track.target != model::TrackTarget::MorphWeights) {
        moved[track.node.value].insert(track.target);
      }
    }
    std::erase_if(clip.tracks, [&](model::Track& track) { return !adapt(track, source, match, fit); });
    if (std::ranges::any_of(
            clip.tracks, [](const model::Track& track) { return track.target != model::TrackTarget::MorphWeights; })) {
      holdOthers(clip, match, fit, moved);
    }
    m_reports.back().clips.push_back(clip.name);
    m_model.clips.push_back(std::move(clip));
  }

  /// Adds keys for bones without keys in the clip whose pose differs between motion and model.
  static void holdOthers(model::Clip& clip, const bone_names::BoneMatch& match, const SkeletonFit& fit,
                         const std::vector<std::set<model::TrackTarget>>& moved) {
    std::optional<std::uint32_t> timeline;
    const auto hold = [&](std::size_t node, model::TrackTarget target, std::vector<float> values) {
      if (moved[node].contains(target)) {
        return;
      }
      if (!timeline) {
        timeline = static_cast<std::uint32_t>(clip.timelines.size());
        clip.timelines.push_back({clip.startSeconds});
      }
      model::Track track;
      track.target = target;
      track.node = match.modelNode[node];
      track.timeline = *timeline;
      track.values = std::move(values);
      clip.tracks.push_back(std::move(track));
    };
    for (std::size_t i = 0; i < fit.frames.size(); ++i) {
      if (const auto& q = fit.frames[i].heldRotation) {
        hold(i, model::TrackTarget::Rotation,
             {static_cast<float>(q->x), static_cast<float>(q->y), static_cast<float>(q->z), static_cast<float>(q->w)});
      }
      if (const auto& p = fit.frames[i].heldTranslation) {
        hold(i, model::TrackTarget::Translation,
             {static_cast<float>(p->x), static_cast<float>(p->y), static_cast<float>(p->z)});
      }
    }
  }

  /// Reports clips that begin with the body turned against the rest pose and all of the model's own clips, e.g. upright
  /// instead of lying.
  void tellTurns(std::size_t firstClip, const std::string& file) {
    if (!m_bodyTurn) {
      m_bodyTurn.emplace(m_model);
      m_ownTurns.emplace_back(1.0, 0.0, 0.0, 0.0);
      for (std::size_t i = 0; i < m_model.clips.size() && m_model.clips[i].motionFile == 0; ++i) {
        if (const auto turn = m_bodyTurn->atStart(ClipIndex(i))) {
          m_ownTurns.push_back(*turn);
        }
      }
    }
    std::vector<std::string> names;
    double most = 0.0;
    for (std::size_t i = firstClip; i < m_model.clips.size(); ++i) {
      double least = 360.0;
      const std::optional<glm::dquat> turn = m_bodyTurn->atStart(ClipIndex(i));
      for (const glm::dquat& own : m_ownTurns) {
        least = turn ? std::min(least, angleDegrees(glm::inverse(own) * *turn)) : 0.0;
      }
      if (least > kBodyTurn) {
        names.push_back(m_model.clips[i].name);
        most = std::max(most, least);
      }
    }
    if (!names.empty()) {
      m_job.warn(
          message(
              m_ownTurns.size() > 1
                  ? "The whole body is turned by %1 degrees at the first frame of %2, against the model's rest pose "
                    "and its own clips. Where that is not meant, export the motion with the axes and the rest pose of "
                    "the model."
                  : "The whole body is turned by %1 degrees at the first frame of %2, against the model's rest pose. "
                    "Where that is not meant, export the motion with the axes and the rest pose of the model.",
              shown(std::round(most)), listedNames(names, kMostNames)),
          file);
    }
  }

  /// Converts a track to one of the model's. Returns false if the model has nothing that it can move.
  bool adapt(model::Track& track, const model::Model& source, const bone_names::BoneMatch& match,
             const SkeletonFit& fit) const {
    if (track.target == model::TrackTarget::MorphWeights) {
      return adaptMorphs(track, source);
    }
    const NodeIndex node = match.modelNode[track.node.value];
    if (!node.isValid()) {
      return false;
    }
    const BoneFrame& frame = fit.frames[track.node.value];
    if (track.target == model::TrackTarget::Rotation && frame.turns) {
      turnKeys(track, frame);
    } else if (track.target == model::TrackTarget::Translation && frame.moves) {
      moveKeys(track, frame);
    } else if (track.target == model::TrackTarget::Scale && frame.scale != 1.0) {
      for (float& value : track.values) {
        value = static_cast<float>(frame.scale * static_cast<double>(value));
      }
    }
    track.node = node;
    return true;
  }

  bool adaptMorphs(model::Track& track, const model::Model& source) const {
    const model::MorphSet& wanted = source.morphSets[track.morphSet.value];
    for (std::size_t i = 0; i < m_model.morphSets.size(); ++i) {
      const model::MorphSet& set = m_model.morphSets[i];
      if (set.name == wanted.name && set.restWeights.size() == wanted.restWeights.size()) {
        track.morphSet = MorphSetIndex(i);
        return true;
      }
    }
    return false;
  }

  model::Model& m_model;
  const bone_names::BoneMap& m_map;
  const Retarget m_retarget;
  JobContext& m_job;
  std::vector<MotionReport>& m_reports;
  std::set<std::string, std::less<>> m_names;
  std::optional<BodyTurn> m_bodyTurn;
  std::vector<glm::dquat> m_ownTurns;  ///< Body turns of the rest pose and of the model's own clips.
};

}  // namespace

Result<model::Model> addMotions(const model::Model& model, std::span<const Motion> motions,
                                const bone_names::BoneMap& map, JobContext& job, std::vector<MotionReport>* reports,
                                Retarget retarget) {
  model::Model result = model;
  std::vector<MotionReport> unread;
  MotionAdder adder(result, map, retarget, job, reports != nullptr ? *reports : unread);
  for (std::size_t i = 0; i < motions.size(); ++i) {
    TRY(adder.add(motions[i], static_cast<std::uint32_t>(i + 1)));
  }
  return result;
}

}  // namespace texeleton::retargeting
