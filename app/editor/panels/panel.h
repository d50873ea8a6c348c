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

 protected:
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
};

}  // namespace texeleton::editor
