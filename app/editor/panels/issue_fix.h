#pragma once

#include <QString>
#include <functional>
#include <optional>

#include "app/editor/jobs/workshop.h"
#include "core/base/issue.h"

namespace texeleton::editor {

/// What mends an issue, as a button: an edit of the document.
struct IssueFix {
  QString text;
  std::function<void()> apply;
};

/// Unset: there is nothing that would.
std::optional<IssueFix> fixFor(const Issue& issue, Workshop& workshop);

}  // namespace texeleton::editor
