#include "core/export/web/web_files.h"

#include <nlohmann/json.hpp>

#include "core/base/json_reader.h"
#include "core/export/engine_files.h"
#include "core/export/web/skinned_glb.h"
#include "core/pack/manifest.h"

namespace texeleton::exporting {

namespace {

using Json = nlohmann::ordered_json;

}  // namespace

Json playJson(const pack::Pack& pack, const std::vector<RowClip>& frames) {
  const Json manifest = parseJson(pack::manifestText(pack, {}), "").value_or(Json());
  Json json = {{"format", "texeleton-web"}, {"version", 1}, {"generator", manifest["generator"]}};
  json["clips"] = Json::array();
  for (std::size_t i = 0; i < frames.size(); ++i) {
    Json clip = manifest["clips"][i];
    clip.erase("source");
    clip.erase("error");
    clip["frameBegin"] = frames[i].firstRow;
    clip["frameCount"] = frames[i].frameCount;
    json["clips"].push_back(std::move(clip));
  }
  json["sockets"] = manifest["sockets"];
  json["bounds"] = manifest["bounds"];
  if (!pack.animation.variants.empty()) {
    json["variants"] = Json::array();
    for (const vat::BakedVariant& variant : pack.animation.variants) {
      Json meshes = Json::array();
      for (const std::uint32_t mesh : variant.meshes) {
        meshes.push_back(partName(pack.animation, pack.animation.meshes[mesh]));
      }
      json["variants"].push_back({{"name", variant.name}, {"meshes", std::move(meshes)}});
    }
  }
  return json;
}

std::string scriptString(const std::string& text) {
  return replaced(Json(text).dump(-1, ' ', false, Json::error_handler_t::replace), "<", "\\u003c");
}

std::string htmlText(std::string text) {
  text = replaced(std::move(text), "&", "&amp;");
  return replaced(std::move(text), "<", "&lt;");
}

std::string webPage(const WebPage& page, const std::string& name, const std::string& file) {
  return filled(engineFile("web-page/page.html"), {{"@LIBRARY@", page.library},
                                                   {"@IMPORTS@", page.imports},
                                                   {"@MODULE@", page.module},
                                                   {"@PACKAGES@", page.packages},
                                                   {"@NEEDS@", page.needs},
                                                   {"@MOST@", std::to_string(page.mostCharacters)},
                                                   {"@NAME@", htmlText(name)},
                                                   {"@FILE@", scriptString(file)}});
}

}  // namespace texeleton::exporting
