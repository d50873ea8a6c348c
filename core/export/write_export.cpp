#include "core/export/write_export.h"
#include "core/base/mapped.h"
#include "core/base/utf8_path.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/base/memory.h"
#include "core/base/one_line.h"
#include "core/base/system_reason.h"
#include "core/pack/canary.h"
#include "core/pack/interrupted_writes.h"
#include "core/pack/pack_inputs.h"
#include "core/pack/source_role.h"
#include "core/vat/encoding.h"

namespace texeleton::exporting {

namespace fs = std::filesystem;

namespace {

/// An error unless the target's run-time decodes the pack.
std::optional<Error> refusedEncoding(const ExportTarget& target, const vat::BakedAnimation& animation) {
  const std::string_view name = vat::encodingOf(animation).name;
  if (std::ranges::find(target.encodings, name) != target.encodings.end()) {
    return std::nullopt;
  }
  Message known;  // Encodings of the pack's mode.
  for (const std::string_view each : target.encodings) {
    const vat::Encoding* const encoding = vat::findEncoding(std::string(each));
    if (encoding != nullptr && encoding->mode == animation.mode) {
      const Remedy remedy{RemedyKind::Encoding, 0.0, std::string(each)};
      known = known.empty() ? message("%1", remedy) : message("%1 or %2", known, remedy);
    }
  }
  if (known.empty()) {
    return Error{ErrorCode::Unsupported,
                 animation.mode == vat::BakeMode::Vertex
                     ? message("%1 reads skin matrices and cannot play vertex mode: bake with %2", target.title,
                               Remedy{RemedyKind::BoneMode})
                     : message("%1 reads positions and cannot play bone mode: bake with %2", target.title,
                               Remedy{RemedyKind::VertexMode}),
                 {}};
  }
  return Error{ErrorCode::Unsupported,
               message("%1 does not decode the encoding %2: bake with %3", target.title, name, known),
               {}};
}

/// A canonical spelling of a file's or folder's path, whether it exists or not.
fs::path realPath(const fs::path& path) {
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error);
  const fs::path real = fs::weakly_canonical(absolute, error);
  const fs::path& known = error ? absolute : real;
  return known.has_filename() ? known : known.parent_path();
}

/// The path of a file relative to a folder; nothing if a link leads out of the folder.
std::optional<std::string> pathInside(const fs::path& folder, const fs::path& file) {
  const std::string path = utf8Of(file.lexically_normal().lexically_relative(folder.lexically_normal()));
  return staysInside(folder, path) ? std::optional(path) : std::nullopt;
}

/// The hash of the model that a pack was made from; empty if the pack does not record it.
std::string modelHashOf(const pack::Pack& pack) {
  const auto model =
      std::ranges::find_if(pack.sources, [](const pack::PackSource& s) { return s.role == pack::SourceRole::Model; });
  return model == pack.sources.end() ? std::string() : model->sha256;
}

/// The exported source as recorded in the folder's list.
std::string sourceText(const ExportPlace& place) {
  return place.source.empty() ? std::string()
                              : utf8Of(realPath(place.source).lexically_relative(realPath(place.folder)));
}

bool isOfItself(const ExportPlace& place) {
  return place.source.empty() || realPath(place.source) == realPath(place.pack);
}

/// The record of an export of this name in the folder.
std::optional<ExportRecord> recordOf(const ExportPlace& place, const std::string& name, bool ofTarget) {
  const auto exports = ownedExports(place.folder);
  for (const ExportRecord& record : exports ? exports->exports : std::vector<ExportRecord>()) {
    if (record.name == name && (!ofTarget || record.target == place.target->name)) {
      return record;
    }
  }
  return std::nullopt;
}

Error otherCharacter(const ExportPlace& place, const std::string& other) {
  return {ErrorCode::InvalidArgument,
          message("another character, of %1, was exported here under this name: export under another name or into "
                  "another folder, or use %2",
                  inQuotes(other), Remedy{RemedyKind::Replace, 0.0, place.pack.string()}),
          place.pack.string()};
}

/// The error if the export would replace another character. Characters are the same if the path of their recipe or
/// model, the model's hash, or the recipe's id is the same.
std::optional<Error> replacedCharacter(const ExportPlace& place, const pack::Pack& pack) {
  if (isOfItself(place) || place.ofAnother == OfAnother::Replace) {
    return std::nullopt;
  }
  const std::string name = utf8Of(place.pack.stem());
  const std::string hash = modelHashOf(pack);
  const auto record = place.target->companions == nullptr ? std::nullopt : recordOf(place, name, false);
  if (record && !record->source.empty()) {
    const bool isSame = record->source == sourceText(place) || (!hash.empty() && record->sourceSha256 == hash) ||
                        (!place.id.empty() && place.id != name && record->id == place.id);
    return isSame ? std::nullopt : std::optional(otherCharacter(place, record->source));
  }
  // Packs record names of files, not their paths.
  const auto old = pack::readPackRecord(place.pack);
  const auto manifest = pack::readPackManifest(place.pack);
  if (!manifest || manifest->sources.empty() || hash.empty() || modelHashOf(*manifest) == hash) {
    return std::nullopt;
  }
  const std::string file = place.source.filename().string();
  const auto isNamed = [&file](const std::vector<pack::PackSource>& sources) {
    return std::ranges::any_of(sources, [&](const pack::PackSource& s) { return s.file == file; });
  };
  const auto sameModel = [&](const std::vector<pack::PackSource>& sources) {
    return std::ranges::any_of(sources, [&](const pack::PackSource& s) {
      return s.role == pack::SourceRole::Model && s.file == pack.sources.front().file;
    });
  };
  if (isNamed(manifest->sources) || sameModel(manifest->sources) || (old && isNamed(old->inputs.reads))) {
    return std::nullopt;
  }
  return otherCharacter(place, manifest->sources.front().file);
}

constexpr std::size_t kLargeMegabytes = 20;

/// Reports files that are large for a game or a page before they are written.
void tellSize(const ExportTarget& target, const std::vector<FileGroup>& groups, JobContext& job) {
  std::size_t bytes = 0;
  for (const FileGroup& group : groups) {
    for (const ProjectFile& file : group.files) {
      bytes += file.content.size();
    }
  }
  if (const std::size_t megabytes = bytes / 1'000'000; megabytes > kLargeMegabytes) {
    job.inform(message("The files have %1 MB; fewer clips, fewer vertices or %2 would make them smaller.", megabytes,
                       Remedy{RemedyKind::LowerRate}),
               target.title);
  }
}

/// The change of all folders that an export writes to: the pack's folder and those of the files beside it.
class ExportChange {
 public:
  /// Locks the folders in the order of their paths, so that two exports cannot deadlock.
  Result<void> begin(std::span<const ExportPlace> places, JobContext& job) {
    for (const ExportPlace& place : places) {
      if (place.target->companions != nullptr) {
        addFolder(place.folder);
      }
    }
    if (std::ranges::none_of(m_folders,
                             [&](const Folder& f) { return pathInside(f.path, places.front().pack).has_value(); })) {
      m_packFolder = realPath(places.front().pack).parent_path();
      addFolder(m_packFolder);
    }
    std::ranges::sort(m_folders, {}, &Folder::real);
    for (Folder& folder : m_folders) {
      auto change = FolderChange::begin(folder.path, job);
      TRY(change);
      m_hasUndone = m_hasUndone || (*change)->hasUndone();
      folder.change = std::move(*change);
    }
    return {};
  }

  /// Whether an interrupted export was undone; the pack on disk may then differ from what the caller read.
  bool hasUndone() const { return m_hasUndone; }

  /// Backs up the pack, which the caller is about to write.
  Result<void> holdPack(const fs::path& pack) {
    std::error_code error;
    for (Folder& folder : m_folders) {
      const fs::path seen = m_packFolder.empty() ? pack : realPath(pack);
      const auto inside = pathInside(folder.path, seen);
      if (!inside) {
        continue;
      }
      TRY(folder.change->hold(mapped(pack::packFileNames(), [&](const char* name) { return *inside + "/" + name; })));
      if (pack.has_parent_path()) {
        fs::create_directories(pack.parent_path(), error);
      }
      return error ? fail(ErrorCode::Io, message("cannot be written: %1", systemReason(error)), pack.string())
                   : Result<void>();
    }
    return {};
  }

  Result<void> prepare(const pack::Pack& pack, std::span<const ExportPlace> places, JobContext& job) {
    for (const ExportPlace& place : places) {
      if (place.target->companions == nullptr) {
        continue;
      }
      if (!place.target->playsLayers && !pack.animation.masks.empty()) {
        job.warn("the target does not play layers: the pack's masks are left out", place.target->title);
      }
      auto beside = besidePack(pack, place, place.pack);
      TRY(beside);
      Folder& folder = folderOf(place.folder);
      folder.records.push_back(std::move(beside->record));
      tellSize(*place.target, beside->groups, job);
      for (FileGroup& group : beside->groups) {  // Targets that share a folder share run-times.
        const auto same = std::ranges::find(folder.groups, group.name, &FileGroup::name);
        if (same == folder.groups.end()) {
          folder.groups.push_back(std::move(group));
        }
      }
    }
    for (Folder& folder : m_folders) {
      if (!folder.records.empty()) {
        auto changes = prepareOwnedFiles(*folder.change, folder.groups, job, folder.records);
        TRY(changes);
        folder.changes = std::move(*changes);
      }
    }
    return {};
  }

  Result<ExportChanges> finish() {
    for (Folder& folder : m_folders) {
      TRY(folder.change->putInPlace());
    }
    ExportChanges changes;
    for (Folder& folder : m_folders) {
      TRY(folder.change->keep());
      const auto add = [&folder](const std::vector<std::string>& from, std::vector<fs::path>& to) {
        for (const std::string& path : from) {
          to.push_back(folder.path / fromUtf8(path));
        }
      };
      add(folder.changes.written, changes.written);
      add(folder.changes.removed, changes.removed);
      add(folder.changes.kept, changes.kept);
    }
    return changes;
  }

 private:
  struct Folder {
    fs::path path;
    fs::path real;
    std::vector<FileGroup> groups = {};
    std::vector<ExportRecord> records = {};
    std::unique_ptr<FolderChange> change = {};
    OwnedChanges changes = {};
  };

  void addFolder(const fs::path& path) {
    const fs::path real = realPath(path);
    if (std::ranges::none_of(m_folders, [&](const Folder& f) { return f.real == real; })) {
      m_folders.push_back({path, real});
    }
  }

  /// The folder of that path, added by begin().
  Folder& folderOf(const fs::path& path) { return *std::ranges::find(m_folders, realPath(path), &Folder::real); }

  std::vector<Folder> m_folders;
  fs::path m_packFolder;  ///< The pack's folder, if none of the others contains the pack.
  bool m_hasUndone = false;
};

Result<BesidePack> besidePackWithin(const pack::Pack& pack, const ExportPlace& place, const fs::path& packFolder) {
  const std::string name = utf8Of(place.pack.stem());
  BesidePack beside;
  beside.record = {place.target->name, name, place.id.empty() ? name : place.id,
                   utf8Of(place.pack.lexically_relative(place.folder)), TEXELETON_VERSION};
  if (!isOfItself(place)) {
    beside.record.source = sourceText(place);
  } else if (const auto before = recordOf(place, name, true)) {
    beside.record.source = before->source;
  }
  if (!beside.record.source.empty()) {
    beside.record.sourceSha256 = modelHashOf(pack);
  }
  if (place.target->companions == nullptr) {
    return beside;
  }
  if (auto refused = refusedEncoding(*place.target, pack.animation)) {
    return fail(std::move(*refused));
  }
  auto groups = place.target->companions({pack, name, beside.record.id, place.options, place.folder, packFolder});
  TRY(groups);
  beside.groups = std::move(*groups);
  return beside;
}

}  // namespace

Result<BesidePack> besidePack(const pack::Pack& pack, const ExportPlace& place, const fs::path& packFolder) {
  return withinMemory(place.pack, [&] { return besidePackWithin(pack, place, packFolder); });
}

bool wantsCanary(std::span<const ExportPlace> places) {
  return std::ranges::any_of(places, [](const ExportPlace& p) { return !p.target->isPackFolder; });
}

std::string exportSettings(std::string settings, std::span<const ExportPlace> places) {
  return message(wantsCanary(places) ? "%1 with a canary" : "%1", std::move(settings));
}

namespace {

Result<ExportChanges> writeExportWithin(pack::Pack& pack, std::span<const ExportPlace> places,
                                        const pack::PackWriteOptions& options, JobContext& job) {
  if (wantsCanary(places)) {
    pack::addCanary(pack.animation);
  }
  const fs::path& path = places.front().pack;
  ExportChange change;
  TRY(change.begin(places, job));
  for (const ExportPlace& place : places) {
    if (auto other = replacedCharacter(place, pack)) {
      return fail(std::move(*other));
    }
  }
  TRY(change.holdPack(path));
  TRY(pack::writePack(path, pack, options, job));
  TRY(pack::readVerifiedPack(path, job));
  TRY(change.prepare(pack, places, job));  // Some files are derived from the pack's files on disk.
  if (job.isCancelled()) {
    return fail(ErrorCode::Cancelled, "cancelled", path.string());
  }
  return change.finish();
}

Result<ExportChanges> writeBesidePackWithin(std::span<const ExportPlace> places, JobContext& job) {
  const bool texels = std::ranges::any_of(places, [](const auto& p) { return p.target->readsTexels; });
  const bool any = std::ranges::any_of(places, [](const auto& p) { return p.target->companions; });
  if (!any) {
    return ExportChanges{};
  }
  ExportChange change;
  TRY(change.begin(places, job));
  if (change.hasUndone()) {
    return fail(ErrorCode::Verification,
                "an interrupted export was undone just now, and with it the pack: export again",
                places.front().pack.string());
  }
  const auto pack = texels ? pack::readPack(places.front().pack, job) : pack::readPackManifest(places.front().pack);
  TRY(pack);
  TRY(change.prepare(*pack, places, job));
  return change.finish();
}

}  // namespace

Result<ExportChanges> writeExport(pack::Pack& pack, std::span<const ExportPlace> places,
                                  const pack::PackWriteOptions& options, JobContext& job) {
  return withinMemory(places.front().pack, [&] { return writeExportWithin(pack, places, options, job); });
}

Result<ExportChanges> writeBesidePack(std::span<const ExportPlace> places, JobContext& job) {
  return places.empty() ? ExportChanges()
                        : withinMemory(places.front().pack, [&] { return writeBesidePackWithin(places, job); });
}

Result<bool> undoInterruptedExport(std::span<const ExportPlace> places, JobContext& job) {
  bool hasUndone = false;
  for (const ExportPlace& place : places) {
    for (const fs::path& folder :
         {place.target->companions == nullptr ? fs::path() : place.folder, realPath(place.pack).parent_path()}) {
      const auto undone = folder.empty() ? Result<bool>(false) : undoInterruptedChange(folder, job);
      TRY(undone);
      hasUndone = hasUndone || *undone;
    }
  }
  return hasUndone;
}

Result<void> writeCompanions(const ExportPlace& place, JobContext& job) {
  auto written = writeBesidePack({&place, 1}, job);
  return written ? Result<void>() : fail(std::move(written.error()));
}

}  // namespace texeleton::exporting
