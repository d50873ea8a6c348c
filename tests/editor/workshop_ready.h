#pragma once

#include "app/editor/jobs/workshop.h"

namespace texeleton::test {

/// Whether the document's current state is baked and measured, and nothing is running.
inline bool isReady(editor::Workshop& workshop) { return workshop.errors() != nullptr && !workshop.runner().isBusy(); }

}  // namespace texeleton::test
