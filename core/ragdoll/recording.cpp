#include "core/ragdoll/recording.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "core/base/glb_format.h"
#include "core/base/little_endian.h"
#include "core/base/mapped.h"
#include "core/transform/transform.h"

namespace texeleton::ragdoll {

namespace {

constexpr float kStillChange = 1e-6f;

void append(std::vector<float>& values, const glm::dvec3& v) {
  for (int i = 0; i < 3; ++i) {
    values.push_back(static_cast<float>(v[i]));
  }
}

/// Whether all keys equal `rest`; quaternions up to sign.
bool isStill(const std::vector<float>& keys, std::span<const float> rest) {
  for (std::size_t at = 0; at < keys.size(); at += rest.size()) {
    float same = 0.0f;
    float opposite = 0.0f;
    for (std::size_t c = 0; c < rest.size(); ++c) {
      same = std::max(same, std::abs(keys[at + c] - rest[c]));
      opposite = std::max(opposite, std::abs(keys[at + c] + rest[c]));
    }
    if (same > kStillChange && (rest.size() != 4 || opposite > kStillChange)) {
      return false;
    }
  }
  return true;
}

}  // namespace

Recording::Recording(const model::Model& model, double rateHz)
    : m_model(&model), m_rateHz(rateHz), m_nodes(model.nodes.size()) {}

void Recording::add(std::span<const glm::dmat4> worlds) {
  for (std::size_t i = 0; i < m_nodes.size(); ++i) {
    const NodeIndex parent = m_model->nodes[i].parent;
    const transform::Transform local =
        transform::decompose(parent.isValid() ? glm::inverse(worlds[parent.value]) * worlds[i] : worlds[i], nullptr,
                             m_model->nodes[i].rest.rotation);
    Keys& keys = m_nodes[i];
    append(keys.translations, local.translation);
    append(keys.scales, local.scale);
    const glm::dquat q = glm::normalize(local.rotation);
    float now[4] = {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z), static_cast<float>(q.w)};
    if (m_count > 0) {  // Neighbours in one hemisphere.
      const float* const before = keys.rotations.data() + keys.rotations.size() - 4;
      const float cosine = before[0] * now[0] + before[1] * now[1] + before[2] * now[2] + before[3] * now[3];
      for (float& value : now) {
        value = cosine < 0.0f ? -value : value;
      }
    }
    keys.rotations.insert(keys.rotations.end(), std::begin(now), std::end(now));
  }
  ++m_count;
}

model::Clip Recording::clip(const std::string& name) const {
  model::Clip clip;
  clip.name = name;
  clip.sourceName = name;
  clip.lengthSeconds = lengthSeconds();
  clip.sourceRateHz = m_rateHz;
  clip.loopHint = false;
  std::vector<double> times;
  for (std::size_t i = 0; i < m_count; ++i) {
    times.push_back(static_cast<double>(i) / m_rateHz);
  }
  clip.timelines.push_back(std::move(times));
  for (std::size_t i = 0; i < m_nodes.size() && m_count > 0; ++i) {
    const model::Node& node = m_model->nodes[i];
    if (node.restMatrix) {
      continue;  // It has shear, which keys cannot express, and nothing moves it.
    }
    const auto add = [&](model::TrackTarget target, const std::vector<float>& keys, std::span<const float> rest) {
      if (!isStill(keys, rest)) {
        model::Track track;
        track.target = target;
        track.node = NodeIndex(i);
        track.values = keys;
        clip.tracks.push_back(std::move(track));
      }
    };
    std::vector<float> translation;
    append(translation, node.rest.translation);
    std::vector<float> scale;
    append(scale, node.rest.scale);
    const glm::dquat q = node.rest.rotation;
    const float rotation[4] = {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z),
                               static_cast<float>(q.w)};
    add(model::TrackTarget::Translation, m_nodes[i].translations, translation);
    add(model::TrackTarget::Rotation, m_nodes[i].rotations, rotation);
    add(model::TrackTarget::Scale, m_nodes[i].scales, scale);
  }
  return clip;
}

namespace {

using Json = nlohmann::ordered_json;

/// Accessors into one buffer.
class Binary {
 public:
  std::size_t add(const std::vector<float>& values, std::size_t width, const char* type, bool withBounds) {
    Json accessor = {{"bufferView", m_views.size()},
                     {"componentType", kGltfFloat},
                     {"count", values.size() / width},
                     {"type", type}};
    if (withBounds) {
      accessor["min"] = {values.front()};
      accessor["max"] = {values.back()};
    }
    m_views.push_back({{"buffer", 0}, {"byteOffset", bytes.size()}, {"byteLength", values.size() * sizeof(float)}});
    const std::size_t at = bytes.size();
    bytes.resize(at + values.size() * sizeof(float));
    std::memcpy(bytes.data() + at, values.data(), values.size() * sizeof(float));
    m_accessors.push_back(std::move(accessor));
    return m_accessors.size() - 1;
  }
  void finish(Json& json) {
    json["accessors"] = std::move(m_accessors);
    json["bufferViews"] = std::move(m_views);
    json["buffers"] = {{{"byteLength", bytes.size()}}};
  }
  std::string bytes;

 private:
  Json m_accessors = Json::array();
  Json m_views = Json::array();
};

Json nodeJson(const model::Model& model, std::size_t index) {
  const model::Node& node = model.nodes[index];
  Json json = {{"name", node.name}};
  const auto children =
      placesWhere(model.nodes.size(), [&](std::size_t i) { return model.nodes[i].parent == NodeIndex(index); });
  if (!children.empty()) {
    json["children"] = children;
  }
  if (node.restMatrix) {
    Json matrix = Json::array();
    for (int c = 0; c < 4; ++c) {
      for (int r = 0; r < 4; ++r) {
        matrix.push_back((*node.restMatrix)[c][r]);
      }
    }
    json["matrix"] = std::move(matrix);
    return json;
  }
  const transform::Transform& rest = node.rest;
  json["translation"] = {rest.translation.x, rest.translation.y, rest.translation.z};
  json["rotation"] = {rest.rotation.x, rest.rotation.y, rest.rotation.z, rest.rotation.w};
  json["scale"] = {rest.scale.x, rest.scale.y, rest.scale.z};
  return json;
}

const char* pathOf(model::TrackTarget target) {
  return target == model::TrackTarget::Translation ? "translation"
         : target == model::TrackTarget::Rotation  ? "rotation"
                                                   : "scale";
}

}  // namespace

Result<std::string> motionFile(const model::Model& model, const model::Clip& clip) {
  Json json = {{"asset", {{"version", "2.0"}, {"generator", kRecordingGenerator}}}, {"scene", 0}};
  Json roots = Json::array();
  Json nodes = Json::array();
  for (std::size_t i = 0; i < model.nodes.size(); ++i) {
    if (!model.nodes[i].parent.isValid()) {
      roots.push_back(i);
    }
    nodes.push_back(nodeJson(model, i));
  }
  json["scenes"] = {{{"nodes", std::move(roots)}}};
  json["nodes"] = std::move(nodes);
  Binary binary;
  std::vector<std::size_t> times;
  for (const std::vector<double>& timeline : clip.timelines) {
    times.push_back(binary.add(std::vector<float>(timeline.begin(), timeline.end()), 1, "SCALAR", true));
  }
  Json samplers = Json::array();
  Json channels = Json::array();
  for (const model::Track& track : clip.tracks) {
    if (track.interpolation != model::Interpolation::Linear || track.target == model::TrackTarget::MorphWeights) {
      return fail(ErrorCode::InvalidArgument, "only linear tracks of nodes can be written as a motion");
    }
    const bool isRotation = track.target == model::TrackTarget::Rotation;
    const std::size_t keys = binary.add(track.values, isRotation ? 4 : 3, isRotation ? "VEC4" : "VEC3", false);
    channels.push_back(
        {{"sampler", samplers.size()}, {"target", {{"node", track.node.value}, {"path", pathOf(track.target)}}}});
    samplers.push_back({{"input", times[track.timeline]}, {"output", keys}, {"interpolation", "LINEAR"}});
  }
  json["animations"] = {{{"name", clip.name}, {"samplers", std::move(samplers)}, {"channels", std::move(channels)}}};
  if (clip.loopHint) {
    json["animations"][0]["extras"] = {{"loop", *clip.loopHint}};
  }
  binary.finish(json);
  std::string text = json.dump();
  text.resize((text.size() + 3) / 4 * 4, ' ');
  std::string file;
  appendLittleEndian(file, kGlbMagic, 4);
  appendLittleEndian(file, 2, 4);
  appendLittleEndian(file, 12 + 8 + text.size() + 8 + binary.bytes.size(), 4);
  appendLittleEndian(file, text.size(), 4);
  appendLittleEndian(file, kGlbJsonChunk, 4);
  file += text;
  appendLittleEndian(file, binary.bytes.size(), 4);
  appendLittleEndian(file, kGlbBinaryChunk, 4);
  file += binary.bytes;
  return file;
}

}  // namespace texeleton::ragdoll
