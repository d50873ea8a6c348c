#include "app/editor/panels/model/rig_section.h"

#include <utility>

#include "app/editor/panels/model/model_roles.h"
#include "app/editor/theme/icons.h"
#include "app/editor/theme/theme.h"

namespace texeleton::editor {

namespace {

void expandBones(QTreeWidgetItem& item, int depth) {
  constexpr int kOpenLevels = 4;
  item.setExpanded(depth < kOpenLevels);
  for (int i = 0; i < item.childCount() && depth < kOpenLevels; ++i) {
    expandBones(*item.child(i), depth + 1);
  }
}

}  // namespace

void RigSection::fill() {
  const ModelTree::Filling filling(m_tree);
  auto* heading =
      new QTreeWidgetItem({tr("Rig"), tr("%Ln bone(s)", "", static_cast<int>(m_workshop.model()->boneCount))});
  addBones(*heading);
  m_tree.addTopLevelItem(heading);
  expandBones(*heading, 0);
}

void RigSection::addBones(QTreeWidgetItem& heading) {
  const model::Model& model = *m_workshop.model();
  m_bones.resize(model.nodes.size());
  for (std::size_t i = 0; i < model.nodes.size(); ++i) {
    const model::Node& node = model.nodes[i];
    QTreeWidgetItem* parent = node.parent.isValid() ? m_bones[node.parent.value] : &heading;
    auto* item = new QTreeWidgetItem(parent, {QString::fromStdString(node.name)});
    item->setData(0, kNodeRole, static_cast<qulonglong>(i));
    item->setToolTip(0, QString::fromStdString(node.name));
    item->setForeground(1, color(Token::Muted));
    m_bones[i] = item;
  }
}

QTreeWidgetItem* RigSection::row(NodeIndex node) const {
  return node.isValid() && node.value < m_bones.size() ? m_bones[node.value] : nullptr;
}

void RigSection::showSockets() {
  const auto& model = m_workshop.model();
  if (!model) {
    return;
  }
  m_socketFinder.find(model, m_workshop.document().recipe().bake.expose,
                      [this, model](const Result<std::vector<NodeIndex>>& nodes) {
                        if (model == m_workshop.model()) {
                          markSockets(nodes.value_or(std::vector<NodeIndex>()));  // The bake reports errors.
                        }
                      });
}

void RigSection::markSockets(const std::vector<NodeIndex>& nodes) {
  for (QTreeWidgetItem* item : m_bones) {
    if (!item->text(1).isEmpty()) {
      item->setText(1, QString());
      item->setIcon(0, QIcon());
    }
  }
  constexpr std::size_t kMostOpened = 12;  // More would expand the whole rig.
  for (const NodeIndex node : nodes) {
    QTreeWidgetItem* const item = m_bones[node.value];
    item->setText(1, tr("socket"));
    item->setIcon(0, icon("socket", Token::Accent));
    for (QTreeWidgetItem* up = item->parent(); up != nullptr && nodes.size() <= kMostOpened; up = up->parent()) {
      up->setExpanded(true);
    }
  }
}

}  // namespace texeleton::editor
