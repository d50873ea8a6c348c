#pragma once

#include <QTemporaryDir>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "core/import/import.h"
#include "tests/support/test_models.h"

namespace texeleton::test {

/// A folder with scripts for the fake worker, a cache and a log of the worker's runs.
struct ImportFixture {
  ImportFixture() {
    std::filesystem::create_directory(models());
    qputenv("TEXELETON_IMPORT_FAKE_LOG", log().c_str());
    request.workerProgram = binFolder() / "fake_import_worker";
    request.cache.folder = cache();
  }

  std::filesystem::path root() const { return folder.path().toStdString(); }
  std::filesystem::path models() const { return root() / "models"; }
  std::filesystem::path cache() const { return root() / "cache"; }
  std::filesystem::path log() const { return root() / "log"; }

  std::filesystem::path write(const std::filesystem::path& name, const std::string& text) const {
    const auto path = models() / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
    return path;
  }

  int runs() const {
    std::ifstream file(log());
    return static_cast<int>(std::count(std::istreambuf_iterator<char>(file), {}, '\n'));
  }

  Result<std::shared_ptr<const model::Model>> import(const std::filesystem::path& file) {
    JobContext job;
    return importing::importModel(file, request, job);
  }

  /// The first issue's text (the files read by the fake worker), or the error.
  std::string read(const std::filesystem::path& file) {
    const auto model = import(file);
    return !model                     ? "error: " + model.error().message.text()
           : (*model)->issues.empty() ? ""
                                      : (*model)->issues[0].text.text();
  }

  QTemporaryDir folder;
  importing::ImportRequest request;
};

}  // namespace texeleton::test
