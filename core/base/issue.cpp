#include "core/base/issue.h"

namespace texeleton {

const char* severityName(Severity severity) { return severity == Severity::Warning ? "warning" : "info"; }

}  // namespace texeleton
