#pragma once

#include <QString>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/editor/jobs/workshop.h"
#include "core/base/issue.h"

namespace texeleton::editor {

/// What mends an issue or a bake that failed, as a button: an edit of the document, or of the limits of imports.
struct IssueFix {
  QString text;
  std::function<void()> apply;
  QString hint;  ///< Its tool tip; may be empty.
};

/// Remedies that core names as edits, the best first. One that would change nothing is left out.
std::vector<IssueFix> fixesFor(const std::vector<Remedy>& remedies, Workshop& workshop);

/// The best of them. Unset: there is nothing that would.
std::optional<IssueFix> fixFor(const Issue& issue, Workshop& workshop);

}  // namespace texeleton::editor
