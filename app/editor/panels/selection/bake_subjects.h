#pragma once

#include <QCoreApplication>
#include <memory>

#include "app/editor/document/selection.h"
#include "app/editor/document/source_value.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/clips/clips_panel.h"
#include "app/editor/panels/selection/selection_facts.h"
#include "app/editor/view/viewport_area.h"

namespace texeleton::editor {

/// Facts about baked items at the current time, for the Selection panel. Each list is empty if there is no such item;
/// the model must have been baked.
class BakeSubjects {
  Q_DECLARE_TR_FUNCTIONS(BakeSubjects)

 public:
  BakeSubjects(const Workshop& workshop, const Selection& selection, const ClipsPanel& clips,
               const ViewportArea& viewport);

  /// The workshop has a new bake.
  void takeBake();

  SelectionFacts bone() const;
  SelectionFacts clip() const;
  /// Characters of the crowd.
  SelectionFacts instances() const;
  SelectionFacts texel() const;

 private:
  const Workshop& m_workshop;
  const Selection& m_selection;
  const ClipsPanel& m_clips;
  const ViewportArea& m_viewport;
  std::unique_ptr<SourceValues> m_source;  ///< Values of the bake's source; null: there is no bake.
};

}  // namespace texeleton::editor
