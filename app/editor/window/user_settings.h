#pragma once

#include <QByteArray>
#include <QString>

namespace texeleton::editor {

/// Checks the user's settings file. Returns a problem, or nothing; an unreadable file is renamed, so that it is not
/// overwritten, and default settings are used.
QString checkSettings();

/// Stores binary settings with a checksum, because Qt accepts even truncated data as a layout.
void keepSealed(const QString& key, const QByteArray& bytes);
/// Empty: missing or damaged.
QByteArray readSealed(const QString& key);

}  // namespace texeleton::editor
