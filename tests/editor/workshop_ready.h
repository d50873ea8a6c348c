#pragma once

#include "app/editor/jobs/workshop.h"

namespace texeleton::test {

/// Whether what the document says is baked and measured, and nothing is under way.
inline bool isReady(editor::Workshop& workshop) { return workshop.errors() != nullptr && !workshop.runner().isBusy(); }

}  // namespace texeleton::test
