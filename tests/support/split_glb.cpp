#include "tests/support/split_glb.h"

#include <cstring>
#include <fstream>
#include <iterator>
#include <set>

namespace texeleton::test {

using Json = nlohmann::json;

Glb readGlb(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  const std::vector<char> all{std::istreambuf_iterator<char>(stream), {}};
  std::uint32_t jsonSize = 0;
  std::memcpy(&jsonSize, all.data() + 12, sizeof jsonSize);
  Glb glb;
  glb.json = Json::parse(all.begin() + 20, all.begin() + 20 + static_cast<std::ptrdiff_t>(jsonSize));
  glb.bytes.assign(all.begin() + 28 + static_cast<std::ptrdiff_t>(jsonSize), all.end());
  return glb;
}

void writeGlb(const std::filesystem::path& file, const Glb& glb) {
  std::string text = glb.json.dump();
  text.resize((text.size() + 3) / 4 * 4, ' ');
  const auto word = [](std::size_t value) {
    const auto number = static_cast<std::uint32_t>(value);
    return std::string(reinterpret_cast<const char*>(&number), sizeof number);
  };
  std::ofstream stream(file, std::ios::binary);
  stream << "glTF" << word(2) << word(28 + text.size() + glb.bytes.size()) << word(text.size()) << "JSON" << text
         << word(glb.bytes.size()) << std::string("BIN\0", 4);
  stream.write(glb.bytes.data(), static_cast<std::streamsize>(glb.bytes.size()));
}

Glb withoutAnimations(Glb glb) {
  glb.json.erase("animations");
  return glb;
}

Glb onlyAnimation(Glb glb, const std::string& name) {
  Json kept = Json::array();
  for (const Json& animation : glb.json["animations"]) {
    if (animation["name"] == name) {
      kept.push_back(animation);
    }
  }
  glb.json["animations"] = kept;
  for (const char* part : {"meshes", "skins", "materials", "textures", "images", "samplers"}) {
    glb.json.erase(part);
  }
  for (Json& node : glb.json["nodes"]) {
    node.erase("mesh");
    node.erase("skin");
  }
  return glb;
}

Glb withPrefix(Glb glb, const std::string& prefix) {
  for (Json& node : glb.json["nodes"]) {
    node["name"] = prefix + node["name"].get<std::string>();
  }
  return glb;
}

Glb inAnotherUnit(Glb glb, double factor, const std::string& turnedNode) {
  for (Json& node : glb.json["nodes"]) {
    if (node.contains("translation")) {
      for (Json& value : node["translation"]) {
        value = value.get<double>() * factor;
      }
    }
    if (node["name"] == turnedNode) {
      node["rotation"] = {0.0, 0.0, 0.0, 1.0};
    }
  }
  std::set<int> scaled;
  for (const Json& animation : glb.json["animations"]) {
    for (const Json& channel : animation["channels"]) {
      const int output = animation["samplers"][channel["sampler"].get<std::size_t>()]["output"];
      if (channel["target"]["path"] != "translation" || !scaled.insert(output).second) {
        continue;
      }
      const Json& accessor = glb.json["accessors"][static_cast<std::size_t>(output)];
      const Json& view = glb.json["bufferViews"][accessor["bufferView"].get<std::size_t>()];
      char* const begin = glb.bytes.data() + view.value("byteOffset", 0) + accessor.value("byteOffset", 0);
      for (int i = 0; i < 3 * accessor["count"].get<int>(); ++i) {
        float value = 0.0f;
        std::memcpy(&value, begin + 4 * i, sizeof value);
        value = static_cast<float>(static_cast<double>(value) * factor);
        std::memcpy(begin + 4 * i, &value, sizeof value);
      }
    }
  }
  Json& scene = glb.json["scenes"][0];
  glb.json["nodes"].push_back(
      {{"name", "unit"}, {"scale", {1.0 / factor, 1.0 / factor, 1.0 / factor}}, {"children", scene["nodes"]}});
  scene["nodes"] = Json::array({glb.json["nodes"].size() - 1});
  return glb;
}

}  // namespace texeleton::test
