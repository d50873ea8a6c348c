#include "core/export/web/web_page.h"

#include <initializer_list>
#include <utility>

#include "core/export/engine_files.h"
#include "core/export/web/play_json.h"

namespace texeleton::exporting {

std::string webPage(const WebPage& page, const std::string& name, const std::string& file) {
  std::string text = engineFile("web-page/page.html");
  for (const auto& [key, by] :
       std::initializer_list<std::pair<const char*, std::string>>{{"@LIBRARY@", page.library},
                                                                  {"@IMPORTS@", page.imports},
                                                                  {"@MODULE@", page.module},
                                                                  {"@PACKAGES@", page.packages},
                                                                  {"@NEEDS@", page.needs},
                                                                  {"@MOST@", std::to_string(page.mostCharacters)},
                                                                  {"@NAME@", htmlText(name)},
                                                                  {"@FILE@", scriptString(file)}}) {
    text = replaced(std::move(text), key, by);
  }
  return text;
}

}  // namespace texeleton::exporting
