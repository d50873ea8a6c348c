#pragma once

#include <QObject>
#include <QTimer>
#include <filesystem>
#include <memory>
#include <vector>

#include "app/editor/jobs/workshop.h"
#include "core/batch/settle_watch.h"

namespace texeleton::editor {

/// If the document requests it (DocumentState::keepExports), exports every successful bake: measured and within the
/// error limit. Exports again if a file beside a pack was edited or removed: missing files are written again, edited
/// ones are kept and reported as an issue. Checks the files on another thread, like SourceWatcher.
class ExportKeeper : public QObject {
  Q_OBJECT

 public:
  explicit ExportKeeper(Workshop& workshop, QObject* parent = nullptr);

 private:
  void consider();
  void watch();
  void look();

  Workshop& m_workshop;
  std::shared_ptr<const BakeSnapshot> m_exported;  ///< The last exported bake.
  std::vector<recipe::RecipeExport> m_targets;     ///< The targets that it was exported to.

  QTimer m_timer;
  std::shared_ptr<batch::SettleWatch> m_watch;   ///< Used by the watching thread. Null: nothing is watched.
  std::vector<std::filesystem::path> m_watched;  ///< The pack of each item.
  JobRunner m_looker;
};

}  // namespace texeleton::editor
