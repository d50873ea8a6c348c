#include "app/editor/panels/model_panel.h"

#include <QHeaderView>
#include <algorithm>
#include <functional>
#include <glm/glm.hpp>

#include "app/editor/document/mesh_choice_edit.h"
#include "app/editor/document/paths.h"
#include "app/editor/theme/icons.h"
#include "app/editor/theme/theme.h"
#include "app/editor/widgets/numbers.h"
#include "core/bake/bake.h"

namespace texeleton::editor {

namespace {

constexpr int kNodeRole = Qt::UserRole;
constexpr int kMeshRole = Qt::UserRole + 1;
constexpr double kLargestUsual = 20.0;  // Metres.
constexpr double kSmallestUsual = 0.02;

double sizeOf(const Model& model) {
  return model.bindBounds.isEmpty() ? 0.0 : glm::length(glm::dvec3(model.bindBounds.max - model.bindBounds.min));
}

}  // namespace

ModelPanel::ModelPanel(Workshop& workshop, Selection& selection, QWidget* parent)
    : Panel(parent), m_workshop(workshop), m_selection(selection) {
  m_filter = new QLineEdit;
  m_filter->setObjectName("boneFilter");
  m_filter->setPlaceholderText(tr("Find a bone or mesh"));
  m_filter->setClearButtonEnabled(true);
  m_facts = label({}, "muted");
  m_facts->setWordWrap(true);
  QVBoxLayout* units = nullptr;
  m_unitsCard = card(units);
  setState(*m_unitsCard, "state", "warning");
  m_units = label({}, "warning");
  m_units->setWordWrap(true);
  m_fixUnits = new QPushButton;
  units->addWidget(m_units);
  units->addWidget(m_fixUnits, 0, Qt::AlignLeft);
  m_tree = new LinkedTree;
  m_tree->setObjectName("modelTree");
  m_tree->setColumnCount(2);
  m_tree->setHeaderHidden(true);
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
  top->addWidget(m_unitsCard);
  top->addWidget(m_filter);
  layout->addLayout(top);
  layout->addWidget(m_tree, 1);

  connect(m_filter, &QLineEdit::textChanged, this, &ModelPanel::filter);
  connect(m_tree, &QTreeWidget::itemChanged, this, &ModelPanel::meshEdited);
  connect(m_tree, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
    const QVariant node = item == nullptr ? QVariant() : item->data(0, kNodeRole);
    if (!m_showing) {
      m_selection.selectBone(node.isValid() ? NodeIndex(node.toULongLong()) : NodeIndex());
    }
  });
  // A bone that is current already is chosen again by a click.
  connect(m_tree, &QTreeWidget::itemClicked, this, [this](const QTreeWidgetItem* item) {
    if (const QVariant node = item->data(0, kNodeRole); node.isValid()) {
      m_selection.selectBone(NodeIndex(node.toULongLong()));
    }
  });
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
  connect(&m_workshop, &Workshop::modelChanged, this, &ModelPanel::rebuild);
  connect(&m_workshop.document(), &Document::changed, this, [this] {
    showMeshes();
    showSockets();
  });
  rebuild();
}

void ModelPanel::rebuild() {
  m_showing = true;
  m_tree->clear();
  m_bones.clear();
  m_meshRoot = nullptr;
  const auto& model = m_workshop.model();
  if (model) {
    auto* rig = new QTreeWidgetItem({tr("Rig"), tr("%Ln bone(s)", "", static_cast<int>(model->boneCount))});
    addBones(*rig);
    m_tree->addTopLevelItem(rig);
    expandBones(*rig, 0);
    const MeshInstances meshes = meshInstances(*model, true);
    m_meshRoot = new QTreeWidgetItem(m_tree, {tr("Meshes"), QString()});
    for (std::size_t i = 0; i < meshes.instances.size(); ++i) {
      const MeshInstance& mesh = meshes.instances[i];
      std::uint64_t triangles = 0;
      for (const std::uint32_t part : mesh.parts) {
        triangles += model->parts[part].indexCount / 3;
      }
      auto* item = new QTreeWidgetItem(m_meshRoot, {QString::fromStdString(mesh.name), count(triangles)});
      item->setData(0, kMeshRole, static_cast<int>(i));
      item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
      item->setToolTip(0, QString::fromStdString(mesh.name));
      item->setToolTip(1, tr("Triangles"));
      item->setForeground(1, color(Token::Muted));
      item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
    }
    QFont bold = m_tree->font();
    bold.setWeight(QFont::DemiBold);
    for (QTreeWidgetItem* root : {rig, m_meshRoot}) {
      root->setFont(0, bold);
      root->setForeground(1, color(Token::Muted));
      root->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
      root->setFlags(Qt::ItemIsEnabled);
      root->setExpanded(true);
    }
  }
  m_showing = false;
  showFacts();
  showMeshes();
  showSockets();
  filter();
}

void ModelPanel::addBones(QTreeWidgetItem& rig) {
  const Model& model = *m_workshop.model();
  m_bones.resize(model.nodes.size());
  for (std::size_t i = 0; i < model.nodes.size(); ++i) {
    const Node& node = model.nodes[i];
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
  m_facts->setToolTip(tr("One unit of the file is taken as %1 m. Up: %2.")
                          .arg(decimal(model->unitMetres, 4), QString::fromStdString(model->upAxis)));
  const bool large = size > kLargestUsual;
  const bool small = size > 0.0 && size < kSmallestUsual;
  m_unitsCard->setVisible(large || small);
  m_units->setText(large ? tr("The model is %1 m large. Is its unit right?").arg(decimal(size))
                         : tr("The model is only %1 large. Is its unit right?").arg(millimetres(size * 1000.0)));
  m_fixUnits->setText(large ? tr("Make it 100 times smaller") : tr("Make it 100 times larger"));
}

void ModelPanel::fixUnits() {
  const Model& model = *m_workshop.model();
  RecipeImport import = m_workshop.document().recipe().import;
  import.scale = model.unitMetres * (sizeOf(model) > kLargestUsual ? 0.01 : 100.0);
  m_workshop.document().setImport(tr("Change units"), import);
}

void ModelPanel::showMeshes() {
  if (m_meshRoot == nullptr) {
    return;
  }
  const Model& model = *m_workshop.model();
  const MeshInstances meshes = meshInstances(model, true);
  const std::vector<bool> shown = shownMeshes(m_workshop.document().recipe().bake.meshes, model, meshes);
  m_showing = true;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    QTreeWidgetItem* item = m_meshRoot->child(static_cast<int>(i));
    item->setCheckState(0, shown[i] ? Qt::Checked : Qt::Unchecked);
    item->setForeground(0, color(shown[i] ? Token::Text : Token::Muted));
  }
  m_meshRoot->setText(1, tr("%1 of %2 baked").arg(std::count(shown.begin(), shown.end(), true)).arg(shown.size()));
  m_showing = false;
}

void ModelPanel::showSockets() {
  const auto& model = m_workshop.model();
  if (!model) {
    return;
  }
  std::vector<ExposeFilter> filters;
  for (const RecipeExpose& expose : m_workshop.document().recipe().bake.expose) {
    filters.push_back({expose.pattern, expose.caseSensitive});
  }
  const auto exposed = exposedNodes(*model, filters);
  for (QTreeWidgetItem* item : m_bones) {
    if (!item->text(1).isEmpty()) {
      item->setText(1, QString());
      item->setIcon(0, QIcon());
    }
  }
  for (const NodeIndex node : exposed.value_or(std::vector<NodeIndex>())) {
    m_bones[node.value]->setText(1, tr("socket"));
    m_bones[node.value]->setIcon(0, icon("socket", Token::Accent));
  }
}

void ModelPanel::meshEdited(QTreeWidgetItem* item) {
  const QVariant number = item->data(0, kMeshRole);
  if (m_showing || !number.isValid()) {
    return;
  }
  const Model& model = *m_workshop.model();
  const MeshInstances meshes = meshInstances(model, true);
  const RecipeMeshes& choice = m_workshop.document().recipe().bake.meshes;
  std::vector<bool> shown = shownMeshes(choice, model, meshes);
  shown[static_cast<std::size_t>(number.toInt())] = item->checkState(0) == Qt::Checked;
  const QString text = item->checkState(0) == Qt::Checked ? tr("Show mesh") : tr("Hide mesh");
  m_workshop.document().set(text, &RecipeBake::meshes, choiceOf(shown, choice, model, meshes));
}

void ModelPanel::filter() {
  const QString wanted = m_filter->text();
  // Parents of what is found stay.
  const std::function<bool(QTreeWidgetItem*)> apply = [&](QTreeWidgetItem* item) {
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
