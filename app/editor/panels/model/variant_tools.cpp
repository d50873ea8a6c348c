#include "app/editor/panels/model/variant_tools.h"

#include <QAction>
#include <QHBoxLayout>
#include <QToolButton>
#include <algorithm>

#include "app/editor/widgets/controls.h"

namespace texeleton::editor {

VariantTools::VariantTools(const MeshesSection& meshes, VariantsSection& variants, const ModelTree& tree,
                           QWidget* parent)
    : QWidget(parent), m_meshes(meshes), m_variants(variants) {
  auto* add = iconButton("add", tr("Add variant"), "flat");
  add->setText(tr("Add variant"));
  add->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  add->setToolTip(
      tr("A variant is a set of meshes that are shown together, such as one of several outfits; all share "
         "one texture. Of the meshes that are selected, the new variant shows them and the others no "
         "longer do."));
  auto* shown = named(new QToolButton, "shownIn", tr("Variants that show the selected meshes"));
  shown->setText(tr("Shown in"));
  shown->setPopupMode(QToolButton::InstantPopup);
  m_menu = named(new QMenu(shown), "variantMenu");
  shown->setMenu(m_menu);
  put(spaced(new QHBoxLayout(this), 8, {8, 0, 12, 8}), {add, Stretch(), shown});

  connect(add, &QToolButton::clicked, this, [this] { addVariants(false); });
  connect(m_menu, &QMenu::aboutToShow, this, &VariantTools::fillMenu);
  connect(&tree, &QTreeWidget::itemSelectionChanged, shown,
          [this, shown] { shown->setEnabled(!m_meshes.selected().empty()); });
  shown->setEnabled(false);
}

void VariantTools::fillMenu() {
  m_menu->clear();
  const std::vector<std::size_t> selected = m_meshes.selected();
  if (selected.empty()) {
    return;
  }
  const VariantEdit variants = m_meshes.variants();
  const std::size_t number = variants.variants().size();
  const auto all = [&](std::size_t variant) {
    return std::ranges::all_of(selected, [&](std::size_t mesh) { return variants.shows(variant, mesh); });
  };
  if (number > 0) {
    bool always = true;
    for (std::size_t v = 0; v < number; ++v) {
      always = always && all(v);
    }
    QAction* action = m_menu->addAction(tr("Always"), this, [this, selected] {
      m_variants.change(tr("Always show mesh"), [&](VariantEdit& edit) { edit.showAlways(selected); });
    });
    action->setCheckable(true);
    action->setChecked(always);
    m_menu->addSeparator();
  }
  for (std::size_t v = 0; v < number; ++v) {
    const QString name = QString::fromStdString(variants.variants()[v].name);
    const bool shown = all(v);
    QAction* action = m_menu->addAction(QString(name).replace('&', "&&"), this, [this, selected, v, shown, name] {
      bool done = true;
      m_variants.change(shown ? tr("Remove mesh from %1").arg(name) : tr("Show mesh in %1").arg(name),
                        [&](VariantEdit& edit) { done = edit.show(v, selected, !shown); });
      if (!done) {
        emit refused(tr("%1 would be empty: a variant needs at least one mesh.").arg(name));
      }
    });
    action->setCheckable(true);
    action->setChecked(shown);
  }
  m_menu->addSeparator();
  m_menu->addAction(tr("Add variant"), this, [this] { addVariants(false); });
  QAction* each = m_menu->addAction(tr("A variant for each"), this, [this] { addVariants(true); });
  each->setEnabled(selected.size() > 1);
}

void VariantTools::addVariants(bool eachMesh) {
  const std::vector<std::size_t> selected = m_meshes.selected();
  const meshes::MeshInstances all = m_meshes.meshes();
  std::vector<VariantEdit::Wanted> wanted;
  for (std::size_t i = 0; i < (eachMesh ? selected.size() : 0); ++i) {
    wanted.push_back({all.instances[selected[i]].name, {selected[i]}});
  }
  if (!eachMesh) {
    wanted.push_back({selected.empty() ? tr("Variant").toStdString() : all.instances[selected.front()].name, selected});
  }
  m_variants.change(eachMesh ? tr("Add a variant for each mesh") : tr("Add variant"),
                    [&wanted](VariantEdit& edit) { edit.add(wanted); });
  m_variants.goToLast();
}

}  // namespace texeleton::editor
