#include "app/cli/progress_line.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>

#include "app/cli/console.h"

namespace texeleton::cli {

namespace {

constexpr std::size_t kUsualColumns = 80;
constexpr std::size_t kLongestBar = 30;
constexpr std::size_t kPercentColumns = 6;  ///< " 100 %"

/// Bytes of the UTF-8 character that begins with `lead`.
std::size_t characterBytes(char lead) {
  const auto byte = static_cast<unsigned char>(lead);
  return byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}

std::size_t characterColumns(char lead) { return static_cast<unsigned char>(lead) >= 0xe3 ? 2 : 1; }

std::string cutToColumns(const std::string& text, std::size_t columns) {
  if (displayWidth(text) <= columns) {
    return text;
  }
  std::size_t width = 1;  // The ellipsis.
  std::size_t end = 0;
  while (end < text.size() && width + characterColumns(text[end]) <= columns) {
    width += characterColumns(text[end]);
    end += characterBytes(text[end]);
  }
  return columns == 0 ? std::string() : text.substr(0, end) + "…";
}

}  // namespace

std::size_t displayWidth(const std::string& text) {
  std::size_t width = 0;
  for (std::size_t i = 0; i < text.size(); i += characterBytes(text[i])) {
    width += characterColumns(text[i]);
  }
  return width;
}

std::string progressLine(double fraction, const std::string& stage, std::size_t columns) {
  const double share = std::clamp(fraction, 0.0, 1.0);
  // A third for the bar; on a terminal that is hardly wider than the percentage, no bar.
  const std::size_t bar = std::min(kLongestBar, columns / 3);
  std::string line;
  if (bar >= 4) {
    const auto filled = static_cast<std::size_t>(share * static_cast<double>(bar - 2));
    line = '[' + std::string(filled, '#') + std::string(bar - 2 - filled, '.') + "] ";
  }
  line += formatted("%3.0f %%", share * 100.0);
  const std::size_t used = (bar >= 4 ? bar + 1 : 0) + kPercentColumns;
  return used < columns ? line + ' ' + cutToColumns(printable(stage), columns - used) : line.substr(0, columns);
}

std::size_t terminalColumns() {
  winsize size{};
  const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : kUsualColumns;
}

}  // namespace texeleton::cli
