#pragma once

#include <QString>

#include "core/base/error.h"
#include "core/base/message.h"

namespace texeleton::editor {

/// Messages of core and viewport (Error::message, Issue::text, …) in the user's language: the translated format with
/// its arguments. Remedies are named like the fields of the form ("a maximum width of 512 px"). Used for everything
/// that the editor displays, but not for logs.
QString localized(const Message& message);

/// For a literal marked with said().
QString localized(const char* said);

/// "file: message", as describe(); the file's name is not translated.
QString localized(const Error& error);

/// A text with a capital at its beginning, for a message that stands on its own.
QString capitalised(QString text);

/// The form's name of a remedy: "a maximum width of 512 px".
QString inWordsOfTheForm(const Remedy& remedy);

/// Localises the viewport's labels. Call before the first window is created.
void localizeViewport();

}  // namespace texeleton::editor
