// How docks are moved: by their titles and tabs, with the mouse or by a menu.

#include <QContextMenuEvent>
#include <QMenu>
#include <QTabBar>
#include <algorithm>

#include "app/editor/window/dock_title.h"
#include "app/editor/window/main_window.h"

namespace texeleton::editor {

QDockWidget* MainWindow::addDock(Panel* panel, const QString& title, const QString& name, Qt::DockWidgetArea area) {
  auto* dock = new QDockWidget(title);
  dock->setObjectName(name);
  dock->setWidget(panel);
  auto* bar = new DockTitle(*dock);
  dock->setTitleBarWidget(bar);
  connect(panel, &Panel::summaryChanged, bar, &DockTitle::setSummary);
  connect(bar, &DockTitle::menuAsked, this, [this, dock](const QPoint& place) { showDockMenu(*dock, place); });
  connect(dock, &QDockWidget::dockLocationChanged, this, &MainWindow::dockMoved);
  connect(dock, &QDockWidget::topLevelChanged, this, &MainWindow::dockMoved);
  connect(dock, &QDockWidget::visibilityChanged, this, &MainWindow::dockMoved);
  connect(dock, &QDockWidget::visibilityChanged, panel, &Panel::setSeen);
  addDockWidget(area, dock);
  dock->installEventFilter(this);
  m_docks.push_back(dock);
  return dock;
}

// Who else stands beside or before it shows only once the layout has settled.
void MainWindow::dockMoved() { m_docksMoved.start(0); }

void MainWindow::showDockTitles() {
  for (QDockWidget* dock : m_docks) {
    // Where tabs are, they are the titles; at the sides titles say more than tabs do.
    const bool isBelow = dockWidgetArea(dock) == Qt::BottomDockWidgetArea;
    const bool isTab = dock->window() == this && !tabifiedDockWidgets(dock).isEmpty();
    static_cast<DockTitle*>(dock->titleBarWidget())->setShown(!isBelow || !isTab);
  }
}

void MainWindow::showDockMenu(QDockWidget& dock, const QPoint& place) {
  auto* menu = new QMenu(this);
  menu->setObjectName("dockMenu");
  menu->setAttribute(Qt::WA_DeleteOnClose);
  if (dock.isFloating()) {
    menu->addAction(tr("Dock"), &dock, [&dock] { dock.setFloating(false); });
  } else {
    menu->addAction(tr("Float"), &dock, [&dock] { dock.setFloating(true); });
  }
  const Qt::DockWidgetArea area = dockWidgetArea(&dock);
  if (!dock.isFloating() && area == Qt::BottomDockWidgetArea) {
    if (!tabifiedDockWidgets(&dock).isEmpty()) {
      menu->addAction(tr("Show beside the others"), this, [this, &dock] { showBeside(dock); });
    } else if (QDockWidget* other = neighbourOf(dock)) {
      menu->addAction(tr("Show as a tab"), this, [this, &dock, other] {
        tabifyDockWidget(other, &dock);
        raiseDock(dock.objectName());
      });
    }
  }
  menu->addAction(tr("Close"), &dock, &QWidget::close);
  menu->addSeparator();
  menu->addAction(tr("Usual layout"), this, &MainWindow::resetLayout);
  menu->popup(place);
}

void MainWindow::showBeside(QDockWidget& dock) {
  removeDockWidget(&dock);
  addDockWidget(Qt::BottomDockWidgetArea, &dock, Qt::Horizontal);
  dock.show();
  if (QDockWidget* other = neighbourOf(dock)) {
    resizeDocks({other, &dock}, {1, 1}, Qt::Horizontal);
  }
}

QDockWidget* MainWindow::neighbourOf(const QDockWidget& dock) const {
  for (QDockWidget* other : m_docks) {
    if (other != &dock && other->isVisible() && !other->isFloating() &&
        dockWidgetArea(other) == dockWidgetArea(const_cast<QDockWidget*>(&dock))) {
      return other;
    }
  }
  return nullptr;
}

// Qt's own menu would be that of the View menu; what is clicked on is nearer.
void MainWindow::contextMenuEvent(QContextMenuEvent* event) {
  const auto* tabs = qobject_cast<QTabBar*>(childAt(event->pos()));
  const int tab = tabs == nullptr ? -1 : tabs->tabAt(tabs->mapFromGlobal(event->globalPos()));
  for (QDockWidget* dock : m_docks) {
    if (tab >= 0 && dock->windowTitle() == tabs->tabText(tab)) {
      event->accept();
      showDockMenu(*dock, event->globalPos());
      return;
    }
  }
  QMainWindow::contextMenuEvent(event);
}

// Qt's own way would lead into docks that lie behind others: these count as visible, and lie beside the window.
bool MainWindow::focusNextPrevChild(bool next) {
  return goOnFrom(focusWidget() == nullptr ? *this : *focusWidget(), next);
}

bool MainWindow::goOnFrom(QWidget& from, bool next) {
  const auto isHiddenPage = [this](const QWidget* widget) {
    return std::any_of(m_docks.begin(), m_docks.end(), [widget](const QDockWidget* dock) {
      return dock->isAncestorOf(widget) && dock->visibleRegion().isEmpty();
    });
  };
  const auto takesFocus = [this, &isHiddenPage](const QWidget* widget) {
    return (widget->focusPolicy() & Qt::TabFocus) != 0 && widget->focusProxy() == nullptr && widget->isEnabled() &&
           widget->window() == this && widget->isVisible() && !isHiddenPage(widget);
  };
  QWidget* to = &from;
  do {
    to = next ? to->nextInFocusChain() : to->previousInFocusChain();
  } while (to != &from && !takesFocus(to));
  if (to == &from) {
    return false;
  }
  to->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
  return true;
}

void MainWindow::raiseDock(const QString& name) {
  for (QDockWidget* dock : m_docks) {
    if (dock->objectName() == name) {
      dock->show();
      dock->raise();
    }
  }
}

void MainWindow::resetLayout() {
  restoreState(m_usualLayout, kLayoutVersion);
  for (QDockWidget* dock : m_docks) {
    dock->show();
  }
  m_sizes->reset();
  m_sizes->apply();
}

}  // namespace texeleton::editor
