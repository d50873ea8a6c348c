#include "viewport/scene/gizmo/gizmo.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>
#include <system_error>
#include <utility>

#include "core/base/units.h"

namespace texeleton::viewport {

namespace {

constexpr double kParallel = 1e-9;        ///< Squared sine below which lines count as parallel.
constexpr double kEdgeOn = 0.12;          ///< Cosine below which a ring is seen as a line.
constexpr double kNoGizmoLength = 1e-12;  ///< Lengths below this count as zero.
constexpr double kScalePoints = 80.0;     ///< A drag of the middle handle by this many points doubles the scale.

glm::dvec3 unitOr(const glm::dvec3& v, const glm::dvec3& otherwise) {
  const double length = glm::length(v);
  return length > kNoGizmoLength ? v / length : otherwise;
}

glm::dvec3 axisUnit(std::size_t axis) {
  glm::dvec3 unit(0.0);
  unit[static_cast<int>(axis)] = 1.0;
  return unit;
}

/// Parameter s of the point o + s·d nearest to the line of sight; 0 if both are parallel.
double nearestOn(const glm::dvec3& o, const glm::dvec3& d, const GizmoView::Line& sight) {
  const glm::dvec3 w = o - sight.origin;
  const double b = glm::dot(d, sight.direction);
  const double sine = 1.0 - b * b;
  return sine < kParallel ? 0.0 : (b * glm::dot(sight.direction, w) - glm::dot(d, w)) / sine;
}

std::optional<glm::dvec3> onPlane(const glm::dvec3& o, const glm::dvec3& normal, const GizmoView::Line& sight) {
  const double along = glm::dot(normal, sight.direction);
  if (std::abs(along) < kNoGizmoLength) {
    return std::nullopt;
  }
  return sight.origin + sight.direction * (glm::dot(normal, o - sight.origin) / along);
}

/// A matrix's rotation and the signs of its scales.
struct Chain {
  glm::dquat rotation{1.0, 0.0, 0.0, 0.0};
  glm::dvec3 signs{1.0};
  double handedness = 1.0;
};

Chain chainOf(const glm::dmat4& matrix) {
  const transform::Transform parts = transform::decompose(matrix);
  Chain chain;
  chain.rotation = parts.rotation;
  for (int i = 0; i < 3; ++i) {
    chain.signs[i] = parts.scale[i] < 0.0 ? -1.0 : 1.0;
    chain.handedness *= chain.signs[i];
  }
  return chain;
}

double largest(const glm::dmat3& m) {
  double most = 0.0;
  for (int c = 0; c < 3; ++c) {
    for (int r = 0; r < 3; ++r) {
      most = std::max(most, std::abs(m[c][r]));
    }
  }
  return most;
}

/// Relative difference between `got` and `wanted`.
double shareDropped(const glm::dmat3& wanted, const glm::dmat3& got) {
  const double size = largest(wanted);
  return size > 0.0 ? largest(wanted - got) / size : 0.0;
}

bool isFinite(const glm::dmat4& m) {
  for (int c = 0; c < 4; ++c) {
    for (int r = 0; r < 4; ++r) {
      if (!std::isfinite(m[c][r])) {
        return false;
      }
    }
  }
  return true;
}

double stepped(double value, double step) { return step > 0.0 ? std::round(value / step) * step : value; }

}  // namespace

std::optional<std::size_t> axisOf(GizmoHandle handle) {
  switch (handle) {
    case GizmoHandle::X:
    case GizmoHandle::PlaneX:
      return 0;
    case GizmoHandle::Y:
    case GizmoHandle::PlaneY:
      return 1;
    case GizmoHandle::Z:
    case GizmoHandle::PlaneZ:
      return 2;
    case GizmoHandle::None:
    case GizmoHandle::Screen:
    case GizmoHandle::Lead:
      break;
  }
  return std::nullopt;
}

bool isPlane(GizmoHandle handle) {
  return handle == GizmoHandle::PlaneX || handle == GizmoHandle::PlaneY || handle == GizmoHandle::PlaneZ;
}

bool touches(GizmoHandle handle, std::size_t axis) {
  const auto own = axisOf(handle);
  return handle == GizmoHandle::Screen || (own && (isPlane(handle) ? *own != axis : *own == axis));
}

GizmoView::GizmoView(const Camera& camera, const glm::dvec2& size)
    : m_size(glm::max(size, glm::dvec2(1.0))),
      m_target(camera.target),
      m_tan(std::tan(static_cast<double>(camera.fieldOfView) * 0.5)),
      m_halfHeight(static_cast<double>(camera.distance) * m_tan),
      m_orthographic(camera.orthographic) {
  // From the angles: Camera's own vectors are rounded to float, which is too coarse along the line of sight.
  const double yaw = static_cast<double>(camera.yaw);
  const double pitch = static_cast<double>(camera.pitch);
  m_forward = -glm::dvec3(std::sin(yaw) * std::cos(pitch), std::sin(pitch), std::cos(yaw) * std::cos(pitch));
  m_right = {std::cos(yaw), 0.0, -std::sin(yaw)};
  m_up = glm::cross(m_right, m_forward);
  m_eye = m_target - m_forward * static_cast<double>(camera.distance);
}

GizmoView::Line GizmoView::sightThrough(const glm::dvec2& at) const {
  const double x = (2.0 * at.x / m_size.x - 1.0) * m_size.x / m_size.y;
  const double y = 1.0 - 2.0 * at.y / m_size.y;
  if (m_orthographic) {
    return {m_target + (m_right * x + m_up * y) * m_halfHeight - m_forward * (m_halfHeight / m_tan), m_forward};
  }
  return {m_eye, glm::normalize(m_forward + (m_right * x + m_up * y) * m_tan)};
}

double GizmoView::depthOf(const glm::dvec3& point) const {
  return m_orthographic ? m_halfHeight / m_tan : glm::dot(point - m_eye, m_forward);
}

std::optional<glm::dvec2> GizmoView::placeOf(const glm::dvec3& point) const {
  const double depth = depthOf(point);
  if (!(depth > 0.0)) {
    return std::nullopt;
  }
  const glm::dvec3 from = point - (m_orthographic ? m_target : m_eye);
  const double half = depth * m_tan;
  const double x = glm::dot(from, m_right) / half;
  const double y = glm::dot(from, m_up) / half;
  return glm::dvec2((x * m_size.y / m_size.x + 1.0) * 0.5 * m_size.x, (1.0 - y) * 0.5 * m_size.y);
}

std::optional<glm::dvec2> GizmoView::edgeTowards(const glm::dvec3& point, double margin) const {
  const glm::dvec2 middle = m_size * 0.5;
  const glm::dvec2 room = glm::max(middle - margin, glm::dvec2(1.0));
  const auto place = placeOf(point);
  if (place && std::abs(place->x - middle.x) <= middle.x && std::abs(place->y - middle.y) <= middle.y) {
    return std::nullopt;
  }
  const glm::dvec3 from = point - (m_orthographic ? m_target : m_eye);
  glm::dvec2 way = place ? *place - middle : glm::dvec2(glm::dot(from, m_right), -glm::dot(from, m_up));
  if (glm::length(way) < kNoGizmoLength) {
    way = {0.0, 1.0};  // Straight behind the camera.
  }
  return middle + way / std::max(std::abs(way.x) / room.x, std::abs(way.y) / room.y);
}

glm::dvec3 GizmoView::sightTo(const glm::dvec3& point) const {
  return m_orthographic ? m_forward : unitOr(point - m_eye, m_forward);
}

double GizmoView::metresAPoint(const glm::dvec3& point) const {
  return 2.0 * std::max(depthOf(point), kNoGizmoLength) * m_tan / m_size.y;
}

GizmoFrame gizmoFrame(const glm::dmat4& parentWorld, const transform::Transform& local, GizmoSpace space,
                      const glm::dvec3& origin) {
  GizmoFrame frame;
  frame.origin = origin;
  if (space == GizmoSpace::World) {
    return frame;
  }
  const Chain chain = chainOf(parentWorld);
  const bool own = space == GizmoSpace::Local;
  for (int i = 0; i < 3; ++i) {
    const glm::dvec3 unit = axisUnit(static_cast<std::size_t>(i));
    const glm::dvec3 inParent = own ? local.rotation * unit : unit;
    const auto at = static_cast<std::size_t>(i);
    frame.turns[at] = glm::normalize(chain.handedness * (chain.rotation * (chain.signs * inParent)));
    frame.axes[at] = unitOr(glm::dmat3(parentWorld) * inParent, chain.rotation * inParent);
  }
  return frame;
}

GizmoDrag::GizmoDrag(const GizmoStart& start, const GizmoView& view)
    : m_start(start),
      m_view(view),
      m_frame(gizmoFrame(start.parentWorld, start.local, start.space, start.pivot)),
      m_parentInverse(glm::inverse(start.parentWorld)),
      m_world(start.parentWorld * toMatrix(start.local)),
      m_pointer(start.pointer) {}

Result<GizmoDrag> GizmoDrag::begin(const GizmoStart& start, const GizmoView& view) {
  GizmoDrag drag(start, view);
  if (!isFinite(drag.m_parentInverse) || !(std::abs(glm::determinant(glm::dmat3(start.parentWorld))) > 0.0)) {
    return fail(ErrorCode::InvalidArgument, "the parent has a scale of 0, so that it cannot be moved");
  }
  return drag;
}

Result<GizmoDrag> GizmoDrag::with(GizmoHandle handle, GizmoSpace space) const {
  GizmoStart start = m_start;
  start.handle = handle;
  start.space = space;
  Result<GizmoDrag> drag = begin(start, m_view);
  if (drag) {
    drag->moveTo(m_pointer);
  }
  return drag;
}

glm::dvec3 GizmoDrag::turnAxis() const {
  const auto axis = axisOf(m_start.handle);
  return axis ? m_frame.turns[*axis] : -m_view.sightTo(m_frame.origin);  // Towards the camera.
}

std::optional<double> GizmoDrag::angleAt(const glm::dvec2& pointer) const {
  const glm::dvec3 axis = turnAxis();
  const glm::dvec3 sight = m_view.sightTo(m_frame.origin);
  const double facing = -glm::dot(axis, sight);
  if (m_start.byKey || !axisOf(m_start.handle)) {
    const auto middle = m_view.placeOf(m_frame.origin);
    if (!middle || glm::length(pointer - *middle) < kNoGizmoLength) {
      return std::nullopt;
    }
    return std::atan2(middle->y - pointer.y, pointer.x - middle->x) * (facing < 0.0 ? -1.0 : 1.0);
  }
  if (std::abs(facing) < kEdgeOn) {  // Seen edge-on, the ring is a line: measure along it.
    const double metres = m_view.metresAPoint(m_frame.origin);
    const auto from = m_view.placeOf(m_frame.origin);
    const auto to = m_view.placeOf(m_frame.origin + unitOr(glm::cross(axis, -sight), m_view.right()) * metres);
    if (!from || !to) {
      return std::nullopt;
    }
    constexpr double kRingPoints = 72.0;
    return glm::dot(pointer - m_start.pointer, *to - *from) / kRingPoints;
  }
  const auto now = onPlane(m_frame.origin, axis, m_view.sightThrough(pointer));
  if (!now || glm::length(*now - m_frame.origin) < kNoGizmoLength) {
    return std::nullopt;
  }
  const glm::dvec3 other = std::abs(axis.y) < 0.9 ? glm::dvec3(0.0, 1.0, 0.0) : glm::dvec3(1.0, 0.0, 0.0);
  const glm::dvec3 u = glm::normalize(glm::cross(other, axis));
  const glm::dvec3 v = glm::cross(axis, u);
  return std::atan2(glm::dot(*now - m_frame.origin, v), glm::dot(*now - m_frame.origin, u));
}

void GizmoDrag::moveTo(const glm::dvec2& pointer) {
  if (m_start.mode == GizmoMode::Rotate) {
    const auto before = angleAt(m_pointer);
    const auto now = angleAt(pointer);
    const bool edgeOn = !m_start.byKey && axisOf(m_start.handle) &&
                        std::abs(glm::dot(turnAxis(), m_view.sightTo(m_frame.origin))) < kEdgeOn;
    if (before && now) {
      m_angle += edgeOn ? *now - *before : std::remainder(*now - *before, 2.0 * std::numbers::pi);
    }
  }
  m_pointer = pointer;
}

glm::dvec3 GizmoDrag::translationAt() const {
  const GizmoView::Line from = m_view.sightThrough(m_start.pointer);
  const GizmoView::Line to = m_view.sightThrough(m_pointer);
  const glm::dvec3& o = m_frame.origin;
  glm::dvec3 amounts(0.0);
  const auto axis = axisOf(m_start.handle);
  if (axis && !isPlane(m_start.handle)) {
    const glm::dvec3& d = m_frame.axes[*axis];
    amounts[static_cast<int>(*axis)] = nearestOn(o, d, to) - nearestOn(o, d, from);
    return amounts;
  }
  const glm::dmat3 axes(m_frame.axes[0], m_frame.axes[1], m_frame.axes[2]);
  glm::dvec3 normal = -m_view.sightTo(o);
  if (axis) {
    normal = glm::cross(m_frame.axes[(*axis + 1) % 3], m_frame.axes[(*axis + 2) % 3]);
  }
  const auto a = onPlane(o, normal, from);
  const auto b = onPlane(o, normal, to);
  if (a && b && std::abs(glm::determinant(axes)) > kNoGizmoLength) {
    amounts = glm::inverse(axes) * (*b - *a);
  }
  for (std::size_t i = 0; i < 3; ++i) {
    amounts[static_cast<int>(i)] = touches(m_start.handle, i) ? amounts[static_cast<int>(i)] : 0.0;
  }
  return amounts;
}

glm::dvec3 GizmoDrag::scaleAt() const {
  const glm::dvec3& o = m_frame.origin;
  const auto axis = axisOf(m_start.handle);
  double factor = 1.0;
  if (m_start.byKey) {
    if (const auto middle = m_view.placeOf(o)) {
      factor = glm::length(m_pointer - *middle) / std::max(glm::length(m_start.pointer - *middle), 1.0);
    }
  } else if (!axis) {
    const glm::dvec2 by = m_pointer - m_start.pointer;
    factor = std::max(1.0 + (by.x - by.y) / kScalePoints, 0.0);
  } else if (!isPlane(m_start.handle)) {
    const glm::dvec3& d = m_frame.axes[*axis];
    const double before = nearestOn(o, d, m_view.sightThrough(m_start.pointer));
    factor = std::abs(before) > kNoGizmoLength ? nearestOn(o, d, m_view.sightThrough(m_pointer)) / before : 1.0;
  } else {
    const glm::dvec3& u = m_frame.axes[(*axis + 1) % 3];
    const glm::dvec3& v = m_frame.axes[(*axis + 2) % 3];
    const auto before = onPlane(o, glm::cross(u, v), m_view.sightThrough(m_start.pointer));
    const auto now = onPlane(o, glm::cross(u, v), m_view.sightThrough(m_pointer));
    const double from = before ? glm::dot(*before - o, u + v) : 0.0;
    factor = now && std::abs(from) > kNoGizmoLength ? glm::dot(*now - o, u + v) / from : 1.0;
  }
  glm::dvec3 factors(1.0);
  for (std::size_t i = 0; i < 3; ++i) {
    factors[static_cast<int>(i)] = touches(m_start.handle, i) ? factor : 1.0;
  }
  return factors;
}

glm::dvec3 GizmoDrag::amountsAt() const {
  switch (m_start.mode) {
    case GizmoMode::Translate:
      return translationAt();
    case GizmoMode::Rotate:
      return {m_angle * kDegreesPerRadian, 0.0, 0.0};
    case GizmoMode::Scale:
      break;
  }
  return scaleAt();
}

GizmoOutcome GizmoDrag::outcome(const std::optional<GizmoSteps>& steps) const {
  glm::dvec3 amounts = amountsAt();
  for (int i = 0; steps && i < 3; ++i) {
    switch (m_start.mode) {
      case GizmoMode::Translate:
        amounts[i] = stepped(amounts[i], steps->metres);
        break;
      case GizmoMode::Rotate:
        amounts[i] = stepped(amounts[i], steps->degrees);
        break;
      case GizmoMode::Scale:
        amounts[i] = 1.0 + stepped(amounts[i] - 1.0, steps->factor);
        break;
    }
  }
  return outcomeOf(amounts);
}

GizmoOutcome GizmoDrag::outcomeOf(const glm::dvec3& amounts) const {
  GizmoOutcome result = m_start.mode == GizmoMode::Translate ? translated(amounts)
                        : m_start.mode == GizmoMode::Rotate  ? turned(amounts.x)
                                                             : scaled(amounts);
  result.amounts = amounts;
  return result;
}

glm::dvec3 GizmoDrag::amountsOf(const std::array<std::optional<double>, 3>& typed) const {
  if (m_start.mode == GizmoMode::Rotate) {
    return {typed[0].value_or(0.0), 0.0, 0.0};
  }
  const bool scales = m_start.mode == GizmoMode::Scale;
  glm::dvec3 amounts(scales ? 1.0 : 0.0);
  std::optional<double> last;
  std::size_t next = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    if (touches(m_start.handle, i)) {
      const std::optional<double> own = typed[next++];
      last = own ? own : scales ? last : std::nullopt;
      amounts[static_cast<int>(i)] = last.value_or(scales ? 1.0 : 0.0);
    }
  }
  return amounts;
}

GizmoOutcome GizmoDrag::translated(const glm::dvec3& amounts) const {
  GizmoOutcome result;
  result.local = m_start.local;
  glm::dvec3 by(0.0);
  for (std::size_t i = 0; i < 3; ++i) {
    by += m_frame.axes[i] * amounts[static_cast<int>(i)];
  }
  result.local.translation += glm::dmat3(m_parentInverse) * by;
  return result;
}

GizmoOutcome GizmoDrag::turned(double degrees) const {
  GizmoOutcome result;
  result.local = m_start.local;
  const glm::dvec3 axis = turnAxis();
  const glm::dquat turn = glm::angleAxis(degrees / kDegreesPerRadian, axis);
  // A world rotation is the product of the local rotations along the chain (core/transform/hierarchy.h), so that
  // turning back restores the original. A mirrored parent reverses the axis.
  const Chain chain = chainOf(m_start.parentWorld);
  const glm::dvec3 inParent = glm::normalize(chain.handedness * (chain.signs * (glm::inverse(chain.rotation) * axis)));
  result.local.rotation =
      glm::normalize(glm::angleAxis(degrees / kDegreesPerRadian, inParent) * m_start.local.rotation);
  const glm::dvec3 origin(m_world[3]);
  const glm::dvec3 moved = m_start.pivot + turn * (origin - m_start.pivot);
  result.local.translation += glm::dmat3(m_parentInverse) * (moved - origin);
  result.dropped = shareDropped(glm::mat3_cast(turn) * glm::dmat3(m_world),
                                glm::dmat3(m_start.parentWorld) * glm::dmat3(toMatrix(result.local)));
  return result;
}

GizmoOutcome GizmoDrag::scaled(const glm::dvec3& factors) const {
  GizmoOutcome result;
  result.local = m_start.local;
  const glm::dmat3 axes(m_frame.axes[0], m_frame.axes[1], m_frame.axes[2]);
  glm::dmat3 inAxes(0.0);
  for (int i = 0; i < 3; ++i) {
    inAxes[i][i] = factors[i];
  }
  const glm::dmat3 change = axes * inAxes * glm::inverse(axes);
  const bool alike = factors.x == factors.y && factors.y == factors.z;
  if (m_start.space == GizmoSpace::Local || alike) {
    result.local.scale *= factors;
  } else {
    // The rotation stays; each scale is the wanted matrix's component along its axis.
    const glm::dmat3 wanted = glm::dmat3(m_parentInverse) * change * glm::dmat3(m_world);
    const glm::dmat3 own = glm::mat3_cast(m_start.local.rotation);
    for (int i = 0; i < 3; ++i) {
      result.local.scale[i] = glm::dot(own[i], wanted[i]);
    }
  }
  const glm::dvec3 origin(m_world[3]);
  const glm::dvec3 moved = m_start.pivot + change * (origin - m_start.pivot);
  result.local.translation += glm::dmat3(m_parentInverse) * (moved - origin);
  result.dropped =
      shareDropped(change * glm::dmat3(m_world), glm::dmat3(m_start.parentWorld) * glm::dmat3(toMatrix(result.local)));
  return result;
}

bool GizmoNumbers::type(char key) {
  std::string& text = m_texts[m_current];
  constexpr std::size_t kMostDigits = 12;
  if (key == '\t') {
    m_current = (m_current + 1) % m_texts.size();
    return true;
  }
  if (key == '\b') {
    if (text.empty()) {
      return false;
    }
    text.pop_back();
    return true;
  }
  if (key == '-') {
    text = text.starts_with('-') ? text.substr(1) : '-' + text;
    return true;
  }
  const bool fits = (key >= '0' && key <= '9') || (key == '.' && text.find('.') == std::string::npos);
  if (!fits || text.size() >= kMostDigits) {
    return false;
  }
  text += key;
  return true;
}

void GizmoNumbers::clear() {
  m_texts = {};
  m_current = 0;
}

std::array<std::optional<double>, 3> GizmoNumbers::values() const {
  std::array<std::optional<double>, 3> values;
  for (std::size_t i = 0; i < m_texts.size(); ++i) {
    double value = 0.0;
    const std::string& text = m_texts[i];
    if (std::from_chars(text.data(), text.data() + text.size(), value).ec == std::errc()) {
      values[i] = value;
    }
  }
  return values;
}

}  // namespace texeleton::viewport
