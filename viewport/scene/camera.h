#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <span>

#include "core/model/model.h"

namespace texeleton::viewport {

/// The side from which a view along an axis looks.
enum class ViewFrom : std::uint8_t { Front, Back, Right, Left, Top, Bottom };

/// A camera that orbits a target. Angles are in radians, lengths in metres, in pack space (+Y up, models face +Z).
struct Camera {
  glm::vec3 target{0.0f, 1.0f, 0.0f};
  float yaw = 0.6f;     ///< About +Y, from +Z towards +X.
  float pitch = 0.25f;  ///< Above the horizon.
  float distance = 5.0f;
  float fieldOfView = 0.6f;  ///< Vertical.
  bool orthographic = false;

  /// Orbits the target; the pitch stops short of the poles.
  void orbit(float yawBy, float pitchBy);
  /// Turns the camera in place; the pitch stops short of the poles.
  void look(float yawBy, float pitchBy);
  /// Moves camera and target over the ground along the view direction, by metres.
  void walk(float by);
  /// Moves camera and target in the picture plane. `by`: in heights of the picture, x right, y down.
  void pan(const glm::vec2& by);
  /// Zooms; a factor below 1 moves closer. `at`: the point of the picture (as in rayThrough) that stays in place.
  void zoom(float factor, const glm::vec2& at = glm::vec2(0.0f), float aspect = 1.0f);
  /// Looks at the target along an axis: Front from +Z, Right from +X, Top from +Y.
  void lookFrom(ViewFrom side);
  /// Looks from `eye` at `aim`; the pitch stops short of the poles. Does nothing if both are the same point.
  void lookAt(const glm::vec3& eye, const glm::vec3& aim);
  /// Moves along the view direction until `box` fills the picture, with a margin.
  void frameBox(const model::Box& box, float aspect);
  /// The same for points.
  void framePoints(std::span<const glm::vec3> points, float aspect);

  glm::vec3 position() const;
  /// Unit view direction.
  glm::vec3 forward() const;
  glm::vec3 right() const;
  glm::vec3 up() const;
  /// Height of the picture at the target, metres.
  float heightAtTarget() const;

  glm::mat4 view() const;
  /// Projection to OpenGL's clip space (y up, z −1 … 1), with near and far planes that enclose `scene`.
  glm::mat4 projection(float aspect, const model::Box& scene) const;

  friend bool operator==(const Camera&, const Camera&) = default;
};

}  // namespace texeleton::viewport
