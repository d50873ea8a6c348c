#include "core/benchmark/synthetic_models.h"

#include <algorithm>
#include <random>
#include <string>

#include "core/model/stillness.h"

namespace texeleton::benchmark {

namespace {

using Random = std::mt19937;

float between(Random& random, float low, float high) {
  return low + (high - low) * (static_cast<float>(random()) / static_cast<float>(Random::max()));
}

glm::quat randomTurn(Random& random, float most) {
  const glm::vec3 axis(between(random, -1, 1), between(random, -1, 1), between(random, 0.1f, 1));
  return glm::angleAxis(between(random, -most, most), glm::normalize(axis));
}

std::vector<double> keyTimes(const SyntheticSpec& spec, Random& random) {
  const auto count = static_cast<std::size_t>(spec.lengthSeconds * spec.keysPerSecond) + 1;
  std::vector<double> times(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double jitter =
        spec.sharedKeys || i == 0 || i + 1 == count ? 0.0 : static_cast<double>(between(random, -0.4f, 0.4f));
    times[i] = (static_cast<double>(i) + jitter) / spec.keysPerSecond;
  }
  return times;
}

/// Whether a property moves; otherwise all its keys are equal.
bool moves(model::TrackTarget target, std::size_t node) {
  return target == model::TrackTarget::Rotation || node % (target == model::TrackTarget::Translation ? 5 : 10) == 0;
}

void addTrack(model::Clip& clip, model::TrackTarget target, std::size_t node, const SyntheticSpec& spec,
              Random& random) {
  model::Track track;
  track.target = target;
  track.node = NodeIndex(node);
  if (!spec.sharedKeys || clip.timelines.empty()) {
    clip.timelines.push_back(keyTimes(spec, random));
  }
  track.timeline = static_cast<std::uint32_t>(clip.timelines.size() - 1);
  glm::quat turn(1.0f, 0.0f, 0.0f, 0.0f);
  for (std::size_t key = 0; key < clip.timelines.back().size(); ++key) {
    if (!moves(target, node)) {
      const float still = target == model::TrackTarget::Scale ? 1.0f : 0.1f;
      track.values.insert(track.values.end(), {still, still, still});
    } else if (target == model::TrackTarget::Rotation) {
      turn = glm::normalize(turn * randomTurn(random, 0.3f));
      track.values.insert(track.values.end(), {turn.x, turn.y, turn.z, turn.w});
    } else if (target == model::TrackTarget::Translation) {
      track.values.insert(track.values.end(), {between(random, -0.1f, 0.1f), 0.1f, between(random, -0.1f, 0.1f)});
    } else if (spec.evenScales) {
      const float scale = between(random, 0.9f, 1.1f);
      track.values.insert(track.values.end(), {scale, scale, scale});
    } else {
      track.values.insert(track.values.end(), {between(random, 0.9f, 1.1f), 1.0f, between(random, 0.9f, 1.1f)});
    }
  }
  clip.tracks.push_back(std::move(track));
}

void addMesh(model::Model& model, const SyntheticSpec& spec, Random& random) {
  model::VertexData& data = model.vertices;
  model::MeshPart part;
  part.name = "cloud";
  part.node = NodeIndex(0u);
  part.skinned = true;
  part.vertexCount = part.indexCount = static_cast<std::uint32_t>(spec.vertices / 3 * 3);
  data.influenceBegin.push_back(0);
  std::vector<model::Influence> influences(spec.influences);
  glm::vec3 place(0.0f);
  for (std::uint32_t v = 0; v < part.vertexCount; ++v) {
    if (v % spec.verticesPerPlace == 0) {
      place = {between(random, -1, 1), between(random, 0, 2), between(random, -1, 1)};
      const auto first = static_cast<std::uint32_t>(random() % spec.joints);
      float sum = 0.0f;
      for (std::size_t i = 0; i < spec.influences; ++i) {
        influences[i] = {static_cast<std::uint32_t>((first + i) % spec.joints), between(random, 0.1f, 1.0f)};
        sum += influences[i].weight;
      }
      std::ranges::sort(influences, std::ranges::greater{}, &model::Influence::weight);
      for (model::Influence& influence : influences) {
        influence.weight /= sum;
      }
    }
    data.positions.push_back(place);
    data.normals.push_back(randomTurn(random, 3.0f) * glm::vec3(0, 0, 1));
    data.influences.insert(data.influences.end(), influences.begin(), influences.end());
    data.influenceBegin.push_back(static_cast<std::uint32_t>(data.influences.size()));
    data.indices.push_back(v);
  }
  part.maxInfluences = static_cast<std::uint32_t>(spec.influences);
  model.parts.push_back(part);
}

}  // namespace

model::Model makeSyntheticModel(const SyntheticSpec& spec) {
  Random random(20);
  model::Model model;
  for (std::size_t i = 0; i < spec.joints; ++i) {
    model::Node node;
    node.name = "joint " + std::to_string(i);
    // A tree like those of bodies: long limbs, a few branches.
    node.parent = i == 0 ? NodeIndex() : NodeIndex(i % 8 == 1 ? i / 2 : i - 1);
    node.rest.translation = glm::dvec3(0.0, 0.1, 0.0);
    model.nodes.push_back(node);
    glm::dmat4 inverseBind = glm::mat4_cast(glm::dquat(randomTurn(random, 1.0f)));
    inverseBind[3] =
        glm::dvec4(static_cast<double>(between(random, -1, 1)), -0.1 * static_cast<double>(i % 16), 0.0, 1.0);
    model.palette.push_back({NodeIndex(i), inverseBind});
  }
  model.boneCount = static_cast<std::uint32_t>(spec.joints);
  for (std::size_t c = 0; c < spec.clips; ++c) {
    model::Clip& clip = model.clips.emplace_back();
    clip.name = "clip " + std::to_string(c);
    clip.lengthSeconds = spec.lengthSeconds;
    for (std::size_t node = 0; node < spec.joints; ++node) {
      addTrack(clip, model::TrackTarget::Translation, node, spec, random);
      addTrack(clip, model::TrackTarget::Rotation, node, spec, random);
      addTrack(clip, model::TrackTarget::Scale, node, spec, random);
    }
  }
  if (spec.vertices != 0) {
    addMesh(model, spec, random);
  }
  model::noteStillness(model);  // As after an import.
  return model;
}

}  // namespace texeleton::benchmark
