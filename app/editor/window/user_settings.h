#pragma once

#include <QByteArray>
#include <QString>

namespace texeleton::editor {

/// Looks at the user's settings file. What is wrong with it, or nothing; a file that cannot be understood is put aside,
/// so that it is not written over, and the usual settings are used.
QString checkSettings();

/// Binary settings with a checksum: Qt takes what it is given for a layout, also half of one.
void keepSealed(const QString& key, const QByteArray& bytes);
/// Empty: there is nothing, or not what was kept.
QByteArray readSealed(const QString& key);

}  // namespace texeleton::editor
