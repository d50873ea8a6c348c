#pragma once

class QColor;
class QWindow;

namespace texeleton::viewport {

/// Sets the colour of newly exposed areas of a growing window before a frame is drawn. X11 otherwise shows old screen
/// contents. Does nothing on other systems, which clear windows themselves. The platform window must exist.
void setWindowBackground(QWindow& window, const QColor& color);

}  // namespace texeleton::viewport
