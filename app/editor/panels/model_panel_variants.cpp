// Variants in the Model panel.

#include <QAction>
#include <QHBoxLayout>
#include <algorithm>

#include "app/editor/document/mesh_choice_edit.h"
#include "app/editor/document/motion_sources.h"
#include "app/editor/panels/model_panel.h"
#include "app/editor/panels/model_roles.h"
#include "app/editor/theme/icons.h"
#include "app/editor/theme/theme.h"
#include "app/editor/widgets/numbers.h"

namespace texeleton::editor {

namespace {

constexpr int kWidestVariantName = 90;  // Of a variant beside a mesh; the whole is in the tool tip.

}  // namespace

VariantEdit ModelPanel::variantEdit() const {
  const model::Model& model = *m_workshop.model();
  const meshes::MeshInstances all = meshes();
  return {m_workshop.document().recipe().bake.variants, model, all,
          shownMeshes(m_workshop.document().recipe().bake.meshes, model, all)};
}

void ModelPanel::changeVariants(const QString& text, const std::function<void(VariantEdit&)>& change) {
  VariantEdit edit = variantEdit();
  change(edit);
  m_workshop.document().set(text, &recipe::RecipeBake::variants, edit.variants());
}

QWidget* ModelPanel::makeVariantTools() {
  auto* box = new QWidget;
  auto* layout = new QHBoxLayout(box);
  layout->setContentsMargins(8, 0, 12, 8);
  layout->setSpacing(8);
  auto* add = iconButton("add", tr("Add variant"), "flat");
  add->setText(tr("Add variant"));
  add->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  add->setToolTip(
      tr("A variant is a set of meshes that are shown together, such as one of several outfits; all share "
         "one texture. Of the meshes that are selected, the new variant shows them and the others no "
         "longer do."));
  auto* shown = new QToolButton;
  shown->setObjectName("shownIn");
  shown->setText(tr("Shown in"));
  shown->setToolTip(tr("In which variants the selected meshes are shown"));
  shown->setPopupMode(QToolButton::InstantPopup);
  m_variantMenu = new QMenu(shown);
  m_variantMenu->setObjectName("variantMenu");
  shown->setMenu(m_variantMenu);
  layout->addWidget(add);
  layout->addStretch(1);
  layout->addWidget(shown);

  const auto key = [this](const QKeySequence& keys, const auto& act) {
    auto* action = new QAction(m_tree);
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WidgetShortcut);
    m_tree->addAction(action);
    connect(action, &QAction::triggered, this, act);
  };
  key(Qt::Key_F2, &ModelPanel::editName);
  key(QKeySequence::Delete, &ModelPanel::removeVariant);
  connect(add, &QToolButton::clicked, this, [this] { addVariants(false); });
  connect(m_variantMenu, &QMenu::aboutToShow, this, &ModelPanel::fillVariantMenu);
  connect(m_tree, &QTreeWidget::itemSelectionChanged, shown,
          [this, shown] { shown->setEnabled(!selectedMeshes().empty()); });
  connect(m_tree, &QTreeWidget::itemDoubleClicked, this, &ModelPanel::editName);
  connect(m_tree, &QTreeWidget::customContextMenuRequested, this, &ModelPanel::menuAt);
  shown->setEnabled(false);
  return box;
}

QString ModelPanel::variantsText(const VariantEdit& variants, std::size_t mesh) const {
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
  return fontMetrics().elidedText(QString::fromStdString(variants.variants()[in.front()].name), Qt::ElideMiddle,
                                  kWidestVariantName);
}

void ModelPanel::showVariants(const VariantEdit& variants) {
  const std::vector<meshes::VariantChoice>& characters = m_workshop.source().variants;
  const std::size_t own = variants.variants().size();
  const std::size_t number = own + characters.size();
  m_variantRoot->setHidden(m_meshRoot->childCount() < 2 && number == 0);
  m_variantRoot->setText(1, number == 0 ? tr("none", "variants") : count(number));
  while (m_variantRoot->childCount() > static_cast<int>(number)) {
    delete m_variantRoot->takeChild(m_variantRoot->childCount() - 1);
  }
  for (std::size_t i = 0; i < number; ++i) {
    QTreeWidgetItem* item = m_variantRoot->child(static_cast<int>(i));
    if (item == nullptr) {
      item = new QTreeWidgetItem(m_variantRoot);
      item->setData(0, kVariantRole, static_cast<int>(i));
      item->setForeground(1, color(Token::Muted));
      item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
    }
    const bool isOwn = i < own;
    const QString name = QString::fromStdString(isOwn ? variants.variants()[i].name : characters[i - own].name);
    item->setText(0, name);
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | (isOwn ? Qt::ItemIsEditable : Qt::NoItemFlags));
    item->setIcon(1, QIcon());
    if (!isOwn) {
      item->setText(1, tr("character"));
      item->setToolTip(0, tr("%1\nA character file that shares the animation.").arg(name));
      continue;
    }
    item->setText(1, tr("%Ln mesh(es)", "", static_cast<int>(variants.count(i))));
    item->setToolTip(0, tr("%1\nSelected, it is what the viewport shows of a single character. F2 renames, Delete "
                           "removes.")
                            .arg(name));
    QStringList lost;
    for (const std::string& each : variants.lost(i)) {
      lost << QString::fromStdString(each);
    }
    if (!lost.isEmpty()) {
      item->setIcon(1, icon("warning", Token::Warning));
      item->setToolTip(0, tr("%1\nNo mesh that is baked is called: %2. A right click offers to leave that out.")
                              .arg(name, lost.join(tr(", "))));
    }
  }
  if (m_selection.variant() >= static_cast<int>(number)) {
    m_selection.selectVariant(-1);
  }
}

void ModelPanel::menuAt(const QPoint& place) {
  const QTreeWidgetItem* item = m_tree->itemAt(place);
  const QPoint there = m_tree->viewport()->mapToGlobal(place);
  if (item != nullptr && item->data(0, kMeshRole).isValid() && !selectedMeshes().empty() &&
      m_variantTools->isVisibleTo(this)) {
    m_variantMenu->popup(there);
    return;
  }
  if (item != nullptr && (item == m_characterRoot || item->data(0, kFileRole).isValid())) {
    auto* menu = new QMenu(this);
    menu->setObjectName("characterMenu");
    menu->setAttribute(Qt::WA_DeleteOnClose);
    addCharacterMenu(*menu, item);
    menu->popup(there);
    return;
  }
  const QVariant variant = item == nullptr ? QVariant() : item->data(0, kVariantRole);
  const auto number = static_cast<std::size_t>(variant.toInt());
  if (!variant.isValid() || number >= m_workshop.document().recipe().bake.variants.size()) {
    return;
  }
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->addAction(tr("Rename"), this, &ModelPanel::editName);
  menu->addAction(tr("Remove"), this, &ModelPanel::removeVariant);
  if (!variantEdit().lost(number).empty()) {
    menu->addAction(tr("Leave out what is not there"), this, [this] {
      changeVariants(tr("Leave missing meshes out of variants"), [](VariantEdit& edit) { edit.dropLost(); });
    });
  }
  menu->popup(there);
}

void ModelPanel::fillVariantMenu() {
  m_variantMenu->clear();
  const std::vector<std::size_t> selected = selectedMeshes();
  if (selected.empty()) {
    return;
  }
  const VariantEdit variants = variantEdit();
  const std::size_t number = variants.variants().size();
  const auto all = [&](std::size_t variant) {
    return std::all_of(selected.begin(), selected.end(),
                       [&](std::size_t mesh) { return variants.shows(variant, mesh); });
  };
  if (number > 0) {
    bool always = true;
    for (std::size_t v = 0; v < number; ++v) {
      always = always && all(v);
    }
    QAction* action = m_variantMenu->addAction(tr("Always"), this, [this, selected] {
      changeVariants(tr("Always show mesh"), [&](VariantEdit& edit) { edit.showAlways(selected); });
    });
    action->setCheckable(true);
    action->setChecked(always);
    m_variantMenu->addSeparator();
  }
  for (std::size_t v = 0; v < number; ++v) {
    const QString name = QString::fromStdString(variants.variants()[v].name);
    const bool shown = all(v);
    QAction* action =
        m_variantMenu->addAction(QString(name).replace('&', "&&"), this, [this, selected, v, shown, name] {
          bool done = true;
          changeVariants(shown ? tr("Take mesh out of %1").arg(name) : tr("Show mesh in %1").arg(name),
                         [&](VariantEdit& edit) { done = edit.show(v, selected, !shown); });
          if (!done) {
            emit refused(tr("%1 would show nothing: a variant has one mesh at least.").arg(name));
          }
        });
    action->setCheckable(true);
    action->setChecked(shown);
  }
  m_variantMenu->addSeparator();
  m_variantMenu->addAction(tr("Add variant"), this, [this] { addVariants(false); });
  QAction* each = m_variantMenu->addAction(tr("A variant for each"), this, [this] { addVariants(true); });
  each->setEnabled(selected.size() > 1);
}

void ModelPanel::addVariants(bool eachMesh) {
  const std::vector<std::size_t> selected = selectedMeshes();
  const meshes::MeshInstances all = meshes();
  std::vector<VariantEdit::Wanted> wanted;
  for (std::size_t i = 0; i < (eachMesh ? selected.size() : 0); ++i) {
    wanted.push_back({all.instances[selected[i]].name, {selected[i]}});
  }
  if (!eachMesh) {
    wanted.push_back({selected.empty() ? tr("Variant").toStdString() : all.instances[selected.front()].name, selected});
  }
  changeVariants(eachMesh ? tr("Add a variant for each mesh") : tr("Add variant"),
                 [&wanted](VariantEdit& edit) { edit.add(wanted); });
  const int last = static_cast<int>(m_workshop.document().recipe().bake.variants.size()) - 1;
  if (QTreeWidgetItem* item = m_variantRoot->child(last)) {
    m_variantRoot->setExpanded(true);
    m_tree->setCurrentItem(item);
    m_tree->scrollToItem(item);
    m_tree->setFocus();
  }
}

void ModelPanel::editName() {
  QTreeWidgetItem* item = m_tree->currentItem();
  if (item != nullptr && (item->flags() & Qt::ItemIsEditable) != 0) {
    m_tree->editItem(item, 0);
  }
}

void ModelPanel::renameVariant(int number, const QString& name) {
  const std::vector<recipe::RecipeVariant>& variants = m_workshop.document().recipe().bake.variants;
  const auto place = static_cast<std::size_t>(number);
  if (place < variants.size() && QString::fromStdString(variants[place].name) != name) {
    const bool taken = std::any_of(variants.begin(), variants.end(), [&name](const recipe::RecipeVariant& variant) {
      return QString::fromStdString(variant.name) == name;
    });
    if (!name.isEmpty() && !taken) {
      changeVariants(tr("Rename variant"), [&](VariantEdit& edit) { edit.rename(place, name.toStdString()); });
      return;
    }
    emit refused(name.isEmpty() ? tr("A variant needs a name.") : tr("Another variant is called %1.").arg(name));
  }
  showMeshes();
}

void ModelPanel::removeVariant() {
  const QTreeWidgetItem* item = m_tree->currentItem();
  if (item != nullptr && item->data(0, kFileRole).toInt() > 0) {
    removeSource(m_workshop.document(), pack::SourceRole::Character,
                 item->data(0, Qt::ToolTipRole).toString().toStdString());
    return;
  }
  const QVariant variant = item == nullptr ? QVariant() : item->data(0, kVariantRole);
  const auto number = static_cast<std::size_t>(variant.toInt());
  if (variant.isValid() && number < m_workshop.document().recipe().bake.variants.size()) {
    changeVariants(tr("Remove variant"), [number](VariantEdit& edit) { edit.remove(number); });
  }
}

}  // namespace texeleton::editor
