#pragma once

#include <QByteArray>
#include <QFile>
#include <filesystem>

#include "app/editor/document/paths.h"
#include "tests/support/test_models.h"

namespace texeleton::test {

/// The folder of the bundled samples.
inline std::filesystem::path samples() { return sourceFolder() / "resources" / "samples"; }

/// The bytes of a file; empty where it cannot be read.
inline QByteArray contentOf(const std::filesystem::path& file) {
  QFile open(editor::toQString(file));
  return open.open(QIODevice::ReadOnly) ? open.readAll() : QByteArray();
}

}  // namespace texeleton::test
