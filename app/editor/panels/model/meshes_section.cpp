#include "app/editor/panels/model/meshes_section.h"

#include <algorithm>

#include "app/editor/document/mesh_choice_edit.h"
#include "app/editor/panels/model/material_text.h"
#include "app/editor/panels/model/model_roles.h"
#include "app/editor/theme/theme.h"
#include "app/editor/widgets/controls.h"
#include "app/editor/widgets/numbers.h"

namespace texeleton::editor {

namespace {

constexpr int kWidestVariantName = 90;  // In pixels; the tool tip has the whole name.

}  // namespace

meshes::MeshInstances meshesOf(const Workshop& workshop) {
  return meshes::meshInstances(*workshop.model(), workshop.document().recipe().bake.meshes.authoredLods.value_or(true));
}

VariantEdit variantsOf(const Workshop& workshop, const meshes::MeshInstances& all) {
  const model::Model& model = *workshop.model();
  const recipe::RecipeBake& bake = workshop.document().recipe().bake;
  return {bake.variants, model, all, shownMeshes(bake.meshes, model, all), mergedAttachments(bake)};
}

void MeshesSection::fill(const meshes::MeshInstances& all) {
  const ModelTree::Filling filling(m_tree);
  const model::Model& model = *m_workshop.model();
  m_heading = new QTreeWidgetItem(&m_tree, {tr("Meshes"), QString()});
  for (std::size_t i = 0; i < all.instances.size(); ++i) {
    const meshes::MeshInstance& mesh = all.instances[i];
    auto* item = new QTreeWidgetItem(m_heading, {QString::fromStdString(mesh.name)});
    item->setData(0, kMeshRole, static_cast<int>(i));
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
    const QStringList names =
        namesOf(materialsOf(mesh, model), [&model](std::size_t material) { return model.materials[material].name; });
    item->setToolTip(
        0, tr("%1\nNode: %2\nMaterials: %3")
               .arg(QString::fromStdString(mesh.name), QString::fromStdString(model.nodes[mesh.node.value].name),
                    names.isEmpty() ? QString::fromUtf8("–") : names.join(tr(", "))));
    ModelTree::mute(*item);
  }
}

QString MeshesSection::variantsText(const VariantEdit& variants, std::size_t mesh) const {
  const std::vector<std::size_t> in = variants.variantsOf(mesh);
  if (in.size() == variants.variants().size()) {
    return tr("always");
  }
  if (in.empty()) {
    return tr("never");
  }
  if (in.size() > 1) {
    return tr("%1 of %2", "how many variants show it").arg(in.size()).arg(variants.variants().size());
  }
  return m_tree.fontMetrics().elidedText(QString::fromStdString(variants.variants()[in.front()].name), Qt::ElideMiddle,
                                         kWidestVariantName);
}

void MeshesSection::show() {
  if (m_heading == nullptr) {
    return;
  }
  const model::Model& model = *m_workshop.model();
  const meshes::MeshInstances all = meshes();
  const std::vector<bool> shown = shownMeshes(m_workshop.document().recipe().bake.meshes, model, all);
  const VariantEdit variants(m_workshop.document().recipe().bake.variants, model, all, shown);
  const bool hasVariants = !variants.variants().empty();
  const ModelTree::Filling filling(m_tree);
  for (std::size_t i = 0; i < shown.size(); ++i) {
    QTreeWidgetItem* item = m_heading->child(static_cast<int>(i));
    item->setCheckState(0, shown[i] ? Qt::Checked : Qt::Unchecked);
    item->setForeground(0, color(shown[i] ? Token::Text : Token::Muted));
    const std::uint64_t triangles = sizeOf(all.instances[i], model).triangles;
    const bool tells = hasVariants && shown[i];
    const bool never = tells && variants.variantsOf(i).empty();
    item->setText(
        1, tells ? QString::fromUtf8("%1 · %2").arg(variantsText(variants, i), count(triangles)) : count(triangles));
    item->setForeground(1, color(never ? Token::Warning : Token::Muted));
    const QStringList names =
        namesOf(variants.variantsOf(i), [&variants](std::size_t each) { return variants.variants()[each].name; });
    item->setToolTip(1, never   ? tr("No variant shows it. Triangles: %1").arg(count(triangles))
                        : tells ? tr("Shown in: %1. Triangles: %2").arg(names.join(tr(", ")), count(triangles))
                                : tr("Triangles"));
  }
  m_heading->setText(1, tr("%1 of %2 baked").arg(std::ranges::count(shown, true)).arg(shown.size()));
}

void MeshesSection::tick(const QTreeWidgetItem& row) {
  const model::Model& model = *m_workshop.model();
  const meshes::MeshInstances all = meshes();
  const recipe::RecipeBake& bake = m_workshop.document().recipe().bake;
  const std::vector<bool> before = shownMeshes(bake.meshes, model, all);
  std::vector<bool> wanted = before;
  const bool ticked = row.checkState(0) == Qt::Checked;
  wanted[static_cast<std::size_t>(row.data(0, kMeshRole).toInt())] = ticked;
  recipe::RecipeBake next = bake;
  next.meshes = choiceOf(wanted, bake.meshes, model, all);
  VariantEdit variants(bake.variants, model, all, shownMeshes(next.meshes, model, all), mergedAttachments(bake));
  variants.follow(before);
  next.variants = variants.variants();
  m_workshop.document().set(ticked ? tr("Show mesh") : tr("Hide mesh"), &recipe::Recipe::bake, next);
}

std::vector<std::size_t> MeshesSection::selected() const {
  std::vector<std::size_t> selected;
  for (int i = 0; m_heading != nullptr && i < m_heading->childCount(); ++i) {
    const QTreeWidgetItem* item = m_heading->child(i);
    if (item->isSelected() && item->checkState(0) == Qt::Checked) {
      selected.push_back(static_cast<std::size_t>(i));
    }
  }
  return selected;
}

}  // namespace texeleton::editor
