#include "core/export/engine_files.h"

#include <QDirIterator>
#include <QFile>
#include <algorithm>

namespace texeleton::exporting {

namespace {

QString resourceRoot() { return QStringLiteral(":/texeleton/engines/"); }

}  // namespace

std::vector<ProjectFile> engineFiles(const std::string& part, const std::string& into) {
  std::vector<ProjectFile> files;
  QDirIterator it(resourceRoot() + QString::fromStdString(part), QDir::Files | QDir::Hidden,
                  QDirIterator::Subdirectories);
  while (it.hasNext()) {
    QFile file(it.next());
    if (file.open(QIODevice::ReadOnly)) {
      files.push_back({into + file.fileName().mid(resourceRoot().size()).toStdString(), file.readAll().toStdString()});
    }
  }
  // The order of a resource folder is not defined.
  std::ranges::sort(files, {}, &ProjectFile::path);
  return files;
}

FileGroup runTimeGroup(const std::string& part, const std::string& into, const std::string& version) {
  FileGroup group{"run-time: " + part, engineFiles(part, into), version};
  group.files.push_back({into + part + "/VERSION", version + "\n"});
  return group;
}

std::string engineFile(const std::string& path) {
  QFile file(resourceRoot() + QString::fromStdString(path));
  return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
  return text;
}

std::string filled(std::string text, std::initializer_list<std::pair<const char*, std::string>> values) {
  for (const auto& [place, value] : values) {
    text = replaced(std::move(text), place, value);
  }
  return text;
}

std::string quotedText(const std::string& text) { return "\"" + filled(text, {{"\\", "\\\\"}, {"\"", "\\\""}}) + "\""; }

}  // namespace texeleton::exporting
