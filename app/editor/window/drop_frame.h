#pragma once

#include <QWidget>

namespace texeleton::editor {

/// A frame around the part of the window that takes what is dragged over it, with a line that says what comes of it. It
/// lies over everything, the viewport's own window included, and takes no mouse.
class DropFrame : public QWidget {
  Q_OBJECT

 public:
  explicit DropFrame(QWidget& window);
  /// Around `place`, in coordinates of the window.
  void showAround(const QRect& place, const QString& text);
  const QString& text() const { return m_text; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QRect sign() const;

  QString m_text;
};

}  // namespace texeleton::editor
