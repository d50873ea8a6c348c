#include "core/export/doctor.h"
#include "core/base/mapped.h"
#include "core/base/utf8_path.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>

#include "core/base/memory.h"
#include "core/base/one_line.h"
#include "core/base/system_reason.h"
#include "core/export/export_places.h"
#include "core/export/import_settings.h"
#include "core/export/write_export.h"
#include "core/pack/canary.h"

namespace texeleton::exporting {

namespace fs = std::filesystem;

namespace {

constexpr const char* kPackSuffix = ".texpack";
constexpr double kMostSecondsOfWaiting = 5.0;  ///< The wait for a running export.

/// Exports and packs below the folder, each list sorted by path.
struct Found {
  std::vector<fs::path> folders;
  std::vector<fs::path> packs;
  std::set<fs::path> interrupted;  ///< Folders with an interrupted or running export or bake.
};

Result<Found> findExports(const fs::path& folder, const JobContext& job) {
  static const std::set<fs::path> kLeftOut = {".git", ".svn", ".hg", "node_modules", "Library", ".godot"};
  Found found;
  std::error_code error;
  if (!fs::is_directory(folder, error)) {
    return fail(ErrorCode::NotFound, "there is no such folder", folder.string());
  }
  if (folder.extension() == kPackSuffix) {
    found.packs.push_back(folder);
    return found;
  }
  for (fs::recursive_directory_iterator it(folder, fs::directory_options::skip_permission_denied, error), end;
       !error && it != end; it.increment(error)) {
    if (job.isCancelled()) {
      return fail(ErrorCode::Cancelled, "cancelled");
    }
    std::error_code unknown;
    const fs::path& path = it->path();
    if (path.filename() == kOwnedListName) {  // Includes non-regular files, which are a finding.
      found.folders.push_back(path.parent_path());
      it.disable_recursion_pending();
    } else if (it->is_symlink(unknown)) {
      continue;
    } else if (it->is_directory(unknown)) {
      if (isLeftoverName(path.filename().string())) {
        found.interrupted.insert(path.parent_path().filename() == kHiddenPacks ? path.parent_path().parent_path()
                                                                               : path.parent_path());
        it.disable_recursion_pending();
      } else if (kLeftOut.count(path.filename()) != 0) {
        it.disable_recursion_pending();
      } else if (path.extension() == kPackSuffix) {
        found.packs.push_back(path);
        it.disable_recursion_pending();
      }
    }
  }
  if (error) {
    return fail(ErrorCode::Io, message("cannot be read: %1", systemReason(error)), folder.string());
  }
  std::ranges::sort(found.folders);
  std::ranges::sort(found.packs);
  return found;
}

std::vector<ExportFinding> findingsOf(const std::vector<const pack::CanaryDamage*>& damages, const fs::path& texture,
                                      const Message& again) {
  return mapped(damages, [&](const pack::CanaryDamage* damage) {
    return ExportFinding{Severity::Warning, texture.string(), message(damage->text),
                         message("%1 %2", message(damage->mend), again), damage->name};
  });
}

/// The faults of a pack. Its canary shows whether a tool has saved the texture again.
std::vector<ExportFinding> examinePackTexels(const fs::path& path, JobContext& job) {
  const Message again = message("Export it again.");
  const auto pack = pack::readPack(path, job);
  if (pack) {
    return mapped(pack::verifyPack(*pack, job), [&](const Message& problem) {
      return ExportFinding{Severity::Warning, path.string(), problem, again};
    });
  }
  const auto manifest = pack::readPackManifest(path);
  const fs::path texture = path / "animation.exr";
  if (manifest && manifest->animation.layout.canaryRow) {
    const auto damages = pack::examineTexture(texture, manifest->animation.layout, manifest->animation.pixelFormat);
    if (damages && !damages->empty()) {
      return findingsOf(*damages, texture, again);
    }
  }
  const std::string& file = pack.error().file;
  return {{Severity::Warning, file.empty() ? path.string() : file,
           pack.error().message.withTexts([](const std::string& said) { return oneLine(said, 400); }), again}};
}

/// The faults of a pack, including those of its import settings in an engine's project.
std::vector<ExportFinding> examinePackFiles(const fs::path& path, JobContext& job) {
  std::vector<ExportFinding> findings = examinePackTexels(path, job);
  appendFindings(findings, examineImportSettings(path / "animation.exr"));
  return findings;
}

/// Groups of characters are called "TARGET: NAME", with the target's name or the start of its title.
bool isGroupOf(const std::string& group, const ExportRecord& record) {
  const std::size_t colon = group.find(": ");
  const ExportTarget* const target = exportTargetNamed(record.target);
  if (colon == std::string::npos || target == nullptr || group.substr(colon + 2) != record.name) {
    return false;
  }
  const std::string first = group.substr(0, colon);
  return first == target->name || std::string_view(target->title).starts_with(first);
}

class Doctor {
 public:
  explicit Doctor(JobContext& job) : m_job(job) {}

  void examine(const fs::path& folder) {
    const auto exports = ownedExports(folder);
    const auto files = exports ? ownedFiles(folder) : Result<std::vector<OwnedFile>>(fail(exports.error()));
    if (!files) {
      m_report.findings.push_back(
          {Severity::Warning, (folder / kOwnedListName).string(), files.error().message,
           message("Export into another folder, or remove the list and the files that it names.")});
      return;
    }
    if (exports->isInterrupted) {
      m_report.findings.push_back({Severity::Warning, folder.string(),
                                   message("An export into this folder was interrupted; not all of it is there."),
                                   message("Export again."), "interrupted"});
    }
    std::vector<ExaminedExport> examined = mapped(exports->exports, [&](const ExportRecord& record) {
      return ExaminedExport{record, folder, {}};
    });
    for (const OwnedFile& file : *files) {
      ExaminedExport* const owner = ownerOf(file, examined);
      std::vector<ExportFinding>& findings = owner != nullptr ? owner->findings : m_report.findings;
      if (file.state == OwnedState::Edited && isDataTexture(file.path)) {
        appendFindings(findings, examineEditedTexture(folder, file, owner));
      } else if (auto finding = examineFile(folder, file)) {
        findings.push_back(std::move(*finding));
      }
      appendFindings(findings, examineImportSettings(folder / fromUtf8(file.path)));
    }
    for (ExaminedExport& each : examined) {
      examineExport(each);
      m_report.exports.push_back(std::move(each));
    }
  }

  /// Undoes an interrupted export before anything is examined.
  void undo(const std::set<fs::path>& interrupted) {
    for (const fs::path& folder : interrupted) {
      JobContext unheard;  // The findings report it instead.
      const auto undone = undoInterruptedChange(folder, unheard, kMostSecondsOfWaiting);
      if (!undone) {
        m_report.findings.push_back(
            {Severity::Warning, undone.error().file, undone.error().message, message("Export again."), "interrupted"});
      } else if (*undone) {
        m_report.findings.push_back({Severity::Info, folder.string(),
                                     message("An export into this folder was interrupted; it was undone."),
                                     message("Export again."), "interrupted"});
      }
    }
  }

  void examinePacks(const std::vector<fs::path>& packs) {
    for (const fs::path& pack : packs) {
      std::error_code error;
      if (m_packs.count(fs::weakly_canonical(pack, error)) != 0) {
        continue;
      }
      m_report.packs.push_back(pack);
      appendFindings(m_report.findings, examinePackFiles(pack, m_job));
    }
  }

  /// Finds characters with the same id: engines derive the identifiers of files from it.
  void compareIds() {
    std::map<std::pair<std::string, std::string>, const ExaminedExport*> known;
    for (ExaminedExport& each : m_report.exports) {
      const auto [other, isNew] = known.emplace(std::pair(each.record.target, each.record.id), &each);
      if (!isNew) {
        each.findings.push_back({Severity::Warning, (each.folder / each.record.name).string(),
                                 message("The character has the identifier %1, as %2 has.", inQuotes(each.record.id),
                                         (other->second->folder / other->second->record.name).string()),
                                 message("Give one of the two recipes an \"id\" of its own, and export it again.")});
      }
    }
  }

  DoctorReport take() { return std::move(m_report); }

 private:
  static std::optional<ExportFinding> examineFile(const fs::path& folder, const OwnedFile& file) {
    const std::string path = (folder / fromUtf8(file.path)).string();
    switch (file.state) {
      case OwnedState::Missing:
        return ExportFinding{Severity::Warning, path, message("The file is missing."), message("Export again."),
                             "missing"};
      case OwnedState::Edited:
        return ExportFinding{Severity::Warning, path, message("The file is not as it was exported."),
                             message("Remove it and export again, or keep your edit: exports leave it as it is."),
                             "edited"};
      case OwnedState::NotAFile:
        return ExportFinding{Severity::Warning, path, message("This is not a regular file; it was not opened."),
                             message("Remove it and export again."), "not-a-file"};
      case OwnedState::Whole:
        break;
    }
    return std::nullopt;
  }

  /// The export that a file belongs to; null for a shared file.
  static ExaminedExport* ownerOf(const OwnedFile& file, std::vector<ExaminedExport>& exports) {
    const auto owner = std::ranges::find_if(
        exports, [&file](const ExaminedExport& each) { return isGroupOf(file.group, each.record); });
    return owner == exports.end() ? nullptr : &*owner;
  }

  /// Whether a file is a texture of numbers. It is not edited by hand: if it differs, a tool has changed its texels.
  static bool isDataTexture(const std::string& path) {
    return path.ends_with(".exr") || path.ends_with(".ktx2") || path.ends_with(".texbin");
  }

  std::vector<ExportFinding> examineEditedTexture(const fs::path& folder, const OwnedFile& file,
                                                  const ExaminedExport* owner) {
    const fs::path path = folder / fromUtf8(file.path);
    const Message again = message("Remove it and export again.");
    std::vector<ExportFinding> findings;
    if (owner != nullptr && path.extension() == ".exr") {
      findings = findingsOf(damagesOf(folder, file, *owner, path), path, again);
    }
    if (findings.empty()) {
      findings.push_back({Severity::Warning, path.string(),
                          message("The texels of this data texture are not as they were exported."), again, "edited"});
    }
    return findings;
  }

  /// The damage to a texture beside a pack, found by making the texture again from the pack.
  std::vector<const pack::CanaryDamage*> damagesOf(const fs::path& folder, const OwnedFile& file,
                                                   const ExaminedExport& owner, const fs::path& path) {
    const ExportTarget* const target = exportTargetNamed(owner.record.target);
    const fs::path packPath = folder / fromUtf8(owner.record.pack);
    const auto pack = pack::readPack(packPath, m_job);
    if (target == nullptr || !pack) {
      return {};
    }
    ExportPlace place = exportPlace(*target, folder, owner.record.name);
    place.pack = packPath;
    place.id = owner.record.id;
    const auto beside = besidePack(*pack, place, packPath);
    for (const FileGroup& group : beside ? beside->groups : std::vector<FileGroup>()) {
      for (const ProjectFile& made : group.files) {
        if (made.path == file.path) {
          return pack::examineTexture(path, made.content, pack->animation.pixelFormat)
              .value_or(std::vector<const pack::CanaryDamage*>());
        }
      }
    }
    return {};
  }

  void examineExport(ExaminedExport& each) {
    const ExportRecord& record = each.record;
    const fs::path pack = each.folder / fromUtf8(record.pack);
    std::error_code error;
    if (!record.pack.empty()) {
      if (!fs::exists(pack, error)) {
        each.findings.push_back(
            {Severity::Warning, pack.string(), message("The pack is missing."), message("Export again."), "missing"});
      } else if (m_packs.insert(fs::weakly_canonical(pack, error)).second) {
        appendFindings(each.findings, examinePackFiles(pack, m_job));
      }
    }
    if (record.version != TEXELETON_VERSION) {
      each.findings.push_back({Severity::Info, each.folder.string(),
                               message("It was exported by version %1; this program is version %2.",
                                       oneLine(record.version, 40), TEXELETON_VERSION),
                               message("Export again, so that all exports of the folder have one run-time."),
                               "version"});
    }
    const ExportTarget* const target = exportTargetNamed(record.target);
    if (target == nullptr) {
      each.findings.push_back({Severity::Info, each.folder.string(),
                               message("The export target %1 is not known to this version.", inQuotes(record.target)),
                               message("Examine it with the version that exported it.")});
    }
  }

  JobContext& m_job;
  DoctorReport m_report;
  std::set<fs::path> m_packs;  ///< Packs of exports.
};

bool isWarning(const ExportFinding& finding) { return finding.severity == Severity::Warning; }

}  // namespace

bool DoctorReport::isWhole() const {
  return std::ranges::none_of(findings, isWarning) && std::ranges::none_of(exports, [](const ExaminedExport& e) {
           return std::ranges::any_of(e.findings, isWarning);
         });
}

namespace {

Result<DoctorReport> examineWithin(const fs::path& folder, JobContext& job) {
  auto found = findExports(folder, job);
  TRY(found);
  Doctor doctor(job);
  if (!found->interrupted.empty()) {
    doctor.undo(found->interrupted);
    found = findExports(folder, job);
    TRY(found);
  }
  for (const fs::path& each : found->folders) {
    doctor.examine(each);
  }
  doctor.examinePacks(found->packs);
  doctor.compareIds();
  if (job.isCancelled()) {
    return fail(ErrorCode::Cancelled, "cancelled");
  }
  return doctor.take();
}

}  // namespace

Result<DoctorReport> examineExports(const fs::path& folder, JobContext& job) {
  return withinMemory(folder, [&] { return examineWithin(folder, job); });
}

}  // namespace texeleton::exporting
