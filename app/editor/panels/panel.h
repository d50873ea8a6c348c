#pragma once

#include <QEvent>
#include <QTimer>
#include <QWidget>

#include "app/editor/theme/theme.h"

namespace texeleton::editor {

/// The contents of a dock. Reads the document and derived data; changes them by edits.
class Panel : public QWidget {
  Q_OBJECT

 public:
  explicit Panel(QWidget* parent = nullptr) : QWidget(parent) {
    setObjectName("panel");
    setAttribute(Qt::WA_StyledBackground);
  }

  /// Whether it is visible on the screen; false behind another tab, where Qt reports it as visible.
  bool isSeen() const { return m_isSeen; }
  /// Called by its dock.
  void setSeen(bool seen) {
    if (m_isSeen != seen) {
      m_isSeen = seen;
      seenChanged();
    }
  }

 protected:
  /// isSeen() changed.
  virtual void seenChanged() {}

  /// The theme changed: colours that were painted into items must be updated.
  virtual void themeChanged() {}

  void changeEvent(QEvent* event) override {
    QWidget::changeEvent(event);
    const QColor text = color(Token::Text);
    if ((event->type() == QEvent::StyleChange || event->type() == QEvent::PaletteChange) && m_text != text) {
      m_text = text;
      QTimer::singleShot(0, this, [this] { themeChanged(); });  // When the new style is active.
    }
  }

 signals:
  /// Short text beside the dock's title.
  void summaryChanged(const QString& text);

 private:
  QColor m_text = color(Token::Text);
  bool m_isSeen = false;
};

}  // namespace texeleton::editor
