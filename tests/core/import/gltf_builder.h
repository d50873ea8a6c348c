#pragma once

#include <QTemporaryDir>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/import/parsers.h"

/// Handmade glTF files for the tests of the glTF reader.
namespace texeleton::test {

inline constexpr int kByte = 5120;
inline constexpr int kUnsignedByte = 5121;
inline constexpr int kShort = 5122;
inline constexpr int kUnsignedShort = 5123;
inline constexpr int kUnsignedInt = 5125;
inline constexpr int kFloat = 5126;

/// Collects binary data and JSON; `json` may be changed before the file is written.
class GltfBuilder {
 public:
  nlohmann::json json = {{"asset", {{"version", "2.0"}, {"generator", "Texeleton tests"}}}};
  std::vector<std::uint8_t> binary;

  template <class T>
  int addView(const std::vector<T>& data, const nlohmann::json& more = nlohmann::json::object()) {
    binary.resize((binary.size() + 3) / 4 * 4);
    nlohmann::json view = {{"buffer", 0}, {"byteOffset", binary.size()}, {"byteLength", data.size() * sizeof(T)}};
    view.update(more);
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(data.data());
    binary.insert(binary.end(), bytes, bytes + data.size() * sizeof(T));
    return append("bufferViews", view);
  }

  int addAccessor(int view, int componentType, const char* type, std::size_t count,
                  const nlohmann::json& more = nlohmann::json::object()) {
    nlohmann::json accessor = {{"componentType", componentType}, {"type", type}, {"count", count}};
    if (view >= 0) {
      accessor["bufferView"] = view;
    }
    accessor.update(more);
    return append("accessors", accessor);
  }

  /// A view and an accessor over it.
  template <class T>
  int add(const std::vector<T>& data, int componentType, const char* type,
          const nlohmann::json& more = nlohmann::json::object()) {
    const std::string name = type;
    const std::size_t each = name == "MAT4" ? 16 : name == "SCALAR" ? 1 : static_cast<std::size_t>(name.back() - '0');
    return addAccessor(addView(data), componentType, type, data.size() / each, more);
  }

  int append(const char* table, const nlohmann::json& value) {
    json[table].push_back(value);
    return static_cast<int>(json[table].size()) - 1;
  }

  /// A mesh of one primitive on a new node. There is no scene, so all root nodes are shown.
  int addMeshNode(const nlohmann::json& primitive) {
    const int mesh = append("meshes", {{"name", "Mesh"}, {"primitives", nlohmann::json::array({primitive})}});
    return append("nodes", {{"name", "MeshNode"}, {"mesh", mesh}});
  }

  /// One triangle: POSITION only.
  nlohmann::json triangle() {
    const int positions = add(std::vector<float>{0, 0, 0, 1, 0, 0, 0, 1, 0}, kFloat, "VEC3");
    return {{"attributes", {{"POSITION", positions}}}};
  }

  std::string text() const { return json.dump(); }

  std::string glb() const {
    std::string chunk = withBuffer(nlohmann::json{{"byteLength", binary.size()}}).dump();
    chunk.resize((chunk.size() + 3) / 4 * 4, ' ');
    std::string bin(reinterpret_cast<const char*>(binary.data()), binary.size());
    bin.resize((bin.size() + 3) / 4 * 4, '\0');
    std::string file = "glTF" + number(2) + number(12 + 8 + chunk.size() + 8 + bin.size());
    file += number(chunk.size()) + "JSON" + chunk;
    file += number(bin.size()) + std::string("BIN\0", 4) + bin;
    return file;
  }

  /// JSON whose buffer 0 is a data URI.
  std::string gltf() const {
    const QByteArray raw(reinterpret_cast<const char*>(binary.data()), static_cast<qsizetype>(binary.size()));
    return withBuffer({{"byteLength", binary.size()},
                       {"uri", "data:application/octet-stream;base64," + raw.toBase64().toStdString()}})
        .dump();
  }

  static std::string number(std::size_t value) {
    const auto small = static_cast<std::uint32_t>(value);
    std::string bytes(4, '\0');
    std::memcpy(bytes.data(), &small, 4);
    return bytes;
  }

 private:
  nlohmann::json withBuffer(const nlohmann::json& buffer) const {
    nlohmann::json whole = json;
    if (!whole.contains("buffers")) {
      whole["buffers"] = nlohmann::json::array();
    }
    if (!binary.empty()) {
      if (whole["buffers"].empty()) {
        whole["buffers"].push_back(buffer);
      } else {
        whole["buffers"][0] = buffer;
      }
    }
    return whole;
  }
};

/// A folder that files are written to and parsed from.
class GltfFolder {
 public:
  std::filesystem::path path() const { return m_folder.path().toStdString(); }

  std::filesystem::path write(const std::string& name, const std::string& content) const {
    const std::filesystem::path file = path() / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << content;
    return file;
  }

  Result<importing::SourceScene> parse(const std::string& content, const std::string& name = "model.gltf") {
    return parseFile(write(name, content));
  }

  Result<importing::SourceScene> parseFile(const std::filesystem::path& file) {
    importing::ModelFiles files(file, {});
    JobContext job;
    auto scene = importing::parseGltf(files, job);
    issues = job.takeIssues();
    lookedUp = files.lookedUp();
    return scene;
  }

  bool hasIssue(const std::string& part) const {
    for (const Issue& issue : issues) {
      if (issue.text.find(part) != std::string::npos) {
        return true;
      }
    }
    return false;
  }

  std::vector<Issue> issues;  ///< Issues of the last parse.
  std::vector<importing::LookedUpFile> lookedUp;

 private:
  QTemporaryDir m_folder;
};

}  // namespace texeleton::test
