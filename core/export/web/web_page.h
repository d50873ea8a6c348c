#pragma once

#include <string>

namespace texeleton::exporting {

/// What differs between the pages of libraries that resources/engines/web-page shows.
struct WebPage {
  const char* library = "";   ///< "Babylon.js".
  const char* imports = "";   ///< Lines of the import map.
  const char* module = "";    ///< Whose show() draws: "babylon/page.js".
  const char* packages = "";  ///< For npm.
  const char* needs = "";     ///< In front of what every page needs: "WebGPU, ".
  int mostCharacters = 20000;
};

/// The page that plays a character. `file`: what show() loads.
std::string webPage(const WebPage& page, const std::string& name, const std::string& file);

}  // namespace texeleton::exporting
