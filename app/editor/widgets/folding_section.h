#pragma once

#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWidget>

#include "app/editor/widgets/controls.h"

namespace texeleton::editor {

/// Settings under a heading that can be collapsed, with a summary beside it.
class FoldingSection : public QWidget {
  Q_OBJECT

 public:
  /// `name`: object name of the heading's button.
  FoldingSection(const QString& title, const char* name, QWidget* parent = nullptr);

  bool isOpen() const { return m_heading->isChecked(); }
  void setOpen(bool open) { m_heading->setChecked(open); }
  /// As wide while collapsed, so that opening it widens nothing.
  QSize minimumSizeHint() const override;

 signals:
  void opened(bool open);
  /// Opened by a click or a key, not by setOpen().
  void openedByHand();

 protected:
  /// The collapsible contents.
  QVBoxLayout& body() { return *m_body; }
  /// Short text that is visible while collapsed too.
  void setSummary(const QString& text) { m_summary->setWholeText(text); }

 private:
  QToolButton* m_heading = nullptr;
  ElidedLabel* m_summary = nullptr;
  QWidget* m_content = nullptr;
  QVBoxLayout* m_body = nullptr;
};

}  // namespace texeleton::editor
