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

}  // namespace

std::vector<ExportFile> compareFolders(const fs::path& before, const fs::path& after) {
  const auto old = filesIn(before);
  const auto now = filesIn(after);
  std::vector<ExportFile> files;
  for (const auto& [name, bytes] : now) {
    const auto place = old.find(name);
    const bool same = place != old.end() && place->second == bytes && sameContent(before / name, after / name);
    files.push_back({name, bytes, place == old.end() ? FileFate::New : same ? FileFate::Kept : FileFate::Changed});
  }
  for (const auto& [name, bytes] : old) {
    if (now.find(name) == now.end()) {
      files.push_back({name, bytes, FileFate::Removed});
    }
  }
  return files;
}

Result<std::vector<ExportFile>> rehearseExport(const ExportOrder& order, const fs::path& folder, JobContext& job) {
  const QTemporaryDir elsewhere;
  if (!elsewhere.isValid()) {
    return fail(ErrorCode::Io, "there is no temporary folder: " + elsewhere.errorString().toStdString());
  }
  // Under the same name, which a manifest may hold.
  const fs::path trial = toPath(elsewhere.path()) / folder.filename();
  auto pack = exportJobOf(order, folder, job);
  if (!pack) {
    return fail(std::move(pack.error()));
  }
  pack->settings.maxErrorMillimetres.reset();
  pack->output.clear();
  auto made = runPackJob(*pack, order.source.model, job);
  if (!made) {
    return fail(std::move(made.error()));
  }
  if (wantsCanary(placesOf(order, folder))) {
    addCanary(made->pack.animation);
  }
  if (auto written = writePack(trial, made->pack, pack->write, job); !written) {
    return fail(std::move(written.error()));
  }
  return compareFolders(folder, trial);
}

std::string exportCommand(const fs::path& document) {
  std::string quoted = "'";
  for (const char c : utf8Of(document)) {
    quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  }
  return "texeleton-cli export --recipe " + quoted + "'";
}

}  // namespace texeleton::editor
