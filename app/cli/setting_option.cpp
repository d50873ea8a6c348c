#include "app/cli/setting_option.h"

namespace texeleton::cli {

std::string settingHelp(const SettingAbout& about, const std::string& usual, const std::string& more) {
  const std::string otherwise = usual.empty() ? about.leftOut : usual;
  return about.help + more + (otherwise.empty() ? std::string() : " (default: " + otherwise + ")");
}

}  // namespace texeleton::cli
