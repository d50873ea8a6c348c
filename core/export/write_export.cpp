#include "core/export/write_export.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/bake/encoding/encoding.h"
#include "core/base/system_reason.h"
#include "core/pack/canary.h"

namespace texeleton::exporting {

namespace fs = std::filesystem;

namespace {

std::string exportText(const fs::path& path) {
  const std::u8string text = path.generic_u8string();
  return {text.begin(), text.end()};
}

/// Nothing where the target's run-time decodes the pack.
std::optional<Error> refusedEncoding(const ExportTarget& target, const bake::BakedAnimation& animation) {
  if (animation.layout.tableFrames != 0 && !target.playsFrameTables) {
    return Error{ErrorCode::Unsupported,
                 message("%1 does not play uneven rows (a frame table): bake with %2", target.title,
                         Remedy{RemedyKind::EvenRows}),
                 {}};
  }
  const std::string_view name = bake::encodingOf(animation).name;
  if (std::find(target.encodings.begin(), target.encodings.end(), name) != target.encodings.end()) {
    return std::nullopt;
  }
  Message known;  // Of the pack's mode.
  for (const std::string_view each : target.encodings) {
    const bake::Encoding* const encoding = bake::findEncoding(std::string(each));
    if (encoding != nullptr && encoding->mode == animation.mode) {
      const Remedy remedy{RemedyKind::Encoding, 0.0, std::string(each)};
      known = known.empty() ? message("%1", remedy) : message("%1 or %2", known, remedy);
    }
  }
  if (known.empty()) {
    return Error{ErrorCode::Unsupported,
                 animation.mode == bake::BakeMode::Vertex
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

/// What lies beside the pack, of all places: prepared, put in place, kept.
class Companions {
 public:
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
      for (FileGroup& group : beside->groups) {  // Targets that share a folder share run-times.
        const auto same = std::find_if(folder.groups.begin(), folder.groups.end(),
                                       [&](const FileGroup& g) { return g.name == group.name; });
        if (same == folder.groups.end()) {
          folder.groups.push_back(std::move(group));
        }
      }
    }
    for (Folder& folder : m_folders) {
      auto write = OwnedWrite::prepare(folder.path, folder.groups, job, folder.records);
      TRY(write);
      folder.write = std::move(*write);
    }
    return {};
  }

  Result<void> putInPlace() {
    for (Folder& folder : m_folders) {
      if (auto placed = folder.write->putInPlace(); !placed) {
        return placed;
      }
    }
    return {};
  }

  ExportChanges keep() {
    ExportChanges changes;
    for (Folder& folder : m_folders) {
      folder.write->keep();
      const auto add = [&folder](const std::vector<std::string>& from, std::vector<fs::path>& to) {
        for (const std::string& path : from) {
          to.push_back(folder.path / fs::path(std::u8string(path.begin(), path.end())));
        }
      };
      add(folder.write->changes().written, changes.written);
      add(folder.write->changes().removed, changes.removed);
      add(folder.write->changes().kept, changes.kept);
    }
    return changes;
  }

 private:
  struct Folder {
    fs::path path;
    std::vector<FileGroup> groups;
    std::vector<ExportRecord> records;
    std::optional<OwnedWrite> write;
  };

  Folder& folderOf(const fs::path& path) {
    const auto it = std::find_if(m_folders.begin(), m_folders.end(), [&](const Folder& f) { return f.path == path; });
    if (it != m_folders.end()) {
      return *it;
    }
    m_folders.push_back({path, {}, {}, {}});
    return m_folders.back();
  }

  std::vector<Folder> m_folders;
};

/// The pack that lies there, as it was: brought back unless the new one is kept. Its files are linked, not copied: a
/// pack is always replaced by new files.
class PackBefore {
 public:
  explicit PackBefore(const fs::path& pack) : m_pack(pack) {
    static std::atomic<unsigned> count{0};
    std::error_code error;
    m_wasThere = fs::exists(pack, error);
    m_links = pack.parent_path() / (".texeleton-" + std::to_string(::getpid()) + "-before-" + std::to_string(count++));
  }
  PackBefore(const PackBefore&) = delete;
  PackBefore& operator=(const PackBefore&) = delete;

  ~PackBefore() {
    std::error_code error;
    if (!m_kept && m_replaced) {
      fs::remove_all(m_pack, error);
      if (m_wasThere) {
        fs::rename(m_links, m_pack, error);
      }
    }
    fs::remove_all(m_links, error);
    for (auto it = m_made.rbegin(); it != m_made.rend() && !m_kept; ++it) {
      fs::remove(*it, error);  // Only where it is empty.
    }
  }

  /// Also makes the folders above it.
  Result<void> hold() {
    std::error_code error;
    for (fs::path folder = m_pack.parent_path(); !folder.empty() && !fs::exists(folder, error);
         folder = folder.parent_path()) {
      m_made.insert(m_made.begin(), folder);
    }
    fs::create_directories(m_pack.parent_path(), error);
    if (!error && m_wasThere) {
      fs::copy(m_pack, m_links, fs::copy_options::recursive | fs::copy_options::create_hard_links, error);
      if (error) {  // A file system without links.
        std::error_code again;
        fs::remove_all(m_links, again);
        error.clear();
        fs::copy(m_pack, m_links, fs::copy_options::recursive, error);
      }
    }
    return error ? fail(ErrorCode::Io, message("cannot be written: %1", systemReason(error)), m_pack.string())
                 : Result<void>();
  }

  void replaced() { m_replaced = true; }
  void keepNew() { m_kept = true; }

 private:
  fs::path m_pack;
  fs::path m_links;
  std::vector<fs::path> m_made;
  bool m_wasThere = false;
  bool m_replaced = false;
  bool m_kept = false;
};

}  // namespace

Result<BesidePack> besidePack(const pack::Pack& pack, const ExportPlace& place, const fs::path& packFolder) {
  const std::string name = exportText(place.pack.stem());
  BesidePack beside;
  beside.record = {place.target->name, name, place.id.empty() ? name : place.id,
                   exportText(place.pack.lexically_relative(place.folder)), TEXELETON_VERSION};
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

bool wantsCanary(std::span<const ExportPlace> places) {
  return std::any_of(places.begin(), places.end(), [](const ExportPlace& p) { return !p.target->isPackFolder; });
}

std::string exportSettings(std::string settings, std::span<const ExportPlace> places) {
  return message(wantsCanary(places) ? "%1 with a canary" : "%1", std::move(settings));
}

Result<ExportChanges> writeExport(pack::Pack& pack, std::span<const ExportPlace> places,
                                  const pack::PackWriteOptions& options, JobContext& job) {
  if (wantsCanary(places)) {
    pack::addCanary(pack.animation);
  }
  const fs::path& path = places.front().pack;
  PackBefore before(path);
  TRY(before.hold());
  TRY(pack::writePack(path, pack, options, job));
  before.replaced();
  TRY(pack::readVerifiedPack(path, job));
  Companions companions;  // Some are made of the pack's files as they lie there.
  TRY(companions.prepare(pack, places, job));
  if (job.isCancelled()) {
    return fail(ErrorCode::Cancelled, "cancelled", path.string());
  }
  TRY(companions.putInPlace());
  before.keepNew();
  return companions.keep();
}

Result<ExportChanges> writeBesidePack(std::span<const ExportPlace> places, JobContext& job) {
  const bool texels = std::any_of(places.begin(), places.end(), [](const auto& p) { return p.target->readsTexels; });
  const bool any = std::any_of(places.begin(), places.end(), [](const auto& p) { return p.target->companions; });
  if (!any) {
    return ExportChanges{};
  }
  const auto pack = texels ? pack::readPack(places.front().pack, job) : pack::readPackManifest(places.front().pack);
  TRY(pack);
  Companions companions;
  TRY(companions.prepare(*pack, places, job));
  TRY(companions.putInPlace());
  return companions.keep();
}

Result<void> writeCompanions(const ExportPlace& place, JobContext& job) {
  auto written = writeBesidePack({&place, 1}, job);
  return written ? Result<void>() : fail(std::move(written.error()));
}

}  // namespace texeleton::exporting
