#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace texeleton {

/// `bytes` in an encoding, by its IANA name ("Shift_JIS"), as UTF-8; what the encoding does not have becomes U+FFFD.
/// Nothing: this program cannot read the encoding. Other encodings than those of Unicode and Latin-1 need a Qt that was
/// built with ICU, as those of Linux distributions are.
std::optional<std::string> decodeText(const char* encoding, std::string_view bytes);

}  // namespace texeleton
