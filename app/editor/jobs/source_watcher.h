#pragma once

#include <QObject>
#include <QTimer>
#include <memory>

#include "app/editor/jobs/workshop.h"
#include "core/batch/settle_watch.h"

namespace texeleton::editor {

/// A file that stays the same for so long is whole.
inline constexpr double kSettleSeconds = 0.3;

/// Imports again when a file that the document was made from was written again and is whole: unchanged for a moment.
/// What fails to import leaves what was there, and the next save is tried again. Looks at the files on another thread
/// (docs/decisions/0010), so that a slow network drive does not stop the window.
class SourceWatcher : public QObject {
  Q_OBJECT

 public:
  explicit SourceWatcher(Workshop& workshop, QObject* parent = nullptr);

  bool isOn() const { return m_timer.isActive(); }
  void setOn(bool on);

 signals:
  /// The sources are imported again.
  void importsAgain();

 private:
  void watch();
  void look();

  Workshop& m_workshop;
  QTimer m_timer;
  std::shared_ptr<batch::SettleWatch> m_watch;  ///< Used by the looker's thread.
  JobRunner m_looker;
};

}  // namespace texeleton::editor
