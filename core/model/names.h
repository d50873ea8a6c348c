#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace texeleton {

/// The longest name in a model, in bytes of UTF-8.
inline constexpr std::size_t kMaxNameBytes = 255;

/// Whether a text can be shown and written anywhere: valid UTF-8 without control characters (C0, DEL, C1), line and
/// paragraph separators, byte order marks, or characters that change the direction of text around them.
bool isHarmlessText(std::string_view text);

/// isHarmlessText and at most kMaxNameBytes long.
bool isHarmlessName(std::string_view name);

/// The text with each bad byte replaced by U+FFFD and each forbidden character by '_'. Harmless text comes back as is.
std::string harmlessText(std::string_view text);

/// The text cut to `maxBytes`, at the boundary of a character. `text` is valid UTF-8.
std::string cutToBytes(std::string text, std::size_t maxBytes);

/// harmlessText, cut to kMaxNameBytes.
std::string harmlessName(std::string_view name);

}  // namespace texeleton
