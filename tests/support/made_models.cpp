#include "tests/support/made_models.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "core/transform/transform.h"

namespace texeleton::test {

namespace {

model::Node makeNode(std::string name, NodeIndex parent, const glm::dvec3& translation) {
  model::Node node;
  node.name = std::move(name);
  node.parent = parent;
  node.rest.translation = translation;
  return node;
}

glm::dmat4 translation(const glm::dvec3& t) {
  glm::dmat4 matrix(1.0);
  matrix[3] = glm::dvec4(t, 1.0);
  return matrix;
}

glm::dquat aboutAxis(double degrees, const glm::dvec3& axis) {
  return glm::angleAxis(degrees * std::numbers::pi / 180.0, axis);
}

void append(std::vector<float>& values, const glm::dquat& q) {
  for (const double v : {q.x, q.y, q.z, q.w}) {
    values.push_back(static_cast<float>(v));
  }
}

model::Model emptyModel() {
  model::Model model;
  model.format = "made";
  model.generator = "made_models.cpp";
  model::Material material;
  material.name = "Plain";
  model.materials.push_back(material);
  return model;
}

void finishPart(model::Model& model, std::string name, NodeIndex node, bool skinned, bool hasUv0) {
  model::MeshPart part;
  part.name = std::move(name);
  part.node = node;
  part.material = MaterialIndex(0);
  part.vertexCount = static_cast<std::uint32_t>(model.vertexCount());
  part.indexCount = static_cast<std::uint32_t>(model.vertices.indices.size());
  part.skinned = skinned;
  part.hasUv0 = hasUv0;
  for (std::size_t v = 0; v < model.vertexCount(); ++v) {
    part.maxInfluences =
        std::max(part.maxInfluences, model.vertices.influenceBegin[v + 1] - model.vertices.influenceBegin[v]);
    model.bindBounds.add(model.vertices.positions[v]);
  }
  model.parts.push_back(part);
}

/// Binds every vertex entirely to palette entry 0.
void bindRigid(model::VertexData& vertices) {
  vertices.influenceBegin = {0};
  for (std::size_t v = 0; v < vertices.positions.size(); ++v) {
    vertices.influences.push_back({0, 1.0f});
    vertices.influenceBegin.push_back(static_cast<std::uint32_t>(v + 1));
  }
}

/// A small generator with the same numbers on every standard library.
class Random {
 public:
  explicit Random(std::uint32_t seed) : m_state(seed * 2654435761u + 12345u) {}

  std::uint32_t next() {
    m_state ^= m_state << 13;
    m_state ^= m_state >> 17;
    m_state ^= m_state << 5;
    return m_state;
  }
  double between(double low, double high) { return low + (high - low) * (next() / 4294967296.0); }
  std::size_t below(std::size_t n) { return next() % n; }
  glm::dvec3 inBox(double low, double high) {
    const double x = between(low, high);
    const double y = between(low, high);
    return {x, y, between(low, high)};
  }
  glm::dquat rotation() {
    // Drawn one by one: compilers differ in the order of evaluation of arguments.
    const double z = between(-1, 1);
    const double y = between(-1, 1);
    const double x = between(-1, 1);
    const double w = between(-1, 1);
    const glm::dquat q(w, x, y, z);
    return glm::length(q) > 0.1 ? glm::normalize(q) : glm::dquat(1, 0, 0, 0);
  }

 private:
  std::uint32_t m_state;
};

}  // namespace

model::Track& addTrack(model::Clip& clip, model::TrackTarget target, model::Interpolation interpolation, NodeIndex node,
                       std::vector<double> times, std::vector<float> values) {
  model::Track track;
  track.target = target;
  track.interpolation = interpolation;
  track.node = node;
  const auto found = std::find(clip.timelines.begin(), clip.timelines.end(), times);
  track.timeline = static_cast<std::uint32_t>(found - clip.timelines.begin());
  if (found == clip.timelines.end()) {
    clip.timelines.push_back(std::move(times));
  }
  track.values = std::move(values);
  clip.tracks.push_back(std::move(track));
  return clip.tracks.back();
}

model::Model twoBoneStrip() {
  model::Model model = emptyModel();
  model.nodes = {makeNode("Root", {}, {0, 0, 0}), makeNode("Tip", NodeIndex(0), {0, 1, 0}),
                 makeNode("weapon_r", NodeIndex(1), {0, 1, 0})};
  model.nodes[2].rest.rotation = aboutAxis(90.0, {0, 1, 0});
  model.palette = {{NodeIndex(0), glm::dmat4(1.0)}, {NodeIndex(1), translation({0, -1, 0})}};
  model.boneCount = 2;

  model::VertexData& vertices = model.vertices;
  vertices.influenceBegin = {0};
  constexpr std::uint32_t kRows = 9;
  for (std::uint32_t row = 0; row < kRows; ++row) {
    const float y = 0.25f * static_cast<float>(row);
    const float tip = std::clamp(y - 0.5f, 0.0f, 1.0f);
    for (const float x : {-0.1f, 0.1f}) {
      vertices.positions.emplace_back(x, y, 0.0f);
      vertices.normals.emplace_back(0.0f, 0.0f, 1.0f);
      vertices.uv0.emplace_back(x < 0.0f ? 0.0f : 1.0f, 1.0f - y / 2.0f);
      std::array<model::Influence, 2> both = {model::Influence{0, 1.0f - tip}, model::Influence{1, tip}};
      std::sort(both.begin(), both.end(),
                [](const model::Influence& a, const model::Influence& b) { return a.weight > b.weight; });
      for (const model::Influence& influence : both) {
        if (influence.weight > 0.0f) {
          vertices.influences.push_back(influence);
        }
      }
      vertices.influenceBegin.push_back(static_cast<std::uint32_t>(vertices.influences.size()));
    }
    if (row > 0) {
      const std::uint32_t a = 2 * (row - 1);
      vertices.indices.insert(vertices.indices.end(), {a, a + 1, a + 3, a, a + 3, a + 2});
    }
  }
  finishPart(model, "Strip", NodeIndex(0), true, true);

  model::Clip bend;
  bend.name = bend.sourceName = "Bend";
  bend.lengthSeconds = 1.0;
  bend.events = {{"footstep_l", 0.25, ""}};
  std::vector<float> turns;
  append(turns, aboutAxis(0.0, {0, 0, 1}));
  append(turns, aboutAxis(90.0, {0, 0, 1}));
  append(turns, aboutAxis(0.0, {0, 0, 1}));
  addTrack(bend, model::TrackTarget::Rotation, model::Interpolation::Linear, NodeIndex(1), {0.0, 0.5, 1.0}, turns);

  model::Clip slide;
  slide.name = slide.sourceName = "Slide";
  slide.startSeconds = 0.5;
  slide.lengthSeconds = 1.0;
  slide.sourceRateHz = 24.0;
  addTrack(slide, model::TrackTarget::Translation, model::Interpolation::Linear, NodeIndex(0), {0.5, 1.5},
           {0, 0, 0, 2, 0, 0});

  model::Clip pose;
  pose.name = pose.sourceName = "Pose";
  std::vector<float> turn;
  append(turn, aboutAxis(45.0, {0, 0, 1}));
  addTrack(pose, model::TrackTarget::Rotation, model::Interpolation::Linear, NodeIndex(1), {0.0}, turn);

  model.clips = {bend, slide, pose};
  return model;
}

model::Model animatedRigidNode() {
  model::Model model = emptyModel();
  model.nodes = {makeNode("Cart", {}, {0, 0, 0}), makeNode("Wheel", NodeIndex(0), {0, 0.5, 0})};
  model.palette = {{NodeIndex(1), translation({0, -0.5, 0})}};
  model::VertexData& vertices = model.vertices;
  for (int axis = 0; axis < 3; ++axis) {
    for (const float side : {-0.5f, 0.5f}) {
      const auto first = static_cast<std::uint32_t>(vertices.positions.size());
      glm::vec3 normal(0.0f);
      normal[axis] = side * 2.0f;
      glm::vec3 u(0.0f);
      u[(axis + 1) % 3] = 0.5f;
      const glm::vec3 v = glm::cross(normal, u);
      const glm::vec3 centre = normal * 0.5f + glm::vec3(0.0f, 0.5f, 0.0f);
      for (const glm::vec3& corner : {centre - u - v, centre + u - v, centre + u + v, centre - u + v}) {
        vertices.positions.push_back(corner);
        vertices.normals.push_back(normal);
      }
      vertices.indices.insert(vertices.indices.end(), {first, first + 1, first + 2, first, first + 2, first + 3});
    }
  }
  bindRigid(vertices);
  finishPart(model, "Cube", NodeIndex(1), false, false);

  model::Clip roll;
  roll.name = roll.sourceName = "Roll";
  roll.lengthSeconds = 2.0;
  addTrack(roll, model::TrackTarget::Translation, model::Interpolation::Linear, NodeIndex(0), {0.0, 2.0},
           {0, 0, 0, 4, 0, 0});
  std::vector<float> turns;
  for (int quarter = 0; quarter < 4; ++quarter) {
    append(turns, aboutAxis(90.0 * quarter, {1, 0, 0}));
  }
  addTrack(roll, model::TrackTarget::Rotation, model::Interpolation::Step, NodeIndex(1), {0.0, 0.5, 1.0, 1.5}, turns);
  addTrack(roll, model::TrackTarget::Scale, model::Interpolation::CubicSpline, NodeIndex(1), {0.0, 2.0},
           {0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 1, 2, 1, 0, 0, 0});
  model.clips = {roll};
  return model;
}

model::Model morphingMesh() {
  model::Model model = emptyModel();
  model.nodes = {makeNode("Face", {}, {0, 0, 0})};
  model.palette = {{NodeIndex(0), glm::dmat4(1.0)}};
  model::VertexData& vertices = model.vertices;
  vertices.positions = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
  vertices.normals.assign(4, {0, 0, 1});
  vertices.indices = {0, 1, 2, 0, 2, 3};
  bindRigid(vertices);
  finishPart(model, "Square", NodeIndex(0), false, false);
  model.morphSets = {{"Square", {0.25f, 0.0f}}};
  model::MeshPart& part = model.parts[0];
  part.morphSet = MorphSetIndex(0);
  part.morphTargets = {{"up", {{0, 0, 0}, {0, 0, 0}, {0, 1, 0}, {0, 1, 0}}, {}},
                       {"out", std::vector<glm::vec3>(4, {0, 0, 1}), std::vector<glm::vec3>(4, {1, 0, 0})}};

  model::Clip pulse;
  pulse.name = pulse.sourceName = "Pulse";
  pulse.lengthSeconds = 1.0;
  addTrack(pulse, model::TrackTarget::MorphWeights, model::Interpolation::Linear, {}, {0.0, 0.5, 1.0},
           {0, 0, 1, 0, 0, 1})
      .morphSet = MorphSetIndex(0);
  model.clips = {pulse};
  return model;
}

namespace {

std::vector<double> makeTimes(Random& random, std::size_t keys, double length, bool regular) {
  std::vector<double> times;
  for (std::size_t k = 0; k < keys; ++k) {
    const double even = keys == 1 ? 0.0 : static_cast<double>(k) / static_cast<double>(keys - 1);
    const bool inside = k > 0 && k + 1 < keys;
    const double shift = regular || !inside ? 0.0 : random.between(-0.4, 0.4) / static_cast<double>(keys - 1);
    times.push_back(length * (even + shift));
  }
  return times;
}

/// Keys near `rest`, with tangents when cubic.
std::vector<float> makeValues(Random& random, const transform::Transform& rest, model::TrackTarget target,
                              model::Interpolation interpolation, std::size_t keys) {
  std::vector<float> values;
  glm::dquat before = rest.rotation;
  for (std::size_t k = 0; k < keys; ++k) {
    std::vector<float> value;
    if (target == model::TrackTarget::Rotation) {
      glm::dquat q = glm::normalize(rest.rotation + 0.3 * random.rotation());
      q = glm::dot(q, before) < 0.0 ? -q : q;
      before = q;
      append(value, q);
    } else {
      const glm::dvec3 base = target == model::TrackTarget::Scale ? rest.scale : rest.translation;
      const glm::dvec3 v = base * (1.0 + random.inBox(-0.2, 0.2));
      value = {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
    }
    const auto addTangent = [&] {
      for (std::size_t c = 0; c < value.size(); ++c) {
        values.push_back(static_cast<float>(random.between(-0.2, 0.2)));
      }
    };
    if (interpolation == model::Interpolation::CubicSpline) {
      addTangent();
    }
    values.insert(values.end(), value.begin(), value.end());
    if (interpolation == model::Interpolation::CubicSpline) {
      addTangent();
    }
  }
  return values;
}

void addSkeleton(model::Model& model, const CharacterSpec& spec, Random& random) {
  std::vector<glm::dmat4> worlds;
  for (std::size_t j = 0; j < spec.joints; ++j) {
    // A parent among the eight previous nodes keeps the order and gives both chains and branches.
    const NodeIndex parent = j == 0 ? NodeIndex() : NodeIndex(j - 1 - random.below(std::min<std::size_t>(j, 8)));
    model::Node node = makeNode("Joint " + std::to_string(j), parent, random.inBox(-0.25, 0.25));
    node.rest.rotation = random.rotation();
    if (spec.scales) {
      node.rest.scale = random.inBox(0.9, 1.1);
      node.rest.scale.x *= j == spec.joints / 2 ? -1.0 : 1.0;
    }
    const glm::dmat4 local = toMatrix(node.rest);
    worlds.push_back(parent ? worlds[parent.value] * local : local);
    model.nodes.push_back(node);
  }
  // The parents above do not guarantee the palette's depth-first order: entries are in order of nodes.
  for (std::size_t j = 0; j < spec.joints; ++j) {
    glm::dmat4 inverse = glm::inverse(worlds[j]);
    for (int c = 0; c < 4; ++c) {
      inverse[c][3] = c == 3 ? 1.0 : 0.0;
    }
    model.palette.push_back({NodeIndex(j), inverse});
  }
  model.boneCount = static_cast<std::uint32_t>(spec.joints);
}

void addSkin(model::VertexData& vertices, const CharacterSpec& spec, Random& random) {
  const std::size_t count = (spec.vertices + 2) / 3 * 3;
  vertices.influenceBegin = {0};
  for (std::size_t v = 0; v < count; ++v) {
    vertices.positions.emplace_back(random.inBox(-1.0, 1.0));
    vertices.normals.emplace_back(glm::normalize(glm::dvec3(random.rotation() * glm::dvec3(0, 0, 1))));
    const double v0 = random.between(0, 1);
    const double u0 = random.between(0, 1);
    vertices.uv0.emplace_back(u0, v0);
    vertices.indices.push_back(static_cast<std::uint32_t>(v));
    const std::size_t wanted = std::min(1 + random.below(spec.maxInfluences), spec.joints);
    std::vector<model::Influence> mine;
    double sum = 0.0;
    while (mine.size() < wanted) {
      const auto joint = static_cast<std::uint32_t>(random.below(spec.joints));
      if (std::none_of(mine.begin(), mine.end(), [&](const model::Influence& i) { return i.joint == joint; })) {
        mine.push_back({joint, static_cast<float>(random.between(0.05, 1.0))});
        sum += mine.back().weight;
      }
    }
    for (model::Influence& influence : mine) {
      influence.weight = static_cast<float>(influence.weight / sum);
    }
    std::sort(mine.begin(), mine.end(), [](const model::Influence& a, const model::Influence& b) {
      return a.weight != b.weight ? a.weight > b.weight : a.joint < b.joint;
    });
    vertices.influences.insert(vertices.influences.end(), mine.begin(), mine.end());
    vertices.influenceBegin.push_back(static_cast<std::uint32_t>(vertices.influences.size()));
  }
}

}  // namespace

model::Model makeCharacter(const CharacterSpec& spec) {
  Random random(spec.seed);
  model::Model model = emptyModel();
  addSkeleton(model, spec, random);
  addSkin(model.vertices, spec, random);
  finishPart(model, "Body", NodeIndex(0), true, true);

  for (std::size_t c = 0; c < spec.clips; ++c) {
    model::Clip clip;
    clip.name = clip.sourceName = "Clip " + std::to_string(c);
    clip.lengthSeconds = 1.0 + 0.5 * static_cast<double>(c);
    const std::vector<double> shared = makeTimes(random, spec.keysPerTrack, clip.lengthSeconds, true);
    const auto add = [&](std::size_t joint, model::TrackTarget target) {
      const auto interpolation =
          spec.allInterpolations ? static_cast<model::Interpolation>(random.below(3)) : model::Interpolation::Linear;
      std::vector<double> times =
          spec.sharedTimelines ? shared : makeTimes(random, spec.keysPerTrack, clip.lengthSeconds, false);
      std::vector<float> values = makeValues(random, model.nodes[joint].rest, target, interpolation, times.size());
      addTrack(clip, target, interpolation, NodeIndex(joint), std::move(times), std::move(values));
    };
    for (std::size_t j = 0; j < spec.joints; ++j) {
      add(j, model::TrackTarget::Rotation);
      if (j == 0) {
        add(j, model::TrackTarget::Translation);
      }
      if (spec.scales && j % 3 == 1) {
        add(j, model::TrackTarget::Scale);
      }
    }
    model.clips.push_back(std::move(clip));
  }
  return model;
}

}  // namespace texeleton::test
