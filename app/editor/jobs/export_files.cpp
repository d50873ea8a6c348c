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

std::vector<PlannedFile> compareFolders(const fs::path& before, const fs::path& after, const std::string& prefix) {
  const auto old = filesIn(before);
  const auto now = filesIn(after);
  std::vector<PlannedFile> files;
  for (const auto& [name, bytes] : now) {
    const auto place = old.find(name);
    const bool same = place != old.end() && place->second == bytes && sameContent(before / name, after / name);
    files.push_back({prefix + name, bytes,
                     place == old.end() ? FileFate::New
                     : same             ? FileFate::Same
                                        : FileFate::Changed});
  }
  for (const auto& [name, bytes] : old) {
    if (now.find(name) == now.end()) {
      files.push_back({prefix + name, bytes, FileFate::Removed});
    }
  }
  return files;
}

/// What stands before the names of the pack's files, seen from the export's folder.
std::string packPrefix(const ExportPlace& place) {
  return place.target->isPackFolder ? std::string() : utf8Of(place.pack.lexically_relative(place.folder)) + "/";
}

}  // namespace

Result<std::vector<PlannedFile>> rehearseExport(const ExportOrder& order, const ExportPlace& place, JobContext& job) {
  const QTemporaryDir elsewhere;
  if (!elsewhere.isValid()) {
    return fail(ErrorCode::Io, message("there is no temporary folder: %1", elsewhere.errorString().toStdString()));
  }
  // Under the same name, which a manifest may hold.
  const fs::path trial = toPath(elsewhere.path()) / place.pack.filename();
  auto pack = exportJobOf(order, place.pack, job);
  TRY(pack);
  dropErrorLimits(pack->settings);
  pack->output.clear();
  auto made = runPackJob(*pack, modelToBake(order.recipe, order.source), job);
  TRY(made);
  if (wantsCanary(placesOf(order, place.pack))) {
    addCanary(made->pack.animation);
  }
  TRY(writePack(trial, made->pack, pack->write, job));
  auto files = compareFolders(place.pack, trial, packPrefix(place));
  if (place.target->companions != nullptr) {
    const auto beside = besidePack(made->pack, place, trial);
    TRY(beside);
    auto planned = planOwnedFiles(place.folder, beside->groups, job, {beside->record});
    TRY(planned);
    files.insert(files.end(), planned->begin(), planned->end());
  }
  return files;
}

std::vector<PlannedFile> writtenFiles(const ExportPlace& place) {
  std::vector<PlannedFile> files;
  for (const auto& [name, bytes] : filesIn(place.pack)) {
    files.push_back({packPrefix(place) + name, bytes, FileFate::Changed});
  }
  const auto owned = place.target->companions == nullptr ? Result<std::vector<OwnedFile>>() : ownedFiles(place.folder);
  for (const OwnedFile& file : owned.value_or(std::vector<OwnedFile>())) {
    std::error_code error;
    const auto bytes = fs::file_size(place.folder / fromUtf8(file.path), error);
    files.push_back(
        {file.path, error ? 0 : bytes, file.state == OwnedState::Edited ? FileFate::Edited : FileFate::Changed});
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
