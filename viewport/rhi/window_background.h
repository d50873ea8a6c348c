#pragma once

class QColor;
class QWindow;

namespace texeleton::viewport {

/// Sets the colour that the window system shows where a window has grown before a frame is drawn. Without it X11 shows
/// whatever was on the screen before. Does nothing on other systems, which clear windows by themselves. The window has
/// its platform's one.
void setWindowBackground(QWindow& window, const QColor& color);

}  // namespace texeleton::viewport
