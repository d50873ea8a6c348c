#pragma once

#include <QObject>
#include <memory>

#include "app/editor/jobs/workshop.h"

namespace texeleton::editor {

/// Where a document says so (DocumentState::keepExports), exports every bake that turned out well: measured, and within
/// the error limit.
class ExportKeeper : public QObject {
  Q_OBJECT

 public:
  explicit ExportKeeper(Workshop& workshop, QObject* parent = nullptr);

 private:
  void consider();

  Workshop& m_workshop;
  std::shared_ptr<const BakeSnapshot> m_exported;  ///< The last bake that was.
  std::vector<RecipeExport> m_targets;             ///< Where it went.
};

}  // namespace texeleton::editor
