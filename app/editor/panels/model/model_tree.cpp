#include "app/editor/panels/model/model_tree.h"

#include <QHeaderView>
#include <functional>

#include "app/editor/panels/model/model_roles.h"
#include "app/editor/theme/theme.h"

namespace texeleton::editor {

ModelTree::Filling::Filling(ModelTree& tree) : m_tree(tree), m_isOutermost(!tree.m_isFilling) {
  if (m_isOutermost) {
    m_tree.m_isFilling = true;
    m_tree.header()->setSectionResizeMode(1, QHeaderView::Interactive);
  }
}

ModelTree::Filling::~Filling() {
  if (m_isOutermost) {
    m_tree.header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    m_tree.m_isFilling = false;
  }
}

ModelTree::ModelTree(QWidget* parent) : LinkedTree(parent) {
  setObjectName("modelTree");
  setColumnCount(2);
  setHeaderHidden(true);
  setMinimumHeight(56);  // Two rows, in the lowest window.
  setSelectionMode(QAbstractItemView::ExtendedSelection);
  setEditTriggers(QAbstractItemView::NoEditTriggers);
  setContextMenuPolicy(Qt::CustomContextMenu);
  setUniformRowHeights(true);
  setTextElideMode(Qt::ElideMiddle);
  header()->setStretchLastSection(false);
  header()->setSectionResizeMode(0, QHeaderView::Stretch);
  header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);

  connect(this, &QTreeWidget::itemChanged, this, [this](QTreeWidgetItem* item, int column) {
    if (!m_isFilling && column == 0) {
      emit rowEdited(item);
    }
  });
  connect(this, &QTreeWidget::currentItemChanged, this, [this](const QTreeWidgetItem* item) {
    if (!m_isFilling) {
      emit rowChosen(item);
    }
  });
  // A click on the current row selects it again.
  connect(this, &QTreeWidget::itemClicked, this, &ModelTree::rowChosen);
}

void ModelTree::mute(QTreeWidgetItem& row) {
  row.setForeground(1, color(Token::Muted));
  row.setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
}

void ModelTree::finishHeadings() {
  QFont bold = font();
  bold.setWeight(QFont::DemiBold);
  for (int i = 0; i < topLevelItemCount(); ++i) {
    QTreeWidgetItem* heading = topLevelItem(i);
    heading->setFont(0, bold);
    mute(*heading);
    heading->setFlags(Qt::ItemIsEnabled);
    heading->setExpanded(true);
  }
}

void ModelTree::filter(const QString& text) {
  // Parents of matching rows stay visible.
  const std::function<bool(QTreeWidgetItem*)> apply = [&](QTreeWidgetItem* item) {
    if (item->data(0, kDetailRole).isValid()) {
      return false;  // It is shown with the row it describes.
    }
    bool any = text.isEmpty() || item->text(0).contains(text, Qt::CaseInsensitive);
    for (int i = 0; i < item->childCount(); ++i) {
      any = apply(item->child(i)) || any;
    }
    item->setHidden(!any);
    if (any && !text.isEmpty()) {
      item->setExpanded(true);
    }
    return any;
  };
  for (int i = 0; i < topLevelItemCount(); ++i) {
    apply(topLevelItem(i));
  }
}

void ModelTree::goTo(QTreeWidgetItem* row) {
  setCurrentItem(row);
  scrollToItem(row);
}

void ModelTree::editName() {
  QTreeWidgetItem* item = currentItem();
  if (item != nullptr && (item->flags() & Qt::ItemIsEditable) != 0) {
    editItem(item, 0);
  }
}

void ModelSection::setRowCount(std::size_t count, int role) {
  while (m_heading->childCount() > static_cast<int>(count)) {
    delete m_heading->takeChild(m_heading->childCount() - 1);
  }
  while (m_heading->childCount() < static_cast<int>(count)) {
    auto* item = new QTreeWidgetItem(m_heading);
    item->setData(0, role, m_heading->childCount() - 1);
    ModelTree::mute(*item);
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
  }
}

}  // namespace texeleton::editor
