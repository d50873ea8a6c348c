#pragma once

#include <QString>

#include "core/base/error.h"
#include "core/base/message.h"

namespace texeleton::editor {

/// What core and viewport say (Error::message, Issue::text, …) in the user's language: the translation of the format,
/// with its arguments in their places. Remedies are called as the fields of the form are ("a maximum width of 512 px").
/// Everything that the editor shows of them goes through here; what it writes into logs does not.
QString localized(const Message& message);

/// Of a literal that is marked with said().
QString localized(const char* said);

/// "file: message", as describe(); the file's name is left alone.
QString localized(const Error& error);

/// What the form calls a remedy: "a maximum width of 512 px".
QString inWordsOfTheForm(const Remedy& remedy);

/// The labels that the viewport draws follow, too. Before the first window.
void localizeViewport();

}  // namespace texeleton::editor
