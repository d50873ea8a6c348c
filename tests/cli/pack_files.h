#pragma once

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QMap>
#include <QString>
#include <filesystem>

#include "core/batch/file_state.h"

namespace texeleton::test {

inline QByteArray readAll(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

inline bool writeAll(const QString& path, const QByteArray& bytes) {
  QFile file(path);
  return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

/// The content of every file below a folder, including hidden ones, by relative path.
inline QMap<QString, QByteArray> contentOf(const QString& folder) {
  QMap<QString, QByteArray> content;
  const std::filesystem::path root = folder.toStdString();
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    if (entry.is_regular_file()) {
      const QString path = QString::fromStdString(entry.path().lexically_relative(root).string());
      content[path] = readAll(QString::fromStdString(entry.path().string()));
    }
  }
  return content;
}

/// The file system state of all files below a folder: shows every write, even of the same bytes.
inline QMap<QString, batch::FileState> statesOf(const QString& folder) {
  QMap<QString, batch::FileState> states;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.toStdString())) {
    if (entry.is_regular_file()) {
      states[QString::fromStdString(entry.path().string())] =
          batch::fileState(entry.path()).value_or(batch::FileState{});
    }
  }
  return states;
}

}  // namespace texeleton::test
