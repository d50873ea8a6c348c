#pragma once

#include <string>
#include <vector>

#include "core/base/message.h"

namespace texeleton {

enum class Severity { Info, Warning };

/// A finding that did not stop the work: data, shown in the Issues dock and printed by the command line.
struct Issue {
  Severity severity = Severity::Warning;
  Message text;         ///< A sentence with the finding and the reaction to it, with numbers and remedies.
  std::string subject;  ///< The name of the node, mesh, clip, material or file concerned; may be empty.
};

/// "info" or "warning", in JSON and on the command line.
inline const char* severityName(Severity severity) { return severity == Severity::Warning ? "warning" : "info"; }

}  // namespace texeleton
