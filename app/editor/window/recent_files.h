#pragma once

#include <QStringList>

namespace texeleton::editor {

/// The files that were opened or saved last, newest first, in the user's settings.
class RecentFiles {
 public:
  static QStringList list();
  /// To the front; the oldest of too many goes.
  static void add(const QString& file);
  static void remove(const QString& file);
  /// As a menu shows it: an ampersand of the name is one, not a key.
  static QString menuText(const QString& file);
};

}  // namespace texeleton::editor
