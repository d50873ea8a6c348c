#include "app/editor/panels/clips/range_edit.h"

#include <algorithm>

#include "app/editor/document/clip_rows.h"
#include "app/editor/document/cut_range.h"

namespace texeleton::editor {

void setClipRanges(Workshop& workshop, const std::vector<RangeChange>& changes, const QString& text) {
  if (!workshop.bake() || workshop.bake()->model != workshop.model()) {
    return;
  }
  const model::Model& model = *workshop.model();
  std::vector<ClipRow> rows = clipRows(workshop.document().state(), model);
  const std::vector<int> numbers = bakedClipOfRows(rows, *workshop.bake()->animation, model);
  for (const RangeChange& change : changes) {
    const auto number = std::ranges::find(numbers, static_cast<int>(change.baked));
    if (number == numbers.end()) {
      continue;  // The document has changed.
    }
    ClipRow& row = rows[static_cast<std::size_t>(number - numbers.begin())];
    const model::Clip& clip = model.clips[row.source.value];
    row.clip.from.reset();
    row.clip.to.reset();
    setRangeStart(row.clip, clip, change.fromSeconds);
    setRangeEnd(row.clip, clip, change.toSeconds);
    if (change.loops) {
      row.clip.loop = bake::LoopMode::On;
    }
  }
  workshop.document().setClips(text, listsOf(rows));
}

}  // namespace texeleton::editor
