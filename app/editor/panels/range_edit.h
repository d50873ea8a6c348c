#pragma once

#include <QString>
#include <vector>

#include "app/editor/jobs/workshop.h"

namespace texeleton::editor {

/// Another part of a clip to be baked, in seconds of the source.
struct RangeChange {
  std::size_t baked = 0;  ///< Which clip of the bake.
  double fromSeconds = 0.0;
  double toSeconds = 0.0;
  bool loops = false;  ///< It is to be baked as a loop, whatever was said before.
};

/// Cuts clips to other ranges, fitted into the clips, as one edit called `text`.
void setClipRanges(Workshop& workshop, const std::vector<RangeChange>& changes, const QString& text);

}  // namespace texeleton::editor
