#pragma once

#include <QSize>
#include <optional>
#include <string>

namespace texeleton::cli {

/// "WIDTHxHEIGHT" in pixels, each from 1 to 32,768; nothing for another text.
std::optional<QSize> parsePictureSize(const std::string& text);

inline constexpr const char* kPictureSizeRule = "must be WIDTHxHEIGHT, each from 1 to 32768";

}  // namespace texeleton::cli
