#include "app/editor/panels/clips/clip_menus.h"

#include <QFileInfo>
#include <algorithm>

#include "app/editor/document/motion_sources.h"
#include "app/editor/theme/icons.h"
#include "app/editor/widgets/controls.h"
#include "core/vat/texture_settings.h"

namespace texeleton::editor {

ClipMenus::ClipMenus(const Workshop& workshop, ClipTree& list, ClipEdits& edits, QWidget& parent)
    : QObject(&parent), m_workshop(workshop), m_list(list), m_edits(edits), m_parent(parent) {}

void ClipMenus::showAt(const QPoint& place) {
  const QTreeWidgetItem* item = m_list.itemAt(place);
  const QVariant motion = item == nullptr ? QVariant() : item->data(ClipTree::kName, ClipTree::kMotionRole);
  if (motion.isValid()) {
    showOfFile(place, static_cast<std::size_t>(motion.toInt()));
  } else if (!m_list.selectedRows().empty()) {
    showOfClips(place);
  }
}

QMenu* ClipMenus::makeMenu(const char* name) {
  auto* menu = shownOnce(named(new QMenu(&m_parent), name));
  return menu;
}

void ClipMenus::showOfClips(const QPoint& place) {
  const ChosenRows list = m_list.chosen();
  QMenu* menu = makeMenu("clipMenu");
  menu->addAction(tr("Rename"), this, [this] {
    if (const std::vector<int> rows = m_list.selectedRows(); !rows.empty()) {
      m_list.editItem(m_list.itemOf(rows.front()), ClipTree::kName);
    }
  });
  if (list.selected.size() > 1) {
    menu->addAction(tr("Rename…"), this, &ClipMenus::renamingAsked);
  }
  menu->addAction(icon("copy"), tr("Add sub-clip"), this, [this] { m_edits.duplicate(m_list.chosen()); });
  QAction* remove = menu->addAction(icon("remove"), tr("Remove"), this, [this] { m_edits.remove(m_list.chosen()); });
  remove->setEnabled(
      std::ranges::any_of(list.selected, [&list](int row) { return ClipEdits::isRemovable(list.rows, row); }));
  menu->addSeparator();
  menu->addAction(tr("Move up"), this, [this] { emit movingAsked(-1); });
  menu->addAction(tr("Move down"), this, [this] { emit movingAsked(1); });
  addRootMotionMenu(*menu, list);
  addMapMenu(*menu, list);
  menu->popup(m_list.viewport()->mapToGlobal(place));
}

void ClipMenus::addRootMotionMenu(QMenu& menu, const ChosenRows& list) {
  QMenu* modes = named(menu.addMenu(tr("Root motion")), "rootMotionMenu");
  const auto all = [&list](std::optional<vat::RootMotionMode> mode) {
    return std::ranges::all_of(list.selected, [&list, mode](int row) {
      return list.rows[static_cast<std::size_t>(row)].clip.rootMotion == mode;
    });
  };
  const auto add = [&](const QString& text, std::optional<vat::RootMotionMode> mode) {
    QAction* action = modes->addAction(text, this, [this, mode] { m_edits.setRootMotion(m_list.chosen(), mode); });
    action->setCheckable(true);
    action->setChecked(all(mode));
  };
  add(tr("As all clips"), std::nullopt);
  for (const vat::RootMotionMode mode :
       {vat::RootMotionMode::Keep, vat::RootMotionMode::Remove, vat::RootMotionMode::Extract}) {
    add(rootMotionText(mode), mode);
  }
}

// For the first selected row, if its clip is missing.
void ClipMenus::addMapMenu(QMenu& menu, const ChosenRows& list) {
  const auto row = static_cast<std::size_t>(list.selected.front());
  if (list.rows[row].source.isValid()) {
    return;
  }
  QMenu* clips = menu.addMenu(tr("Map to…"));
  const model::Model& model = *m_workshop.model();
  for (std::uint32_t i = 0; i < model.clips.size(); ++i) {
    clips->addAction(QString::fromStdString(model.clips[i].name), this,
                     [this, row, i] { m_edits.mapRow(m_list.rows(), row, ClipIndex(i)); });
  }
  clips->setEnabled(!model.clips.empty());
}

void ClipMenus::showOfFile(const QPoint& place, std::size_t motion) {
  QMenu* menu = makeMenu("sourceMenu");
  menu->addAction(icon("add"), tr("Add motions…"), this, &ClipMenus::motionsAsked);
  const recipe::Recipe& recipe = m_workshop.document().recipe();
  const std::vector<std::size_t> motions = motionNumbers(recipe);
  if (motion > 0 && motion <= motions.size()) {
    const QString path = QString::fromStdString(recipe.sources[motions[motion - 1]].path);
    const QString name = QFileInfo(path).fileName();
    const auto role = valueOf<pack::SourceRole>(recipe.sources[motions[motion - 1]].role);
    menu->addAction(icon("remove"), tr("Remove %1").arg(QString(name).replace('&', "&&")), this, [this, path, role] {
      m_edits.removeFile(role.value_or(pack::SourceRole::Motion), path.toStdString());
    });
  }
  menu->popup(m_list.viewport()->mapToGlobal(place));
}

}  // namespace texeleton::editor
