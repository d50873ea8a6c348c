#pragma once

#include <QStringList>

namespace texeleton::editor {

/// Recently opened or saved files, newest first, in the user's settings.
class RecentFiles {
 public:
  static QStringList list();
  /// Adds a file in front; the oldest one over the limit is removed.
  static void add(const QString& file);
  static void remove(const QString& file);
  /// Text for a menu, with ampersands escaped.
  static QString menuText(const QString& file);
};

}  // namespace texeleton::editor
