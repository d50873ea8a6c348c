#include "app/editor/view/picture_drag.h"

#include <QMouseEvent>
#include <algorithm>
#include <cmath>

namespace texeleton::editor {

PictureDrag::PictureDrag(viewport::RhiWindow& window, QObject* parent) : QObject(parent), m_window(window) {
  m_window.installEventFilter(this);
}

viewport::Ray PictureDrag::rayAt(const QPointF& at) const {
  const auto width = static_cast<float>(std::max(m_window.width(), 1));
  const auto height = static_cast<float>(std::max(m_window.height(), 1));
  const glm::vec2 place(2.0f * static_cast<float>(at.x()) / width - 1.0f,
                        1.0f - 2.0f * static_cast<float>(at.y()) / height);
  return viewport::rayThrough(m_window.scene().camera, place, width / height);
}

double PictureDrag::pointsFrom(const QPointF& at, const glm::dvec3& place) const {
  const viewport::Camera& camera = m_window.scene().camera;
  const viewport::Ray ray = rayAt(at);
  const glm::dvec3 from(ray.origin);
  const double ahead = glm::dot(place - from, glm::dvec3(ray.direction));
  const double beside = glm::length(place - from - glm::dvec3(ray.direction) * ahead);
  const double deep = glm::dot(place - glm::dvec3(camera.position()), glm::dvec3(camera.forward()));
  const double high = camera.orthographic ? static_cast<double>(camera.heightAtTarget())
                                          : 2.0 * deep * std::tan(0.5 * static_cast<double>(camera.fieldOfView));
  return ahead > 0.0 && high > 0.0 ? beside / high * m_window.height() : 1e9;
}

bool PictureDrag::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::MouseButtonPress) {
    const auto& mouse = static_cast<QMouseEvent&>(*event);
    if (mouse.button() == Qt::LeftButton && mouse.modifiers() == Qt::NoModifier && m_window.scene().animation) {
      m_held = take(rayAt(mouse.position()), mouse.position());
      return m_held.has_value();
    }
  } else if (event->type() == QEvent::MouseMove && m_held) {
    const viewport::Ray ray = rayAt(static_cast<QMouseEvent&>(*event).position());
    const glm::dvec3 forward(m_window.scene().camera.forward());
    const double along = glm::dot(glm::dvec3(ray.direction), forward);
    if (along > 1e-6) {
      const double far = glm::dot(*m_held - glm::dvec3(ray.origin), forward) / along;
      moveTo(glm::dvec3(ray.origin) + glm::dvec3(ray.direction) * far);
    }
    return true;
  } else if (event->type() == QEvent::MouseButtonRelease && m_held) {
    m_held.reset();
    letGo();
    return true;
  }
  return QObject::eventFilter(watched, event);
}

}  // namespace texeleton::editor
