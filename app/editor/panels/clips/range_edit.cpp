#include "app/editor/panels/clips/range_edit.h"

#include "app/editor/document/clip_rows.h"
#include "app/editor/document/cut_range.h"

namespace texeleton::editor {

void setClipRanges(Workshop& workshop, const std::vector<RangeChange>& changes, const QString& text) {
  if (!workshop.isBakeOfModel()) {
    return;
  }
  const model::Model& model = *workshop.model();
  std::vector<ClipRow> rows = clipRows(workshop.document().state(), model);
  for (const RangeChange& change : changes) {
    if (ClipRow* const row = rowOfBaked(rows, *workshop.bake()->animation, model, change.baked)) {
      const model::Clip& clip = model.clips[row->source.value];
      row->clip.from.reset();
      row->clip.to.reset();
      setRangeStart(row->clip, clip, change.fromSeconds);
      setRangeEnd(row->clip, clip, change.toSeconds);
      if (change.loops) {
        row->clip.loop = bake::LoopMode::On;
      }
    }
  }
  workshop.document().setClips(text, listsOf(rows));
}

}  // namespace texeleton::editor
