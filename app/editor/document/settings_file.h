#pragma once

#include <QObject>
#include <QString>
#include <QVariant>

#include "core/base/result.h"

namespace texeleton::editor {

/// Writes values into the user's settings file with saveFile(), because QSettings itself silently truncates the file
/// when the disk is full. Does nothing if no value changes. Errors: Io, those of saveFile.
Result<void> saveSettings(const QVariantMap& values);

/// The same for callers that cannot report errors: SettingsNews reports them. Read settings with QSettings.
void keepSettings(const QVariantMap& values);

/// Reports settings that could not be saved.
class SettingsNews : public QObject {
  Q_OBJECT

 public:
  static SettingsNews& instance();

 signals:
  void failed(const texeleton::Error& why);
};

}  // namespace texeleton::editor
