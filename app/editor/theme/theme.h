#pragma once

#include <QColor>
#include <QFont>
#include <QString>

#include "app/editor/theme/tokens.h"

class QApplication;

namespace texeleton::editor {

/// The theme that is on. Widgets that paint themselves ask it each time.
Theme currentTheme();

/// A token's colour in the theme that is on.
QColor color(Token token);

/// Dresses the application: style, palette, style sheet, font. May be called again to change the theme.
void applyTheme(QApplication& application, Theme theme);

/// The style sheet of a theme, with every token filled in.
QString styleSheet(Theme theme);

/// Fixed-width, of the interface's size: expressions, bits.
QFont monospacedFont();
/// The interface's font with figures of equal width where the font has them.
QFont figuresFont(QFont font);

}  // namespace texeleton::editor
