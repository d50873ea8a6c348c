#include "app/editor/panels/model/model_panel.h"

#include <QAction>
#include <QHBoxLayout>
#include <algorithm>

#include "app/editor/document/paths.h"
#include "app/editor/panels/model/material_text.h"
#include "app/editor/panels/model/model_roles.h"

namespace texeleton::editor {

ModelPanel::ModelPanel(Workshop& workshop, Selection& selection, QWidget* parent)
    : Panel(parent), m_workshop(workshop), m_selection(selection) {
  m_tree = new ModelTree;
  makeSections();
  auto* layout = put(spaced(new QVBoxLayout(this), 8), {makeTop(), {m_tree, 1}});
  m_variantTools = new VariantTools(*m_meshes, *m_variants, *m_tree);
  connect(m_variantTools, &VariantTools::refused, this, &ModelPanel::refused);
  layout->addWidget(m_variantTools);
  addKeys();
  connectTree();
  connectDocument();
  rebuild();
  showSelection();
}

void ModelPanel::makeSections() {
  m_characters = new CharactersSection(m_workshop, *m_tree, this);
  m_attachments = new AttachmentsSection(m_workshop, *m_tree, this);
  m_rig = new RigSection(m_workshop, *m_tree, this);
  m_meshes = new MeshesSection(m_workshop, *m_tree, this);
  m_variants = new VariantsSection(m_workshop, m_selection, *m_tree, *m_meshes, this);
  m_materials = new MaterialsSection(m_workshop, *m_tree, this);
  connect(m_characters, &CharactersSection::charactersAsked, this, &ModelPanel::charactersAsked);
  connect(m_attachments, &AttachmentsSection::parentAsked, this, &ModelPanel::parentAsked);
  connect(m_attachments, &AttachmentsSection::locateAsked, this, &ModelPanel::locateAsked);
  connect(m_variants, &VariantsSection::refused, this, &ModelPanel::refused);
}

QLayout* ModelPanel::makeTop() {
  m_facts = new ModelFacts(m_workshop);
  connect(m_facts, &ModelFacts::pieceChosen, this, &ModelPanel::showNamed);
  m_filter = named(new QLineEdit, "boneFilter");
  m_filter->setPlaceholderText(tr("Find a bone, mesh or material"));
  m_filter->setClearButtonEnabled(true);
  connect(m_filter, &QLineEdit::textChanged, m_tree, &ModelTree::filter);
  m_addCharacters = iconButton(
      "crowd", tr("Add characters: other files with the same bones, which share the one texture"), "addCharacters");
  connect(m_addCharacters, &QToolButton::clicked, this, &ModelPanel::charactersAsked);
  auto* find = put(spaced(new QHBoxLayout, 4), {m_filter, m_addCharacters});
  return put(spaced(new QVBoxLayout, 8, {12, 0, 12, 0}), {m_facts, find});
}

void ModelPanel::addKeys() {
  const auto key = [this](const QKeySequence& keys, const auto& act) {
    auto* action = new QAction(m_tree);
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WidgetShortcut);
    m_tree->addAction(action);
    connect(action, &QAction::triggered, this, act);
  };
  key(Qt::Key_F2, [this] { m_tree->editName(); });
  key(QKeySequence::Delete, [this] { removeCurrent(); });
}

void ModelPanel::connectTree() {
  connect(m_tree, &ModelTree::rowEdited, this, [this](QTreeWidgetItem* row) {
    if (row->data(0, kMeshRole).isValid()) {
      m_meshes->tick(*row);
    } else if (row->data(0, kVariantRole).isValid()) {
      m_variants->renameSoon(*row);
    }
  });
  connect(m_tree, &ModelTree::rowChosen, this, &ModelPanel::select);
  connect(m_tree, &QTreeWidget::itemDoubleClicked, m_tree, &ModelTree::editName);
  connect(m_tree, &QTreeWidget::customContextMenuRequested, this, &ModelPanel::menuAt);
  connect(m_tree, &LinkedTree::pointedAt, this, [this](const QTreeWidgetItem* item) {
    const QVariant node = item == nullptr ? QVariant() : item->data(0, kNodeRole);
    m_selection.pointAtBone(node.isValid() ? NodeIndex(node.toULongLong()) : NodeIndex());
  });
}

void ModelPanel::connectDocument() {
  connect(&m_selection, &Selection::pointedChanged, this,
          [this] { m_tree->mark(m_rig->row(m_selection.pointedBone())); });
  connect(&m_selection, &Selection::boneChanged, this, &ModelPanel::showSelection);
  connect(&m_selection, &Selection::changed, this, &ModelPanel::showRelated);
  connect(&m_workshop, &Workshop::modelChanged, this, &ModelPanel::rebuild);
  connect(&m_workshop, &Workshop::problemChanged, m_characters, &CharactersSection::show);
  connect(&m_workshop.document(), &Document::changed, this, [this] {
    m_characters->show();
    m_attachments->show();
    showMeshes();
    m_rig->showSockets();
  });
}

void ModelPanel::rebuild() {
  {
    const ModelTree::Filling filling(*m_tree);
    m_materials->forget();
    m_tree->clear();
    m_characters->forget();
    m_attachments->forget();
    m_rig->forget();
    m_meshes->forget();
    m_variants->forget();
    if (m_workshop.model()) {
      const meshes::MeshInstances all = m_meshes->meshes();
      m_characters->fill();
      m_rig->fill();
      m_meshes->fill(all);
      m_variants->fill();
      m_materials->fill(all);
      m_tree->finishHeadings();
    }
  }
  m_addCharacters->setEnabled(m_workshop.model() != nullptr);
  m_filter->setEnabled(m_workshop.model() != nullptr);
  emit summaryChanged(toQString(m_workshop.document().modelFile().filename()));
  m_facts->showModel();
  m_characters->show();
  m_attachments->show();
  showMeshes();
  m_rig->showSockets();
  m_tree->filter(m_filter->text());
}

void ModelPanel::showMeshes() {
  m_variantTools->setVisible(m_meshes->size() > 1);
  m_meshes->show();
  m_variants->show();
  showRelated();
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
  // The viewport keeps showing the last selected variant.
  if (const int variant = number(kVariantRole); variant >= 0) {
    m_selection.selectVariant(variant);
  }
}

void ModelPanel::showSelection() {
  if (QTreeWidgetItem* row = m_rig->row(m_selection.bone())) {
    const ModelTree::Filling filling(*m_tree);
    m_tree->goTo(row);
  }
}

void ModelPanel::showRelated() {
  std::vector<const QTreeWidgetItem*> related;
  if (m_workshop.model() && m_meshes->size() > 0) {
    const model::Model& model = *m_workshop.model();
    const meshes::MeshInstances all = m_meshes->meshes();
    const VariantEdit variants = m_meshes->variants();
    const auto add = [&related](const QTreeWidgetItem* row) {
      if (row != nullptr) {
        related.push_back(row);
      }
    };
    const auto mesh = static_cast<std::size_t>(m_selection.mesh());
    if (m_selection.subject() == Selection::Subject::Mesh && mesh < all.instances.size()) {
      for (const std::size_t material : materialsOf(all.instances[mesh], model)) {
        add(m_materials->row(material));
      }
      for (const std::size_t variant : variants.variantsOf(mesh)) {
        add(m_variants->row(variant));
      }
    }
    const auto chosen = static_cast<std::size_t>(m_selection.variant());
    for (std::size_t i = 0; i < all.instances.size(); ++i) {
      const std::vector<std::size_t> materials = materialsOf(all.instances[i], model);
      const bool ofMaterial =
          m_selection.subject() == Selection::Subject::Material &&
          std::ranges::find(materials, static_cast<std::size_t>(m_selection.material())) != materials.end();
      const bool ofVariant = m_selection.subject() == Selection::Subject::Variant &&
                             chosen < variants.variants().size() && variants.shows(chosen, i);
      if (ofMaterial || ofVariant) {
        add(m_meshes->row(i));
      }
    }
  }
  m_tree->setRelated(std::move(related));
}

bool ModelPanel::showNamed(const QString& name) {
  for (QTreeWidgetItem* item : m_tree->findItems(name, Qt::MatchExactly | Qt::MatchRecursive)) {
    m_filter->clear();
    m_tree->goTo(item);
    return true;
  }
  return false;
}

void ModelPanel::menuAt(const QPoint& place) {
  const QTreeWidgetItem* item = m_tree->itemAt(place);
  if (item == nullptr) {
    return;
  }
  const QPoint there = m_tree->viewport()->mapToGlobal(place);
  if (item->data(0, kMeshRole).isValid() && !m_meshes->selected().empty() && m_variantTools->isVisibleTo(this)) {
    variantMenu().popup(there);
    return;
  }
  const bool isCharacter = m_characters->has(item);
  const bool isAttachment = m_attachments->has(item);
  if (!isCharacter && !isAttachment && !m_variants->ownVariant(*item)) {
    return;
  }
  auto* menu = shownOnce(new QMenu(this));
  if (isCharacter) {
    menu->setObjectName("characterMenu");
    m_characters->fillMenu(*menu, *item);
  } else if (isAttachment) {
    menu->setObjectName("attachmentMenu");
    m_attachments->fillMenu(*menu, *item);
  } else {
    m_variants->fillMenu(*menu, *item);
  }
  menu->popup(there);
}

void ModelPanel::removeCurrent() {
  const QTreeWidgetItem* item = m_tree->currentItem();
  if (m_characters->has(item)) {
    m_characters->remove(*item);
  } else if (m_attachments->has(item)) {
    m_attachments->remove(item->data(0, kAttachmentRole).toString());
  } else if (item != nullptr) {
    m_variants->remove(*item);
  }
}

}  // namespace texeleton::editor
