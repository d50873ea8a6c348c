#include "app/cli/picture_size.h"

#include <charconv>

namespace texeleton::cli {

namespace {

constexpr int kMaxPictureSide = 32768;

}  // namespace

std::optional<QSize> parsePictureSize(const std::string& text) {
  int width = 0;
  int height = 0;
  const char* const end = text.data() + text.size();
  const auto [times, first] = std::from_chars(text.data(), end, width);
  if (first != std::errc() || times == end || *times != 'x') {
    return std::nullopt;
  }
  const auto [rest, second] = std::from_chars(times + 1, end, height);
  const bool good = second == std::errc() && rest == end && width > 0 && height > 0 && width <= kMaxPictureSide &&
                    height <= kMaxPictureSide;
  return good ? std::optional<QSize>(QSize(width, height)) : std::nullopt;
}

}  // namespace texeleton::cli
