#include "app/editor/document/settings_file.h"

#include <spdlog/spdlog.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLockFile>
#include <QSettings>
#include <QTemporaryDir>
#include <algorithm>

#include "app/editor/document/paths.h"
#include "core/base/save_file.h"

namespace texeleton::editor {

namespace {

constexpr int kLockMilliseconds = 500;  ///< Other windows hold the lock only briefly.

Result<QByteArray> contentOf(const QString& file) {
  QFile read(file);
  if (!read.open(QIODevice::ReadOnly)) {
    return fail(ErrorCode::Io, message("cannot be read: %1", read.errorString().toStdString()), toPath(file).string());
  }
  return read.readAll();
}

/// Whether the file contains the intended values, some of which may be read back as text.
bool holds(const QString& file, const QVariantMap& meant) {
  const QSettings read(file, QSettings::IniFormat);
  return read.allKeys().size() == meant.size() &&
         std::all_of(meant.keyValueBegin(), meant.keyValueEnd(), [&](const auto& entry) {
           const QVariant value = read.value(entry.first);
           return entry.second.typeId() == QMetaType::QStringList
                      ? value.toStringList() == entry.second.toStringList()
                      : value.toString() == entry.second.toString() &&
                            value.toByteArray() == entry.second.toByteArray();
         });
}

/// The content of a settings file with changed values, produced by QSettings in a temporary folder.
Result<QByteArray> withValues(const QByteArray& content, const QVariantMap& values) {
  const auto failed = [] { return fail(ErrorCode::Io, "there is no room for temporary files"); };
  const QTemporaryDir folder;
  const QString edited = folder.filePath("edited.ini");
  const QString done = folder.filePath("done.ini");
  QFile copy(edited);
  if (!copy.open(QIODevice::WriteOnly) || copy.write(content) != content.size() || !copy.flush()) {
    return failed();
  }
  copy.close();
  QVariantMap meant;
  {
    QSettings settings(edited, QSettings::IniFormat);
    for (auto value = values.begin(); value != values.end(); ++value) {
      settings.setValue(value.key(), value.value());
    }
    for (const QString& key : settings.allKeys()) {
      meant[key] = settings.value(key);
    }
    settings.sync();
  }
  // Renamed, because Qt would otherwise use its cache.
  if (!QFile::rename(edited, done) || !holds(done, meant)) {
    return failed();
  }
  return contentOf(done);
}

}  // namespace

Result<void> saveSettings(const QVariantMap& values) {
  const QString file = QSettings().fileName();
  QDir().mkpath(QFileInfo(file).path());
  QLockFile lock(file + ".lock");  // The same lock as QSettings uses.
  if (!lock.tryLock(kLockMilliseconds) && lock.error() == QLockFile::LockFailedError) {
    return fail(ErrorCode::Io, "is in use by another program", toPath(file).string());
  }
  const auto before = QFile::exists(file) ? contentOf(file) : Result<QByteArray>();
  TRY(before);
  auto content = withValues(*before, values);
  TRY(content);
  return *content == *before
             ? Result<void>()
             : saveFile(toPath(file), {content->constData(), static_cast<std::size_t>(content->size())});
}

void keepSettings(const QVariantMap& values) {
  if (const auto saved = saveSettings(values); !saved) {
    spdlog::warn("The settings were not saved: " + describe(saved.error()));
    emit SettingsNews::instance().failed(saved.error());
  }
}

SettingsNews& SettingsNews::instance() {
  static SettingsNews news;
  return news;
}

}  // namespace texeleton::editor
