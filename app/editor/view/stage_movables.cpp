#include "app/editor/view/stage_movables.h"

#include <QCoreApplication>
#include <QPointer>
#include <utility>

#include "core/transform/rotation.h"

namespace texeleton::editor {

namespace {

QString editText(const char* text) { return QCoreApplication::translate("texeleton::editor::Movables", text); }

/// The camera is not part of the document, but a drag of the gizmo can be undone like any other.
class CameraEdit : public QUndoCommand {
 public:
  CameraEdit(const QString& text, viewport::RhiWindow& window, const viewport::Camera& before,
             const viewport::Camera& after)
      : QUndoCommand(text), m_window(&window), m_before(before), m_after(after) {}

  void undo() override { show(m_before); }
  void redo() override { show(m_after); }

 private:
  void show(const viewport::Camera& camera) {
    if (m_window) {
      m_window->setCamera(camera);
    }
  }

  QPointer<viewport::RhiWindow> m_window;
  viewport::Camera m_before;
  viewport::Camera m_after;
};

}  // namespace

CharacterMovable::CharacterMovable(Document& document, std::function<void(const transform::Transform&)> show)
    : m_document(document), m_show(std::move(show)) {}

void CharacterMovable::commitTyped(const transform::Transform& local, const std::vector<double>& degrees) {
  viewport::ViewSetup view = m_document.state().view;
  view.character = {local.translation, local.rotation, glm::dvec3(1.0)};
  view.characterDegrees = transform::givesRotation(degrees, local.rotation) ? degrees : std::vector<double>();
  m_show(view.character);
  m_document.set(editText(QT_TRANSLATE_NOOP("texeleton::editor::Movables", "Move character")), &DocumentState::view,
                 view);
}

LightMovable::LightMovable(Document& document, viewport::RhiWindow& window) : m_document(document), m_window(window) {
  const model::Box bounds = m_window.scene().crowd.bounds();
  m_middle = glm::dvec3(bounds.min + bounds.max) * 0.5;
  m_reach = static_cast<double>(glm::length(bounds.max - bounds.min)) * 0.75;
}

glm::dmat4 LightMovable::parentWorld() const {
  glm::dmat4 world(1.0);
  world[3] = glm::dvec4(m_middle, 1.0);
  return world;
}

transform::Transform LightMovable::local() const {
  transform::Transform local;
  const std::optional<glm::dvec3>& light = m_document.state().view.light;
  local.translation = light ? *light : glm::normalize(glm::dvec3(viewport::ViewOptions().towardsLight)) * m_reach;
  return local;
}

void LightMovable::preview(const transform::Transform& local) {
  m_window.scene().view.towardsLight = glm::vec3(local.translation);
  m_window.requestUpdate();
}

void LightMovable::commit(const transform::Transform& local) {
  preview(local);
  m_document.set(editText(QT_TRANSLATE_NOOP("texeleton::editor::Movables", "Move light")), &viewport::ViewSetup::light,
                 local.translation);
}

CameraTargetMovable::CameraTargetMovable(Document& document, viewport::RhiWindow& window)
    : m_document(document), m_window(window) {}

transform::Transform CameraTargetMovable::local() const {
  transform::Transform local;
  local.translation = glm::dvec3(m_window.scene().camera.target);
  return local;
}

void CameraTargetMovable::commit(const transform::Transform& local) {
  const viewport::Camera before = m_window.scene().camera;
  if (local.translation == glm::dvec3(before.target)) {
    return;
  }
  m_document.undoStack().push(
      new CameraEdit(editText(QT_TRANSLATE_NOOP("texeleton::editor::Movables", "Move camera target")), m_window, before,
                     lookingAt(before, local.translation)));
}

transform::Transform LimbTargetMovable::local() const {
  transform::Transform local;
  local.translation = m_targets.placeOf(m_target);
  return local;
}

viewport::Camera lookingAt(const viewport::Camera& camera, const glm::dvec3& target) {
  viewport::Camera looks = camera;
  looks.lookAt(camera.position(), glm::vec3(target));
  return looks;
}

}  // namespace texeleton::editor
