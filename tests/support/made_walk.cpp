#include "tests/support/made_walk.h"

#include <cmath>
#include <numbers>

#include "tests/support/made_models.h"

namespace texeleton::test {

namespace {

constexpr double kPi = std::numbers::pi;

void append(std::vector<float>& values, const glm::dvec3& v) {
  for (int i = 0; i < 3; ++i) {
    values.push_back(static_cast<float>(v[i]));
  }
}

void append(std::vector<float>& values, const glm::dquat& q) {
  for (const double v : {q.x, q.y, q.z, q.w}) {
    values.push_back(static_cast<float>(v));
  }
}

/// Puts the nodes below a rotated and raised armature.
void hangUnderArmature(model::Model& model) {
  model::Node armature;
  armature.name = "Armature";
  armature.rest.translation = {0.0, 1.1, 0.0};
  armature.rest.rotation = glm::angleAxis(-kPi / 2.0, glm::dvec3(1, 0, 0));
  model.nodes[0].name = "Hips";
  for (model::Node& node : model.nodes) {
    node.parent = node.parent.isValid() ? NodeIndex(node.parent.value + 1u) : NodeIndex(0u);
  }
  model.nodes.insert(model.nodes.begin(), armature);
  for (model::PaletteEntry& entry : model.palette) {
    entry.node = NodeIndex(entry.node.value + 1u);
  }
  for (model::MeshPart& part : model.parts) {
    part.node = NodeIndex(part.node.value + 1u);
  }
}

}  // namespace

model::Model makeWalk(const WalkSpec& spec) {
  model::Model model = twoBoneStrip();
  model.clips.clear();
  if (!spec.rootBone) {
    hangUnderArmature(model);
  }
  const NodeIndex root(spec.rootBone ? 0u : 1u);
  const NodeIndex tip(root.value + 1u);
  const glm::dquat up = spec.rootBone ? glm::dquat(1, 0, 0, 0) : model.nodes[0].rest.rotation;
  const glm::dvec3 lift = spec.rootBone ? glm::dvec3(0.0) : model.nodes[0].rest.translation;

  model::Clip walk;
  walk.name = walk.sourceName = "Walk";
  walk.lengthSeconds = spec.lengthSeconds;
  walk.sourceRateHz = 30.0;
  const int keys = static_cast<int>(std::lround(spec.lengthSeconds * spec.keyRateHz));
  const double turn = spec.turnDegrees * kPi / 180.0;
  std::vector<double> times;
  std::vector<float> places;
  std::vector<float> turns;
  std::vector<float> swings;
  for (int i = 0; i <= keys; ++i) {
    const double t = static_cast<double>(i) / keys;
    const double wave = std::sin(2.0 * kPi * t);
    const double yaw = turn * t + 0.1 * wave;
    // Along an arc that starts towards +Z, with a sway to the side.
    const double way = spec.stepMetres * t;
    const double bend = turn * t;
    const double chord = std::abs(turn) < 1e-9 ? way : spec.stepMetres / turn * std::sin(bend);
    const double aside = std::abs(turn) < 1e-9 ? 0.0 : spec.stepMetres / turn * (1.0 - std::cos(bend));
    const glm::dvec3 sway = 0.03 * wave * glm::dvec3(std::cos(bend), 0.0, -std::sin(bend));
    const glm::dvec3 place = glm::dvec3(0.3 + aside, 0.1 + 0.05 * std::sin(4.0 * kPi * t), -0.2 + chord) + sway;
    const glm::dquat heading =
        glm::angleAxis(yaw, glm::dvec3(0, 1, 0)) * glm::angleAxis(0.15 * wave, glm::dvec3(0, 0, 1));
    times.push_back(spec.lengthSeconds * t);
    append(places, glm::inverse(up) * (place - lift));
    append(turns, glm::inverse(up) * heading);
    append(swings, glm::angleAxis(0.6 * wave, glm::dvec3(1, 0, 0)));
  }
  addTrack(walk, model::TrackTarget::Translation, model::Interpolation::Linear, root, times, places);
  addTrack(walk, model::TrackTarget::Rotation, model::Interpolation::Linear, root, times, turns);
  addTrack(walk, model::TrackTarget::Rotation, model::Interpolation::Linear, tip, times, swings);

  model::Clip idle;
  idle.name = idle.sourceName = "Idle";
  idle.lengthSeconds = 1.0;
  idle.sourceRateHz = 30.0;
  std::vector<float> sways;
  for (const double aside : {0.0, 0.005, 0.0}) {
    append(sways, glm::inverse(up) * (glm::dvec3(aside, 0.0, 0.0) - lift));
  }
  addTrack(idle, model::TrackTarget::Translation, model::Interpolation::Linear, root, {0.0, 0.5, 1.0}, sways);
  model.clips = {walk, idle};
  return model;
}

}  // namespace texeleton::test
