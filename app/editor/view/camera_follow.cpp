#include "app/editor/view/camera_follow.h"

#include "core/model/nodes.h"
#include "viewport/scene/hang_attachments.h"

namespace texeleton::editor {

namespace {

constexpr std::array<glm::dvec3, CameraFollow::kAxes> kSights = {glm::dvec3(0, 0, -1), glm::dvec3(0, 0, 1),
                                                                 glm::dvec3(1, 0, 0),  glm::dvec3(-1, 0, 0),
                                                                 glm::dvec3(0, 1, 0),  glm::dvec3(0, -1, 0)};

NodeIndex nodeIn(const viewport::Scene& scene, const std::string& name) {
  return scene.skeleton && !name.empty() ? model::nodeCalled(scene.skeleton->model(), name) : NodeIndex();
}

}  // namespace

CameraFollow::CameraFollow(viewport::RhiWindow& window, QObject* parent) : QObject(parent), m_window(window) {
  connect(&m_window, &viewport::RhiWindow::cameraMoved, this, [this] {
    if (!m_following) {
      setNode({});
    }
  });
}

void CameraFollow::setNode(const std::string& node) {
  if (node != m_node) {
    m_node = node;
    follow();
    emit changed();
  }
}

void CameraFollow::setAxis(Axis axis) {
  if (axis != m_axis) {
    m_axis = axis;
    follow();
    emit changed();
  }
}

void CameraFollow::follow() {
  const viewport::Scene& scene = m_window.scene();
  const NodeIndex node = nodeIn(scene, m_node);
  if (!node.isValid()) {
    return;
  }
  const std::uint32_t instance = scene.selection.empty() ? 0 : scene.selection.front();
  const glm::dmat4 world = viewport::nodeWorld(scene, node, instance);
  const glm::dvec3 sight(world * glm::dvec4(kSights[static_cast<std::size_t>(m_axis)], 0.0));
  const glm::dvec3 eye(world[3]);
  if (glm::length(sight) < 1e-12) {
    return;
  }
  viewport::Camera camera = scene.camera;
  camera.orthographic = false;
  camera.lookAt(glm::vec3(eye), glm::vec3(eye + glm::normalize(sight) * static_cast<double>(camera.distance)));
  if (camera != scene.camera) {
    m_following = true;
    m_window.setCamera(camera);
    m_following = false;
  }
}

}  // namespace texeleton::editor
