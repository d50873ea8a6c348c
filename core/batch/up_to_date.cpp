#include "core/batch/up_to_date.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/base/file_hash.h"
#include "core/base/loaded_libraries.h"
#include "core/import/worker/import_worker.h"

namespace texeleton::batch {

namespace fs = std::filesystem;

namespace {

constexpr const char* kWorkerText = "texeleton-import ";

std::string fileName(const fs::path& path) { return path.filename().string(); }

Result<pack::PackSource> readOf(const AskedFile& asked, FileHashes& hashes, const JobContext& job) {
  pack::PackSource read;
  read.role = wordOf(asked.role);
  read.file = fileName(asked.path);
  if (asked.content) {
    read.sha256 = sha256OfText(*asked.content);
    return read;
  }
  auto hash = hashes.sha256(asked.path, job);
  if (!hash && !(asked.mayBeAbsent && hash.error().code == ErrorCode::NotFound)) {
    return fail(std::move(hash.error()));
  }
  read.sha256 = hash ? std::move(*hash) : std::string();
  return read;
}

/// The index of a file by its number in references: the model, then the motions, then the characters that share its
/// animation.
std::optional<std::uint32_t> placeOf(const pack::PackInputs& inputs, std::uint32_t file) {
  for (std::uint32_t i = 0; i < inputs.reads.size(); ++i) {
    const std::string& role = inputs.reads[i].role;
    if ((role == pack::SourceRole::Model || role == pack::SourceRole::Motion || role == pack::SourceRole::Character ||
         role == pack::SourceRole::Attachment) &&
        file-- == 0) {
      return i;
    }
  }
  return std::nullopt;
}

/// Whether a reference is unchanged: present with that content, or missing.
bool holds(const pack::PackSource& read, const fs::path& path, FileHashes& hashes, const JobContext& job) {
  std::error_code error;
  if (read.sha256.empty()) {
    return !fs::is_regular_file(path, error);
  }
  const auto hash = hashes.sha256(path, job);
  return hash && *hash == read.sha256;
}

Message namedFile(const pack::PackSource& read) {
  const bool reference = read.role == pack::SourceRole::Reference;
  return reference ? message("the file %1 that is used by it", read.file) : message("the %1 %2", read.role, read.file);
}

std::optional<Message> changedFile(const pack::PackInputs& then, const AskedBake& asked, FileHashes& hashes,
                                   const JobContext& job) {
  const auto now = inputsOf(asked, hashes, job);
  if (!now) {
    return message("%1: %2", now.error().file, now.error().message);
  }
  const std::size_t count = now->reads.size();
  const auto askedThen = static_cast<std::size_t>(std::ranges::count_if(
      then.reads, [](const pack::PackSource& r) { return r.role != pack::SourceRole::Reference; }));
  if (askedThen != count) {
    return message("it was made from other files");
  }
  for (std::size_t i = 0; i < count; ++i) {
    const pack::PackSource& read = now->reads[i];
    if (then.reads[i].role != read.role || then.reads[i].file != read.file) {
      return message("it was made from other files: %1 is new", namedFile(read));
    }
    if (then.reads[i].sha256 != read.sha256) {
      return message("%1 has changed", namedFile(read));
    }
  }
  const std::vector<fs::path> paths = pathsOf(then, asked);
  for (std::size_t i = count; i < then.reads.size(); ++i) {
    if (!holds(then.reads[i], paths[i], hashes, job)) {
      return message("%1 has changed", namedFile(then.reads[i]));
    }
  }
  return std::nullopt;
}

std::optional<Message> damage(const fs::path& pack, const pack::PackRecord& record, FileHashes& hashes,
                              const JobContext& job) {
  for (const pack::PackRecord::File& file : record.files) {
    const auto checksum = hashes.checksum(pack / file.name, job);
    if (!checksum || *checksum != file.xxh3) {
      return message("its file %1 is damaged", file.name);
    }
  }
  return std::nullopt;
}

std::optional<Message> whyBake(const fs::path& pack, const pack::PackRecord& record, const AskedBake& asked,
                               FileHashes& hashes, const JobContext& job) {
  if (record.inputs.build != asked.build) {
    return message("another build of the program made it");
  }
  if (record.inputs.settings != sha256OfText(asked.settings)) {
    return message("it was made with other options");
  }
  if (record.files.size() != 2) {
    return message("its manifest does not name its files");
  }
  if (auto changed = changedFile(record.inputs, asked, hashes, job)) {
    return changed;
  }
  return damage(pack, record, hashes, job);
}

}  // namespace

std::string bakeLibraries() {
  // Other libraries (of windows, displays or GPU drivers) have no effect.
  constexpr std::array<std::string_view, 6> kLibraryNames = {"libOpenEXR", "libhwy",   "libdeflate",
                                                             "libjpeg",    "libpng16", "libz."};
  std::istringstream all(loadedLibraries());
  std::vector<std::string> lines;
  for (std::string line; std::getline(all, line);) {
    if (std::ranges::any_of(kLibraryNames, [&](std::string_view name) { return line.starts_with(name); })) {
      lines.push_back(line + '\n');
    }
  }
  std::ranges::sort(lines);  // Programs load them in different orders.
  std::string text;
  for (const std::string& line : lines) {
    text += line;
  }
  return text;
}

std::string buildIdentity(FileHashes& hashes, const JobContext& job) {
  std::string text = std::string("texeleton " TEXELETON_VERSION "\n") + bakeCode() + '\n' + bakeLibraries();
  if (const auto worker = importing::ImportWorker::find({})) {
    text += hashes.checksum(worker->program(), job).value_or("unknown") + '\n';
    // Includes its libraries, but not the place and time of its installation.
    const std::string identity = worker->identity();
    const std::size_t at = identity.find(kWorkerText);
    text += at == std::string::npos ? std::string() : identity.substr(at);
  }
  return sha256OfText(text);
}

Result<pack::PackInputs> inputsOf(const AskedBake& asked, FileHashes& hashes, const JobContext& job) {
  pack::PackInputs inputs;
  inputs.build = asked.build;
  inputs.settings = sha256OfText(asked.settings);
  for (const AskedFile& file : asked.files) {
    auto read = readOf(file, hashes, job);
    TRY(read);
    inputs.reads.push_back(std::move(*read));
  }
  return inputs;
}

void addReferences(pack::PackInputs& inputs, const std::vector<pipeline::ModelReference>& references) {
  for (const pipeline::ModelReference& each : references) {
    if (const auto of = placeOf(inputs, each.file)) {
      pack::PackSource& read = inputs.reads.emplace_back();
      read.role = wordOf(pack::SourceRole::Reference);
      read.file = each.reference.path;
      read.of = *of;
      read.sha256 = each.reference.sha256.value_or("");
    }
  }
}

PackState examinePack(const fs::path& pack, const AskedBake& asked, FileHashes& hashes, const JobContext& job) {
  PackState state;
  auto record = pack::readPackRecord(pack);
  if (!record) {
    std::error_code error;
    state.whyBake = !fs::exists(pack, error) ? message("there is no pack yet")
                    : record.error().code == ErrorCode::NotFound
                        ? message("the pack does not say what it was made from")
                        : message("the pack is damaged: %1", record.error().message);
    return state;
  }
  state.whyBake = whyBake(pack, *record, asked, hashes, job);
  state.record = std::move(*record);
  return state;
}

std::vector<fs::path> pathsOf(const pack::PackInputs& inputs, const AskedBake& asked) {
  std::vector<fs::path> paths;
  paths.reserve(inputs.reads.size());
  for (std::size_t i = 0; i < inputs.reads.size(); ++i) {
    const pack::PackSource& read = inputs.reads[i];
    if (i < asked.files.size()) {
      paths.push_back(asked.files[i].path);
    } else {
      const fs::path folder = read.of < asked.files.size() ? asked.files[read.of].path.parent_path() : fs::path();
      paths.push_back(folder / read.file);
    }
  }
  return paths;
}

}  // namespace texeleton::batch
