#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace texeleton {

/// Converts `bytes` from an encoding, by its IANA name ("Shift_JIS"), to UTF-8; invalid bytes become U+FFFD. Nothing if
/// the encoding is not supported: all but Unicode and Latin-1 need a Qt built with ICU, as in Linux distributions.
std::optional<std::string> decodeText(const char* encoding, std::string_view bytes);

}  // namespace texeleton
