#pragma once

#include <QWidget>

namespace texeleton::editor {

/// What a dock shows. Reads the document and what was made from it, writes by pushing edits.
class Panel : public QWidget {
  Q_OBJECT

 public:
  explicit Panel(QWidget* parent = nullptr) : QWidget(parent) {
    setObjectName("panel");
    setAttribute(Qt::WA_StyledBackground);
  }

 signals:
  /// A few words beside the dock's title.
  void summaryChanged(const QString& text);
};

}  // namespace texeleton::editor
