#include "core/import/blender/blender_program.h"

#include <QDirIterator>
#include <QFile>
#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "core/base/lower_case.h"
#include "core/import/worker/limited_process.h"

namespace texeleton::importing {

namespace fs = std::filesystem;

namespace {

constexpr const char* kBlenderVariable = "TEXELETON_BLENDER";

std::string variableText(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

std::vector<fs::path> inPath() {
  std::vector<fs::path> found;
  const std::string path = variableText("PATH");
  for (std::size_t begin = 0; begin < path.size();) {
    const std::size_t end = std::min(path.find(':', begin), path.size());
    const fs::path program = fs::path(path.substr(begin, end - begin)) / "blender";
    if (program.is_absolute() && isProgram(program)) {
      found.push_back(program);
    }
    begin = end + 1;
  }
  return found;
}

/// The programs in folders named blender-VERSION or similar, the last one by name first.
std::vector<fs::path> unpackedIn(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    const std::string name = lowerCase(it->path().filename().string());
    if (name.starts_with("blender") && isProgram(it->path() / "blender")) {
      found.push_back(it->path() / "blender");
    }
  }
  std::sort(found.rbegin(), found.rend());
  return found;
}

/// Programs without duplicates.
class FoundPrograms {
 public:
  void add(const fs::path& program) {
    std::error_code error;
    const fs::path real = fs::canonical(program, error);
    if (std::find(m_real.begin(), m_real.end(), real) == m_real.end()) {
      m_real.push_back(real);
      m_programs.push_back(program);
    }
  }
  void add(const std::vector<fs::path>& programs) {
    for (const fs::path& program : programs) {
      add(program);
    }
  }
  std::vector<fs::path> take() { return std::move(m_programs); }

 private:
  std::vector<fs::path> m_programs;
  std::vector<fs::path> m_real;  ///< With links resolved.
};

}  // namespace

bool isBlenderScene(const fs::path& file) {
  static constexpr std::array<std::string_view, 6> kEndings = {".blend", ".abc", ".usd", ".usda", ".usdc", ".usdz"};
  return std::ranges::find(kEndings, lowerCase(file.extension().string())) != kEndings.end();
}

std::vector<fs::path> findBlenders() {
  FoundPrograms found;
  if (const fs::path wanted = variableText(kBlenderVariable); !wanted.empty() && isProgram(wanted)) {
    found.add(wanted);
  }
  found.add(inPath());
  const fs::path home = variableText("HOME");
  for (const fs::path& folder : {fs::path("/opt"), fs::path("/usr/local"), home, home / "Applications",
                                 home / "Downloads", home / ".local/share/Steam/steamapps/common"}) {
    if (folder.is_absolute()) {
      found.add(unpackedIn(folder));
    }
  }
  for (const fs::path& program :
       {home / ".local/share/flatpak/exports/bin/org.blender.Blender",
        fs::path("/var/lib/flatpak/exports/bin/org.blender.Blender"), fs::path("/snap/bin/blender")}) {
    if (isProgram(program)) {
      found.add(program);
    }
  }
  return found.take();
}

Result<fs::path> findBlender() {
  if (const fs::path wanted = variableText(kBlenderVariable); !wanted.empty()) {
    return isProgram(wanted) ? Result<fs::path>(wanted)
                             : fail(ErrorCode::NotFound, message("$%1 names %2, which is not a program: let it name "
                                                                 "Blender's, or unset it",
                                                                 kBlenderVariable, wanted.string()));
  }
  if (std::vector<fs::path> found = findBlenders(); !found.empty()) {
    return std::move(found.front());
  }
  return fail(ErrorCode::NotFound,
              message("Blender opens such scenes, and there is none on this machine: install Blender 3.4 or later, or "
                      "let $%1 name its program",
                      kBlenderVariable));
}

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
