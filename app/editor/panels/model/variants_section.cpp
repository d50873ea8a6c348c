#include "app/editor/panels/model/variants_section.h"

#include <algorithm>

#include "app/editor/panels/model/model_roles.h"
#include "app/editor/theme/icons.h"
#include "app/editor/theme/theme.h"
#include "app/editor/widgets/controls.h"
#include "app/editor/widgets/numbers.h"

namespace texeleton::editor {

VariantsSection::VariantsSection(Workshop& workshop, Selection& selection, ModelTree& tree, const MeshesSection& meshes,
                                 QObject* parent)
    : ModelSection(workshop, tree, parent), m_selection(selection), m_meshes(meshes) {}

void VariantsSection::fill() {
  const ModelTree::Filling filling(m_tree);
  m_heading = new QTreeWidgetItem(&m_tree, {tr("Variants"), QString()});
  m_heading->setToolTip(0, tr("Sets of meshes that are shown together, such as outfits. They share one texture; a "
                              "crowd shows all of them, a single character the one that is selected."));
}

void VariantsSection::show() {
  if (m_heading == nullptr) {
    return;
  }
  const ModelTree::Filling filling(m_tree);
  const VariantEdit variants = m_meshes.variants();
  const std::vector<meshes::VariantChoice>& characters = m_workshop.source().variants;
  const std::size_t own = variants.variants().size();
  const std::size_t number = own + characters.size();
  m_heading->setHidden(m_meshes.size() < 2 && number == 0);
  m_heading->setText(1, number == 0 ? tr("none", "variants") : count(number));
  setRowCount(number, kVariantRole);
  for (std::size_t i = 0; i < number; ++i) {
    QTreeWidgetItem* item = row(i);
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
    item->setToolTip(
        0, tr("%1\nThe viewport shows the selected variant for a single character. F2 renames, Delete removes.")
               .arg(name));
    const QStringList lost = namesOf(variants.lost(i));
    if (!lost.isEmpty()) {
      item->setIcon(1, icon("warning", Token::Warning));
      item->setToolTip(0, tr("%1\nMissing among the baked meshes: %2. Remove them by the context menu.")
                              .arg(name, lost.join(tr(", "))));
    }
  }
  if (m_selection.variant() >= static_cast<int>(number)) {
    m_selection.selectVariant(-1);
  }
}

std::optional<std::size_t> VariantsSection::ownVariant(const QTreeWidgetItem& row) const {
  const QVariant variant = row.data(0, kVariantRole);
  const auto number = static_cast<std::size_t>(variant.toInt());
  return variant.isValid() && number < m_workshop.document().recipe().bake.variants.size() ? std::optional(number)
                                                                                           : std::nullopt;
}

void VariantsSection::goToLast() {
  const int last = static_cast<int>(m_workshop.document().recipe().bake.variants.size()) - 1;
  if (QTreeWidgetItem* item = m_heading->child(last)) {
    m_heading->setExpanded(true);
    m_tree.goTo(item);
    m_tree.setFocus();
  }
}

void VariantsSection::fillMenu(QMenu& menu, const QTreeWidgetItem& row) {
  menu.addAction(tr("Rename"), &m_tree, &ModelTree::editName);
  menu.addAction(tr("Remove"), this, [this] {
    if (const QTreeWidgetItem* current = m_tree.currentItem()) {
      remove(*current);
    }
  });
  const std::optional<std::size_t> number = ownVariant(row);
  if (number && !m_meshes.variants().lost(*number).empty()) {
    menu.addAction(tr("Remove missing meshes"), this, [this] {
      change(tr("Remove missing meshes from variants"), [](VariantEdit& edit) { edit.dropLost(); });
    });
  }
}

void VariantsSection::change(const QString& text, const std::function<void(VariantEdit&)>& how) {
  VariantEdit edit = m_meshes.variants();
  how(edit);
  m_workshop.document().set(text, &recipe::RecipeBake::variants, edit.variants());
}

void VariantsSection::renameSoon(const QTreeWidgetItem& row) {
  QMetaObject::invokeMethod(
      this, [this, number = row.data(0, kVariantRole).toInt(), name = row.text(0).trimmed()] { rename(number, name); },
      Qt::QueuedConnection);
}

void VariantsSection::rename(int number, const QString& name) {
  const std::vector<recipe::RecipeVariant>& variants = m_workshop.document().recipe().bake.variants;
  const auto place = static_cast<std::size_t>(number);
  if (place < variants.size() && QString::fromStdString(variants[place].name) != name) {
    const bool taken = std::ranges::any_of(variants, [&name](const recipe::RecipeVariant& variant) {
      return QString::fromStdString(variant.name) == name;
    });
    if (!name.isEmpty() && !taken) {
      change(tr("Rename variant"), [&](VariantEdit& edit) { edit.rename(place, name.toStdString()); });
      return;
    }
    emit refused(name.isEmpty() ? tr("A variant needs a name.") : tr("Another variant is named %1.").arg(name));
  }
  show();
}

void VariantsSection::remove(const QTreeWidgetItem& row) {
  if (const std::optional<std::size_t> number = ownVariant(row)) {
    change(tr("Remove variant"), [&number](VariantEdit& edit) { edit.remove(*number); });
  }
}

}  // namespace texeleton::editor
