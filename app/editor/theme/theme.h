#pragma once

#include <QColor>
#include <QFont>
#include <QString>

#include "app/editor/theme/tokens.h"

class QApplication;

namespace texeleton::editor {

/// The current theme. Widgets that paint themselves query it each time.
Theme currentTheme();

/// A token's colour in the current theme.
QColor color(Token token);

/// Sets the application's style, palette, style sheet and font. Call it again to change the theme.
void applyTheme(QApplication& application, Theme theme);

/// The style sheet of a theme, with all tokens replaced.
QString styleSheet(Theme theme);

/// A fixed-width font in the interface's size, for expressions and bits.
QFont monospacedFont();
/// The interface's font with tabular figures if it has them.
QFont figuresFont(QFont font);

}  // namespace texeleton::editor
