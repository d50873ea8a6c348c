#include "core/export/owned_folder.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <system_error>
#include <tuple>

#include "core/base/file_hash.h"
#include "core/base/json_reader.h"
#include "core/base/plain_file.h"
#include "core/model/names.h"

namespace texeleton::exporting {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFormat = "texeleton-files";
constexpr int kOwnedListVersion = 1;
constexpr std::uintmax_t kMostListBytes = std::uintmax_t{16} << 20;
constexpr std::size_t kMostRecords = std::size_t{1} << 16;
constexpr std::size_t kMostTextBytes = std::size_t{1} << 16;

/// Path → hash of the written content; one group.
using Group = std::map<std::string, std::string>;

struct OwnedList {
  std::map<std::string, Group> groups;
  /// The files being put in place, by group. Remains if the program ends before all of them are in place.
  std::map<std::string, Group> pending;
  std::map<std::string, std::string> versions;  ///< Versions by group.
  std::vector<ExportRecord> exports;
};

tl::unexpected<Error> badList(const fs::path& file, const Message& why) {
  return fail(ErrorCode::BadFile, message("%1; remove the file to have all files beside it taken as foreign", why),
              file.string());
}

/// The texts of an object, by key.
std::map<std::string, std::string> readTexts(const JsonCursor& json) {
  std::map<std::string, std::string> texts;
  json.members([&texts](const std::string& key, const JsonCursor& text) { texts[key] = text.text(kMostTextBytes); });
  return texts;
}

std::map<std::string, Group> readGroups(const JsonCursor& json) {
  std::map<std::string, Group> groups;
  json.members([&groups](const std::string& name, const JsonCursor& files) {
    if (Group group = readTexts(files); !group.empty()) {
      groups[name] = std::move(group);
    }
  });
  return groups;
}

using RecordText = std::pair<const char*, std::string ExportRecord::*>;
constexpr RecordText kRecordTexts[] = {{"target", &ExportRecord::target},
                                       {"name", &ExportRecord::name},
                                       {"id", &ExportRecord::id},
                                       {"pack", &ExportRecord::pack},
                                       {"version", &ExportRecord::version}};
constexpr RecordText kOptionalTexts[] = {{"source", &ExportRecord::source},
                                         {"sourceSha256", &ExportRecord::sourceSha256}};

std::vector<ExportRecord> readRecords(const JsonCursor& json) {
  std::vector<ExportRecord> records;
  json.each(kMostRecords, [&records](const JsonCursor& entry) {
    ExportRecord& record = records.emplace_back();
    for (const auto& [key, text] : kRecordTexts) {
      record.*text = entry.at(key).text(kMostTextBytes);
    }
    for (const auto& [key, text] : kOptionalTexts) {
      record.*text = entry.has(key) ? entry.at(key).text(kMostTextBytes) : std::string();
    }
  });
  return records;
}

Result<OwnedList> readList(const fs::path& folder) {
  const fs::path file = folder / kOwnedListName;
  const auto bytes = readPlainFile(file, kMostListBytes);
  if (!bytes && bytes.error().code == ErrorCode::NotFound) {
    return OwnedList{};
  }
  if (!bytes) {
    return badList(file, bytes.error().message);
  }
  const auto json = parseJson(*bytes, file.string());
  if (!json) {
    return badList(file, json.error().message);
  }
  Message problem;
  const JsonCursor root(*json, problem);
  root.at("format").expectText(kFormat);
  if (root.at("version").integer(0, JsonCursor::kMaxCount) > kOwnedListVersion) {
    return fail(ErrorCode::Unsupported, "was written by a newer version; use that one", file.string());
  }
  OwnedList list;
  list.groups = readGroups(root.at("groups"));
  root.with("pending", [&list](const JsonCursor& groups) { list.pending = readGroups(groups); });
  root.with("versions", [&list](const JsonCursor& texts) { list.versions = readTexts(texts); });
  root.with("exports", [&list](const JsonCursor& records) { list.exports = readRecords(records); });
  if (root.hasFailed()) {
    return badList(file, message("is no list of files: %1", problem));
  }
  return list;
}

std::string listText(const OwnedList& list) {
  Json json = {{"format", kFormat}, {"version", kOwnedListVersion}, {"exports", Json::array()}};
  for (const ExportRecord& record : list.exports) {
    Json& entry = json["exports"].emplace_back(Json::object());
    for (const auto& [key, text] : kRecordTexts) {
      entry[key] = record.*text;
    }
    for (const auto& [key, text] : kOptionalTexts) {
      if (!(record.*text).empty()) {
        entry[key] = record.*text;
      }
    }
  }
  json["versions"] = list.versions;
  json["groups"] = list.groups;
  if (!list.pending.empty()) {
    json["pending"] = list.pending;
  }
  return model::escapedJson(json.dump(2, ' ', false, Json::error_handler_t::replace)) + "\n";
}

class Plan {
 public:
  Plan(const fs::path& folder, OwnedList list, JobContext& job)
      : m_folder(folder), m_list(std::move(list)), m_job(job) {}

  Result<void> add(std::span<const FileGroup> groups, const std::vector<ExportRecord>& records) {
    Known before;  // The files of all these groups: a file may move from one to another.
    for (const FileGroup& group : groups) {
      for (auto* known : {&m_list.groups, &m_list.pending}) {
        for (const auto& [path, hash] : (*known)[group.name]) {
          before[path].push_back(hash);
        }
        known->erase(group.name);
      }
      m_list.versions.erase(group.name);
    }
    for (const FileGroup& group : groups) {
      m_list.groups[group.name];
      if (!group.version.empty()) {
        m_list.versions[group.name] = group.version;
      }
      for (const ProjectFile& file : group.files) {
        TRY(add(group.name, before, file));
      }
    }
    for (const auto& [path, hashes] : before) {
      if (!isListed(path)) {
        TRY(removeOrphan(path, hashes));
      }
    }
    for (const ExportRecord& record : records) {
      std::erase_if(m_list.exports,
                    [&](const ExportRecord& r) { return r.target == record.target && r.name == record.name; });
      m_list.exports.push_back(record);
      std::ranges::sort(m_list.exports, {}, [](const ExportRecord& r) { return std::tie(r.name, r.target); });
    }
    return {};
  }

  /// The list during the change: the old files and the new ones.
  static OwnedList underWay(OwnedList before, const OwnedList& after) {
    for (const auto& [group, files] : after.groups) {
      const auto known = before.groups.find(group);
      for (const auto& [path, hash] : files) {
        if (known == before.groups.end() || known->second.count(path) == 0 || known->second.at(path) != hash) {
          before.pending[group][path] = hash;
        }
      }
    }
    return before;
  }

  std::vector<FileStep>& steps() { return m_steps; }
  const OwnedList& list() const { return m_list; }
  OwnedChanges& changes() { return m_changes; }

 private:
  bool isListed(const std::string& path) const {
    return std::ranges::any_of(m_list.groups, [&](const auto& group) { return group.second.count(path) != 0; });
  }

  /// The hashes of unedited files: those of the last export and of an interrupted one.
  using Known = std::map<std::string, std::vector<std::string>>;

  static bool has(const std::vector<std::string>& hashes, const std::string& hash) {
    return std::ranges::find(hashes, hash) != hashes.end();
  }

  Result<void> add(const std::string& group, const Known& before, const ProjectFile& file) {
    if (!staysInside(m_folder, file.path)) {
      return fail(ErrorCode::InvalidArgument, "leads out of the folder", (m_folder / file.path).string());
    }
    for (const auto& [other, files] : m_list.groups) {
      if (files.find(file.path) != files.end()) {
        return fail(ErrorCode::InvalidArgument,
                    message("belongs to \"%1\" in this folder; export under another name", other),
                    (m_folder / file.path).string());
      }
    }
    const std::string hash = sha256OfText(file.content);
    auto there = hashOf(m_folder / file.path);
    TRY(there);
    Group& now = m_list.groups[group];
    const auto known = before.find(file.path);
    if (*there && **there != hash && (known == before.end() || !has(known->second, **there))) {
      if (known == before.end() && file.yieldsToForeign) {
        return {};
      }
      if (known == before.end()) {
        return fail(ErrorCode::InvalidArgument, "is in the way and not ours: move it, or export into another folder",
                    (m_folder / file.path).string());
      }
      m_job.warn("The file was edited and is kept as it is; remove it to have it written again.", file.path);
      m_changes.kept.push_back(file.path);
      now[file.path] = known->second.front();
      return {};
    }
    now[file.path] = hash;
    if (!*there || **there != hash) {
      m_steps.push_back({file.path, file.content});
      m_changes.written.push_back(file.path);
    }
    return {};
  }

  Result<void> removeOrphan(const std::string& path, const std::vector<std::string>& hashes) {
    if (!staysInside(m_folder, path)) {
      return {};  // Not a file of the program, even if the list names it.
    }
    auto there = hashOf(m_folder / path);
    TRY(there);
    if (*there && has(hashes, **there)) {
      m_steps.push_back({path, std::nullopt});
      m_changes.removed.push_back(path);
    } else if (*there) {
      m_job.warn("The file is no longer part of the export; it was edited and is kept.", path);
      m_changes.kept.push_back(path);
    }
    return {};
  }

  fs::path m_folder;
  OwnedList m_list;
  JobContext& m_job;
  std::vector<FileStep> m_steps;
  OwnedChanges m_changes;
};

}  // namespace

Result<OwnedChanges> prepareOwnedFiles(FolderChange& change, std::span<const FileGroup> groups, JobContext& job,
                                       const std::vector<ExportRecord>& records) {
  auto list = readList(change.folder());
  TRY(list);
  const OwnedList listed = *list;
  const std::string before = listText(listed);
  Plan plan(change.folder(), std::move(*list), job);
  TRY(plan.add(groups, records));
  std::vector<FileStep> steps = std::move(plan.steps());
  // The list is replaced last. It is also written before the first file, with the new content, so that no file counts
  // as foreign or edited if the program is killed in between and the change cannot be undone.
  if (const std::string after = listText(plan.list()); !steps.empty() || after != before) {
    if (!steps.empty()) {
      steps.insert(steps.begin(), {kOwnedListName, listText(Plan::underWay(listed, plan.list()))});
    }
    steps.push_back({kOwnedListName, after});
  }
  TRY(change.write(std::move(steps)));
  if (job.isCancelled()) {
    return fail(ErrorCode::Cancelled, "cancelled");
  }
  return std::move(plan.changes());
}

Result<std::vector<PlannedFile>> planOwnedFiles(const fs::path& folder, std::span<const FileGroup> groups,
                                                JobContext& job, const std::vector<ExportRecord>& records) {
  auto list = readList(folder);
  TRY(list);
  const std::string before = listText(*list);
  Plan plan(folder, std::move(*list), job);
  TRY(plan.add(groups, records));
  std::map<std::string, PlannedFile> files;
  const auto bytesThere = [&folder](const std::string& path) {
    std::error_code error;
    const std::uintmax_t bytes = fs::file_size(folder / path, error);
    return error ? std::uint64_t{0} : std::uint64_t{bytes};
  };
  const auto isThere = [&folder](const std::string& path) {
    std::error_code error;
    return fs::exists(folder / path, error);
  };
  for (const FileGroup& group : groups) {
    for (const ProjectFile& file : group.files) {
      files[file.path] = {file.path, file.content.size(), FileFate::Same};
    }
  }
  for (const FileStep& step : plan.steps()) {
    files[step.path] = step.content ? PlannedFile{step.path, step.content->size(),
                                                  isThere(step.path) ? FileFate::Changed : FileFate::New}
                                    : PlannedFile{step.path, bytesThere(step.path), FileFate::Removed};
  }
  for (const std::string& path : plan.changes().kept) {
    files[path] = {path, bytesThere(path), FileFate::Edited};
  }
  const std::string after = listText(plan.list());
  const bool sameList = plan.steps().empty() && after == before;
  files[kOwnedListName] = {kOwnedListName, after.size(),
                           !isThere(kOwnedListName) ? FileFate::New
                           : sameList               ? FileFate::Same
                                                    : FileFate::Changed};
  std::vector<PlannedFile> result;
  result.reserve(files.size());
  for (auto& [path, file] : files) {
    result.push_back(std::move(file));
  }
  return result;
}

Result<OwnedChanges> writeOwnedFiles(const fs::path& folder, std::span<const FileGroup> groups, JobContext& job,
                                     const std::vector<ExportRecord>& records) {
  const auto change = FolderChange::begin(folder, job);
  TRY(change);
  auto changes = prepareOwnedFiles(**change, groups, job, records);
  TRY(changes);
  TRY((*change)->putInPlace());
  TRY((*change)->keep());
  return changes;
}

Result<std::vector<OwnedFile>> ownedFiles(const fs::path& folder) {
  auto list = readList(folder);
  TRY(list);
  std::vector<OwnedFile> files;
  for (const auto& [group, owned] : list->groups) {
    const Group& comes = list->pending[group];
    for (const auto& [path, hash] : owned) {
      const Result<std::optional<std::string>> there =
          staysInside(folder, path) ? hashOf(folder / path) : std::optional<std::string>();
      const auto coming = comes.find(path);
      const bool isOurs = there && *there && (**there == hash || (coming != comes.end() && **there == coming->second));
      if (!there) {
        files.push_back(
            {group, path, there.error().code == ErrorCode::BadFile ? OwnedState::NotAFile : OwnedState::Missing});
        continue;
      }
      files.push_back({group, path, !*there ? OwnedState::Missing : isOurs ? OwnedState::Whole : OwnedState::Edited});
    }
  }
  return files;
}

Result<OwnedExports> ownedExports(const fs::path& folder) {
  auto list = readList(folder);
  TRY(list);
  return OwnedExports{std::move(list->exports), std::move(list->versions), !list->pending.empty()};
}

}  // namespace texeleton::exporting
