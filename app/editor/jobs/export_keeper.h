#pragma once

#include <QObject>
#include <QTimer>
#include <filesystem>
#include <memory>
#include <vector>

#include "app/editor/jobs/workshop.h"
#include "core/batch/settle_watch.h"

namespace texeleton::editor {

/// Where a document says so (DocumentState::keepExports), exports every bake that turned out well: measured, and within
/// the error limit. Exports again where a file that lies beside a pack was edited or removed: what is gone is written
/// once more, what was edited is kept, and an issue says so. Looks at the files on another thread, as SourceWatcher.
class ExportKeeper : public QObject {
  Q_OBJECT

 public:
  explicit ExportKeeper(Workshop& workshop, QObject* parent = nullptr);

 private:
  void consider();
  void watch();
  void look();

  Workshop& m_workshop;
  std::shared_ptr<const BakeSnapshot> m_exported;  ///< The last bake that was.
  std::vector<recipe::RecipeExport> m_targets;     ///< Where it went.

  QTimer m_timer;
  std::shared_ptr<batch::SettleWatch> m_watch;   ///< Used by the looker's thread. Null: nothing is kept.
  std::vector<std::filesystem::path> m_watched;  ///< The pack of each item.
  JobRunner m_looker;
};

}  // namespace texeleton::editor
