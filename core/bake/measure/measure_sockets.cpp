#include "core/bake/measure/measure_sockets.h"

#include <algorithm>
#include <optional>

#include "core/bake/encoding/encoding.h"
#include "core/bake/measure/measure.h"
#include "core/bake/measure/measure_times.h"
#include "core/bake/model_as_baked.h"
#include "core/bake/root_of_clip.h"
#include "core/bake/rows/frame_table.h"
#include "core/bake/sockets.h"
#include "core/base/parallel.h"
#include "core/root_motion/in_place_pose.h"

namespace texeleton::bake {

namespace {

constexpr std::uint32_t kStepsBetween = 8;

/// A socket's matrix as stored; in vertex mode its own.
BonePose storedSocket(const BakedAnimation& a, std::uint32_t frame, std::uint32_t socket) {
  if (a.mode == BakeMode::Bone) {
    return storedBone(a, frame, static_cast<std::uint32_t>(a.sockets[socket].bone));
  }
  BonePose pose;
  for (std::uint32_t r = 0; r < kTexelsPerSocket; ++r) {
    const TexelAddress at = texelAddress(a.layout, frame, socketTexel(a.layout, socket, r));
    pose.matrix.row[r] = glm::dvec4(a.texels.texel(at.x, at.y));
  }
  return pose;
}

double largestOfClip(const model::Model& source, const BakedAnimation& baked, const BakedClip& clip,
                     const SocketPlan& plan) {
  root_motion::InPlacePose pose(source, clip.source.clip, rootTaking(source, clip), clip.source.fromSeconds);
  const Encoding& encoding = baked.mode == BakeMode::Bone ? encodingOf(baked) : encodingOf(BakeMode::Bone);
  double largest = 0.0;
  const std::uint32_t intervals = intervalCount(clip);
  for (std::uint32_t i = 0; i <= intervals * kStepsBetween; ++i) {
    const std::uint32_t frame = std::min(i / kStepsBetween, clip.frameCount - 1);
    if (clip.loop && i / kStepsBetween >= clip.frameCount) {
      continue;  // The end of a loop is its first frame.
    }
    const double f = static_cast<double>(i) / kStepsBetween - frame;  // 1 at the end of a clip of one frame.
    const std::uint32_t next = frame + 1 < clip.frameCount ? frame + 1 : clip.loop ? 0 : frame;
    const StoredFrames stored = storedFrames(baked, clip.frameBegin + frame, clip.frameBegin + next, f);
    pose.evaluate(secondsAtFrame(clip, frame + f));
    for (std::uint32_t s = 0; s < baked.sockets.size(); ++s) {
      const model::PaletteEntry& entry = plan.entries[plan.socketEntries[s]];
      const glm::dvec4 origin(baked.sockets[s].position, 1.0);
      const glm::dvec3 wanted(pose.worlds()[entry.node.value] * (entry.inverseBind * origin));
      const BoneMatrix rows = rowsOf(
          encoding.blendBones(storedSocket(baked, stored.from, s), storedSocket(baked, stored.to, s), stored.share));
      const glm::dvec3 got(glm::dot(rows.row[0], origin), glm::dot(rows.row[1], origin), glm::dot(rows.row[2], origin));
      largest = std::max(largest, glm::length(got - wanted));
    }
  }
  return largest * 1000.0 * kUnseenErrorFactor;
}

}  // namespace

Result<std::vector<double>> measureSockets(const model::Model& model, const BakeSettings& settings,
                                           const BakedAnimation& baked, JobContext& job) {
  std::vector<double> result(baked.clips.size(), 0.0);
  if (baked.sockets.empty()) {
    return result;
  }
  const Result<std::optional<model::Model>> part = modelAsBaked(model, baked);
  TRY(part);
  const model::Model& source = *part ? **part : model;
  JobContext quiet;
  const Result<SocketPlan> plan = planSockets(source, settings, quiet);
  TRY(plan);
  if (plan->sockets.size() != baked.sockets.size()) {
    return fail(ErrorCode::InvalidArgument, "the bake does not have the sockets that its settings ask for");
  }
  const bool ran = parallelFor(baked.clips.size(), 1, job.threadCount, job, [&](std::size_t clip, std::size_t) {
    result[clip] = largestOfClip(source, baked, baked.clips[clip], *plan);
  });
  return ran ? Result<std::vector<double>>(std::move(result)) : fail(ErrorCode::Cancelled, "measuring was cancelled");
}

}  // namespace texeleton::bake
