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

// The mathematics of the transform gizmo: what a drag of a handle, or a typed number, makes of a local transform. Knows
// no window and no GPU; all in float64. Places in the picture are in points from its upper left corner, y down.

enum class GizmoMode : std::uint8_t { Translate, Rotate, Scale };

/// Whose axes the handles have.
enum class GizmoSpace : std::uint8_t { Local, Parent, World };

/// What a turn or a scale keeps in place.
enum class GizmoPivot : std::uint8_t {
  Origin,  ///< The object's own origin.
  Parent,  ///< That of what it hangs on.
  Centre,  ///< The middle of what is seen of it.
};

/// A part of the gizmo that can be taken. Planes are called after the axis at right angles to them.
enum class GizmoHandle : std::uint8_t {
  None,
  X,
  Y,
  Z,
  PlaneX,  ///< Y and Z.
  PlaneY,  ///< Z and X.
  PlaneZ,  ///< X and Y.
  Screen,  ///< Free: along the picture, about the line of sight, or all axes alike.
};

/// 0 … 2 of an axis or plane; nothing for others.
std::optional<std::size_t> axisOf(GizmoHandle handle);
bool isPlane(GizmoHandle handle);
/// Whether a handle changes what is along an axis.
bool touches(GizmoHandle handle, std::size_t axis);

/// A picture: the camera and its size in points.
class GizmoView {
 public:
  GizmoView(const Camera& camera, const glm::dvec2& size);

  struct Line {
    glm::dvec3 origin{0.0};
    glm::dvec3 direction{0.0};  ///< Unit.
  };
  /// The line of sight through a place of the picture.
  Line sightThrough(const glm::dvec2& at) const;
  /// Where a place of the world is in the picture; nothing behind the camera.
  std::optional<glm::dvec2> placeOf(const glm::dvec3& point) const;
  /// Unit, from the camera to `point`.
  glm::dvec3 sightTo(const glm::dvec3& point) const;
  /// Metres that a point of the picture is wide at `point`.
  double metresAPoint(const glm::dvec3& point) const;
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
  double m_tan = 0.0;  ///< Of half the vertical field of view.
  double m_halfHeight = 0.0;
  bool m_orthographic = false;
};

/// Where a gizmo is and what its axes are, in the world.
struct GizmoFrame {
  glm::dvec3 origin{0.0};
  /// Unit, along which it is moved and scaled: under uneven scales they need not be at right angles.
  std::array<glm::dvec3, 3> axes{glm::dvec3(1, 0, 0), glm::dvec3(0, 1, 0), glm::dvec3(0, 0, 1)};
  /// Unit and at right angles, about which it is turned.
  std::array<glm::dvec3, 3> turns = axes;
};

/// The frame of an object in a space. `origin`: the pivot. Mirrored parents are seen through: a turn about `turns[i]`
/// is one about the axis itself in the space's own terms.
GizmoFrame gizmoFrame(const glm::dmat4& parentWorld, const transform::Transform& local, GizmoSpace space,
                      const glm::dvec3& origin);

/// Steps that a drag snaps to, counted from where it began.
struct GizmoSteps {
  double metres = 0.1;
  double degrees = 15.0;
  double factor = 0.1;

  friend bool operator==(const GizmoSteps&, const GizmoSteps&) = default;
};

/// What a drag has come to.
struct GizmoOutcome {
  transform::Transform local;
  /// Along the axes of the frame: metres; degrees (x); factors.
  glm::dvec3 amounts{0.0};
  /// The share of the world matrix that was asked for which no translation, rotation and scale expresses under this
  /// parent (shear): the nearest was taken. 0 but for rounding where nothing had to be dropped.
  double dropped = 0.0;
};

/// How a drag begins.
struct GizmoStart {
  GizmoMode mode = GizmoMode::Translate;
  GizmoHandle handle = GizmoHandle::Screen;
  GizmoSpace space = GizmoSpace::World;
  glm::dmat4 parentWorld{1.0};
  transform::Transform local;
  glm::dvec3 pivot{0.0};
  glm::dvec2 pointer{0.0};
  bool byKey = false;  ///< Begun by a key, with the pointer anywhere: turns and scales go by its way around the pivot.
};

/// A drag, from its begin to its end. What it gives depends on where it began and where the pointer is (and, for turns
/// beyond half a circle, how it came there); never on the steps between.
class GizmoDrag {
 public:
  /// Errors: InvalidArgument (what it hangs on has a scale of 0, so that no local transform gets anywhere).
  static Result<GizmoDrag> begin(const GizmoStart& start, const GizmoView& view);

  /// The pointer is there now.
  void moveTo(const glm::dvec2& pointer);
  /// What it gives, rounded to steps where there are some.
  GizmoOutcome outcome(const std::optional<GizmoSteps>& steps = std::nullopt) const;
  /// What these amounts give, whatever the pointer does: see GizmoOutcome::amounts.
  GizmoOutcome outcomeOf(const glm::dvec3& amounts) const;
  /// The amounts that numbers typed one after the other stand for: along the axes that the handle touches; of a scale,
  /// the last one stands for what was not typed too.
  glm::dvec3 amountsOf(const std::array<std::optional<double>, 3>& typed) const;

  /// The same drag with another handle or space: what the keys X, Y, Z do.
  Result<GizmoDrag> with(GizmoHandle handle, GizmoSpace space) const;

  const GizmoStart& start() const { return m_start; }
  const GizmoFrame& frame() const { return m_frame; }

 private:
  GizmoDrag(const GizmoStart& start, const GizmoView& view);
  glm::dvec3 amountsAt() const;
  glm::dvec3 translationAt() const;
  glm::dvec3 scaleAt() const;
  /// Radians of the pointer about the axis; nothing where it cannot be told.
  std::optional<double> angleAt(const glm::dvec2& pointer) const;
  glm::dvec3 turnAxis() const;
  GizmoOutcome translated(const glm::dvec3& amounts) const;
  GizmoOutcome turned(double degrees) const;
  GizmoOutcome scaled(const glm::dvec3& factors) const;

  GizmoStart m_start;
  GizmoView m_view;
  GizmoFrame m_frame;
  glm::dmat4 m_parentInverse{1.0};
  glm::dmat4 m_world{1.0};  ///< As it was.
  glm::dvec2 m_pointer{0.0};
  double m_angle = 0.0;  ///< Turned so far, radians, whole turns counted.
};

/// Numbers as they are typed during a drag.
class GizmoNumbers {
 public:
  /// Takes a digit, '.', '-' (changes the sign), '\b' (takes back), '\t' (next axis). False: it means nothing here.
  bool type(char key);
  bool isEmpty() const { return m_texts[0].empty() && m_texts[1].empty() && m_texts[2].empty(); }
  void clear();
  /// What was typed for each axis in turn; nothing where it is no number yet.
  std::array<std::optional<double>, 3> values() const;
  const std::array<std::string, 3>& texts() const { return m_texts; }
  std::size_t current() const { return m_current; }

 private:
  std::array<std::string, 3> m_texts;
  std::size_t m_current = 0;
};

}  // namespace texeleton::viewport
