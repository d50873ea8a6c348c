#include "core/import/blender/blender_package.h"

#include <QDirIterator>
#include <QFile>
#include <algorithm>

namespace texeleton::importing {

std::vector<PackageFile> blenderPackage() {
  const QString root = QStringLiteral(":/texeleton/blender/");
  std::vector<PackageFile> files;
  QDirIterator it(root, QDir::Files, QDirIterator::Subdirectories);
  while (it.hasNext()) {
    QFile file(it.next());
    if (file.open(QIODevice::ReadOnly)) {
      files.push_back({file.fileName().mid(root.size()).toStdString(), file.readAll().toStdString()});
    }
  }
  std::sort(files.begin(), files.end(), [](const PackageFile& a, const PackageFile& b) { return a.path < b.path; });
  return files;
}

}  // namespace texeleton::importing
