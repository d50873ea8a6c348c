#pragma once

#include <array>
#include <glm/glm.hpp>
#include <vector>

#include "viewport/scene/gizmo.h"

namespace texeleton::viewport {

/// What is seen of a gizmo.
struct GizmoState {
  GizmoMode mode = GizmoMode::Translate;
  GizmoFrame frame;
  GizmoHandle hovered = GizmoHandle::None;
  GizmoHandle active = GizmoHandle::None;  ///< Being dragged: it alone is shown, with the line or lines it moves along.

  friend bool operator==(const GizmoState& a, const GizmoState& b) {
    return a.mode == b.mode && a.hovered == b.hovered && a.active == b.active && a.frame.origin == b.frame.origin &&
           a.frame.axes == b.frame.axes && a.frame.turns == b.frame.turns;
  }
};

/// A line or a filled polygon (convex) in the picture.
struct GizmoShape {
  GizmoHandle handle = GizmoHandle::None;  ///< None: nothing that can be taken.
  bool filled = false;
  std::vector<glm::dvec2> points;  ///< Places in the picture.
  double width = 2.0;              ///< Of a line, points.
  glm::vec4 color{1.0f};           ///< As screens show it, not premultiplied.
};

/// Points that axes are long on the screen, whatever the distance.
inline constexpr double kGizmoPoints = 84.0;

/// The shapes of a gizmo, far ones first. Axes that point at the eye, and planes seen from the edge, are left out.
std::vector<GizmoShape> gizmoShapes(const GizmoState& state, const GizmoView& view);

/// The handle at a place, within `reach` points; of several the one that was drawn last. None: no handle is there.
GizmoHandle handleAt(const std::vector<GizmoShape>& shapes, const glm::dvec2& at, double reach = 6.0);

}  // namespace texeleton::viewport
