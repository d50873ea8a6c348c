#pragma once

#include <string>

namespace texeleton::exporting {

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
