#pragma once

#include <QObject>
#include <QString>
#include <QVariant>

#include "core/base/result.h"

namespace texeleton::editor {

/// Puts values into the user's settings file, by saveFile(): QSettings itself replaces the file by half of one when the
/// disk is full, and says nothing. Nothing is written where nothing changes. Errors: Io, those of saveFile.
Result<void> saveSettings(const QVariantMap& values);

/// The same, for who has nobody to tell: what goes wrong is told by SettingsNews. Reading is QSettings' business.
void keepSettings(const QVariantMap& values);

/// Tells when settings could not be kept.
class SettingsNews : public QObject {
  Q_OBJECT

 public:
  static SettingsNews& instance();

 signals:
  void failed(const texeleton::Error& why);
};

}  // namespace texeleton::editor
