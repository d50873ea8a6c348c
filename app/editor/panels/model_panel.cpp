#include "app/editor/panels/model_panel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <algorithm>
#include <functional>
#include <glm/glm.hpp>

#include "app/editor/document/paths.h"
#include "app/editor/panels/model_roles.h"
#include "app/editor/theme/icons.h"
#include "app/editor/theme/theme.h"
#include "app/editor/widgets/numbers.h"
#include "core/bake/bake.h"

namespace texeleton::editor {

namespace {

constexpr double kLargestUsual = 20.0;  // Metres.
constexpr double kSmallestUsual = 0.02;
constexpr double kLeastUnit = 1e-6;
constexpr double kLargestUnit = 1e6;

double sizeOf(const model::Model& model) {
  return model.bindBounds.isEmpty() ? 0.0 : glm::length(glm::dvec3(model.bindBounds.max - model.bindBounds.min));
}

}  // namespace

ModelPanel::ModelPanel(Workshop& workshop, Selection& selection, QWidget* parent)
    : Panel(parent), m_workshop(workshop), m_selection(selection) {
  m_filter = new QLineEdit;
  m_filter->setObjectName("boneFilter");
  m_filter->setPlaceholderText(tr("Find a bone, mesh or material"));
  m_filter->setClearButtonEnabled(true);
  m_facts = label({}, "muted");
  m_facts->setWordWrap(true);
  QVBoxLayout* units = nullptr;
  m_unitsCard = card(units);
  setState(*m_unitsCard, "state", "warning");
  m_units = label({}, "warning");
  m_units->setWordWrap(true);
  m_fixUnits = new QPushButton;
  m_fixUnits->setObjectName("fixUnits");
  units->addWidget(m_units);
  units->addWidget(m_fixUnits, 0, Qt::AlignLeft);
  m_tree = new LinkedTree;
  m_tree->setObjectName("modelTree");
  m_tree->setColumnCount(2);
  m_tree->setHeaderHidden(true);
  m_tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
  m_tree->setEditTriggers(QAbstractItemView::NoEditTriggers);
  m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
  m_tree->setUniformRowHeights(true);
  m_tree->setTextElideMode(Qt::ElideMiddle);
  m_tree->header()->setStretchLastSection(false);
  m_tree->header()->setSectionResizeMode(0, QHeaderView::Stretch);
  m_tree->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);

  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(8);
  auto* top = new QVBoxLayout;
  top->setContentsMargins(12, 0, 12, 0);
  top->setSpacing(8);
  top->addWidget(m_facts);
  m_unitRow = makeUnit();
  top->addWidget(m_unitRow);
  top->addWidget(m_unitsCard);
  auto* find = new QHBoxLayout;
  find->setSpacing(4);
  find->addWidget(m_filter);
  m_addCharacters =
      iconButton("crowd", tr("Add characters: other files with the same bones, which share the one texture"));
  m_addCharacters->setObjectName("addCharacters");
  connect(m_addCharacters, &QToolButton::clicked, this, &ModelPanel::charactersAsked);
  find->addWidget(m_addCharacters);
  top->addLayout(find);
  layout->addLayout(top);
  layout->addWidget(m_tree, 1);
  m_variantTools = makeVariantTools();
  layout->addWidget(m_variantTools);

  connect(m_filter, &QLineEdit::textChanged, this, &ModelPanel::filter);
  connect(m_tree, &QTreeWidget::itemChanged, this, &ModelPanel::itemEdited);
  connect(m_tree, &QTreeWidget::currentItemChanged, this, [this](const QTreeWidgetItem* item) {
    if (!m_showing) {
      select(item);
    }
  });
  // What is current already is chosen again by a click.
  connect(m_tree, &QTreeWidget::itemClicked, this, &ModelPanel::select);
  connect(m_tree, &LinkedTree::pointedAt, this, [this](const QTreeWidgetItem* item) {
    const QVariant node = item == nullptr ? QVariant() : item->data(0, kNodeRole);
    m_selection.pointAtBone(node.isValid() ? NodeIndex(node.toULongLong()) : NodeIndex());
  });
  connect(&m_selection, &Selection::pointedChanged, this, [this] {
    const NodeIndex bone = m_selection.pointedBone();
    m_tree->mark(bone.isValid() && bone.value < m_bones.size() ? m_bones[bone.value] : nullptr);
  });
  connect(m_fixUnits, &QPushButton::clicked, this, &ModelPanel::fixUnits);
  connect(&m_selection, &Selection::boneChanged, this, &ModelPanel::showSelection);
  connect(&m_selection, &Selection::changed, this, &ModelPanel::showRelated);
  connect(&m_workshop, &Workshop::modelChanged, this, &ModelPanel::rebuild);
  connect(&m_workshop, &Workshop::problemChanged, this, &ModelPanel::showCharacters);
  connect(&m_workshop.document(), &Document::changed, this, [this] {
    showCharacters();
    showMeshes();
    showSockets();
    showUnit();
  });
  rebuild();
}

void ModelPanel::rebuild() {
  m_showing = true;
  m_swatches.cancel();
  m_tree->clear();
  m_bones.clear();
  m_characterRoot = m_rig = m_meshRoot = m_variantRoot = m_materialRoot = nullptr;
  m_addCharacters->setEnabled(m_workshop.model() != nullptr);
  if (const auto& model = m_workshop.model()) {
    m_characterRoot = new QTreeWidgetItem(m_tree, {tr("Characters"), QString()});
    m_rig = new QTreeWidgetItem({tr("Rig"), tr("%Ln bone(s)", "", static_cast<int>(model->boneCount))});
    addBones(*m_rig);
    m_tree->addTopLevelItem(m_rig);
    expandBones(*m_rig, 0);
    const meshes::MeshInstances all = meshes();
    addMeshes(all);
    addMaterials(all);
    finishRoots();
    paintSwatches();
  }
  m_showing = false;
  showFacts();
  showCharacters();
  showMeshes();
  showSockets();
  filter();
}

void ModelPanel::finishRoots() {
  QFont bold = m_tree->font();
  bold.setWeight(QFont::DemiBold);
  for (QTreeWidgetItem* root : roots()) {
    root->setFont(0, bold);
    root->setForeground(1, color(Token::Muted));
    root->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
    root->setFlags(Qt::ItemIsEnabled);
    root->setExpanded(true);
  }
}

void ModelPanel::select(const QTreeWidgetItem* item) {
  const auto number = [item](int role) {
    const QVariant found = item == nullptr ? QVariant() : item->data(0, role);
    return found.isValid() ? found.toInt() : -1;
  };
  const int bone = number(kNodeRole);
  m_selection.selectBone(bone < 0 ? NodeIndex() : NodeIndex(static_cast<std::size_t>(bone)));
  m_selection.selectMesh(number(kMeshRole));
  m_selection.selectMaterial(number(kMaterialRole));
  const int file = number(kFileRole);
  if (file >= 0 && file < static_cast<int>(m_workshop.source().variants.size())) {
    const auto own = static_cast<int>(m_workshop.document().recipe().bake.variants.size());
    m_selection.selectVariant(own + file);
  }
  // The viewport goes on showing the variant that was chosen last.
  if (const int variant = number(kVariantRole); variant >= 0) {
    m_selection.selectVariant(variant);
  }
}

void ModelPanel::addBones(QTreeWidgetItem& rig) {
  const model::Model& model = *m_workshop.model();
  m_bones.resize(model.nodes.size());
  for (std::size_t i = 0; i < model.nodes.size(); ++i) {
    const model::Node& node = model.nodes[i];
    QTreeWidgetItem* parent = node.parent.isValid() ? m_bones[node.parent.value] : &rig;
    auto* item = new QTreeWidgetItem(parent, {QString::fromStdString(node.name)});
    item->setData(0, kNodeRole, static_cast<qulonglong>(i));
    item->setToolTip(0, QString::fromStdString(node.name));
    item->setForeground(1, color(Token::Muted));
    m_bones[i] = item;
  }
}

void ModelPanel::expandBones(QTreeWidgetItem& item, int depth) {
  constexpr int kOpenLevels = 4;
  item.setExpanded(depth < kOpenLevels);
  for (int i = 0; i < item.childCount() && depth < kOpenLevels; ++i) {
    expandBones(*item.child(i), depth + 1);
  }
}

void ModelPanel::showFacts() {
  const auto& model = m_workshop.model();
  m_filter->setEnabled(model != nullptr);
  emit summaryChanged(toQString(m_workshop.document().modelFile().filename()));
  showUnit();
  if (!model) {
    m_facts->setText(tr("Drop a model on the window, or open one."));
    m_unitsCard->hide();
    return;
  }
  const double size = sizeOf(*model);
  QStringList facts = {
      QString::fromStdString(model->format), tr("%Ln vertex(es)", "", static_cast<int>(model->vertexCount())),
      tr("%Ln material(s)", "", static_cast<int>(model->materials.size())), tr("%1 m large").arg(decimal(size))};
  m_facts->setText(facts.join(QString::fromUtf8(" · ")));
  m_facts->setToolTip(tr("Up: %1").arg(QString::fromStdString(model->upAxis)));
  const bool large = size > kLargestUsual;
  const bool small = size > 0.0 && size < kSmallestUsual;
  m_unitsCard->setVisible(large || small);
  m_units->setText(large ? tr("The model is %1 m large. Is its unit right?").arg(decimal(size))
                         : tr("The model is only %1 large. Is its unit right?").arg(millimetres(size * 1000.0)));
  m_fixUnits->setText(large ? tr("Make it 100 times smaller") : tr("Make it 100 times larger"));
}

QWidget* ModelPanel::makeUnit() {
  auto* row = new QWidget;
  auto* layout = new QHBoxLayout(row);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(4);
  QLabel* name = label(tr("One unit of the file"), "muted");
  m_unit = new NumberField(kLeastUnit, kLargestUnit, 6, tr("m"));
  m_unit->setObjectName("unit");
  m_unit->setAccessibleName(name->text());
  m_unit->setMinimumWidth(90);
  name->setBuddy(m_unit);
  m_resetUnit = iconButton("reset", tr("Take the unit as the file says"), "flat");
  m_resetUnit->setObjectName("resetUnit");
  layout->addWidget(name);
  layout->addWidget(m_unit, 1);
  layout->addWidget(m_resetUnit);
  connect(m_unit, &QDoubleSpinBox::valueChanged, this, [this](double metres) { setUnit(metres); });
  connect(m_resetUnit, &QToolButton::clicked, this, [this] { setUnit(std::nullopt); });
  return row;
}

void ModelPanel::showUnit() {
  const auto& model = m_workshop.model();
  const std::optional<double> chosen = m_workshop.document().recipe().import.scale;
  m_unitRow->setVisible(model != nullptr);
  m_resetUnit->setEnabled(chosen.has_value());
  m_unit->setToolTip(chosen ? tr("Chosen here, whatever the file says; the button beside it goes back to that")
                            : tr("As the file says, or its format; type another where the model's size is wrong"));
  if (model) {
    m_unit->show(chosen.value_or(model->unitMetres));
  }
}

void ModelPanel::setUnit(std::optional<double> metres) {
  recipe::RecipeImport import = m_workshop.document().recipe().import;
  import.scale = metres;
  m_workshop.document().setImport(tr("Change units"), import);
}

void ModelPanel::fixUnits() {
  const model::Model& model = *m_workshop.model();
  setUnit(model.unitMetres * (sizeOf(model) > kLargestUsual ? 0.01 : 100.0));
}

void ModelPanel::showSockets() {
  const auto& model = m_workshop.model();
  if (!model) {
    return;
  }
  std::vector<bake::ExposeFilter> filters;
  for (const recipe::RecipeExpose& expose : m_workshop.document().recipe().bake.expose) {
    filters.push_back({expose.pattern, expose.caseSensitive});
  }
  m_socketFinder.find(model, std::move(filters), [this, model](const Result<std::vector<NodeIndex>>& nodes) {
    if (model == m_workshop.model()) {
      markSockets(nodes.value_or(std::vector<NodeIndex>()));  // The bake says what is wrong.
    }
  });
}

void ModelPanel::markSockets(const std::vector<NodeIndex>& nodes) {
  for (QTreeWidgetItem* item : m_bones) {
    if (!item->text(1).isEmpty()) {
      item->setText(1, QString());
      item->setIcon(0, QIcon());
    }
  }
  constexpr std::size_t kMostOpened = 12;  // More would unfold the whole rig.
  for (const NodeIndex node : nodes) {
    QTreeWidgetItem* const item = m_bones[node.value];
    item->setText(1, tr("socket"));
    item->setIcon(0, icon("socket", Token::Accent));
    for (QTreeWidgetItem* up = item->parent(); up != nullptr && nodes.size() <= kMostOpened; up = up->parent()) {
      up->setExpanded(true);
    }
  }
}

void ModelPanel::filter() {
  const QString wanted = m_filter->text();
  // Parents of what is found stay.
  const std::function<bool(QTreeWidgetItem*)> apply = [&](QTreeWidgetItem* item) {
    if (item->data(0, kDetailRole).isValid()) {
      return false;  // It goes with what it tells about.
    }
    bool any = wanted.isEmpty() || item->text(0).contains(wanted, Qt::CaseInsensitive);
    for (int i = 0; i < item->childCount(); ++i) {
      any = apply(item->child(i)) || any;
    }
    item->setHidden(!any);
    if (any && !wanted.isEmpty()) {
      item->setExpanded(true);
    }
    return any;
  };
  for (int i = 0; i < m_tree->topLevelItemCount(); ++i) {
    apply(m_tree->topLevelItem(i));
  }
}

bool ModelPanel::showNamed(const QString& name) {
  for (QTreeWidgetItem* item : m_tree->findItems(name, Qt::MatchExactly | Qt::MatchRecursive)) {
    m_filter->clear();
    m_tree->setCurrentItem(item);
    m_tree->scrollToItem(item);
    return true;
  }
  return false;
}

void ModelPanel::showSelection() {
  const NodeIndex bone = m_selection.bone();
  m_showing = true;
  if (bone.isValid() && bone.value < m_bones.size()) {
    m_tree->setCurrentItem(m_bones[bone.value]);
    m_tree->scrollToItem(m_bones[bone.value]);
  }
  m_showing = false;
}

}  // namespace texeleton::editor
