#include "viewport/scene/gizmo/gizmo_shapes.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/base/units.h"

namespace texeleton::viewport {

namespace {

constexpr int kRingSegments = 96;
constexpr double kShortestAxis = 0.12;  ///< Shortest visible length of an axis, as a share of its length, before it is
                                        ///< hidden because it points at the camera.
constexpr double kThinnestPlane = 0.16;
constexpr double kAxisBegin = 0.16;  ///< Share of the length where axes begin; the middle belongs to the free handle.
constexpr double kPlaneBegin = 0.30;
constexpr double kPlaneEnd = 0.50;
constexpr double kRing = 0.86;
constexpr double kScreenRing = 1.08;
constexpr double kMiddlePoints = 8.0;
constexpr double kHeadPoints = 5.5;
constexpr double kHeadShare = 0.82;  ///< Share of the length where an arrow's head begins.
constexpr double kGizmoLinePoints = 2.5;
constexpr double kGuideLengths = 40.0;  ///< Length of the guide line during a drag, in axis lengths.
constexpr double kLeadPoints = 12.0;
constexpr float kDim = 0.22f;

const std::array<glm::vec4, 3> kAxisColors = {
    glm::vec4(0.96f, 0.32f, 0.36f, 1.0f), glm::vec4(0.53f, 0.80f, 0.27f, 1.0f), glm::vec4(0.30f, 0.58f, 0.98f, 1.0f)};
const glm::vec4 kFree(0.92f, 0.93f, 0.95f, 1.0f);
const glm::vec4 kLit(1.0f, 0.86f, 0.35f, 1.0f);

constexpr std::array<GizmoHandle, 3> kAxes = {GizmoHandle::X, GizmoHandle::Y, GizmoHandle::Z};
constexpr std::array<GizmoHandle, 3> kPlanes = {GizmoHandle::PlaneX, GizmoHandle::PlaneY, GizmoHandle::PlaneZ};

glm::vec4 withAlpha(glm::vec4 color, float alpha) {
  color.a = alpha;
  return color;
}

/// Builds the shapes of one gizmo.
class Shaping {
 public:
  Shaping(const GizmoState& state, const GizmoView& view) : m_state(state), m_view(view), m_origin(state.frame.origin) {
    m_length = kGizmoPoints * view.metresAPoint(m_origin);
    m_sight = view.sightTo(m_origin);
  }

  std::vector<GizmoShape> all() {
    const auto middle = m_view.placeOf(m_origin);
    if (m_state.active == GizmoHandle::None) {
      if (const auto edge = m_view.edgeTowards(m_origin, kLeadPoints * 2.0)) {
        lead(*edge);
        return std::move(m_shapes);
      }
    }
    if (!middle) {
      return {};
    }
    m_middle = *middle;
    if (m_state.active != GizmoHandle::None) {
      guides();
    }
    if (m_state.mode == GizmoMode::Rotate) {
      rings();
    } else {
      std::array<std::size_t, 3> order = {0, 1, 2};
      std::ranges::sort(order, [this](std::size_t a, std::size_t b) { return away(a) > away(b); });
      for (const std::size_t i : order) {
        axis(i);
      }
      for (std::size_t i = 0; i < 3; ++i) {
        plane(i);
      }
      free();
    }
    return std::move(m_shapes);
  }

 private:
  double away(std::size_t axis) const { return glm::dot(m_state.frame.axes[axis], m_sight); }
  bool isShown(GizmoHandle handle) const { return m_state.active == GizmoHandle::None || m_state.active == handle; }
  bool isLit(GizmoHandle handle) const { return m_state.active == handle || m_state.hovered == handle; }
  glm::vec4 colorOf(GizmoHandle handle, const glm::vec4& usual) const {
    return isLit(handle) ? withAlpha(kLit, usual.a) : usual;
  }

  void line(GizmoHandle handle, std::vector<glm::dvec2> points, double width, const glm::vec4& color) {
    m_shapes.push_back({handle, false, std::move(points), width, color});
  }
  void fill(GizmoHandle handle, std::vector<glm::dvec2> points, const glm::vec4& color) {
    m_shapes.push_back({handle, true, std::move(points), 0.0, color});
  }

  /// A line through the world, clipped in front of the camera.
  void guide(const glm::dvec3& direction, const glm::vec4& color) {
    std::vector<glm::dvec2> points;
    constexpr int kCircleParts = 80;
    for (int i = -kCircleParts; i <= kCircleParts; ++i) {
      const double at = kGuideLengths * m_length * static_cast<double>(i) / kCircleParts;
      if (const auto place = m_view.placeOf(m_origin + direction * at)) {
        points.push_back(*place);
      }
    }
    if (points.size() > 1) {
      line(GizmoHandle::None, {points.front(), points.back()}, 1.0, withAlpha(color, 0.6f));
    }
  }

  /// A round head with an arrow, at the edge of the picture.
  void lead(const glm::dvec2& edge) {
    const glm::dvec2 unit = glm::normalize(edge - m_view.middle());
    const glm::dvec2 across(-unit.y, unit.x);
    const glm::vec4 color = colorOf(GizmoHandle::Lead, kFree);
    std::vector<glm::dvec2> disc;
    constexpr int kLeadCorners = 24;
    for (int i = 0; i < kLeadCorners; ++i) {
      const double angle = kTwoPi * i / kLeadCorners;
      disc.push_back(edge + glm::dvec2(std::cos(angle), std::sin(angle)) * kLeadPoints);
    }
    fill(GizmoHandle::Lead, disc, withAlpha(color, 0.35f));
    const double tip = kLeadPoints * 0.6;
    fill(GizmoHandle::Lead, {edge + unit * tip, edge - unit * tip + across * tip, edge - unit * tip - across * tip},
         color);
  }

  void guides() {
    const auto axis = axisOf(m_state.active);
    for (std::size_t i = 0; axis && i < 3; ++i) {
      const bool turns = m_state.mode == GizmoMode::Rotate;
      if (turns ? i == *axis : touches(m_state.active, i)) {
        guide(turns ? m_state.frame.turns[i] : m_state.frame.axes[i], kAxisColors[i]);
      }
    }
  }

  void axis(std::size_t i) {
    const GizmoHandle handle = kAxes[i];
    const auto tip = m_view.placeOf(m_origin + m_state.frame.axes[i] * m_length);
    if (!isShown(handle) || !tip || glm::length(*tip - m_middle) < kShortestAxis * kGizmoPoints) {
      return;
    }
    const glm::vec4 color = colorOf(handle, kAxisColors[i]);
    const glm::dvec2 along = *tip - m_middle;
    const glm::dvec2 unit = glm::normalize(along);
    const glm::dvec2 across(-unit.y, unit.x);
    const bool moves = m_state.mode == GizmoMode::Translate;
    const glm::dvec2 neck = m_middle + along * (moves ? kHeadShare : 1.0);
    line(handle, {m_middle + along * kAxisBegin, neck}, kGizmoLinePoints, color);
    if (moves) {
      fill(handle, {neck + across * kHeadPoints, *tip, neck - across * kHeadPoints}, color);
    } else {
      const glm::dvec2 u = unit * kHeadPoints;
      const glm::dvec2 v = across * kHeadPoints;
      fill(handle, {*tip - u + v, *tip + u + v, *tip + u - v, *tip - u - v}, color);
    }
  }

  void plane(std::size_t i) {
    const GizmoHandle handle = kPlanes[i];
    const glm::dvec3 u = m_state.frame.axes[(i + 1) % 3];
    const glm::dvec3 v = m_state.frame.axes[(i + 2) % 3];
    const glm::dvec3 normal = glm::cross(u, v);
    if (!isShown(handle) || std::abs(glm::dot(normal, m_sight)) < kThinnestPlane) {
      return;
    }
    std::vector<glm::dvec2> corners;
    for (const auto& [a, b] : {std::pair(kPlaneBegin, kPlaneBegin), std::pair(kPlaneEnd, kPlaneBegin),
                               std::pair(kPlaneEnd, kPlaneEnd), std::pair(kPlaneBegin, kPlaneEnd)}) {
      const auto place = m_view.placeOf(m_origin + (u * a + v * b) * m_length);
      if (!place) {
        return;
      }
      corners.push_back(*place);
    }
    fill(handle, corners, withAlpha(colorOf(handle, kAxisColors[i]), isLit(handle) ? 0.75f : 0.45f));
    std::vector<glm::dvec2> outline = corners;
    outline.push_back(corners.front());
    line(handle, std::move(outline), 1.25, colorOf(handle, kAxisColors[i]));
  }

  void free() {
    const GizmoHandle handle = GizmoHandle::Screen;
    if (!isShown(handle)) {
      return;
    }
    std::vector<glm::dvec2> circle;
    constexpr int kDiscCorners = 24;
    for (int i = 0; i < kDiscCorners; ++i) {
      const double angle = kTwoPi * i / kDiscCorners;
      circle.push_back(m_middle + glm::dvec2(std::cos(angle), std::sin(angle)) * kMiddlePoints);
    }
    fill(handle, circle, withAlpha(colorOf(handle, kFree), 0.35f));
    circle.push_back(circle.front());
    line(handle, std::move(circle), 1.5, colorOf(handle, kFree));
  }

  /// A circle about an axis; its rear half is faint and cannot be dragged.
  void ring(GizmoHandle handle, const glm::dvec3& axis, double radius, const glm::vec4& color, bool whole) {
    const glm::dvec3 other = std::abs(axis.y) < 0.9 ? glm::dvec3(0.0, 1.0, 0.0) : glm::dvec3(1.0, 0.0, 0.0);
    const glm::dvec3 u = glm::normalize(glm::cross(other, axis));
    const glm::dvec3 v = glm::cross(axis, u);
    std::vector<glm::dvec2> run;
    bool wasFront = false;
    const auto end = [&] {
      if (run.size() > 1) {
        line(wasFront ? handle : GizmoHandle::None, run, wasFront ? kGizmoLinePoints : 1.25,
             wasFront ? color : withAlpha(color, kDim));
      }
      run.clear();
    };
    for (int i = 0; i <= kRingSegments; ++i) {
      const double angle = kTwoPi * i / kRingSegments;
      const glm::dvec3 out = u * std::cos(angle) + v * std::sin(angle);
      constexpr double kJustBehind = 0.02;
      const bool front = whole || glm::dot(out, m_sight) < kJustBehind;
      const auto place = m_view.placeOf(m_origin + out * (radius * m_length));
      if (!place) {
        end();
        continue;
      }
      if (!run.empty() && front != wasFront) {
        run.push_back(*place);
        end();
      }
      wasFront = front;
      run.push_back(*place);
    }
    end();
  }

  void rings() {
    std::array<std::size_t, 3> order = {0, 1, 2};
    for (const std::size_t i : order) {
      if (isShown(kAxes[i])) {
        ring(kAxes[i], m_state.frame.turns[i], kRing, colorOf(kAxes[i], kAxisColors[i]), false);
      }
    }
    if (isShown(GizmoHandle::Screen)) {
      ring(GizmoHandle::Screen, -m_sight, kScreenRing, colorOf(GizmoHandle::Screen, kFree), true);
    }
  }

  const GizmoState& m_state;
  const GizmoView& m_view;
  glm::dvec3 m_origin;
  glm::dvec3 m_sight{0.0};
  glm::dvec2 m_middle{0.0};
  double m_length = 1.0;
  std::vector<GizmoShape> m_shapes;
};

double distanceToSegment(const glm::dvec2& p, const glm::dvec2& a, const glm::dvec2& b) {
  const glm::dvec2 along = b - a;
  const double squared = glm::dot(along, along);
  const double t = squared > 0.0 ? std::clamp(glm::dot(p - a, along) / squared, 0.0, 1.0) : 0.0;
  return glm::length(p - a - along * t);
}

bool contains(const std::vector<glm::dvec2>& polygon, const glm::dvec2& p) {
  bool inside = false;
  for (std::size_t i = 0, j = polygon.size() - 1; i < polygon.size(); j = i++) {
    const glm::dvec2& a = polygon[i];
    const glm::dvec2& b = polygon[j];
    if ((a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x) {
      inside = !inside;
    }
  }
  return inside;
}

}  // namespace

std::vector<GizmoShape> gizmoShapes(const GizmoState& state, const GizmoView& view) {
  return Shaping(state, view).all();
}

GizmoHandle handleAt(const std::vector<GizmoShape>& shapes, const glm::dvec2& at, double reach) {
  GizmoHandle best = GizmoHandle::None;
  double nearest = reach;
  for (auto shape = shapes.rbegin(); shape != shapes.rend(); ++shape) {
    if (shape->handle == GizmoHandle::None) {
      continue;
    }
    if (shape->filled) {
      if (contains(shape->points, at)) {
        return shape->handle;
      }
      continue;
    }
    for (std::size_t i = 0; i + 1 < shape->points.size(); ++i) {
      const double away = distanceToSegment(at, shape->points[i], shape->points[i + 1]);
      if (away < nearest) {
        nearest = away;
        best = shape->handle;
      }
    }
  }
  return best;
}

}  // namespace texeleton::viewport
