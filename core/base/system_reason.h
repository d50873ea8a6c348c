#pragma once

#include <system_error>

#include "core/base/message.h"

namespace texeleton {

/// Returns the system's description of an error number (errno).
Message systemReason(int number);
inline Message systemReason(const std::error_code& error) { return systemReason(error.value()); }

}  // namespace texeleton
