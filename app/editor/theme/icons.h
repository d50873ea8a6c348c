#pragma once

#include <QIcon>
#include <QString>

#include "app/editor/theme/tokens.h"

namespace texeleton::editor {

/// An icon of resources/icons in the current theme's colours, sharp at any scale; it follows theme changes. `token`:
/// its colour while enabled.
QIcon icon(const QString& name, Token token = Token::Text);

}  // namespace texeleton::editor
