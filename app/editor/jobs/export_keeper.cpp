#include "app/editor/jobs/export_keeper.h"

namespace texeleton::editor {

ExportKeeper::ExportKeeper(Workshop& workshop, QObject* parent) : QObject(parent), m_workshop(workshop) {
  connect(&workshop, &Workshop::measured, this, &ExportKeeper::consider);
  connect(&workshop.runner(), &JobRunner::finished, this, &ExportKeeper::consider);
  connect(&workshop.document(), &Document::replaced, this, [this] { m_exported.reset(); });
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

}  // namespace texeleton::editor
