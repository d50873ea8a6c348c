#pragma once

#include <QDockWidget>
#include <QLabel>
#include <QToolButton>

#include "app/editor/widgets/controls.h"

namespace texeleton::editor {

/// A dock's title with a short text beside it; when floating, with buttons to dock and close it.
class DockTitle : public QWidget {
  Q_OBJECT

 public:
  explicit DockTitle(QDockWidget& dock);
  void setSummary(const QString& text) { m_summary->setWholeText(text); }
  /// A hidden title takes no room.
  void setShown(bool shown);
  QSize sizeHint() const override;

 signals:
  void menuAsked(const QPoint& place);

 protected:
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  QLabel* m_name = nullptr;
  ElidedLabel* m_summary = nullptr;
  bool m_shown = true;
};

}  // namespace texeleton::editor
