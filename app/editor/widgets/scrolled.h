#pragma once

#include <QScrollArea>

namespace texeleton::editor {

/// Controls that scroll vertically if there is no room; as wide as necessary.
class Scrolled : public QScrollArea {
  Q_OBJECT

 public:
  explicit Scrolled(QWidget* content, QWidget* parent = nullptr);
  QSize minimumSizeHint() const override;
  QSize sizeHint() const override;
};

}  // namespace texeleton::editor
