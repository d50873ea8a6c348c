#include "app/editor/window/recent_files.h"

#include <QDir>
#include <QSettings>

#include "app/editor/document/settings_file.h"

namespace texeleton::editor {

namespace {

constexpr int kMostRecent = 10;
constexpr const char* kRecentFilesKey = "recent";

}  // namespace

QStringList RecentFiles::list() { return QSettings().value(kRecentFilesKey).toStringList(); }

void RecentFiles::add(const QString& file) {
  QStringList files = list();
  files.removeAll(file);
  files.prepend(file);
  keepSettings({{kRecentFilesKey, QStringList(files.mid(0, kMostRecent))}});
}

void RecentFiles::remove(const QString& file) {
  QStringList files = list();
  files.removeAll(file);
  keepSettings({{kRecentFilesKey, files}});
}

QString RecentFiles::menuText(const QString& file) {
  return QDir::toNativeSeparators(file).replace(QLatin1Char('&'), QLatin1String("&&"));
}

}  // namespace texeleton::editor
