#pragma once

#include <QIcon>
#include <QString>

#include "app/editor/theme/tokens.h"

namespace texeleton::editor {

/// An icon of resources/icons in the colours of the theme that is on, sharp at any scale; it changes with the theme.
/// `token`: its colour while enabled.
QIcon icon(const QString& name, Token token = Token::Text);

}  // namespace texeleton::editor
