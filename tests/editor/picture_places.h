#pragma once

#include <QPoint>
#include <cmath>
#include <glm/glm.hpp>

#include "viewport/rhi_window.h"

namespace texeleton::test {

/// The pixel of a world position in the viewport (perspective), computed from the camera's numbers; in logical pixels.
inline QPoint pixelOf(const viewport::RhiWindow& view, const glm::dvec3& place) {
  const viewport::Camera& camera = view.scene().camera;
  const double yaw = static_cast<double>(camera.yaw);
  const double pitch = static_cast<double>(camera.pitch);
  const glm::dvec3 back(std::sin(yaw) * std::cos(pitch), std::sin(pitch), std::cos(yaw) * std::cos(pitch));
  const glm::dvec3 right(std::cos(yaw), 0.0, -std::sin(yaw));
  const glm::dvec3 from = place - (glm::dvec3(camera.target) + back * static_cast<double>(camera.distance));
  const double half = -glm::dot(from, back) * std::tan(static_cast<double>(camera.fieldOfView) * 0.5);
  const double x = glm::dot(from, right) / half;
  const double y = glm::dot(from, glm::cross(back, right)) / half;
  return {static_cast<int>(std::lround((view.width() + x * view.height()) * 0.5)),
          static_cast<int>(std::lround((view.height() - y * view.height()) * 0.5))};
}

}  // namespace texeleton::test
