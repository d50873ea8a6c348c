#pragma once

#include <array>
#include <glm/glm.hpp>
#include <vector>

#include "viewport/scene/gizmo/gizmo.h"

namespace texeleton::viewport {

/// The visible state of a gizmo.
struct GizmoState {
  GizmoMode mode = GizmoMode::Translate;
  GizmoFrame frame;
  GizmoHandle hovered = GizmoHandle::None;
  GizmoHandle active = GizmoHandle::None;  ///< Being dragged: only this handle is shown, with its guide lines.

  friend bool operator==(const GizmoState& a, const GizmoState& b) {
    return a.mode == b.mode && a.hovered == b.hovered && a.active == b.active && a.frame.origin == b.frame.origin &&
           a.frame.axes == b.frame.axes && a.frame.turns == b.frame.turns;
  }
};

/// A line or a filled polygon (convex) in the picture.
struct GizmoShape {
  GizmoHandle handle = GizmoHandle::None;  ///< None: not draggable.
  bool filled = false;
  std::vector<glm::dvec2> points;  ///< Places in the picture.
  double width = 2.0;              ///< Width of a line, in points.
  glm::vec4 color{1.0f};           ///< sRGB, not premultiplied.
};

/// Length of the axes on the screen in points, at any distance.
inline constexpr double kGizmoPoints = 84.0;

/// The shapes of a gizmo, far ones first. Axes that point at the camera and planes seen edge-on are omitted.
std::vector<GizmoShape> gizmoShapes(const GizmoState& state, const GizmoView& view);

/// The topmost handle within `reach` points of a position; None if there is none.
GizmoHandle handleAt(const std::vector<GizmoShape>& shapes, const glm::dvec2& at, double reach = 6.0);

}  // namespace texeleton::viewport
