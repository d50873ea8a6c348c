#include "app/editor/window/window_keys.h"

#include <QApplication>
#include <QFileDialog>
#include <functional>
#include <utility>

#include "app/editor/widgets/alt_keys.h"

namespace texeleton::editor {

namespace {

/// Filters the events of every dialog of the program.
class DialogFilter : public QObject {
 public:
  DialogFilter(const QWidget& window, std::function<void()> closed, QObject* parent)
      : QObject(parent), m_window(window), m_closed(std::move(closed)) {
    qApp->installEventFilter(this);
  }

  bool eventFilter(QObject* watched, QEvent* event) override {
    const QEvent::Type type = event->type();
    if (type != QEvent::Show && type != QEvent::Hide && type != QEvent::LayoutRequest) {
      return false;
    }
    auto* dialog = qobject_cast<QDialog*>(watched);
    if (dialog == nullptr) {
      return false;
    }
    const QWidget* parent = dialog->parentWidget();
    if (type == QEvent::Hide && dialog->isModal() && parent != nullptr && parent->window() == &m_window) {
      m_closed();
    } else if (type != QEvent::Hide && qobject_cast<QFileDialog*>(dialog) == nullptr) {
      giveAltKeys(*dialog);  // Again with a new layout: texts may have changed.
    }
    return false;
  }

 private:
  const QWidget& m_window;
  const std::function<void()> m_closed;
};

}  // namespace

WindowKeys::WindowKeys(QMainWindow& window, const WindowDocks& docks, Playback& playback)
    : m_window(window), m_docks(docks), m_playback(playback) {
  new DialogFilter(
      m_window, [this] { QMetaObject::invokeMethod(this, &WindowKeys::leaveDialog, Qt::QueuedConnection); }, this);
}

// Space plays then, wherever the focus was before.
void WindowKeys::leaveDialog() {
  if (QApplication::activeModalWidget() != nullptr) {
    return;
  }
  if (m_viewport->pictureWidget().isVisible()) {
    m_viewport->pictureWidget().setFocus(Qt::OtherFocusReason);
  } else if (m_window.focusWidget() != nullptr) {
    m_window.focusWidget()->clearFocus();
  }
}

void WindowKeys::listenTo(ViewportArea& viewport) {
  m_viewport = &viewport;
  m_viewport->window().installEventFilter(this);
  for (QDockWidget* dock : m_docks.all()) {
    dock->installEventFilter(this);
  }
}

bool WindowKeys::handle(const QKeyEvent& event) {
  const bool isSideways = event.key() == Qt::Key_Left || event.key() == Qt::Key_Right;
  if (event.modifiers() == Qt::ShiftModifier && isSideways && m_playback.shownClip() != nullptr) {
    event.key() == Qt::Key_Left ? m_playback.goToStart() : m_playback.goToEnd();
    return true;
  }
  if (event.modifiers() != Qt::NoModifier && event.modifiers() != Qt::KeypadModifier) {
    return false;
  }
  switch (event.key()) {
    case Qt::Key_Space:
      m_playback.toggle();
      return true;
    case Qt::Key_Left:
    case Qt::Key_Right:
      m_playback.step(event.key() == Qt::Key_Left ? -1 : 1);
      return true;
    case Qt::Key_Period:  // On the keypad, as in Blender.
      if (event.modifiers() != Qt::KeypadModifier) {
        return false;
      }
      [[fallthrough]];
    case Qt::Key_F:
      m_viewport->frameSelected();
      return true;
    case Qt::Key_Home:
      m_viewport->window().resetCamera();
      return true;
    case Qt::Key_C:
      m_viewport->window().standInTheCrowd();
      return true;
    default:
      return false;
  }
}

// Qt's own order would include docks behind other tabs, which count as visible.
bool WindowKeys::goOnFrom(QWidget& from, bool next) {
  const auto takesFocus = [this](const QWidget* widget) {
    return (widget->focusPolicy() & Qt::TabFocus) != 0 && widget->focusProxy() == nullptr && widget->isEnabled() &&
           widget->window() == &m_window && widget->isVisible() && !m_docks.isHidden(*widget);
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

// Keys of separate windows do not reach the main window by themselves.
bool WindowKeys::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::KeyPress) {
    return QObject::eventFilter(watched, event);
  }
  const auto& key = *static_cast<QKeyEvent*>(event);
  const bool isTab = key.key() == Qt::Key_Tab || key.key() == Qt::Key_Backtab;
  if (isTab && qobject_cast<QDockWidget*>(watched) == nullptr) {
    m_window.activateWindow();
    return goOnFrom(m_viewport->pictureWidget(), key.key() == Qt::Key_Tab);
  }
  return handle(key);
}

}  // namespace texeleton::editor
