#include "core/export/owned_folder.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <system_error>

#include "core/base/file_hash.h"
#include "core/base/save_file.h"

namespace texeleton {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFormat = "texeleton-files";
constexpr int kVersion = 1;
constexpr std::uintmax_t kMostListBytes = std::uintmax_t{16} << 20;

/// Path → hash that it was written with, by group.
using Group = std::map<std::string, std::string>;
using OwnedList = std::map<std::string, Group>;

tl::unexpected<Error> badList(const fs::path& file, const std::string& why) {
  return fail(ErrorCode::BadFile, why + "; remove the file to have all files beside it taken as foreign",
              file.string());
}

Result<OwnedList> readList(const fs::path& folder) {
  const fs::path file = folder / kOwnedListName;
  std::error_code error;
  if (!fs::exists(file, error)) {
    return OwnedList{};
  }
  const auto size = fs::file_size(file, error);
  if (error || size > kMostListBytes) {
    return badList(file, "is no list of files");
  }
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  const Json json = Json::parse(text.str(), nullptr, false);
  if (!json.is_object() || json.value("format", "") != kFormat || !json.contains("version") ||
      !json["version"].is_number_integer() || !json.contains("groups") || !json["groups"].is_object()) {
    return badList(file, "is no list of files");
  }
  if (json["version"].get<int>() > kVersion) {
    return fail(ErrorCode::Unsupported, "was written by a newer version; use that one", file.string());
  }
  OwnedList list;
  for (const auto& [group, files] : json["groups"].items()) {
    if (!files.is_object()) {
      return badList(file, "is no list of files");
    }
    for (const auto& [path, hash] : files.items()) {
      if (!hash.is_string()) {
        return badList(file, "is no list of files");
      }
      list[group][path] = hash.get<std::string>();
    }
  }
  return list;
}

std::string listText(const OwnedList& list) {
  Json groups = Json::object();
  for (const auto& [name, files] : list) {
    groups[name] = Json::object();
    for (const auto& [path, hash] : files) {
      groups[name][path] = hash;
    }
  }
  return Json{{"format", kFormat}, {"version", kVersion}, {"groups", groups}}.dump(2) + "\n";
}

/// Relative, without "..", and below no symbolic link, which may lead anywhere.
bool staysInside(const fs::path& folder, const std::string& path) {
  const fs::path relative(path);
  if (relative.empty() || relative.is_absolute() || relative.lexically_normal() != relative) {
    return false;
  }
  fs::path at = folder;
  for (const fs::path& part : relative) {
    at /= part;
    std::error_code error;
    if (part == ".." || fs::is_symlink(fs::symlink_status(at, error))) {
      return false;
    }
  }
  return true;
}

/// The hash of what lies there; nothing: there is nothing.
Result<std::optional<std::string>> hashOf(const fs::path& file) {
  std::error_code error;
  if (!fs::exists(fs::symlink_status(file, error))) {
    return std::optional<std::string>();
  }
  auto hash = sha256OfFile(file);
  if (!hash) {
    return fail(std::move(hash.error()));
  }
  return std::optional<std::string>(std::move(*hash));
}

/// What is to be done, decided before anything is done.
struct Step {
  std::string path;
  const std::string* content = nullptr;  ///< nullptr: it is removed.
};

class Plan {
 public:
  Plan(const fs::path& folder, OwnedList list, JobContext& job)
      : m_folder(folder), m_list(std::move(list)), m_job(job) {}

  Result<void> add(const FileGroup& group) {
    const Group before = m_list[group.name];
    Group& now = m_list[group.name];
    now.clear();
    for (const ProjectFile& file : group.files) {
      if (auto added = add(group.name, before, now, file); !added) {
        return added;
      }
    }
    for (const auto& [path, hash] : before) {
      if (now.find(path) == now.end()) {
        if (auto removed = removeOrphan(path, hash); !removed) {
          return removed;
        }
      }
    }
    return {};
  }

  const std::vector<Step>& steps() const { return m_steps; }
  const OwnedList& list() const { return m_list; }

 private:
  Result<void> add(const std::string& group, const Group& before, Group& now, const ProjectFile& file) {
    if (!staysInside(m_folder, file.path)) {
      return fail(ErrorCode::InvalidArgument, "leads out of the folder; nothing was written",
                  (m_folder / file.path).string());
    }
    for (const auto& [other, files] : m_list) {
      if (other != group && files.find(file.path) != files.end()) {
        return fail(ErrorCode::InvalidArgument,
                    "belongs to \"" + other + "\" in this folder; export under another name. Nothing was written",
                    (m_folder / file.path).string());
      }
    }
    const std::string hash = sha256OfText(file.content);
    auto there = hashOf(m_folder / file.path);
    if (!there) {
      return fail(std::move(there.error()));
    }
    const auto known = before.find(file.path);
    if (*there && **there != hash && (known == before.end() || **there != known->second)) {
      if (known == before.end()) {
        return fail(ErrorCode::InvalidArgument,
                    "is in the way and not ours: move it, or export into another folder. Nothing was written",
                    (m_folder / file.path).string());
      }
      m_job.warn("The file was edited and is kept as it is; remove it to have it written again.", file.path);
      now[file.path] = known->second;
      return {};
    }
    now[file.path] = hash;
    if (!*there || **there != hash) {
      m_steps.push_back({file.path, &file.content});
    }
    return {};
  }

  Result<void> removeOrphan(const std::string& path, const std::string& hash) {
    if (!staysInside(m_folder, path)) {
      return {};  // Whoever wrote that into the list, it is no file of ours.
    }
    auto there = hashOf(m_folder / path);
    if (!there) {
      return fail(std::move(there.error()));
    }
    if (*there && **there == hash) {
      m_steps.push_back({path, nullptr});
    } else if (*there) {
      m_job.warn("The file is no longer part of the export; it was edited and is kept.", path);
    }
    return {};
  }

  fs::path m_folder;
  OwnedList m_list;
  JobContext& m_job;
  std::vector<Step> m_steps;
};

/// A hidden folder inside, for new files and for those that they replace. Gone at the end, whatever happened.
class Staging {
 public:
  explicit Staging(const fs::path& folder)
      : m_folder(folder), m_path(folder / (".texeleton-" + std::to_string(::getpid()))) {}
  ~Staging() {
    if (!m_done) {
      for (auto it = m_moves.rbegin(); it != m_moves.rend(); ++it) {
        std::error_code error;
        fs::rename(it->second, it->first, error);
      }
    }
    std::error_code error;
    fs::remove_all(m_path, error);
  }
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;

  Result<void> write(const std::vector<Step>& steps) {
    std::error_code error;
    fs::create_directories(m_path / "new", error);
    fs::create_directories(m_path / "old", error);
    if (error) {
      return fail(ErrorCode::Io, "cannot be made: " + error.message(), m_path.string());
    }
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (steps[i].content != nullptr) {
        if (auto saved = saveFile(fresh(i), *steps[i].content); !saved) {
          return saved;
        }
      }
    }
    return {};
  }

  Result<void> putInPlace(const std::vector<Step>& steps) {
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const fs::path file = m_folder / steps[i].path;
      std::error_code error;
      if (fs::exists(file, error)) {
        if (auto moved = move(file, m_path / "old" / std::to_string(i)); !moved) {
          return moved;
        }
      }
      if (steps[i].content != nullptr) {
        fs::create_directories(file.parent_path(), error);
        if (auto moved = move(fresh(i), file); !moved) {
          return moved;
        }
      }
    }
    return {};
  }

  void done() { m_done = true; }

 private:
  fs::path fresh(std::size_t i) const { return m_path / "new" / std::to_string(i); }

  Result<void> move(const fs::path& from, const fs::path& to) {
    std::error_code error;
    fs::rename(from, to, error);
    if (error) {
      return fail(ErrorCode::Io, "cannot be replaced: " + error.message() + "; everything is as it was", to.string());
    }
    m_moves.emplace_back(from, to);
    return {};
  }

  fs::path m_folder;
  fs::path m_path;
  std::vector<std::pair<fs::path, fs::path>> m_moves;
  bool m_done = false;
};

}  // namespace

Result<void> writeOwnedFiles(const fs::path& folder, std::span<const FileGroup> groups, JobContext& job) {
  auto list = readList(folder);
  if (!list) {
    return fail(std::move(list.error()));
  }
  const std::string before = listText(*list);
  Plan plan(folder, std::move(*list), job);
  for (const FileGroup& group : groups) {
    if (auto added = plan.add(group); !added) {
      return added;
    }
  }
  const std::string after = listText(plan.list());
  if (plan.steps().empty() && after == before) {
    return {};
  }
  Staging staging(folder);
  if (auto written = staging.write(plan.steps()); !written) {
    return written;
  }
  if (job.isCancelled()) {
    return fail(ErrorCode::Cancelled, "cancelled");
  }
  if (auto placed = staging.putInPlace(plan.steps()); !placed) {
    return placed;
  }
  if (auto saved = saveFile(folder / kOwnedListName, after); !saved) {
    return saved;
  }
  staging.done();
  for (const Step& step : plan.steps()) {  // Folders that an orphan leaves empty.
    std::error_code error;
    for (fs::path parent = fs::path(step.path).parent_path(); step.content == nullptr && !parent.empty() && !error;
         parent = parent.parent_path()) {
      fs::remove(folder / parent, error);
    }
  }
  return {};
}

Result<std::vector<OwnedFile>> ownedFiles(const fs::path& folder) {
  const auto list = readList(folder);
  if (!list) {
    return fail(list.error());
  }
  std::vector<OwnedFile> files;
  for (const auto& [group, owned] : *list) {
    for (const auto& [path, hash] : owned) {
      const auto there = staysInside(folder, path) ? hashOf(folder / path) : std::optional<std::string>();
      const bool isThere = there && there->has_value();
      files.push_back({group, path,
                       !isThere          ? OwnedState::Missing
                       : **there == hash ? OwnedState::Whole
                                         : OwnedState::Edited});
    }
  }
  return files;
}

}  // namespace texeleton
