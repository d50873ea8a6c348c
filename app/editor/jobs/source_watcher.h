#pragma once

#include <QObject>
#include <QTimer>
#include <memory>

#include "app/editor/jobs/workshop.h"
#include "core/batch/settle_watch.h"

namespace texeleton::editor {

/// A file that is unchanged for this long counts as complete.
inline constexpr double kSettleSeconds = 0.3;

/// A model that is missing for this long is reported; saving a file by replacing it takes less.
inline constexpr double kLostSeconds = 1.5;

/// Imports again when a source file was rewritten and is complete (unchanged for a moment). A failed import keeps the
/// previous model, and the next change is tried again. Checks the files on another thread (docs/decisions/0010), so
/// that slow network drives do not block the window.
class SourceWatcher : public QObject {
  Q_OBJECT

 public:
  explicit SourceWatcher(Workshop& workshop, QObject* parent = nullptr);

  bool isOn() const { return m_timer.isActive(); }
  void setOn(bool on);

 signals:
  /// The sources are being imported again.
  void importsAgain();

 private:
  void watch();
  void look();

  Workshop& m_workshop;
  QTimer m_timer;
  std::shared_ptr<batch::SettleWatch> m_watch;  ///< Used by the watching thread.
  JobRunner m_looker;
};

}  // namespace texeleton::editor
