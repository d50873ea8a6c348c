#include "viewport/navigation.h"

#include <cmath>

namespace texeleton::viewport {

namespace {

constexpr float kRadiansPerHeight = 3.2f;      // A drag over the height of the window turns about half-way around.
constexpr float kLookRadiansPerHeight = 1.6f;  // Turning on the spot moves more of the picture than orbiting does.
constexpr float kZoomPerHeight = 0.1f;         // Factor of the distance.
constexpr float kWalkPerHeight = 2.0f;         // In heights of the picture at the target.

NavigationMove blenderMove(Qt::MouseButtons buttons, Qt::KeyboardModifiers modifiers) {
  // Alt and the left button replace the middle button, as with Blender's "Emulate 3 Button Mouse".
  const bool isMiddle =
      buttons.testFlag(Qt::MiddleButton) || (buttons.testFlag(Qt::LeftButton) && modifiers.testFlag(Qt::AltModifier));
  return !isMiddle                                 ? NavigationMove::None
         : modifiers.testFlag(Qt::ShiftModifier)   ? NavigationMove::Pan
         : modifiers.testFlag(Qt::ControlModifier) ? NavigationMove::Zoom
                                                   : NavigationMove::Orbit;
}

NavigationMove unityMove(Qt::MouseButtons buttons, bool alt) {
  if (buttons.testFlag(Qt::MiddleButton)) {
    return NavigationMove::Pan;
  }
  if (buttons.testFlag(Qt::RightButton)) {
    return alt ? NavigationMove::Zoom : NavigationMove::Look;
  }
  return alt && buttons.testFlag(Qt::LeftButton) ? NavigationMove::Orbit : NavigationMove::None;
}

NavigationMove unrealMove(Qt::MouseButtons buttons, bool alt) {
  const bool left = buttons.testFlag(Qt::LeftButton);
  const bool right = buttons.testFlag(Qt::RightButton);
  if (buttons.testFlag(Qt::MiddleButton)) {
    return alt ? NavigationMove::Pan : NavigationMove::Strafe;
  }
  if (left && right) {
    return NavigationMove::Strafe;
  }
  if (right) {
    return alt ? NavigationMove::Zoom : NavigationMove::Look;
  }
  return !left ? NavigationMove::None : alt ? NavigationMove::Orbit : NavigationMove::Walk;
}

}  // namespace

NavigationMove moveOf(NavigationScheme scheme, Qt::MouseButtons buttons, Qt::KeyboardModifiers modifiers) {
  const bool alt = modifiers.testFlag(Qt::AltModifier);
  switch (scheme) {
    case NavigationScheme::Blender:
      return blenderMove(buttons, modifiers);
    case NavigationScheme::Unity:
      return unityMove(buttons, alt);
    case NavigationScheme::Unreal:
      return unrealMove(buttons, alt);
    case NavigationScheme::Texeleton:
      break;
  }
  const bool left = buttons.testFlag(Qt::LeftButton);
  if (buttons.testFlag(Qt::MiddleButton) || (left && modifiers.testFlag(Qt::ShiftModifier))) {
    return NavigationMove::Pan;
  }
  return left ? NavigationMove::Orbit : NavigationMove::None;
}

void navigate(Camera& camera, NavigationMove move, const glm::vec2& by) {
  switch (move) {
    case NavigationMove::Orbit:
      camera.orbit(-by.x * kRadiansPerHeight, by.y * kRadiansPerHeight);
      break;
    case NavigationMove::Pan:
      camera.pan(by);
      break;
    case NavigationMove::Strafe:
      camera.pan(-by);
      break;
    case NavigationMove::Zoom:
      camera.zoom(std::pow(kZoomPerHeight, by.x - by.y));
      break;
    case NavigationMove::Look:
      camera.look(-by.x * kLookRadiansPerHeight, by.y * kLookRadiansPerHeight);
      break;
    case NavigationMove::Walk:
      camera.look(-by.x * kLookRadiansPerHeight, 0.0f);
      camera.walk(-by.y * kWalkPerHeight * camera.heightAtTarget());
      break;
    case NavigationMove::None:
      break;
  }
}

}  // namespace texeleton::viewport
