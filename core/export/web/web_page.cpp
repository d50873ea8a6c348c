#include "core/export/web/web_page.h"

#include "core/export/engine_files.h"
#include "core/export/web/play_json.h"

namespace texeleton::exporting {

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
