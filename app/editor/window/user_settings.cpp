#include "app/editor/window/user_settings.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QFile>
#include <QSettings>

#include "app/editor/document/settings_file.h"

namespace texeleton::editor {

namespace {

QByteArray sealOf(const QByteArray& bytes) {
  return QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).left(8);
}

}  // namespace

QString checkSettings() {
  const QSettings settings;
  static_cast<void>(settings.allKeys());  // Reads the file.
  if (settings.status() == QSettings::NoError) {
    return {};
  }
  const QString file = settings.fileName();
  if (settings.status() == QSettings::AccessError) {
    return QCoreApplication::translate("UserSettings", "The settings in %1 cannot be read or written.").arg(file);
  }
  const QString aside = file + ".damaged";
  QFile::remove(aside);
  const bool kept = QFile::copy(file, aside);
  return QCoreApplication::translate("UserSettings",
                                     "The settings in %1 are damaged. Unreadable settings have their default values.")
             .arg(file) +
         (kept ? " " + QCoreApplication::translate("UserSettings", "A copy was kept: %1").arg(aside) : QString());
}

void keepSealed(const QString& key, const QByteArray& bytes) { keepSettings({{key, sealOf(bytes) + bytes}}); }

QByteArray readSealed(const QString& key) {
  const QByteArray kept = QSettings().value(key).toByteArray();
  const QByteArray bytes = kept.mid(8);
  return kept.size() > 8 && kept.left(8) == sealOf(bytes) ? bytes : QByteArray();
}

}  // namespace texeleton::editor
