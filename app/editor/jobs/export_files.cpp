#include "app/editor/jobs/export_files.h"

#include <QTemporaryDir>
#include <algorithm>
#include <fstream>
#include <map>
#include <system_error>

#include "app/editor/document/paths.h"
#include "core/export/write_export.h"
#include "core/pack/canary.h"

namespace texeleton::editor {

namespace fs = std::filesystem;

namespace {

bool sameContent(const fs::path& a, const fs::path& b) {
  std::ifstream left(a, std::ios::binary);
  std::ifstream right(b, std::ios::binary);
  std::vector<char> ofLeft(std::size_t{1} << 16);
  std::vector<char> ofRight(ofLeft.size());
  while (left && right) {
    left.read(ofLeft.data(), static_cast<std::streamsize>(ofLeft.size()));
    right.read(ofRight.data(), static_cast<std::streamsize>(ofRight.size()));
    if (left.gcount() != right.gcount() ||
        !std::equal(ofLeft.begin(), ofLeft.begin() + left.gcount(), ofRight.begin())) {
      return false;
    }
  }
  return left.eof() && right.eof();
}

std::map<std::string, std::uint64_t> filesIn(const fs::path& folder) {
  std::map<std::string, std::uint64_t> files;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    std::error_code ofFile;
    if (it->is_regular_file(ofFile)) {
      files[it->path().filename().string()] = it->file_size(ofFile);
    }
  }
  return files;
}

std::vector<exporting::PlannedFile> compareFolders(const fs::path& before, const fs::path& after,
                                                   const std::string& prefix) {
  const auto old = filesIn(before);
  const auto now = filesIn(after);
  std::vector<exporting::PlannedFile> files;
  for (const auto& [name, bytes] : now) {
    const auto place = old.find(name);
    const bool same = place != old.end() && place->second == bytes && sameContent(before / name, after / name);
    files.push_back({prefix + name, bytes,
                     place == old.end() ? exporting::FileFate::New
                     : same             ? exporting::FileFate::Same
                                        : exporting::FileFate::Changed});
  }
  for (const auto& [name, bytes] : old) {
    if (now.find(name) == now.end()) {
      files.push_back({prefix + name, bytes, exporting::FileFate::Removed});
    }
  }
  return files;
}

/// Prefix of the names of the pack's files relative to the export's folder.
std::string packPrefix(const exporting::ExportPlace& place) {
  return place.target->isPackFolder ? std::string() : utf8Of(place.pack.lexically_relative(place.folder)) + "/";
}

}  // namespace

Result<std::vector<exporting::PlannedFile>> rehearseExport(const ExportOrder& order,
                                                           const exporting::ExportPlace& place, JobContext& job) {
  const QTemporaryDir elsewhere;
  if (!elsewhere.isValid()) {
    return fail(ErrorCode::Io, message("there is no temporary folder: %1", elsewhere.errorString().toStdString()));
  }
  // With the same name, which a manifest may contain.
  const fs::path trial = toPath(elsewhere.path()) / place.pack.filename();
  pack::PackWriteOptions write;
  auto pack = bakeExport(order, place.pack, write, job);
  TRY(pack);
  if (exporting::wantsCanary(placesOf(order, place.pack))) {
    pack::addCanary(pack->animation);
  }
  TRY(pack::writePack(trial, *pack, write, job));
  auto files = compareFolders(place.pack, trial, packPrefix(place));
  if (place.target->companions != nullptr) {
    const auto beside = exporting::besidePack(*pack, place, trial);
    TRY(beside);
    auto planned = exporting::planOwnedFiles(place.folder, beside->groups, job, {beside->record});
    TRY(planned);
    files.insert(files.end(), planned->begin(), planned->end());
  }
  return files;
}

std::vector<exporting::PlannedFile> writtenFiles(const exporting::ExportPlace& place) {
  std::vector<exporting::PlannedFile> files;
  for (const auto& [name, bytes] : filesIn(place.pack)) {
    files.push_back({packPrefix(place) + name, bytes, exporting::FileFate::Changed});
  }
  if (place.target->companions == nullptr) {
    return files;
  }
  auto owned = exporting::ownedFiles(place.folder).value_or(std::vector<exporting::OwnedFile>());
  owned.push_back({{}, exporting::kOwnedListName});
  for (const exporting::OwnedFile& file : owned) {
    std::error_code error;
    const auto bytes = fs::file_size(place.folder / fromUtf8(file.path), error);
    files.push_back(
        {file.path, error ? 0 : bytes,
         file.state == exporting::OwnedState::Edited ? exporting::FileFate::Edited : exporting::FileFate::Changed});
  }
  return files;
}

std::string exportCommand(const fs::path& document) {
  std::string quoted = "'";
  for (const char c : utf8Of(document)) {
    quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  }
  return "texeleton-cli export --recipe " + quoted + "'";
}

}  // namespace texeleton::editor
