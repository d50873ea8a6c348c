// Meshes and materials of the Model panel.

#include <algorithm>

#include "app/editor/document/mesh_choice_edit.h"
#include "app/editor/panels/material_text.h"
#include "app/editor/panels/model_panel.h"
#include "app/editor/panels/model_roles.h"
#include "app/editor/theme/icons.h"
#include "app/editor/theme/theme.h"
#include "app/editor/widgets/numbers.h"

namespace texeleton::editor {

meshes::MeshInstances ModelPanel::meshes() const {
  return meshes::meshInstances(*m_workshop.model(),
                               m_workshop.document().recipe().bake.meshes.authoredLods.value_or(true));
}

void ModelPanel::addMeshes(const meshes::MeshInstances& all) {
  const model::Model& model = *m_workshop.model();
  m_meshRoot = new QTreeWidgetItem(m_tree, {tr("Meshes"), QString()});
  for (std::size_t i = 0; i < all.instances.size(); ++i) {
    const meshes::MeshInstance& mesh = all.instances[i];
    auto* item = new QTreeWidgetItem(m_meshRoot, {QString::fromStdString(mesh.name)});
    item->setData(0, kMeshRole, static_cast<int>(i));
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
    QStringList names;
    for (const std::size_t material : materialsOf(mesh, model)) {
      names << QString::fromStdString(model.materials[material].name);
    }
    item->setToolTip(
        0, tr("%1\nNode: %2\nMaterials: %3")
               .arg(QString::fromStdString(mesh.name), QString::fromStdString(model.nodes[mesh.node.value].name),
                    names.isEmpty() ? QString::fromUtf8("–") : names.join(tr(", "))));
    item->setForeground(1, color(Token::Muted));
    item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
  }
  m_variantRoot = new QTreeWidgetItem(m_tree, {tr("Variants"), QString()});
  m_variantRoot->setToolTip(0, tr("Sets of meshes that are shown together, such as outfits. They share one texture; a "
                                  "crowd shows all of them, a single character the one that is selected."));
}

void ModelPanel::addMaterials(const meshes::MeshInstances& all) {
  const model::Model& model = *m_workshop.model();
  m_materialRoot = new QTreeWidgetItem(m_tree, {tr("Materials"), count(model.materials.size())});
  const std::vector<MaterialUse> uses = materialUses(model, all);
  for (std::size_t i = 0; i < model.materials.size(); ++i) {
    const model::Material& material = model.materials[i];
    auto* item = new QTreeWidgetItem(m_materialRoot, {QString::fromStdString(material.name), count(uses[i].triangles)});
    item->setIcon(0, swatch(material));
    item->setForeground(1, color(Token::Muted));
    item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
    item->setToolTip(1, tr("Triangles that show it"));
    QStringList names;
    for (const std::size_t mesh : uses[i].meshes) {
      names << QString::fromStdString(all.instances[mesh].name);
    }
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
}

// Textures are decoded elsewhere: they may be large.
void ModelPanel::paintSwatches() {
  const auto model = m_workshop.model();
  m_swatches.start([this, model](JobContext& job, const JobRunner::Deliver& deliver) {
    for (std::size_t i = 0; i < model->materials.size() && !job.isCancelled(); ++i) {
      if (const auto texture = textureColorOf(i, *model, job)) {
        deliver([this, model, i, texture] {
          if (m_workshop.model() == model && m_materialRoot != nullptr) {
            m_showing = true;
            m_materialRoot->child(static_cast<int>(i))->setIcon(0, swatch(model->materials[i], texture));
            m_showing = false;
          }
        });
      }
    }
  });
}

void ModelPanel::showMeshes() {
  const bool several = m_meshRoot != nullptr && m_meshRoot->childCount() > 1;
  m_variantTools->setVisible(several);
  if (m_meshRoot == nullptr) {
    return;
  }
  const model::Model& model = *m_workshop.model();
  const meshes::MeshInstances all = meshes();
  const std::vector<bool> shown = shownMeshes(m_workshop.document().recipe().bake.meshes, model, all);
  const VariantEdit variants(m_workshop.document().recipe().bake.variants, model, all, shown);
  const bool hasVariants = !variants.variants().empty();
  m_showing = true;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    QTreeWidgetItem* item = m_meshRoot->child(static_cast<int>(i));
    item->setCheckState(0, shown[i] ? Qt::Checked : Qt::Unchecked);
    item->setForeground(0, color(shown[i] ? Token::Text : Token::Muted));
    std::uint64_t triangles = 0;
    for (const std::uint32_t part : all.instances[i].parts) {
      triangles += model.parts[part].indexCount / 3;
    }
    const bool tells = hasVariants && shown[i];
    const bool never = tells && variants.variantsOf(i).empty();
    item->setText(
        1, tells ? QString::fromUtf8("%1 · %2").arg(variantsText(variants, i), count(triangles)) : count(triangles));
    item->setForeground(1, color(never ? Token::Warning : Token::Muted));
    QStringList names;
    for (const std::size_t variant : variants.variantsOf(i)) {
      names << QString::fromStdString(variants.variants()[variant].name);
    }
    item->setToolTip(1, never   ? tr("No variant shows it. Triangles: %1").arg(count(triangles))
                        : tells ? tr("Shown in: %1. Triangles: %2").arg(names.join(tr(", ")), count(triangles))
                                : tr("Triangles"));
  }
  m_meshRoot->setText(1, tr("%1 of %2 baked").arg(std::count(shown.begin(), shown.end(), true)).arg(shown.size()));
  showVariants(variants);
  m_showing = false;
  showRelated();
}

void ModelPanel::showRelated() {
  std::vector<const QTreeWidgetItem*> related;
  if (m_workshop.model() && m_meshRoot != nullptr && m_variantRoot != nullptr && m_materialRoot != nullptr) {
    const model::Model& model = *m_workshop.model();
    const meshes::MeshInstances all = meshes();
    const auto mesh = static_cast<std::size_t>(m_selection.mesh());
    const auto add = [&related](const QTreeWidgetItem& root, std::size_t child) {
      if (const QTreeWidgetItem* item = root.child(static_cast<int>(child))) {
        related.push_back(item);
      }
    };
    if (m_selection.subject() == Selection::Subject::Mesh && mesh < all.instances.size()) {
      for (const std::size_t material : materialsOf(all.instances[mesh], model)) {
        add(*m_materialRoot, material);
      }
      for (const std::size_t variant : variantEdit().variantsOf(mesh)) {
        add(*m_variantRoot, variant);
      }
    }
    const VariantEdit variants = variantEdit();
    const auto chosen = static_cast<std::size_t>(m_selection.variant());
    for (std::size_t i = 0; i < all.instances.size(); ++i) {
      const std::vector<std::size_t> materials = materialsOf(all.instances[i], model);
      const bool ofMaterial = m_selection.subject() == Selection::Subject::Material &&
                              std::find(materials.begin(), materials.end(),
                                        static_cast<std::size_t>(m_selection.material())) != materials.end();
      const bool ofVariant = m_selection.subject() == Selection::Subject::Variant &&
                             chosen < variants.variants().size() && variants.shows(chosen, i);
      if (ofMaterial || ofVariant) {
        add(*m_meshRoot, i);
      }
    }
  }
  m_tree->setRelated(std::move(related));
}

void ModelPanel::itemEdited(QTreeWidgetItem* item, int column) {
  if (m_showing || column != 0) {
    return;
  }
  if (item->data(0, kMeshRole).isValid()) {
    tickMesh(*item);
  } else if (const QVariant variant = item->data(0, kVariantRole); variant.isValid()) {
    // Not while the tree is telling of it.
    QMetaObject::invokeMethod(
        this, [this, number = variant.toInt(), name = item->text(0).trimmed()] { renameVariant(number, name); },
        Qt::QueuedConnection);
  }
}

void ModelPanel::tickMesh(QTreeWidgetItem& item) {
  const model::Model& model = *m_workshop.model();
  const meshes::MeshInstances all = meshes();
  const recipe::RecipeBake& bake = m_workshop.document().recipe().bake;
  const std::vector<bool> before = shownMeshes(bake.meshes, model, all);
  std::vector<bool> wanted = before;
  const bool ticked = item.checkState(0) == Qt::Checked;
  wanted[static_cast<std::size_t>(item.data(0, kMeshRole).toInt())] = ticked;
  const recipe::RecipeMeshes choice = choiceOf(wanted, bake.meshes, model, all);
  VariantEdit variants(bake.variants, model, all, shownMeshes(choice, model, all));
  variants.follow(before);
  m_workshop.document().setMeshes(ticked ? tr("Show mesh") : tr("Hide mesh"), choice, variants.variants());
}

std::vector<std::size_t> ModelPanel::selectedMeshes() const {
  std::vector<std::size_t> selected;
  for (int i = 0; m_meshRoot != nullptr && i < m_meshRoot->childCount(); ++i) {
    const QTreeWidgetItem* item = m_meshRoot->child(i);
    if (item->isSelected() && item->checkState(0) == Qt::Checked) {
      selected.push_back(static_cast<std::size_t>(i));
    }
  }
  return selected;
}

}  // namespace texeleton::editor
