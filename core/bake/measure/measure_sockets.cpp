#include "core/bake/measure/measure_sockets.h"

#include <algorithm>
#include <optional>

#include "core/bake/measure/measure.h"
#include "core/bake/measure/measure_times.h"
#include "core/bake/sockets.h"
#include "core/base/parallel.h"
#include "core/cycles/model_as_baked.h"
#include "core/cycles/root_taking.h"
#include "core/root_motion/in_place_pose.h"
#include "core/vat/encoding.h"
#include "core/vat/frame_table.h"

namespace texeleton::bake {

namespace {

constexpr std::uint32_t kStepsBetween = 8;

/// A socket's matrix as stored; in vertex mode its own.
vat::BonePose storedSocket(const vat::BakedAnimation& a, std::uint32_t frame, std::uint32_t socket) {
  if (a.mode == vat::BakeMode::Bone) {
    return vat::storedBone(a, frame, static_cast<std::uint32_t>(a.sockets[socket].bone));
  }
  vat::BonePose pose;
  for (std::uint32_t r = 0; r < vat::kTexelsPerSocket; ++r) {
    const vat::TexelAddress at = vat::texelAddress(a.layout, frame, vat::socketTexel(a.layout, socket, r));
    pose.matrix.row[r] = glm::dvec4(a.texels.texel(at.x, at.y));
  }
  return pose;
}

double largestOfClip(const model::Model& source, const vat::BakedAnimation& baked, const vat::BakedClip& clip,
                     const SocketPlan& plan) {
  root_motion::InPlacePose pose(source, clip.source.clip, cycles::rootTaking(source, clip), clip.source.fromSeconds);
  const vat::Encoding& encoding =
      baked.mode == vat::BakeMode::Bone ? vat::encodingOf(baked) : vat::encodingOf(vat::BakeMode::Bone);
  double largest = 0.0;
  const std::uint32_t intervals = intervalCount(clip);
  for (std::uint32_t i = 0; i <= intervals * kStepsBetween; ++i) {
    const std::uint32_t frame = std::min(i / kStepsBetween, clip.frameCount - 1);
    if (clip.loop && i / kStepsBetween >= clip.frameCount) {
      continue;  // The end of a loop is its first frame.
    }
    const double f = static_cast<double>(i) / kStepsBetween - frame;  // 1 at the end of a clip of one frame.
    const std::uint32_t next = frame + 1 < clip.frameCount ? frame + 1 : clip.loop ? 0 : frame;
    const vat::StoredFrames stored = vat::storedFrames(baked, clip.frameBegin + frame, clip.frameBegin + next, f);
    pose.evaluate(secondsAtFrame(clip, frame + f));
    for (std::uint32_t s = 0; s < baked.sockets.size(); ++s) {
      const model::PaletteEntry& entry = plan.entries[plan.socketEntries[s]];
      const glm::dvec4 origin(baked.sockets[s].position, 1.0);
      const glm::dvec3 wanted(pose.worlds()[entry.node.value] * (entry.inverseBind * origin));
      const vat::BoneMatrix rows = vat::rowsOf(
          encoding.blendBones(storedSocket(baked, stored.from, s), storedSocket(baked, stored.to, s), stored.share));
      const glm::dvec3 got(glm::dot(rows.row[0], origin), glm::dot(rows.row[1], origin), glm::dot(rows.row[2], origin));
      largest = std::max(largest, glm::length(got - wanted));
    }
  }
  return largest * 1000.0 * kUnseenErrorFactor;
}

}  // namespace

Result<std::vector<double>> measureSockets(const model::Model& model, const BakeSettings& settings,
                                           const vat::BakedAnimation& baked, JobContext& job) {
  std::vector<double> result(baked.clips.size(), 0.0);
  if (baked.sockets.empty()) {
    return result;
  }
  const Result<std::optional<model::Model>> part = cycles::modelAsBaked(model, baked);
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
