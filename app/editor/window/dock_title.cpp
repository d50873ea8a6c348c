#include "app/editor/window/dock_title.h"

#include <QContextMenuEvent>
#include <QHBoxLayout>

namespace texeleton::editor {

namespace {

constexpr int kTitleHeight = 30;

}  // namespace

DockTitle::DockTitle(QDockWidget& dock) {
  setObjectName("dockTitle");
  setAttribute(Qt::WA_StyledBackground);
  setFixedHeight(kTitleHeight);
  m_name = named(new QLabel(dock.windowTitle()), "title");
  m_summary = new ElidedLabel;
  m_summary->setProperty("role", "muted");
  auto* back = iconButton("reset", tr("Dock"), "flat");
  auto* close = iconButton("remove", tr("Close"), "flat");
  auto* layout = put(spaced(new QHBoxLayout(this), 8, {12, 2, 12, 2}), {m_name, {m_summary, 1}});
  for (QToolButton* button : {back, close}) {
    layout->addWidget(button);
    button->hide();
    connect(&dock, &QDockWidget::topLevelChanged, button, &QWidget::setVisible);
  }
  connect(back, &QToolButton::clicked, &dock, [&dock] { dock.setFloating(false); });
  connect(close, &QToolButton::clicked, &dock, &QWidget::close);
  connect(&dock, &QWidget::windowTitleChanged, m_name, &QLabel::setText);
}

void DockTitle::setShown(bool shown) {
  if (shown != m_shown) {
    m_shown = shown;
    setFixedHeight(shown ? kTitleHeight : 0);
    updateGeometry();
  }
}

QSize DockTitle::sizeHint() const { return {QWidget::sizeHint().width(), m_shown ? kTitleHeight : 0}; }

void DockTitle::contextMenuEvent(QContextMenuEvent* event) {
  event->accept();
  emit menuAsked(event->globalPos());
}

}  // namespace texeleton::editor
