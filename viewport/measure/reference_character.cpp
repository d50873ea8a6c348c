#include "viewport/measure/reference_character.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>
#include <utility>

namespace texeleton::viewport {

namespace {

struct Bone {
  const char* name;
  int parent;
  glm::dvec3 place;  ///< Bind-pose position in the world.
};

// Arms hang slightly away from the body. A cape of three bones and a plume make up thirty.
constexpr int kBoneCount = 30;
const std::array<Bone, kBoneCount> kBones = {
    {{"Hips", -1, {0.0, 0.95, 0.0}},         {"Spine", 0, {0.0, 1.07, 0.0}},
     {"Waist", 1, {0.0, 1.18, 0.0}},         {"Chest", 2, {0.0, 1.30, 0.0}},
     {"Neck", 3, {0.0, 1.45, 0.0}},          {"Head", 4, {0.0, 1.53, 0.0}},
     {"Clavicle.L", 3, {0.06, 1.41, 0.0}},   {"UpperArm.L", 6, {0.18, 1.40, 0.0}},
     {"Forearm.L", 7, {0.30, 1.16, 0.0}},    {"Hand.L", 8, {0.40, 0.94, 0.02}},
     {"Fingers.L", 9, {0.43, 0.86, 0.03}},   {"Thumb.L", 9, {0.40, 0.90, 0.06}},
     {"Clavicle.R", 3, {-0.06, 1.41, 0.0}},  {"UpperArm.R", 12, {-0.18, 1.40, 0.0}},
     {"Forearm.R", 13, {-0.30, 1.16, 0.0}},  {"Hand.R", 14, {-0.40, 0.94, 0.02}},
     {"Fingers.R", 15, {-0.43, 0.86, 0.03}}, {"Thumb.R", 15, {-0.40, 0.90, 0.06}},
     {"Thigh.L", 0, {0.10, 0.90, 0.0}},      {"Shin.L", 18, {0.11, 0.50, 0.01}},
     {"Foot.L", 19, {0.12, 0.09, -0.02}},    {"Toe.L", 20, {0.12, 0.03, 0.10}},
     {"Thigh.R", 0, {-0.10, 0.90, 0.0}},     {"Shin.R", 22, {-0.11, 0.50, 0.01}},
     {"Foot.R", 23, {-0.12, 0.09, -0.02}},   {"Toe.R", 24, {-0.12, 0.03, 0.10}},
     {"Cape.1", 3, {0.0, 1.36, -0.14}},      {"Cape.2", 26, {0.0, 1.08, -0.20}},
     {"Cape.3", 27, {0.0, 0.80, -0.24}},     {"Plume", 5, {0.0, 1.72, -0.02}}}};
enum : std::uint32_t { kHips, kSpine, kWaist, kChest, kNeck, kHead, kArmL = 7, kForearmL, kArmR = 13, kForearmR };
enum : std::uint32_t { kThighL = 18, kShinL, kFootL, kThighR = 22, kShinR, kFootR, kCape = 26, kPlume = 29 };

/// A cross-section of a tube.
struct Ring {
  glm::dvec3 middle;
  glm::dvec2 radii;  ///< Sideways, and front to back.
};

std::uint32_t offset(const model::VertexData& vertices) {
  return static_cast<std::uint32_t>(vertices.positions.size());
}

// Influences of the nearest bones, weighted by proximity.
std::vector<model::Influence> influencesAt(const glm::dvec3& place, std::span<const std::uint32_t> bones) {
  constexpr double kInfluenceReach = 0.30;  // Metres.
  constexpr std::size_t kMostReachedBones = 4;
  std::vector<std::pair<double, std::uint32_t>> shares;
  for (const std::uint32_t bone : bones) {
    const double distance = glm::distance(place, kBones[bone].place);
    shares.emplace_back(std::pow(std::max(1.0 - distance / kInfluenceReach, 1e-3), 2.0), bone);
  }
  std::ranges::sort(shares, std::greater<>());
  shares.resize(std::min(shares.size(), kMostReachedBones));
  double sum = 0.0;
  for (const auto& [share, bone] : shares) {
    sum += share;
  }
  std::vector<model::Influence> influences;
  influences.reserve(shares.size());
  for (const auto& [share, bone] : shares) {
    influences.push_back({bone, static_cast<float>(share / sum)});
  }
  return influences;
}

void addVertex(model::VertexData& vertices, const glm::dvec3& position, const glm::dvec3& normal, const glm::dvec2& uv,
               std::span<const std::uint32_t> bones) {
  vertices.positions.emplace_back(position);
  vertices.normals.emplace_back(glm::normalize(normal));
  vertices.uv0.emplace_back(uv);
  const std::vector<model::Influence> influences = influencesAt(position, bones);
  vertices.influences.insert(vertices.influences.end(), influences.begin(), influences.end());
  vertices.influenceBegin.push_back(static_cast<std::uint32_t>(vertices.influences.size()));
}

// Adds rings at even steps along a polyline; the texture seam is duplicated.
void addTube(model::VertexData& vertices, std::span<const Ring> line, std::uint32_t rings, std::uint32_t sides,
             std::span<const std::uint32_t> bones) {
  const std::uint32_t first = offset(vertices);
  for (std::uint32_t r = 0; r < rings; ++r) {
    const double along = static_cast<double>(r) / (rings - 1.0) * (static_cast<double>(line.size()) - 1.0);
    const std::size_t from = std::min(static_cast<std::size_t>(along), line.size() - 2);
    const double share = along - static_cast<double>(from);
    const glm::dvec3 middle = glm::mix(line[from].middle, line[from + 1].middle, share);
    const glm::dvec2 radii = glm::mix(line[from].radii, line[from + 1].radii, share);
    for (std::uint32_t s = 0; s <= sides; ++s) {
      const double angle = 2.0 * std::numbers::pi * s / sides;
      const glm::dvec3 out(std::sin(angle), 0.0, std::cos(angle));
      const glm::dvec3 position = middle + glm::dvec3(out.x * radii.x, 0.0, out.z * radii.y);
      addVertex(vertices, position, out, {static_cast<double>(s) / sides, static_cast<double>(r) / (rings - 1.0)},
                bones);
    }
  }
  const bool down = line.back().middle.y < line.front().middle.y;
  for (std::uint32_t r = 0; r + 1 < rings; ++r) {
    for (std::uint32_t s = 0; s < sides; ++s) {
      const std::uint32_t a = first + r * (sides + 1) + s;
      const std::uint32_t b = a + sides + 1;
      if (down) {
        vertices.indices.insert(vertices.indices.end(), {a, b, a + 1, a + 1, b, b + 1});
      } else {
        vertices.indices.insert(vertices.indices.end(), {a, a + 1, b, a + 1, b + 1, b});
      }
    }
  }
}

void addCape(model::VertexData& vertices, std::span<const std::uint32_t> bones) {
  constexpr std::uint32_t kCapeRows = 6;
  const std::uint32_t first = offset(vertices);
  for (std::uint32_t row = 0; row < kCapeRows; ++row) {
    const double down = static_cast<double>(row) / (kCapeRows - 1.0);
    for (const double side : {-1.0, 1.0}) {
      addVertex(vertices, {side * (0.14 + 0.10 * down), 1.40 - 0.75 * down, -0.13 - 0.13 * down}, {0.0, 0.15, -1.0},
                {0.5 + 0.5 * side, down}, bones);
    }
  }
  for (std::uint32_t row = 0; row + 1 < kCapeRows; ++row) {
    const std::uint32_t a = first + 2 * row;
    vertices.indices.insert(vertices.indices.end(), {a, a + 1, a + 2, a + 1, a + 3, a + 2});
  }
}

glm::dvec3 mirrored(const glm::dvec3& place) { return {-place.x, place.y, place.z}; }

void addMesh(model::VertexData& vertices) {
  vertices.influenceBegin = {0};
  const std::array<Ring, 9> body = {{{{0.0, 0.84, 0.0}, {0.02, 0.02}},
                                     {{0.0, 0.90, 0.0}, {0.16, 0.11}},
                                     {{0.0, 1.05, 0.0}, {0.14, 0.10}},
                                     {{0.0, 1.22, 0.0}, {0.16, 0.11}},
                                     {{0.0, 1.38, 0.0}, {0.19, 0.11}},
                                     {{0.0, 1.46, 0.0}, {0.06, 0.06}},
                                     {{0.0, 1.56, 0.01}, {0.09, 0.11}},
                                     {{0.0, 1.68, 0.0}, {0.09, 0.10}},
                                     {{0.0, 1.75, 0.0}, {0.01, 0.01}}}};
  constexpr std::array<std::uint32_t, 7> kBody = {kHips, kSpine, kWaist, kChest, kNeck, kHead, kPlume};
  addTube(vertices, body, 20, 16, kBody);
  const std::array<Ring, 5> arm = {{{{0.15, 1.42, 0.0}, {0.05, 0.06}},
                                    {{0.22, 1.31, 0.0}, {0.05, 0.055}},
                                    {{0.30, 1.16, 0.0}, {0.042, 0.045}},
                                    {{0.39, 0.95, 0.02}, {0.034, 0.034}},
                                    {{0.44, 0.82, 0.03}, {0.012, 0.02}}}};
  const std::array<Ring, 5> leg = {{{{0.09, 0.92, 0.0}, {0.085, 0.09}},
                                    {{0.10, 0.70, 0.0}, {0.075, 0.08}},
                                    {{0.11, 0.50, 0.01}, {0.055, 0.06}},
                                    {{0.12, 0.10, 0.0}, {0.045, 0.06}},
                                    {{0.12, 0.00, 0.05}, {0.05, 0.12}}}};
  for (const bool right : {false, true}) {
    std::array<Ring, 5> ownArm = arm;
    std::array<Ring, 5> ownLeg = leg;
    for (std::size_t i = 0; right && i < ownArm.size(); ++i) {
      ownArm[i].middle = mirrored(arm[i].middle);
      ownLeg[i].middle = mirrored(leg[i].middle);
    }
    const std::uint32_t firstArm = right ? 12 : 6;
    const std::uint32_t firstLeg = right ? kThighR : kThighL;
    const std::array<std::uint32_t, 7> armBones = {kChest,       firstArm,     firstArm + 1, firstArm + 2,
                                                   firstArm + 3, firstArm + 4, firstArm + 5};
    const std::array<std::uint32_t, 5> legBones = {kHips, firstLeg, firstLeg + 1, firstLeg + 2, firstLeg + 3};
    addTube(vertices, ownArm, 18, 8, armBones);
    addTube(vertices, ownLeg, 18, 8, legBones);
  }
  constexpr std::array<std::uint32_t, 4> kCapeBones = {kChest, kCape, kCape + 1, kCape + 2};
  addCape(vertices, kCapeBones);
}

/// Amplitudes by which a clip swings the bones.
struct Gait {
  const char* name;
  double seconds;
  double legs;    ///< Degrees.
  double arms;    ///< Degrees.
  double lift;    ///< Degrees by which the arms are raised.
  double bounce;  ///< Metres.
};
constexpr std::array<Gait, 4> kGaits = {{{"Idle", 2.0, 1.0, 3.0, 0.0, 0.005},
                                         {"Walk", 1.0, 28.0, 22.0, 0.0, 0.02},
                                         {"Run", 0.7, 45.0, 40.0, 0.0, 0.05},
                                         {"Cheer", 1.5, 6.0, 25.0, 120.0, 0.04}}};

// Rotation of a bone at a phase of the gait, in degrees about x (forward and back) and z (sideways).
glm::dvec2 swing(const Gait& gait, std::uint32_t bone, double phase) {
  const auto wave = [&](double shift) { return std::sin(2.0 * std::numbers::pi * (phase + shift)); };
  const double bend = 0.5 - 0.5 * std::cos(2.0 * std::numbers::pi * phase);
  switch (bone) {
    case kThighL:
      return {-gait.legs * wave(0.0), 0.0};
    case kThighR:
      return {-gait.legs * wave(0.5), 0.0};
    case kShinL:
      return {gait.legs * (1.0 - bend), 0.0};
    case kShinR:
      return {gait.legs * bend, 0.0};
    case kFootL:
    case kFootR:
      return {-0.3 * gait.legs * wave(bone == kFootL ? 0.2 : 0.7), 0.0};
    case kArmL:
      return {-gait.arms * wave(0.5), gait.lift};
    case kArmR:
      return {-gait.arms * wave(0.0), -gait.lift};
    case kForearmL:
    case kForearmR:
      return {-0.6 * gait.arms, 0.3 * gait.lift * wave(0.25) * (bone == kForearmL ? 1.0 : -1.0)};
    case kCape:
    case kCape + 1:
    case kCape + 2:
      return {0.25 * gait.legs * (1.0 + wave(0.1 * bone)), 2.0 * wave(0.3)};
    default:
      return {0.05 * gait.legs * wave(0.07 * bone), 0.08 * gait.arms * wave(0.5 + 0.11 * bone)};
  }
}

model::Clip makeClip(const Gait& gait) {
  constexpr double kKeysPerSecond = 30.0;
  model::Clip clip;
  clip.name = clip.sourceName = gait.name;
  clip.lengthSeconds = gait.seconds;
  clip.sourceRateHz = kKeysPerSecond;
  clip.loopHint = true;
  const auto keys = static_cast<std::size_t>(std::lround(gait.seconds * kKeysPerSecond)) + 1;
  std::vector<double>& times = clip.timelines.emplace_back();
  for (std::size_t k = 0; k < keys; ++k) {
    times.push_back(gait.seconds * static_cast<double>(k) / static_cast<double>(keys - 1));
  }
  model::Track travel;
  travel.target = model::TrackTarget::Translation;
  travel.node = NodeIndex(0);
  for (std::size_t k = 0; k < keys; ++k) {
    const double phase = static_cast<double>(k) / static_cast<double>(keys - 1);
    const double height = kBones[0].place.y - gait.bounce * (0.5 + 0.5 * std::cos(4.0 * std::numbers::pi * phase));
    travel.values.insert(travel.values.end(), {0.0f, static_cast<float>(height), 0.0f});
  }
  clip.tracks.push_back(std::move(travel));
  for (std::uint32_t bone = 0; bone < kBoneCount; ++bone) {
    model::Track track;
    track.target = model::TrackTarget::Rotation;
    track.node = NodeIndex(bone);
    glm::dquat before(1.0, 0.0, 0.0, 0.0);
    for (std::size_t k = 0; k < keys; ++k) {
      const glm::dvec2 angles = glm::radians(swing(gait, bone, static_cast<double>(k) / static_cast<double>(keys - 1)));
      glm::dquat q = glm::angleAxis(angles.x, glm::dvec3(1, 0, 0)) * glm::angleAxis(angles.y, glm::dvec3(0, 0, 1));
      q = glm::dot(q, before) < 0.0 ? -q : q;
      before = q;
      for (const double value : {q.x, q.y, q.z, q.w}) {
        track.values.push_back(static_cast<float>(value));
      }
    }
    clip.tracks.push_back(std::move(track));
  }
  return clip;
}

}  // namespace

model::Model makeReferenceCharacter() {
  model::Model model;
  model.format = "made";
  model.generator = "texeleton";
  for (std::uint32_t i = 0; i < kBoneCount; ++i) {
    const Bone& bone = kBones[i];
    model::Node node;
    node.name = bone.name;
    glm::dvec3 from(0.0);
    if (bone.parent >= 0) {
      node.parent = NodeIndex(static_cast<std::uint32_t>(bone.parent));
      from = kBones[static_cast<std::size_t>(bone.parent)].place;
    }
    node.rest.translation = bone.place - from;
    model.nodes.push_back(node);
    glm::dmat4 inverse(1.0);
    inverse[3] = glm::dvec4(-bone.place, 1.0);
    model.palette.push_back({NodeIndex(i), inverse});
  }
  model.boneCount = kBoneCount;
  addMesh(model.vertices);

  model::Material material;
  material.name = "Reference";
  model.materials.push_back(material);
  model::MeshPart part;
  part.name = "Character";
  part.node = NodeIndex(0);
  part.material = MaterialIndex(0);
  part.vertexCount = static_cast<std::uint32_t>(model.vertexCount());
  part.indexCount = static_cast<std::uint32_t>(model.vertices.indices.size());
  part.skinned = true;
  part.hasUv0 = true;
  part.maxInfluences = 4;
  model.parts.push_back(part);
  for (const glm::vec3& position : model.vertices.positions) {
    model.bindBounds.add(position);
  }
  for (const Gait& gait : kGaits) {
    model.clips.push_back(makeClip(gait));
  }
  return model;
}

}  // namespace texeleton::viewport
