#pragma once

#include <QWidget>

namespace texeleton::editor {

/// A frame around the drop target, with a line about the effect. It covers everything, including the viewport's own
/// window, and ignores the mouse.
class DropFrame : public QWidget {
  Q_OBJECT

 public:
  explicit DropFrame(QWidget& window);
  /// `place`: in coordinates of the window.
  void showAround(const QRect& place, const QString& text);
  const QString& text() const { return m_text; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QRect sign() const;

  QString m_text;
};

}  // namespace texeleton::editor
