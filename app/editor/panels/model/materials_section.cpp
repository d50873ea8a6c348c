#include "app/editor/panels/model/materials_section.h"

#include "app/editor/panels/model/material_text.h"
#include "app/editor/panels/model/model_roles.h"
#include "app/editor/theme/icons.h"
#include "app/editor/theme/theme.h"
#include "app/editor/widgets/controls.h"
#include "app/editor/widgets/numbers.h"

namespace texeleton::editor {

void MaterialsSection::forget() {
  m_swatches.cancel();
  ModelSection::forget();
}

void MaterialsSection::fill(const meshes::MeshInstances& all) {
  const ModelTree::Filling filling(m_tree);
  const model::Model& model = *m_workshop.model();
  m_heading = new QTreeWidgetItem(&m_tree, {tr("Materials"), count(model.materials.size())});
  const std::vector<MaterialUse> uses = materialUses(model, all);
  for (std::size_t i = 0; i < model.materials.size(); ++i) {
    const model::Material& material = model.materials[i];
    auto* item = new QTreeWidgetItem(m_heading, {QString::fromStdString(material.name), count(uses[i].triangles)});
    item->setIcon(0, swatch(material));
    ModelTree::mute(*item);
    item->setToolTip(1, tr("Triangles with this material"));
    const QStringList names = namesOf(uses[i].meshes, [&all](std::size_t mesh) { return all.instances[mesh].name; });
    const QStringList issues = issuesOf(material, model);
    const QStringList lines = {
        tr("Textures: %1").arg(mapsText(material)),
        tr("Drawn: %1, %2", "alpha mode, sides").arg(alphaText(material), sidesText(material)),
        names.isEmpty() ? tr("Used by no mesh")
                        : tr("%1: %2", "number of meshes, their names")
                              .arg(tr("%Ln mesh(es)", "", static_cast<int>(names.size())), names.join(tr(", ")))};
    for (const QString& line : lines + issues) {
      auto* detail = new QTreeWidgetItem(item, {line});
      detail->setData(0, kDetailRole, true);
      detail->setFlags(Qt::ItemIsEnabled);
      detail->setForeground(0, color(issues.contains(line) ? Token::Warning : Token::Muted));
      detail->setToolTip(0, line);
      detail->setFirstColumnSpanned(true);
      if (issues.contains(line)) {
        detail->setIcon(0, icon("warning", Token::Warning));
      }
      detail->setData(0, kMaterialRole, static_cast<int>(i));
    }
    item->setData(0, kMaterialRole, static_cast<int>(i));
    item->setToolTip(0, (QStringList(item->text(0)) + lines + issues).join('\n'));
    if (!issues.isEmpty()) {
      item->setIcon(1, icon("warning", Token::Warning));
      item->setData(1, Qt::AccessibleTextRole, issues.join('\n'));
      item->setExpanded(true);
    }
  }
  paintSwatches();
}

// Textures are decoded on another thread, because they may be large.
void MaterialsSection::paintSwatches() {
  const auto model = m_workshop.model();
  m_swatches.start([this, model](JobContext& job, const JobRunner::Deliver& deliver) {
    for (std::size_t i = 0; i < model->materials.size() && !job.isCancelled(); ++i) {
      if (const auto texture = textureColorOf(i, *model, job)) {
        deliver([this, model, i, texture] {
          if (m_workshop.model() == model && m_heading != nullptr) {
            const ModelTree::Filling filling(m_tree);
            m_heading->child(static_cast<int>(i))->setIcon(0, swatch(model->materials[i], texture));
          }
        });
      }
    }
  });
}

}  // namespace texeleton::editor
