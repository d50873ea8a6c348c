#include "app/editor/document/root_trail.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/constants.hpp>

#include "core/cycles/root_taking.h"
#include "core/root_motion/in_place_pose.h"
#include "core/root_motion/root_path.h"

namespace texeleton::editor {

namespace {

constexpr std::uint32_t kMostSteps = 256;  // Per loop; more would be indistinguishable.

bool goesOn(const vat::BakedClip& clip) {
  return clip.loop && clip.rootMotion && !clip.rootMotion->samples.empty() && clip.lengthSeconds > 0.0;
}

glm::dvec3 placed(const vat::RootSample& by, const glm::dvec3& point) {
  const double c = std::cos(by.yawRadians);
  const double s = std::sin(by.yawRadians);
  return glm::dvec3(c * point.x + s * point.z, point.y, c * point.z - s * point.x) + by.position;
}

}  // namespace

RootTrail rootTrail(const model::Model& model, const vat::BakedClip& clip, NodeIndex kept) {
  RootTrail trail;
  root_motion::RootTaking taking = cycles::rootTaking(model, clip);
  if (!taking.node.isValid()) {
    taking.node = kept;
  }
  trail.root = taking.node;
  if (!taking.node.isValid() || clip.source.clip.value >= model.clips.size() || clip.frameCount < 2) {
    return trail;
  }
  const std::uint32_t steps = std::min(clip.frameCount, kMostSteps);
  const double length = clip.source.toSeconds - clip.source.fromSeconds;
  std::vector<double> seconds;
  for (std::uint32_t i = 0; i <= steps; ++i) {
    seconds.push_back(clip.source.fromSeconds + length * i / steps);
  }
  const std::vector<root_motion::RootPlacement> path = root_motion::rootPath(model, clip.source.clip, taking, seconds);
  const std::vector<double> yaw = root_motion::unrolledYaw(path);
  root_motion::InPlacePose pose(model, clip.source.clip, taking, clip.source.fromSeconds);
  pose.evaluate(clip.source.fromSeconds);
  const glm::dvec3 root(pose.worlds()[taking.node.value][3]);
  const glm::dvec3 start(root.x, 0.0, root.z);
  const int cycles = goesOn(clip) ? kTrailCycles : 1;
  for (int cycle = 0; cycle < cycles; ++cycle) {
    const vat::RootSample before =
        cycle == 0 ? vat::RootSample() : runtime::rootMotionAt(clip, cycle * clip.lengthSeconds);
    for (std::size_t i = cycle == 0 ? 0 : 1; i < path.size(); ++i) {
      trail.points.push_back(placed(before, placed({path[i].position, yaw[i]}, start)));
    }
    trail.cycleEnds.push_back(trail.points.size() - 1);
  }
  const glm::dvec3 way = trail.points[trail.cycleEnds.front()] - trail.points.front();
  trail.travelMetres = std::hypot(way.x, way.z);
  trail.turnDegrees = glm::degrees(yaw.back());
  return trail;
}

vat::RootSample travelAt(const vat::BakedClip& clip, double seconds, int rounds) {
  if (!clip.rootMotion || clip.rootMotion->samples.empty()) {
    return {};
  }
  const int done = goesOn(clip) ? ((rounds % kTrailCycles) + kTrailCycles) % kTrailCycles : 0;
  return runtime::rootMotionAt(clip, done * clip.lengthSeconds + seconds);
}

}  // namespace texeleton::editor
