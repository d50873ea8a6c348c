// A glTF reader of 150 lines for tests: nlohmann's JSON and pointers into buffers. No checks: its files are trusted.

#include <QByteArray>
#include <cstring>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "tests/reference/reference_scene.h"

namespace texeleton::test {

namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

std::string readFile(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

struct Document {
  Json json;
  std::vector<std::string> buffers;

  explicit Document(const fs::path& file) {
    std::string bytes = readFile(file);
    std::string binary;
    if (bytes.compare(0, 4, "glTF") == 0) {
      std::uint32_t length = 0;
      std::memcpy(&length, bytes.data() + 12, 4);
      binary = bytes.substr(20 + length + 8);
      bytes = bytes.substr(20, length);
    }
    json = Json::parse(bytes);
    for (const Json& buffer : json.value("buffers", Json::array())) {
      const std::string uri = buffer.value("uri", "");
      if (uri.empty()) {
        buffers.push_back(binary);
      } else if (uri.compare(0, 5, "data:") == 0) {
        buffers.push_back(
            QByteArray::fromBase64(QByteArray::fromStdString(uri.substr(uri.find(',') + 1))).toStdString());
      } else {
        buffers.push_back(readFile(file.parent_path() / uri));
      }
    }
  }

  static double component(const char* p, int type, bool normalized) {
    const auto read = [p](auto value) {
      std::memcpy(&value, p, sizeof value);
      return value;
    };
    switch (type) {
      case 5120:
        return normalized ? std::max(read(std::int8_t{}) / 127.0, -1.0) : read(std::int8_t{});
      case 5121:
        return normalized ? read(std::uint8_t{}) / 255.0 : read(std::uint8_t{});
      case 5122:
        return normalized ? std::max(read(std::int16_t{}) / 32767.0, -1.0) : read(std::int16_t{});
      case 5123:
        return normalized ? read(std::uint16_t{}) / 65535.0 : read(std::uint16_t{});
      case 5125:
        return read(std::uint32_t{});
      default:
        return static_cast<double>(read(float{}));
    }
  }

  std::vector<std::vector<double>> read(std::size_t view, std::size_t offset, std::size_t count, std::size_t width,
                                        int type, bool normalized) const {
    const Json& v = json["bufferViews"][view];
    const std::size_t size = type == 5120 || type == 5121 ? 1 : type == 5122 || type == 5123 ? 2 : 4;
    const std::size_t stride = v.value("byteStride", size * width);
    const char* base = buffers[v["buffer"].get<std::size_t>()].data() + v.value("byteOffset", std::size_t{0}) + offset;
    std::vector<std::vector<double>> rows(count, std::vector<double>(width));
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t c = 0; c < width; ++c) {
        rows[i][c] = component(base + i * stride + c * size, type, normalized);
      }
    }
    return rows;
  }

  std::vector<std::vector<double>> accessor(std::size_t index) const {
    const Json& a = json["accessors"][index];
    static const std::map<std::string, std::size_t> kWidths = {
        {"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4}, {"MAT4", 16}};
    const std::size_t width = kWidths.at(a["type"]);
    const std::size_t count = a["count"];
    std::vector<std::vector<double>> rows(count, std::vector<double>(width, 0.0));
    if (a.contains("bufferView")) {
      rows = read(a["bufferView"], a.value("byteOffset", std::size_t{0}), count, width, a["componentType"],
                  a.value("normalized", false));
    }
    if (a.contains("sparse")) {
      const Json& s = a["sparse"];
      const auto places = read(s["indices"]["bufferView"], s["indices"].value("byteOffset", std::size_t{0}), s["count"],
                               1, s["indices"]["componentType"], false);
      const auto values = read(s["values"]["bufferView"], s["values"].value("byteOffset", std::size_t{0}), s["count"],
                               width, a["componentType"], a.value("normalized", false));
      for (std::size_t i = 0; i < places.size(); ++i) {
        rows[static_cast<std::size_t>(places[i][0])] = values[i];
      }
    }
    return rows;
  }

  std::vector<glm::dvec3> points(std::size_t index) const {
    std::vector<glm::dvec3> result;
    for (const auto& row : accessor(index)) {
      result.emplace_back(row[0], row[1], row[2]);
    }
    return result;
  }
};

glm::dmat4 matrixOf(const std::vector<double>& m) {
  glm::dmat4 result;
  for (int c = 0; c < 4; ++c) {
    for (int r = 0; r < 4; ++r) {
      result[c][r] = m[c * 4 + r];
    }
  }
  return result;
}

ReferenceNode readNode(const Json& json) {
  ReferenceNode node;
  node.name = json.value("name", "");
  if (json.contains("matrix")) {
    node.hasMatrix = true;
    node.matrix = matrixOf(json["matrix"].get<std::vector<double>>());
  }
  const auto t = json.value("translation", std::vector<double>{0, 0, 0});
  const auto r = json.value("rotation", std::vector<double>{0, 0, 0, 1});
  const auto s = json.value("scale", std::vector<double>{1, 1, 1});
  node.translation = {t[0], t[1], t[2]};
  node.rotation = glm::dquat(r[3], r[0], r[1], r[2]);
  node.scale = {s[0], s[1], s[2]};
  return node;
}

ReferencePart readPrimitive(const Document& document, const Json& mesh, const Json& primitive, const Json& node) {
  ReferencePart part;
  part.name = mesh.value("name", "");
  const Json& attributes = primitive["attributes"];
  part.positions = document.points(attributes["POSITION"]);
  if (primitive.contains("indices")) {
    for (const auto& row : document.accessor(primitive["indices"])) {
      part.corners.push_back(static_cast<std::size_t>(row[0]));
    }
  } else {
    for (std::size_t i = 0; i < part.positions.size(); ++i) {
      part.corners.push_back(i);
    }
  }
  if (node.contains("skin")) {
    part.influences.resize(part.positions.size());
    for (int set = 0; attributes.contains("JOINTS_" + std::to_string(set)); ++set) {
      const auto joints = document.accessor(attributes["JOINTS_" + std::to_string(set)]);
      const auto weights = document.accessor(attributes["WEIGHTS_" + std::to_string(set)]);
      for (std::size_t v = 0; v < joints.size(); ++v) {
        for (std::size_t i = 0; i < 4; ++i) {
          part.influences[v].push_back({static_cast<std::size_t>(joints[v][i]), weights[v][i]});
        }
      }
    }
    const Json& skin = document.json["skins"][node["skin"].get<std::size_t>()];
    part.joints = skin["joints"].get<std::vector<std::size_t>>();
    part.offsets.assign(part.joints.size(), glm::dmat4(1.0));
    if (skin.contains("inverseBindMatrices")) {
      const auto rows = document.accessor(skin["inverseBindMatrices"]);
      for (std::size_t i = 0; i < part.offsets.size(); ++i) {
        part.offsets[i] = matrixOf(rows[i]);
      }
    }
  }
  for (const Json& target : primitive.value("targets", Json::array())) {
    ReferenceMorph morph;
    morph.deltas.assign(part.positions.size(), glm::dvec3(0.0));
    if (target.contains("POSITION")) {
      morph.deltas = document.points(target["POSITION"]);
    }
    part.morphs.push_back(std::move(morph));
  }
  part.morphWeights = node.value("weights", mesh.value("weights", std::vector<double>()));
  return part;
}

ReferenceClip readClip(const Document& document, const Json& animation) {
  ReferenceClip clip;
  clip.name = animation.value("name", "");
  for (const Json& channel : animation["channels"]) {
    const Json& sampler = animation["samplers"][channel["sampler"].get<std::size_t>()];
    const std::string path = channel["target"]["path"];
    ReferenceTrack track;
    const std::string mode = sampler.value("interpolation", "LINEAR");
    track.mode = mode == "STEP"          ? ReferenceTrack::Mode::Step
                 : mode == "CUBICSPLINE" ? ReferenceTrack::Mode::Cubic
                                         : ReferenceTrack::Mode::Linear;
    for (const auto& row : document.accessor(sampler["input"])) {
      track.times.push_back(row[0]);
    }
    track.values = document.accessor(sampler["output"]);
    if (path == "weights") {  // scalars, as many per key as there are targets
      const std::size_t keys = track.times.size() * (track.mode == ReferenceTrack::Mode::Cubic ? 3 : 1);
      const std::size_t targets = track.values.size() / keys;
      std::vector<std::vector<double>> rows(keys);
      for (std::size_t i = 0; i < track.values.size(); ++i) {
        rows[i / targets].push_back(track.values[i][0]);
      }
      track.values = std::move(rows);
    }
    clip.tracks[{channel["target"]["node"].get<std::size_t>(), path}] = std::move(track);
  }
  return clip;
}

}  // namespace

ReferenceScene readReferenceGltf(const fs::path& file) {
  const Document document(file);
  ReferenceScene scene;
  const Json& nodes = document.json["nodes"];
  for (const Json& node : nodes) {
    scene.nodes.push_back(readNode(node));
  }
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    for (const std::size_t child : nodes[n].value("children", std::vector<std::size_t>())) {
      scene.nodes[child].parent = static_cast<int>(n);
    }
    if (nodes[n].contains("mesh")) {
      const Json& mesh = document.json["meshes"][nodes[n]["mesh"].get<std::size_t>()];
      for (const Json& primitive : mesh["primitives"]) {
        scene.parts.push_back(readPrimitive(document, mesh, primitive, nodes[n]));
        scene.parts.back().node = n;
      }
    }
  }
  for (const Json& animation : document.json.value("animations", Json::array())) {
    scene.clips.push_back(readClip(document, animation));
  }
  return scene;
}

}  // namespace texeleton::test
