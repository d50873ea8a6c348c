#pragma once

#include <Qt>
#include <cstdint>
#include <glm/glm.hpp>

#include "viewport/scene/camera.h"

namespace texeleton::viewport {

/// The program whose mouse buttons and modifier keys move the camera.
enum class NavigationScheme : std::uint8_t { Texeleton, Blender, Unity, Unreal };

/// The effect of a drag on the camera.
enum class NavigationMove : std::uint8_t {
  None,
  Orbit,   ///< Turns about the target.
  Pan,     ///< The scene follows the pointer.
  Zoom,    ///< Up or to the right: closer to the target.
  Look,    ///< Turns about the camera's own place.
  Walk,    ///< Up and down: forward and back over the ground; sideways: turns.
  Strafe,  ///< Moves sideways, up and down with the pointer.
};

/// Returns the effect of a drag with these buttons and modifier keys. In every scheme the wheel zooms at the pointer.
///
/// |        | Texeleton          | Blender                  | Unity            | Unreal Engine           |
/// |--------|--------------------|--------------------------|------------------|-------------------------|
/// | Orbit  | left               | middle, or Alt and left  | Alt and left     | Alt and left            |
/// | Pan    | middle, Shift+left | with Shift               | middle           | Alt and middle          |
/// | Zoom   | –                  | with Ctrl                | Alt and right    | Alt and right           |
/// | Look   | –                  | –                        | right            | right                   |
/// | Walk   | –                  | –                        | –                | left                    |
/// | Strafe | –                  | –                        | –                | middle, left with right |
NavigationMove moveOf(NavigationScheme scheme, Qt::MouseButtons buttons, Qt::KeyboardModifiers modifiers);

/// Moves the camera by a drag of `by`, in heights of the picture, x right, y down.
void navigate(Camera& camera, NavigationMove move, const glm::vec2& by);

}  // namespace texeleton::viewport
