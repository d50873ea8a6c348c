#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/message.h"

namespace texeleton {

/// `text` on one line, without control characters, shortened to about `maxBytes` at a character boundary.
std::string oneLine(std::string_view text, std::size_t maxBytes);

/// `text` in double quotes, on one line, without control characters, shortened after 80 bytes.
Message inQuotes(std::string_view text);

}  // namespace texeleton
