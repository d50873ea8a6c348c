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

/// Size and largest error of the bake; progress with a cancel button while work runs; messages beside it.
class StatusLine : public QStatusBar {
  Q_OBJECT

 public:
  explicit StatusLine(Workshop& workshop, QWidget* parent = nullptr);
  void setDevice(const QString& text) { m_device->setWholeText(text); }
  /// Shows a message for some seconds at the right in place of the device.
  void tell(const QString& text);

 private:
  void showState();
  void showProgress();
  void setBusy(bool busy);

  Workshop& m_workshop;
  std::pair<double, QString> m_reached;  ///< Fraction and stage, as last reported.
  QTimer m_soon;
  QTimer m_told;  ///< Hides the message.
  QLabel* m_sign = nullptr;
  ElidedLabel* m_state = nullptr;
  ElidedLabel* m_size = nullptr;
  QProgressBar* m_progress = nullptr;
  QToolButton* m_cancel = nullptr;
  ElidedLabel* m_message = nullptr;
  ElidedLabel* m_device = nullptr;
};

}  // namespace texeleton::editor
