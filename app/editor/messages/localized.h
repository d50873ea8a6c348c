#pragma once

#include <QString>
#include <string>

#include "app/editor/messages/message_templates.h"
#include "core/base/error.h"

namespace texeleton::editor {

/// A message of core or viewport (Error::message, Issue::text, …) in the user's language. Everything that the editor
/// shows of them goes through here; what it writes into logs does not.
QString localized(const std::string& message);
QString localized(const QString& message);

/// Core names remedies as options of the command line ("--max-size 512"); localized() calls them as the fields of the
/// form are called ("a maximum width of 512 px"), by this. What stands in quotes may be a name and is left alone, but
/// for the unit, which messages quote.
QString inWordsOfTheForm(QString text);

/// "file: message", as describe(); the file's name is left alone.
QString localized(const Error& error);

/// What localized() speaks from now on, and the labels that the viewport draws; none: English. Before the first window.
void useMessages(MessageTemplates templates);

/// The templates of core's messages, as the installed translators translate them.
MessageTemplates installedMessages();

}  // namespace texeleton::editor
