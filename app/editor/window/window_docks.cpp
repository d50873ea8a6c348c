#include "app/editor/window/window_docks.h"

#include <QEvent>
#include <QFontMetrics>
#include <QIcon>
#include <QMenu>
#include <QTabBar>
#include <algorithm>
#include <utility>

#include "app/editor/theme/icons.h"
#include "app/editor/widgets/controls.h"
#include "app/editor/window/dock_title.h"
#include "app/editor/window/user_settings.h"

namespace texeleton::editor {

namespace {

constexpr QSize kUsualWindow(1440, 900);  // The window size for which usual dock sizes are defined.
constexpr int kTabPadding = 28;           // On both sides of a text, as in editor.qss.

/// The icon of a dock's tab whose text is cut.
QIcon iconOf(const QString& dock) {
  static const QMap<QString, QString> kIcons = {
      {"clipsDock", "play"},       {"modelDock", "mesh"},    {"bakeDock", "texeleton"},   {"socketsDock", "socket"},
      {"attachmentsDock", "lock"}, {"selectionDock", "one"}, {"timeline", "event"},       {"texture", "picture"},
      {"compare", "compare"},      {"issues", "warning"},    {"animatorDock", "animator"}};
  return icon(kIcons.value(dock), Token::Muted);
}

}  // namespace

WindowDocks::WindowDocks(QMainWindow& window) : m_window(window) {
  m_window.setDockOptions(QMainWindow::AnimatedDocks | QMainWindow::AllowTabbedDocks | QMainWindow::AllowNestedDocks |
                          QMainWindow::GroupedDragging);
  m_window.setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
  m_window.setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
  m_window.setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
  m_moved.setSingleShot(true);
  connect(&m_moved, &QTimer::timeout, this, &WindowDocks::showTitles);
  m_window.installEventFilter(this);
}

bool WindowDocks::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) {
    moved();
  }
  return QObject::eventFilter(watched, event);
}

QDockWidget* WindowDocks::add(Panel* panel, const QString& title, const QString& name, Qt::DockWidgetArea area) {
  auto* dock = named(new QDockWidget(title), name);
  dock->setWidget(panel);
  auto* bar = new DockTitle(*dock);
  dock->setTitleBarWidget(bar);
  connect(panel, &Panel::summaryChanged, bar, &DockTitle::setSummary);
  connect(bar, &DockTitle::menuAsked, this, [this, dock](const QPoint& place) { showMenu(*dock, place); });
  connect(dock, &QDockWidget::dockLocationChanged, this, &WindowDocks::moved);
  connect(dock, &QDockWidget::topLevelChanged, this, &WindowDocks::moved);
  connect(dock, &QDockWidget::visibilityChanged, this, &WindowDocks::moved);
  connect(dock, &QDockWidget::visibilityChanged, panel, &Panel::setSeen);
  m_window.addDockWidget(area, dock);
  m_docks.push_back(dock);
  return dock;
}

void WindowDocks::setUsualSizes(const QMap<QString, QSize>& sizes) {
  if (m_sizes == nullptr) {
    m_sizes = new DockSizes(m_window, kUsualWindow, sizes);
    m_sizes->apply();
  }
}

void WindowDocks::removeAll() {
  m_collapsed.clear();
  for (QDockWidget* dock : std::exchange(m_docks, {})) {
    disconnect(dock, nullptr, this, nullptr);
    m_window.removeDockWidget(dock);
    delete dock;
  }
}

void WindowDocks::raise(const QString& name) {
  for (QDockWidget* dock : m_docks) {
    if (dock->objectName() == name) {
      dock->show();
      dock->raise();
    }
  }
}

void WindowDocks::goTo(QDockWidget& dock) {
  raise(dock.objectName());
  dock.widget()->setFocus();
  dock.widget()->nextInFocusChain()->setFocus(Qt::ShortcutFocusReason);
}

// Deferred, because the layout must settle first.
void WindowDocks::moved() { m_moved.start(0); }

// Tabs that have no room for all texts get icons. Their tool tips have the texts.
void WindowDocks::showIcons() {
  for (QTabBar* bar : m_window.findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) {
    QFont selected = bar->font();
    selected.setWeight(QFont::DemiBold);
    int needed = 0;
    for (int tab = 0; tab < bar->count(); ++tab) {
      needed += QFontMetrics(selected).horizontalAdvance(bar->tabText(tab)) + kTabPadding;
    }
    for (int tab = 0; tab < bar->count(); ++tab) {
      const auto dock = std::ranges::find_if(
          m_docks, [bar, tab](const QDockWidget* each) { return each->windowTitle() == bar->tabText(tab); });
      const bool isCut = needed > bar->width() && dock != m_docks.end();
      bar->setTabIcon(tab, isCut ? iconOf((*dock)->objectName()) : QIcon());
    }
  }
}

void WindowDocks::showTitles() {
  showIcons();
  for (QDockWidget* dock : m_docks) {
    // At the bottom, tabs serve as titles; at the sides, titles contain more than tabs.
    const bool isBelow = m_window.dockWidgetArea(dock) == Qt::BottomDockWidgetArea;
    const bool isTab = dock->window() == &m_window && !m_window.tabifiedDockWidgets(dock).isEmpty();
    static_cast<DockTitle*>(dock->titleBarWidget())->setShown(!isBelow || !isTab);
  }
  fitCollapsed();
}

void WindowDocks::setCollapsed(QDockWidget& dock, bool collapsed) {
  if (collapsed) {
    m_collapsed.insert(&dock);
  } else {
    m_collapsed.erase(&dock);
  }
  fitCollapsed();
}

void WindowDocks::fitCollapsed() {
  bool isChanged = false;
  for (QDockWidget* dock : m_docks) {
    const Qt::DockWidgetArea area = m_window.dockWidgetArea(dock);
    const bool isInColumn = !dock->isFloating() && m_window.tabifiedDockWidgets(dock).isEmpty() &&
                            (area == Qt::LeftDockWidgetArea || area == Qt::RightDockWidgetArea) &&
                            neighbourOf(*dock) != nullptr;
    // The dock's own limits come from its content.
    const int most = isInColumn && m_collapsed.contains(dock) ? 0 : QWIDGETSIZE_MAX;
    if (dock->widget()->maximumHeight() != most) {
      dock->widget()->setMaximumHeight(most);
      isChanged = true;
    }
  }
  if (isChanged && m_sizes != nullptr) {
    m_sizes->applyHeightsSoon();
  }
}

void WindowDocks::showMenu(QDockWidget& dock, const QPoint& place) {
  auto* menu = shownOnce(named(new QMenu(&m_window), "dockMenu"));
  if (dock.isFloating()) {
    menu->addAction(tr("Dock"), &dock, [&dock] { dock.setFloating(false); });
  } else {
    menu->addAction(tr("Float"), &dock, [&dock] { dock.setFloating(true); });
  }
  const Qt::DockWidgetArea area = m_window.dockWidgetArea(&dock);
  if (!dock.isFloating() && area == Qt::BottomDockWidgetArea) {
    if (!m_window.tabifiedDockWidgets(&dock).isEmpty()) {
      menu->addAction(tr("Show beside the others"), this, [this, &dock] { showBeside(dock); });
    } else if (QDockWidget* other = neighbourOf(dock)) {
      menu->addAction(tr("Show as a tab"), this, [this, &dock, other] {
        m_window.tabifyDockWidget(other, &dock);
        raise(dock.objectName());
      });
    }
  }
  menu->addAction(tr("Close"), &dock, &QWidget::close);
  menu->addSeparator();
  menu->addAction(tr("Reset layout"), this, &WindowDocks::reset);
  menu->popup(place);
}

void WindowDocks::showBeside(QDockWidget& dock) {
  m_window.removeDockWidget(&dock);
  m_window.addDockWidget(Qt::BottomDockWidgetArea, &dock, Qt::Horizontal);
  dock.show();
  if (QDockWidget* other = neighbourOf(dock)) {
    m_window.resizeDocks({other, &dock}, {1, 1}, Qt::Horizontal);
  }
}

QDockWidget* WindowDocks::neighbourOf(const QDockWidget& dock) const {
  for (QDockWidget* other : m_docks) {
    if (other != &dock && other->isVisible() && !other->isFloating() &&
        m_window.dockWidgetArea(other) == m_window.dockWidgetArea(const_cast<QDockWidget*>(&dock))) {
      return other;
    }
  }
  return nullptr;
}

// Replaces Qt's menu, which is the View menu's, by the clicked dock's.
bool WindowDocks::showMenuFor(const QContextMenuEvent& event) {
  const auto* tabs = qobject_cast<QTabBar*>(m_window.childAt(event.pos()));
  const int tab = tabs == nullptr ? -1 : tabs->tabAt(tabs->mapFromGlobal(event.globalPos()));
  for (QDockWidget* dock : m_docks) {
    if (tab >= 0 && dock->windowTitle() == tabs->tabText(tab)) {
      showMenu(*dock, event.globalPos());
      return true;
    }
  }
  return false;
}

bool WindowDocks::isHidden(const QWidget& widget) const {
  return std::ranges::any_of(m_docks, [&widget](const QDockWidget* dock) {
    return dock->isAncestorOf(&widget) && dock->visibleRegion().isEmpty();
  });
}

void WindowDocks::keepUsual() { m_usualLayout = layout(); }

void WindowDocks::reset() {
  setLayout(m_usualLayout);
  m_sizes->reset();
  m_sizes->applySoon();
}

QByteArray WindowDocks::layout() const { return m_window.saveState(kLayoutVersion); }

void WindowDocks::setLayout(const QByteArray& layout) { m_window.restoreState(layout, kLayoutVersion); }

void WindowDocks::keep() const {
  keepSealed("window/layout", layout());
  keepSealed("window/docks", m_sizes->save());
}

void WindowDocks::restore() {
  setLayout(readSealed("window/layout"));
  m_sizes->restore(readSealed("window/docks"));
}

}  // namespace texeleton::editor
