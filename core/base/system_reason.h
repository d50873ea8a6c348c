#pragma once

#include <string>
#include <system_error>

namespace texeleton {

/// What the system says about an error number (errno), in English.
inline std::string systemReason(int number) { return std::generic_category().message(number); }

}  // namespace texeleton
