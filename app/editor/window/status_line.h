#pragma once

#include <QLabel>
#include <QProgressBar>
#include <QStatusBar>
#include <QTimer>
#include <QToolButton>
#include <utility>

#include "app/editor/jobs/workshop.h"
#include "app/editor/widgets/controls.h"

namespace texeleton::editor {

/// What was baked, how large it is and how wrong at worst; progress with a cancel while something runs; messages
/// beside it.
class StatusLine : public QStatusBar {
  Q_OBJECT

 public:
  explicit StatusLine(Workshop& workshop, QWidget* parent = nullptr);
  void setDevice(const QString& text) { m_device->setWholeText(text); }
  /// Says something for some seconds, at the right in the place of the device: the facts stay in sight.
  void tell(const QString& text);

 private:
  void showState();
  void showProgress();
  void setBusy(bool busy);

  Workshop& m_workshop;
  std::pair<double, QString> m_reached;  ///< Fraction and stage, as last told.
  QTimer m_soon;
  QTimer m_told;  ///< Until what was told goes.
  QLabel* m_sign = nullptr;
  ElidedLabel* m_state = nullptr;
  ElidedLabel* m_size = nullptr;
  QProgressBar* m_progress = nullptr;
  QToolButton* m_cancel = nullptr;
  ElidedLabel* m_message = nullptr;
  ElidedLabel* m_device = nullptr;
};

}  // namespace texeleton::editor
