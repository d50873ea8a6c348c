#include "core/bake/root_of_clip.h"

#include <algorithm>
#include <cmath>

#include "core/bake/clip_plan.h"
#include "core/base/listed_names.h"
#include "core/base/similar_names.h"
#include "core/cycles/model_as_baked.h"
#include "core/model/nodes.h"
#include "core/root_motion/in_place_pose.h"
#include "core/root_motion/root_motion.h"
#include "core/vat/texture_settings.h"

namespace texeleton::bake {

namespace {

/// Rounds a track to a nanometre or a nanoradian, so that the manifest stays short.
double rounded(double value) { return std::floor(value * 1e9 + 0.5) / 1e9; }

/// Seconds of the source clip at each frame, then at the end of the cut.
std::vector<double> frameSeconds(const vat::BakedClip& clip) {
  std::vector<double> seconds;
  seconds.reserve(std::size_t{clip.frameCount} + 1);
  for (std::uint32_t frame = 0; frame < clip.frameCount; ++frame) {
    seconds.push_back(sourceSeconds(clip, frame));
  }
  seconds.push_back(clip.source.toSeconds);
  return seconds;
}

/// The nodes near the top, for a message.
Message someNodes(const model::Model& model) {
  constexpr std::size_t kShownNodes = 6;
  std::vector<Message> names;
  for (std::size_t i = 0; i < std::min(kShownNodes, model.nodes.size()); ++i) {
    names.push_back(message("\"%1\"", model.nodes[i].name));
  }
  const Message list = listedMessages(names);
  return model.nodes.size() > kShownNodes ? message("%1, …", list) : list;
}

}  // namespace

Result<std::optional<vat::BakedRootMotion>> RootChooser::choose(const ClipSelection& selection,
                                                                const std::string& clipName, JobContext& job) {
  const vat::RootMotionMode mode = selection.rootMotion.value_or(m_settings.mode);
  if (mode == vat::RootMotionMode::Keep) {
    return std::nullopt;
  }
  NodeIndex node;
  if (m_settings.node.empty()) {
    if (!m_finder) {
      m_finder.emplace(m_model);
    }
    node = m_finder->rootOf(selection.clip);
    if (!node.isValid()) {
      job.warn(message("No node carries the model, so no root motion is taken out of it: name one with %1.",
                       Remedy{RemedyKind::Root}),
               clipName);
      return std::nullopt;
    }
  } else if (const std::optional<NodeIndex> named = root_motion::nodeNamed(m_model, m_settings.node)) {
    node = *named;
  } else {
    if (const Message similar = didYouMean(m_settings.node, model::nodeNames(m_model)); !similar.empty()) {
      return fail(ErrorCode::NotFound,
                  message("the model has no node \"%1\" to take root motion from%2", m_settings.node, similar));
    }
    return fail(ErrorCode::NotFound,
                message("the model has no node \"%1\" to take root motion from; its topmost are %2", m_settings.node,
                        someNodes(m_model)));
  }
  vat::BakedRootMotion motion;
  motion.mode = mode;
  motion.node = m_model.nodes[node.value].name;
  motion.yaw = m_settings.yaw.value_or(mode == vat::RootMotionMode::Extract);
  motion.height = m_settings.height;
  return motion;
}

std::vector<root_motion::RootPlacement> clipRootPath(const model::Model& model, const vat::BakedClip& clip) {
  const root_motion::RootTaking taking = cycles::rootTaking(model, clip);
  return taking.node.isValid() ? root_motion::rootPath(model, clip.source.clip, taking, frameSeconds(clip))
                               : std::vector<root_motion::RootPlacement>();
}

void keepTrack(const model::Model& model, vat::BakedClip& clip) {
  const root_motion::RootTaking taking = cycles::rootTaking(model, clip);
  if (!taking.node.isValid() || clip.rootMotion->mode != vat::RootMotionMode::Extract) {
    return;
  }
  root_motion::InPlacePose pose(model, clip.source.clip, taking, clip.source.fromSeconds);
  std::vector<root_motion::RootPlacement> path;
  for (const double seconds : frameSeconds(clip)) {
    pose.evaluate(seconds);
    path.push_back(pose.placement());
  }
  const std::vector<double> yaw = root_motion::unrolledYaw(path);
  const std::size_t count =
      clip.loop ? path.size() : path.size() - 1;  // A clip that plays once ends on its last frame.
  std::vector<vat::RootSample>& samples = clip.rootMotion->samples;
  samples.clear();
  for (std::size_t i = 0; i < count; ++i) {
    const glm::dvec3& p = path[i].position;
    samples.push_back({{rounded(p.x), rounded(p.y), rounded(p.z)}, rounded(yaw[i])});
  }
}

void takeOutRoot(std::span<const root_motion::RootPlacement> frames, std::span<animation::LaneMatrix> matrices) {
  animation::LaneValue c;
  animation::LaneValue s;
  float at[3][animation::kFrameLanes];
  for (std::size_t i = 0; i < animation::kFrameLanes; ++i) {
    const root_motion::RootPlacement& frame = frames[std::min(i, frames.size() - 1)];
    c.v[i] = static_cast<float>(frame.cosYaw);
    s.v[i] = static_cast<float>(frame.sinYaw);
    for (int axis = 0; axis < 3; ++axis) {
      at[axis][i] = static_cast<float>(frame.position[axis]);
    }
  }
  for (animation::LaneMatrix& matrix : matrices) {
    for (int column = 0; column < 4; ++column) {
      for (std::size_t i = 0; i < animation::kFrameLanes; ++i) {
        const bool place = column == 3;
        const float x = matrix.m[column][i] - (place ? at[0][i] : 0.0f);
        const float z = matrix.m[8 + column][i] - (place ? at[2][i] : 0.0f);
        matrix.m[column][i] = c.v[i] * x - s.v[i] * z;
        matrix.m[4 + column][i] -= place ? at[1][i] : 0.0f;
        matrix.m[8 + column][i] = s.v[i] * x + c.v[i] * z;
      }
    }
  }
}

}  // namespace texeleton::bake
