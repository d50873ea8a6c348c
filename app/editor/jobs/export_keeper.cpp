#include "app/editor/jobs/export_keeper.h"

#include "app/editor/document/paths.h"
#include "app/editor/jobs/source_watcher.h"
#include "core/base/elapsed.h"
#include "core/base/mapped.h"
#include "core/batch/file_state.h"
#include "core/export/owned_folder.h"

namespace texeleton::editor {

namespace fs = std::filesystem;

namespace {

constexpr int kMillisecondsBetweenExportLooks = 500;

/// Files that an export wrote beside the pack, starting with the list of them.
std::vector<batch::SettleWatch::File> filesBeside(const std::vector<exporting::ExportPlace>& places) {
  std::vector<batch::SettleWatch::File> files;
  for (const exporting::ExportPlace& place : places) {
    if (place.target->companions == nullptr) {
      continue;
    }
    const fs::path list = place.folder / exporting::kOwnedListName;
    files.push_back({list, batch::fileState(list)});
    const auto owned = exporting::ownedFiles(place.folder);
    for (const exporting::OwnedFile& file : owned.value_or(std::vector<exporting::OwnedFile>())) {
      const fs::path path = place.folder / fromUtf8(file.path);
      files.push_back({path, batch::fileState(path)});
    }
  }
  return files;
}

}  // namespace

ExportKeeper::ExportKeeper(Workshop& workshop, QObject* parent) : QObject(parent), m_workshop(workshop) {
  connect(&workshop, &Workshop::measured, this, &ExportKeeper::consider);
  connect(&workshop.runner(), &JobRunner::finished, this, &ExportKeeper::consider);
  connect(&workshop, &Workshop::exportEnded, this, &ExportKeeper::watch);
  connect(&workshop.document(), &Document::replaced, this, [this] {
    m_exported.reset();
    m_watch.reset();
  });
  m_timer.setInterval(kMillisecondsBetweenExportLooks);
  connect(&m_timer, &QTimer::timeout, this, &ExportKeeper::look);
  m_timer.start();
}

void ExportKeeper::consider() {
  const Document& document = m_workshop.document();
  const auto& bake = m_workshop.bake();
  const bool isDone = bake == m_exported && document.recipe().exports == m_targets;
  if (!document.state().keepExports || !bake || isDone || !m_workshop.errors() || m_workshop.runner().isBusy() ||
      m_workshop.problem() || m_workshop.overLimit()) {
    return;
  }
  const auto folders = document.exportFolders();
  if (!folders.empty()) {
    m_exported = bake;
    m_targets = document.recipe().exports;
    m_workshop.exportPacks(folders);
  }
}

void ExportKeeper::watch() {
  m_watch.reset();
  m_watched = m_workshop.document().exportFolders();
  if (!m_workshop.document().state().keepExports || m_workshop.bake() != m_exported) {
    return;
  }
  m_looker.start(
      [this, order = m_workshop.exportOrder(), packs = m_watched](JobContext&, const JobRunner::Deliver& deliver) {
        auto watch = std::make_shared<batch::SettleWatch>(kSettleSeconds);
        for (std::size_t i = 0; i < packs.size(); ++i) {
          watch->watch(i, filesBeside(placesOf(order, packs[i])));
        }
        deliver([this, watch] { m_watch = watch; });
      });
}

void ExportKeeper::look() {
  if (!m_watch || m_looker.isBusy() || m_workshop.exporter().isBusy() || !m_workshop.document().state().keepExports) {
    return;
  }
  m_looker.start([this, watch = m_watch](JobContext&, const JobRunner::Deliver& deliver) {
    const auto changed = watch->look(secondsNow());
    if (changed.empty()) {
      return;
    }
    deliver([this, watch, changed] {
      // The shown bake must be the exported one; otherwise an export follows anyway or is not wanted.
      if (watch != m_watch || m_workshop.bake() != m_exported || m_workshop.runner().isBusy()) {
        return;
      }
      m_workshop.exportPacks(mapped(changed, [this](std::size_t item) { return m_watched[item]; }));
    });
  });
}

}  // namespace texeleton::editor
