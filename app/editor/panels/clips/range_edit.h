#pragma once

#include <QString>
#include <vector>

#include "app/editor/jobs/workshop.h"

namespace texeleton::editor {

/// A new range of a clip, in seconds of the source.
struct RangeChange {
  std::size_t baked = 0;  ///< Clip of the bake.
  double fromSeconds = 0.0;
  double toSeconds = 0.0;
  bool loops = false;  ///< Bakes it as a loop, overriding its setting.
};

/// Sets ranges of clips, clamped to the clips, as one edit named `text`.
void setClipRanges(Workshop& workshop, const std::vector<RangeChange>& changes, const QString& text);

}  // namespace texeleton::editor
