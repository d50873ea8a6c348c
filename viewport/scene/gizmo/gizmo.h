#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/transform/transform.h"
#include "viewport/scene/camera.h"

namespace texeleton::viewport {

// The mathematics of the transform gizmo: how a drag of a handle, or a typed number, changes a local transform.
// Independent of windows and GPUs; all in float64. Positions in the picture are in points from its upper left corner, y
// down.

enum class GizmoMode : std::uint8_t { Translate, Rotate, Scale };

/// The space of the handles' axes.
enum class GizmoSpace : std::uint8_t { Local, Parent, World };

/// The fixed point of rotations and scales.
enum class GizmoPivot : std::uint8_t {
  Origin,  ///< The object's origin.
  Parent,  ///< The parent's origin.
  Centre,  ///< The middle of the visible object.
};

/// A part of the gizmo that can be dragged. Planes are named after their normal.
enum class GizmoHandle : std::uint8_t {
  None,
  X,
  Y,
  Z,
  PlaneX,  ///< Spans Y and Z.
  PlaneY,  ///< Spans Z and X.
  PlaneZ,  ///< Spans X and Y.
  Screen,  ///< Free: in the picture plane, about the line of sight, or along all axes equally.
  Lead,    ///< An arrow at the edge of the picture that points to a gizmo outside it. It is clicked, not dragged.
};

/// 0 … 2 for an axis or plane; otherwise nothing.
std::optional<std::size_t> axisOf(GizmoHandle handle);
bool isPlane(GizmoHandle handle);
/// Whether a handle changes an axis.
bool touches(GizmoHandle handle, std::size_t axis);

/// The camera and the size of the picture in points.
class GizmoView {
 public:
  GizmoView(const Camera& camera, const glm::dvec2& size);

  struct Line {
    glm::dvec3 origin{0.0};
    glm::dvec3 direction{0.0};  ///< Unit vector.
  };
  /// The line of sight through a point of the picture.
  Line sightThrough(const glm::dvec2& at) const;
  /// Projects a world position into the picture; nothing behind the camera.
  std::optional<glm::dvec2> placeOf(const glm::dvec3& point) const;
  /// Where the line of sight to a point outside the picture, or behind the camera, leaves the picture shrunk by
  /// `margin` points; nothing for a point in it.
  std::optional<glm::dvec2> edgeTowards(const glm::dvec3& point, double margin) const;
  /// Unit vector from the camera to `point`.
  glm::dvec3 sightTo(const glm::dvec3& point) const;
  /// Width of one point of the picture at `point`, metres.
  double metresAPoint(const glm::dvec3& point) const;
  glm::dvec2 middle() const { return m_size * 0.5; }
  const glm::dvec3& right() const { return m_right; }
  const glm::dvec3& up() const { return m_up; }

 private:
  double depthOf(const glm::dvec3& point) const;

  glm::dvec2 m_size;
  glm::dvec3 m_eye{0.0};
  glm::dvec3 m_right{0.0};
  glm::dvec3 m_up{0.0};
  glm::dvec3 m_forward{0.0};
  glm::dvec3 m_target;
  double m_tan = 0.0;  ///< Tangent of half the vertical field of view.
  double m_halfHeight = 0.0;
  bool m_orthographic = false;
};

/// Origin and axes of a gizmo, in world space.
struct GizmoFrame {
  glm::dvec3 origin{0.0};
  /// Unit axes of translation and scale; not necessarily orthogonal under non-uniform scale.
  std::array<glm::dvec3, 3> axes{glm::dvec3(1, 0, 0), glm::dvec3(0, 1, 0), glm::dvec3(0, 0, 1)};
  /// Unit, orthogonal rotation axes.
  std::array<glm::dvec3, 3> turns = axes;
};

/// The frame of an object in a space. `origin`: the pivot. Mirrored parents are accounted for: a rotation about
/// `turns[i]` is one about the axis itself in the space's own terms.
GizmoFrame gizmoFrame(const glm::dmat4& parentWorld, const transform::Transform& local, GizmoSpace space,
                      const glm::dvec3& origin);

/// Steps that a drag snaps to, relative to its start.
struct GizmoSteps {
  double metres = 0.1;
  double degrees = 15.0;
  double factor = 0.1;

  friend bool operator==(const GizmoSteps&, const GizmoSteps&) = default;
};

/// The result of a drag.
struct GizmoOutcome {
  transform::Transform local;
  /// Along the frame's axes: metres; degrees (x); factors.
  glm::dvec3 amounts{0.0};
  /// Share of the requested world matrix (shear) that no translation, rotation and scale expresses under this parent;
  /// the nearest is used. 0 except for rounding if nothing was dropped.
  double dropped = 0.0;
};

/// The start of a drag.
struct GizmoStart {
  GizmoMode mode = GizmoMode::Translate;
  GizmoHandle handle = GizmoHandle::Screen;
  GizmoSpace space = GizmoSpace::World;
  glm::dmat4 parentWorld{1.0};
  transform::Transform local;
  glm::dvec3 pivot{0.0};
  glm::dvec2 pointer{0.0};
  bool byKey = false;  ///< Started by a key, with the pointer anywhere: rotations and scales follow its movement around
                       ///< the pivot.
};

/// A drag from start to end. The result depends only on the start and the pointer's position (and, for rotations beyond
/// half a turn, on its path), not on intermediate steps.
class GizmoDrag {
 public:
  /// Errors: InvalidArgument (the parent has a scale of 0, so that no local transform has an effect).
  static Result<GizmoDrag> begin(const GizmoStart& start, const GizmoView& view);

  /// Moves the pointer.
  void moveTo(const glm::dvec2& pointer);
  /// The result, rounded to steps if any.
  GizmoOutcome outcome(const std::optional<GizmoSteps>& steps = std::nullopt) const;
  /// The result for given amounts, independent of the pointer: see GizmoOutcome::amounts.
  GizmoOutcome outcomeOf(const glm::dvec3& amounts) const;
  /// The amounts for numbers typed in order, along the axes that the handle changes; for a scale, the last number also
  /// applies to the remaining axes.
  glm::dvec3 amountsOf(const std::array<std::optional<double>, 3>& typed) const;

  /// The same drag with another handle or space: the effect of the keys X, Y, Z.
  Result<GizmoDrag> with(GizmoHandle handle, GizmoSpace space) const;

  const GizmoStart& start() const { return m_start; }
  const GizmoFrame& frame() const { return m_frame; }

 private:
  GizmoDrag(const GizmoStart& start, const GizmoView& view);
  glm::dvec3 amountsAt() const;
  glm::dvec3 translationAt() const;
  glm::dvec3 scaleAt() const;
  /// Angle of the pointer about the axis in radians; nothing if undefined.
  std::optional<double> angleAt(const glm::dvec2& pointer) const;
  glm::dvec3 turnAxis() const;
  GizmoOutcome translated(const glm::dvec3& amounts) const;
  GizmoOutcome turned(double degrees) const;
  GizmoOutcome scaled(const glm::dvec3& factors) const;

  GizmoStart m_start;
  GizmoView m_view;
  GizmoFrame m_frame;
  glm::dmat4 m_parentInverse{1.0};
  glm::dmat4 m_world{1.0};  ///< At the start.
  glm::dvec2 m_pointer{0.0};
  double m_angle = 0.0;  ///< Rotation so far in radians, including whole turns.
};

/// Numbers typed during a drag.
class GizmoNumbers {
 public:
  /// Takes a digit, '.', '-' (changes the sign), '\b' (deletes), '\t' (next axis). Returns false for other keys.
  bool type(char key);
  bool isEmpty() const { return m_texts[0].empty() && m_texts[1].empty() && m_texts[2].empty(); }
  void clear();
  /// The typed value of each axis in turn; nothing where the text is not a number yet.
  std::array<std::optional<double>, 3> values() const;
  const std::array<std::string, 3>& texts() const { return m_texts; }
  std::size_t current() const { return m_current; }

 private:
  std::array<std::string, 3> m_texts;
  std::size_t m_current = 0;
};

}  // namespace texeleton::viewport
