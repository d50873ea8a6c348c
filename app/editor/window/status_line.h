#pragma once

#include <QLabel>
#include <QProgressBar>
#include <QStatusBar>
#include <QToolButton>

#include "app/editor/jobs/workshop.h"

namespace texeleton::editor {

/// What was baked, how large it is and how wrong at worst; progress with a cancel while something runs.
class StatusLine : public QStatusBar {
  Q_OBJECT

 public:
  explicit StatusLine(Workshop& workshop, QWidget* parent = nullptr);
  void setDevice(const QString& text) { m_device->setText(text); }

 private:
  void showState();
  void showProgress(double fraction, const QString& stage);
  void setBusy(bool busy);

  Workshop& m_workshop;
  QLabel* m_sign = nullptr;
  QLabel* m_state = nullptr;
  QLabel* m_size = nullptr;
  QProgressBar* m_progress = nullptr;
  QToolButton* m_cancel = nullptr;
  QLabel* m_device = nullptr;
};

}  // namespace texeleton::editor
