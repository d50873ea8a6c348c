#include "app/editor/view/gizmo_control.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <algorithm>
#include <utility>

#include "app/editor/messages/localized.h"
#include "app/editor/widgets/numbers.h"

namespace texeleton::editor {

namespace {

constexpr double kToldShear = 1e-3;

glm::dvec2 pointOf(const QPointF& at) { return {at.x(), at.y()}; }

std::optional<viewport::GizmoHandle> axisOfKey(int key) {
  return key == Qt::Key_X   ? std::optional(viewport::GizmoHandle::X)
         : key == Qt::Key_Y ? std::optional(viewport::GizmoHandle::Y)
         : key == Qt::Key_Z ? std::optional(viewport::GizmoHandle::Z)
                            : std::nullopt;
}

viewport::GizmoHandle planeOf(viewport::GizmoHandle axis) {
  return axis == viewport::GizmoHandle::X   ? viewport::GizmoHandle::PlaneX
         : axis == viewport::GizmoHandle::Y ? viewport::GizmoHandle::PlaneY
                                            : viewport::GizmoHandle::PlaneZ;
}

/// The next of three values; after the last, the first.
template <class Setting>
Setting afterThree(Setting now) {
  return static_cast<Setting>((static_cast<int>(now) + 1) % 3);
}

}  // namespace

GizmoControl::GizmoControl(viewport::RhiWindow& window, QObject* parent) : QObject(parent), m_window(window) {
  m_window.installEventFilter(this);
  connect(&m_window, &viewport::RhiWindow::cameraMoved, this, &GizmoControl::refresh);
}

GizmoControl::~GizmoControl() = default;

viewport::GizmoView GizmoControl::view() const {
  return viewport::GizmoView(m_window.scene().camera, glm::dvec2(m_window.width(), m_window.height()));
}

void GizmoControl::setTarget(std::unique_ptr<viewport::Movable> target, const QString& title) {
  if (m_drag) {
    end(false);
  }
  // Listeners may use the old target until they are notified of the new one.
  const std::unique_ptr<viewport::Movable> old = std::exchange(m_target, std::move(target));
  m_title = title;
  if (!can(m_mode)) {
    m_mode = viewport::GizmoMode::Translate;
  }
  m_hovered = viewport::GizmoHandle::None;
  refresh();
  emit changed();
}

template <class Setting>
void GizmoControl::change(Setting& setting, Setting value) {
  if (setting != value && !m_drag) {
    setting = value;
    refresh();
    emit changed();
  }
}

void GizmoControl::setMode(viewport::GizmoMode mode) {
  if (can(mode)) {
    change(m_mode, mode);
  }
}

void GizmoControl::setSpace(viewport::GizmoSpace space) { change(m_space, space); }

void GizmoControl::setPivot(viewport::GizmoPivot pivot) { change(m_pivot, pivot); }

void GizmoControl::setSteps(const viewport::GizmoSteps& steps) {
  if (!(m_steps == steps)) {
    m_steps = steps;
    emit changed();
  }
}

glm::dvec3 GizmoControl::pivotPlace() const {
  switch (m_pivot) {
    case viewport::GizmoPivot::Parent:
      return glm::dvec3(m_target->parentWorld()[3]);
    case viewport::GizmoPivot::Centre:
      return m_target->centre();
    case viewport::GizmoPivot::Origin:
      break;
  }
  return glm::dvec3((m_target->parentWorld() * toMatrix(m_target->local()))[3]);
}

void GizmoControl::refresh() {
  if (!m_drag) {
    showState();
    emit targetMoved();
  }
}

void GizmoControl::showState() {
  std::optional<viewport::GizmoState> state;
  if ((m_drag || hasSomethingToMove()) && m_window.scene().animation) {
    state.emplace();
    state->mode = m_mode;
    state->hovered = m_hovered;
    if (m_drag) {
      const transform::Transform local = outcome().local;
      const viewport::GizmoStart& start = m_drag->start();
      // During translation the gizmo moves along; during rotation and scaling it stays at its pivot.
      const glm::dvec3 origin = start.mode == viewport::GizmoMode::Translate
                                    ? start.pivot + glm::dvec3((start.parentWorld * toMatrix(local))[3]) -
                                          glm::dvec3((start.parentWorld * toMatrix(start.local))[3])
                                    : start.pivot;
      state->frame = m_drag->frame();
      state->frame.origin = origin;
      state->active = start.handle;
    } else {
      state->frame = viewport::gizmoFrame(m_target->parentWorld(), m_target->local(), m_space, pivotPlace());
    }
  }
  if (m_window.scene().gizmo != state) {
    m_window.scene().gizmo = state;
    m_window.requestUpdate();
  }
}

bool GizmoControl::eventFilter(QObject* watched, QEvent* event) {
  // Other events also arrive while the main window is being destroyed, when the target cannot be queried.
  if (watched != &m_window || !event->isInputEvent() || !(m_drag || hasSomethingToMove())) {
    return false;
  }
  switch (event->type()) {
    case QEvent::MouseButtonPress: {
      const auto& mouse = *static_cast<QMouseEvent*>(event);
      return press(mouse.position(), mouse.button());
    }
    case QEvent::MouseMove: {
      const auto& mouse = *static_cast<QMouseEvent*>(event);
      if (!m_drag && mouse.buttons() != Qt::NoButton) {
        m_pointer = mouse.position();
        return false;  // The camera is being moved.
      }
      return move(mouse.position(), mouse.modifiers());
    }
    case QEvent::MouseButtonRelease:
      if (m_drag && !m_drag->start().byKey && static_cast<QMouseEvent*>(event)->button() == Qt::LeftButton) {
        end(true);
        return true;
      }
      return m_drag.has_value();
    case QEvent::MouseButtonDblClick:
    case QEvent::Wheel:
      return m_drag.has_value();
    case QEvent::ShortcutOverride:
      if (m_drag) {  // Suppresses shortcuts during a drag.
        event->accept();
        return true;
      }
      return false;
    case QEvent::KeyPress: {
      const auto& pressed = *static_cast<QKeyEvent*>(event);
      return key(pressed.key(), pressed.modifiers(), pressed.text());
    }
    case QEvent::KeyRelease:
      if (m_drag && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Control) {
        m_snaps = false;
        show();
      }
      return m_drag.has_value();
    default:
      return false;
  }
}

bool GizmoControl::press(const QPointF& at, Qt::MouseButton button) {
  m_pointer = at;
  if (m_drag) {
    if (m_drag->start().byKey && button == Qt::LeftButton) {
      end(true);
    } else if (button == Qt::RightButton) {
      end(false);
    }
    return true;
  }
  if (button != Qt::LeftButton || !m_window.scene().gizmo) {
    return false;
  }
  const viewport::GizmoHandle handle =
      viewport::handleAt(viewport::gizmoShapes(*m_window.scene().gizmo, view()), pointOf(at));
  if (handle == viewport::GizmoHandle::None) {
    return false;
  }
  if (handle == viewport::GizmoHandle::Lead) {
    viewport::Camera camera = m_window.scene().camera;
    camera.target = glm::vec3(m_window.scene().gizmo->frame.origin);
    m_window.setCamera(camera);
    return true;
  }
  begin(handle, at, false);
  return true;
}

bool GizmoControl::move(const QPointF& at, Qt::KeyboardModifiers keys) {
  m_pointer = at;
  if (!m_drag) {
    if (m_window.scene().gizmo) {
      const viewport::GizmoHandle handle =
          viewport::handleAt(viewport::gizmoShapes(*m_window.scene().gizmo, view()), pointOf(at));
      if (std::exchange(m_hovered, handle) != handle) {
        showState();
      }
    }
    return false;
  }
  m_snaps = keys.testFlag(Qt::ControlModifier);
  m_drag->moveTo(pointOf(at));
  show();
  return true;
}

bool GizmoControl::key(int key, Qt::KeyboardModifiers keys, const QString& text) {
  if (m_drag) {
    return keyWhileDragging(key, keys, text);
  }
  if (keys != Qt::NoModifier) {
    return false;
  }
  if (keyForSettings(key)) {
    return true;
  }
  const std::optional<viewport::GizmoMode> mode = key == Qt::Key_G   ? std::optional(viewport::GizmoMode::Translate)
                                                  : key == Qt::Key_R ? std::optional(viewport::GizmoMode::Rotate)
                                                  : key == Qt::Key_S ? std::optional(viewport::GizmoMode::Scale)
                                                                     : std::nullopt;
  if (!mode || !m_target->can(*mode)) {
    return false;
  }
  setMode(*mode);
  begin(viewport::GizmoHandle::Screen, m_pointer, true);
  return true;
}

bool GizmoControl::keyForSettings(int key) {
  if (key == Qt::Key_Comma) {
    setSpace(afterThree(m_space));
    emit said(tr("Handles along %1").arg(nameOf(m_space)));
    return true;
  }
  if (key == Qt::Key_Period) {
    setPivot(afterThree(m_pivot));
    emit said(m_pivot == viewport::GizmoPivot::Origin   ? tr("Pivot: own origin")
              : m_pivot == viewport::GizmoPivot::Parent ? tr("Pivot: parent's origin")
                                                        : tr("Pivot: centre"));
    return true;
  }
  return false;
}

bool GizmoControl::keyWhileDragging(int key, Qt::KeyboardModifiers keys, const QString& text) {
  if (key == Qt::Key_Escape) {
    end(false);
    return true;
  }
  if (key == Qt::Key_Return || key == Qt::Key_Enter) {
    end(true);
    return true;
  }
  if (key == Qt::Key_Control) {
    m_snaps = true;
    show();
    return true;
  }
  if (const auto axis = axisOfKey(key)) {
    constrain(keys.testFlag(Qt::ShiftModifier) ? planeOf(*axis) : *axis);
    return true;
  }
  const char typed = key == Qt::Key_Tab         ? '\t'
                     : key == Qt::Key_Backspace ? '\b'
                     : key == Qt::Key_Comma     ? '.'
                     : text.size() == 1         ? text[0].toLatin1()
                                                : '\0';
  if (m_numbers.type(typed)) {
    show();
  }
  return true;
}

void GizmoControl::begin(viewport::GizmoHandle handle, const QPointF& at, bool byKey) {
  // In front of other event filters: during a drag, all keys belong to it.
  m_window.removeEventFilter(this);
  m_window.installEventFilter(this);
  viewport::GizmoStart start;
  start.mode = m_mode;
  start.handle = handle;
  start.space = m_space;
  start.parentWorld = m_target->parentWorld();
  start.local = m_target->local();
  start.pivot = pivotPlace();
  start.pointer = pointOf(at);
  start.byKey = byKey;
  Result<viewport::GizmoDrag> drag = viewport::GizmoDrag::begin(start, view());
  if (!drag) {
    emit said(localized(drag.error()));
    return;
  }
  m_drag.emplace(std::move(*drag));
  m_numbers.clear();
  m_snaps = false;
  show();
}

// A repeated axis uses the other space, then becomes free again, as in Blender.
void GizmoControl::constrain(viewport::GizmoHandle handle) {
  const viewport::GizmoStart& start = m_drag->start();
  const viewport::GizmoSpace other =
      m_space == viewport::GizmoSpace::World ? viewport::GizmoSpace::Local : viewport::GizmoSpace::World;
  const bool again = start.handle == handle;
  Result<viewport::GizmoDrag> drag = !again                   ? m_drag->with(handle, m_space)
                                     : start.space == m_space ? m_drag->with(handle, other)
                                                              : m_drag->with(viewport::GizmoHandle::Screen, m_space);
  if (drag) {
    m_drag.emplace(std::move(*drag));
    show();
  }
}

viewport::GizmoOutcome GizmoControl::outcome() const {
  if (!m_numbers.isEmpty()) {
    return m_drag->outcomeOf(m_drag->amountsOf(m_numbers.values()));
  }
  return m_drag->outcome(m_snaps ? std::optional(m_steps) : std::nullopt);
}

std::optional<transform::Transform> GizmoControl::dragged() const {
  return m_drag ? std::optional(outcome().local) : std::nullopt;
}

void GizmoControl::show() {
  m_target->preview(outcome().local);
  showState();
  m_window.scene().view.note = text().toStdString();
  m_window.requestUpdate();
  emit moved();
}

void GizmoControl::end(bool keep) {
  const transform::Transform local = keep ? outcome().local : m_drag->start().local;
  m_drag.reset();
  m_numbers.clear();
  m_window.scene().view.note.clear();
  m_target->commit(local);
  m_hovered = viewport::GizmoHandle::None;
  showState();
  m_window.requestUpdate();
  emit moved();
}

QString GizmoControl::nameOf(viewport::GizmoSpace space) {
  return space == viewport::GizmoSpace::Local    ? tr("local axes")
         : space == viewport::GizmoSpace::Parent ? tr("parent's axes")
                                                 : tr("world axes");
}

QString GizmoControl::text() const {
  if (!m_drag) {
    return {};
  }
  const viewport::GizmoStart& start = m_drag->start();
  const viewport::GizmoOutcome now = outcome();
  QStringList amounts;
  if (start.mode == viewport::GizmoMode::Rotate) {
    const auto axis = viewport::axisOf(start.handle);
    amounts << (axis ? QString(kAxisNames[*axis]) + ' ' : QString()) + QString::number(now.amounts.x, 'f', 2) +
                   QString::fromUtf8("°");
  } else {
    for (std::size_t i = 0; i < 3; ++i) {
      if (viewport::touches(start.handle, i)) {
        amounts << QString("%1 %2%3").arg(kAxisNames[i], QString::number(now.amounts[static_cast<int>(i)], 'f', 4),
                                          start.mode == viewport::GizmoMode::Translate ? " m" : "");
      }
    }
  }
  const QString what = start.mode == viewport::GizmoMode::Translate ? tr("Move %1")
                       : start.mode == viewport::GizmoMode::Rotate  ? tr("Rotate %1")
                                                                    : tr("Scale %1");
  QString result =
      what.arg(amounts.join("  ")) + (viewport::axisOf(start.handle) ? " · " + nameOf(start.space) : QString());
  if (!m_numbers.isEmpty()) {
    result += "  [" + QString::fromStdString(m_numbers.texts()[m_numbers.current()]) + "]";
  }
  if (now.dropped > kToldShear) {
    result += "  · " + tr("limited: a parent has non-uniform scale");
  }
  return result;
}

}  // namespace texeleton::editor
