#include "app/editor/window/dock_sizes.h"

#include <QDataStream>
#include <QIODevice>
#include <QMouseEvent>
#include <QStatusBar>
#include <QStyle>
#include <algorithm>
#include <cmath>
#include <utility>

namespace texeleton::editor {

DockSizes::DockSizes(QMainWindow& window, QSize usualWindow, QMap<QString, QSize> usual)
    : QObject(&window), m_window(window), m_usualWindow(usualWindow), m_usual(std::move(usual)) {
  reset();
  m_window.installEventFilter(this);
}

void DockSizes::reset() {
  m_given.clear();
  for (auto size = m_usual.begin(); size != m_usual.end(); ++size) {
    m_given[size.key()] = {size.value(), m_usualWindow};
  }
}

QSize DockSizes::sizeOf(const QDockWidget& dock) const {
  const auto given = m_given.find(dock.objectName());
  if (given == m_given.end()) {
    return dock.size();
  }
  const auto share = [](int size, int now, int then) {
    return std::max(1, static_cast<int>(std::lround(size * std::min(1.0, static_cast<double>(now) / then))));
  };
  return {share(given->size.width(), m_window.width(), given->window.width()),
          share(given->size.height(), m_window.height(), given->window.height())};
}

QList<QDockWidget*> DockSizes::docksIn(Qt::DockWidgetArea area) const {
  QList<QDockWidget*> docks;
  for (QDockWidget* dock : m_window.findChildren<QDockWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
    const QList<QDockWidget*> behind = m_window.tabifiedDockWidgets(dock);
    const bool isTaken = std::ranges::any_of(behind, [&docks](QDockWidget* other) { return docks.contains(other); });
    if (!dock->isHidden() && !dock->isFloating() && m_window.dockWidgetArea(dock) == area && !isTaken) {
      docks << dock;
    }
  }
  std::ranges::sort(docks, [](const QDockWidget* a, const QDockWidget* b) { return a->y() < b->y(); });
  return docks;
}

void DockSizes::apply() {
  for (const Qt::DockWidgetArea area : {Qt::LeftDockWidgetArea, Qt::RightDockWidgetArea}) {
    if (const QList<QDockWidget*> docks = docksIn(area); !docks.isEmpty()) {
      m_window.resizeDocks({docks.first()}, {sizeOf(*docks.first()).width()}, Qt::Horizontal);
    }
  }
  applyHeights();
  if (const QList<QDockWidget*> docks = docksIn(Qt::BottomDockWidgetArea); !docks.isEmpty()) {
    m_window.resizeDocks({docks.first()}, {sizeOf(*docks.first()).height()}, Qt::Vertical);
  }
}

void DockSizes::applyHeights() {
  for (const Qt::DockWidgetArea area : {Qt::LeftDockWidgetArea, Qt::RightDockWidgetArea}) {
    const QList<QDockWidget*> docks = docksIn(area);
    if (docks.isEmpty()) {
      continue;
    }
    // The top dock gets the remaining height, because heights that do not add up would be distributed differently each
    // time. The sides are as high as the window between tool bar and status bar; the docks' own heights may be
    // outdated.
    const int separator = m_window.style()->pixelMetric(QStyle::PM_DockWidgetSeparatorExtent, nullptr, &m_window);
    int room =
        m_window.statusBar()->y() - m_window.centralWidget()->y() - separator * (static_cast<int>(docks.size()) - 1);
    QList<int> heights;
    for (const QDockWidget* dock : docks) {
      const int least = std::min(dock->minimumSizeHint().height(), dock->maximumHeight());
      heights << std::clamp(sizeOf(*dock).height(), least, dock->maximumHeight());
      room -= dock == docks.first() ? 0 : heights.last();
    }
    heights.first() = std::max(1, room);
    m_window.resizeDocks(docks, heights, Qt::Vertical);
  }
}

void DockSizes::applySoon() { QMetaObject::invokeMethod(this, &DockSizes::apply, Qt::QueuedConnection); }

void DockSizes::applyHeightsSoon() { QMetaObject::invokeMethod(this, &DockSizes::applyHeights, Qt::QueuedConnection); }

// Only docks that the user resized: others may be smaller now than their given size.
void DockSizes::keepMoved() {
  for (QDockWidget* dock : m_window.findChildren<QDockWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
    const auto before = m_before.find(dock->objectName());
    if (before == m_before.end() || *before == dock->size() || dock->isFloating() || dock->isHidden()) {
      continue;
    }
    Given& given = m_given[dock->objectName()];
    const QSize was = given.window.isEmpty() ? dock->size() : given.size;
    if (given.window.isEmpty()) {
      given.window = m_window.size();
    }
    given.size = was;
    if (before->width() != dock->width()) {
      given.size.setWidth(dock->width());
      given.window.setWidth(m_window.width());
    }
    if (before->height() != dock->height()) {
      given.size.setHeight(dock->height());
      given.window.setHeight(m_window.height());
    }
    // Docks tabbed behind it have the same size.
    const Given same = given;
    for (const QDockWidget* behind : m_window.tabifiedDockWidgets(dock)) {
      m_given[behind->objectName()] = same;
    }
  }
}

bool DockSizes::eventFilter(QObject* watched, QEvent* event) {
  switch (event->type()) {
    case QEvent::Resize:
      applySoon();
      break;
    case QEvent::MouseButtonPress:
      m_isDragging = m_window.isSeparator(static_cast<QMouseEvent*>(event)->position().toPoint());
      if (m_isDragging) {
        for (const QDockWidget* dock : m_window.findChildren<QDockWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
          m_before[dock->objectName()] = dock->size();
        }
      }
      break;
    case QEvent::MouseButtonRelease:
      if (std::exchange(m_isDragging, false)) {
        QMetaObject::invokeMethod(this, &DockSizes::keepMoved, Qt::QueuedConnection);
      }
      break;
    default:
      break;
  }
  return QObject::eventFilter(watched, event);
}

QByteArray DockSizes::save() const {
  QByteArray bytes;
  QDataStream stream(&bytes, QIODevice::WriteOnly);
  stream.setVersion(QDataStream::Qt_6_4);
  stream << static_cast<qint32>(m_given.size());
  for (auto given = m_given.begin(); given != m_given.end(); ++given) {
    stream << given.key() << given->size << given->window;
  }
  return bytes;
}

void DockSizes::restore(const QByteArray& saved) {
  QDataStream stream(saved);
  stream.setVersion(QDataStream::Qt_6_4);
  qint32 count = 0;
  stream >> count;
  for (qint32 i = 0; i < count && stream.status() == QDataStream::Ok; ++i) {
    QString name;
    Given given;
    stream >> name >> given.size >> given.window;
    if (stream.status() == QDataStream::Ok && m_usual.contains(name) && !given.size.isEmpty() &&
        !given.window.isEmpty()) {
      m_given[name] = given;
    }
  }
}

}  // namespace texeleton::editor
