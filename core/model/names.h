#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace texeleton::model {

/// The longest name in a model, in bytes of UTF-8.
inline constexpr std::size_t kMaxNameBytes = 255;

/// Whether a text can be shown and written anywhere: valid UTF-8 without control characters (C0, DEL, C1), line and
/// paragraph separators, byte order marks, or characters that change the direction of text around them.
bool isHarmlessText(std::string_view text);

/// isHarmlessText and at most kMaxNameBytes long.
bool isHarmlessName(std::string_view name);

/// The text with each bad byte replaced by U+FFFD and each forbidden character by '_'. Harmless text is returned
/// unchanged.
std::string harmlessText(std::string_view text);

/// The text cut to `maxBytes`, at the boundary of a character. `text` is valid UTF-8.
std::string cutToBytes(std::string text, std::size_t maxBytes);

/// The text with each byte of bad UTF-8 and of a forbidden character as \xNN, for terminals.
std::string escapedText(std::string_view text);

/// JSON with each forbidden character of a string as the equivalent \uNNNN. `json` is valid.
std::string escapedJson(std::string_view json);

/// Appends a character as UTF-8.
void appendCharacter(std::string& text, std::uint32_t character);

/// The longest message that is shown, since messages quote text from files.
inline constexpr std::size_t kMaxMessageBytes = 4000;

/// The text, cut at `maxBytes` with an ellipsis and its length if it is longer.
std::string shortenedText(std::string text, std::size_t maxBytes = kMaxMessageBytes);

/// harmlessText, cut to kMaxNameBytes.
std::string harmlessName(std::string_view name);

}  // namespace texeleton::model
