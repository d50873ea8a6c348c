#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/export/web/matrix_rows.h"
#include "core/pack/pack.h"

namespace texeleton::exporting {

/// Returns the manifest for run-times in JavaScript, without the keys that only readers of packs need. The keys of
/// `clips`, `sockets` and `bounds` are those of FORMAT.md. `frames` gives the place of each clip among the frames of
/// the target's own texture: `frameBegin` and `frameCount`.
nlohmann::ordered_json playJson(const pack::Pack& pack, const std::vector<RowClip>& frames);

/// A JavaScript string, quotes included; safe inside a <script>.
std::string scriptString(const std::string& text);

/// A text with the special characters of HTML escaped.
std::string htmlText(std::string text);

/// The differences between the pages of libraries in resources/engines/web-page.
struct WebPage {
  const char* library = "";   ///< "Babylon.js".
  const char* imports = "";   ///< Lines of the import map.
  const char* module = "";    ///< The module with show(), which draws: "babylon/page.js".
  const char* packages = "";  ///< Packages of npm.
  const char* needs = "";     ///< Requirements besides those of every page: "WebGPU, ".
  int mostCharacters = 20000;
};

/// The page that plays a character. `file`: the file for show().
std::string webPage(const WebPage& page, const std::string& name, const std::string& file);

}  // namespace texeleton::exporting
