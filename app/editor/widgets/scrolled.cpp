#include "app/editor/widgets/scrolled.h"

#include <QScrollBar>

namespace texeleton::editor {

namespace {

constexpr int kLeastScrolledHeight = 96;

}  // namespace

Scrolled::Scrolled(QWidget* content, QWidget* parent) : QScrollArea(parent) {
  setWidget(content);
  setWidgetResizable(true);
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setFocusPolicy(Qt::NoFocus);
  content->setAutoFillBackground(false);
  viewport()->setAutoFillBackground(false);
}

QSize Scrolled::minimumSizeHint() const {
  return {widget()->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width(), kLeastScrolledHeight};
}

QSize Scrolled::sizeHint() const { return widget()->sizeHint() + QSize(verticalScrollBar()->sizeHint().width(), 0); }

}  // namespace texeleton::editor
