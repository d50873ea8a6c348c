#include "core/model/names.h"

#include <array>
#include <cstdint>
#include <cstdio>
#include <utility>

namespace texeleton::model {

namespace {

constexpr std::uint32_t kBad = 0xffffffffu;

/// Decodes one character at `at` and advances past it; a bad sequence returns kBad and advances by one byte.
std::uint32_t nextCharacter(std::string_view text, std::size_t& at) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
  const std::uint32_t first = byte(at);
  const std::size_t length = first < 0x80   ? 1
                             : first < 0xc2 ? 0
                             : first < 0xe0 ? 2
                             : first < 0xf0 ? 3
                             : first < 0xf5 ? 4
                                            : 0;
  if (length == 0 || text.size() - at < length) {
    ++at;
    return kBad;
  }
  std::uint32_t character = length == 1 ? first : first & (0x7fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    const std::uint32_t next = byte(at + i);
    if ((next & 0xc0u) != 0x80u) {
      ++at;
      return kBad;
    }
    character = (character << 6) | (next & 0x3fu);
  }
  const bool tooLong = (length == 3 && character < 0x800) || (length == 4 && character < 0x10000);
  const bool surrogate = character >= 0xd800 && character < 0xe000;
  if (tooLong || surrogate || character > 0x10ffff) {
    ++at;
    return kBad;
  }
  at += length;
  return character;
}

bool isForbidden(std::uint32_t c) {
  const bool control = c < 0x20 || (c >= 0x7f && c < 0xa0);
  const bool direction =
      c == 0x061c || c == 0x200e || c == 0x200f || (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
  const bool separator = c == 0x2028 || c == 0x2029;
  const bool invisible = c == 0xfeff || c == 0x200b || (c & 0xfffeu) == 0xfffeu;  // the last: non-characters
  return control || direction || separator || invisible;
}

/// The text built by calling `append(result, character, bytes)` for each character.
template <class Append>
std::string rewritten(std::string_view text, const Append& append) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    const std::uint32_t c = nextCharacter(text, at);
    append(result, c, text.substr(begin, at - begin));
  }
  return result;
}

}  // namespace

bool isHarmlessText(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::uint32_t c = nextCharacter(text, at);
    if (c == kBad || isForbidden(c)) {
      return false;
    }
  }
  return true;
}

bool isHarmlessName(std::string_view name) { return name.size() <= kMaxNameBytes && isHarmlessText(name); }

std::string harmlessText(std::string_view text) {
  return rewritten(text, [](std::string& result, std::uint32_t c, std::string_view bytes) {
    result += c == kBad ? "\xef\xbf\xbd" : isForbidden(c) ? "_" : bytes;
  });
}

std::string escapedText(std::string_view text) {
  return rewritten(text, [](std::string& result, std::uint32_t c, std::string_view bytes) {
    if (c != kBad && !isForbidden(c)) {
      result += bytes;
      return;
    }
    for (const char byte : bytes) {
      char escaped[8];
      std::snprintf(escaped, sizeof escaped, "\\x%02x", static_cast<unsigned>(static_cast<unsigned char>(byte)));
      result += escaped;
    }
  });
}

std::string escapedJson(std::string_view json) {
  return rewritten(json, [](std::string& result, std::uint32_t c, std::string_view bytes) {
    // Lower characters occur only as white space between values; JSON escapes them in strings.
    if (c >= 0x7f && c <= 0xffff && isForbidden(c)) {
      char escaped[8];
      std::snprintf(escaped, sizeof escaped, "\\u%04x", c);
      result += escaped;
    } else {
      result += bytes;
    }
  });
}

std::string shortenedText(std::string text, std::size_t maxBytes) {
  const std::size_t whole = text.size();
  if (whole <= maxBytes) {
    return text;
  }
  text = cutToBytes(std::move(text), maxBytes);
  return text += "… (" + std::to_string(whole) + " bytes)";
}

std::string cutToBytes(std::string text, std::size_t maxBytes) {
  if (text.size() > maxBytes) {
    std::size_t end = maxBytes;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0u) == 0x80u) {
      --end;
    }
    text.resize(end);
  }
  return text;
}

void appendCharacter(std::string& text, std::uint32_t character) {
  const unsigned more = character < 0x80 ? 0 : character < 0x800 ? 1 : character < 0x10000 ? 2 : 3;
  constexpr std::array<std::uint32_t, 4> kLead = {0, 0xc0, 0xe0, 0xf0};
  text += static_cast<char>(kLead[more] | (character >> (6 * more)));
  for (unsigned i = more; i-- > 0;) {
    text += static_cast<char>(0x80 | ((character >> (6 * i)) & 0x3f));
  }
}

std::string harmlessName(std::string_view name) {
  // At most four bytes become one, so this prefix always suffices, even for megabytes of text.
  return cutToBytes(harmlessText(name.substr(0, 8 * kMaxNameBytes)), kMaxNameBytes);
}

}  // namespace texeleton::model
