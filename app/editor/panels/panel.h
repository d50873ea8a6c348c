#pragma once

#include <QEvent>
#include <QTimer>
#include <QWidget>

#include "app/editor/theme/theme.h"

namespace texeleton::editor {

/// What a dock shows. Reads the document and what was made from it, writes by pushing edits.
class Panel : public QWidget {
  Q_OBJECT

 public:
  explicit Panel(QWidget* parent = nullptr) : QWidget(parent) {
    setObjectName("panel");
    setAttribute(Qt::WA_StyledBackground);
  }

  /// Whether it is on the screen: not behind another tab either, where Qt counts it as visible.
  bool isSeen() const { return m_isSeen; }
  /// Its dock says so.
  void setSeen(bool seen) {
    if (m_isSeen != seen) {
      m_isSeen = seen;
      seenChanged();
    }
  }

 protected:
  /// isSeen() is another.
  virtual void seenChanged() {}

  /// The theme is another now: what was painted into items with the old one's colours is made anew.
  virtual void themeChanged() {}

  void changeEvent(QEvent* event) override {
    QWidget::changeEvent(event);
    const QColor text = color(Token::Text);
    if ((event->type() == QEvent::StyleChange || event->type() == QEvent::PaletteChange) && m_text != text) {
      m_text = text;
      QTimer::singleShot(0, this, [this] { themeChanged(); });  // Once the style is there.
    }
  }

 signals:
  /// A few words beside the dock's title.
  void summaryChanged(const QString& text);

 private:
  QColor m_text = color(Token::Text);
  bool m_isSeen = false;
};

}  // namespace texeleton::editor
