#include "core/ragdoll/motion_file.h"

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
