#pragma once

#include <QCoreApplication>
#include <QString>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/editor/jobs/workshop.h"
#include "core/base/issue.h"

namespace texeleton::editor {

/// A remedy for an issue or a failed bake, as a button: an edit of the document, or of the limits of imports.
struct IssueFix {
  Q_DECLARE_TR_FUNCTIONS(IssueFix)

 public:
  QString text;
  std::function<void()> apply;
  QString hint;  ///< Its tool tip; may be empty.
};

/// Converts core's remedies to edits, best first. Edits without effect are omitted.
std::vector<IssueFix> fixesFor(const std::vector<Remedy>& remedies, Workshop& workshop);

/// The best of them. Unset: there is none.
std::optional<IssueFix> fixFor(const Issue& issue, Workshop& workshop);

}  // namespace texeleton::editor
