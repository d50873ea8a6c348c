// What the Clips panel does to the document.

#include <QFileInfo>
#include <QMenu>
#include <algorithm>
#include <set>

#include "app/editor/document/motion_sources.h"
#include "app/editor/panels/clips_panel.h"
#include "app/editor/panels/rename_dialog.h"
#include "app/editor/theme/icons.h"

namespace texeleton::editor {

QString rootMotionText(root_motion::RootMotionMode mode) {
  switch (mode) {
    case root_motion::RootMotionMode::Keep:
      return ClipsPanel::tr("Keep");
    case root_motion::RootMotionMode::Remove:
      return ClipsPanel::tr("Remove");
    case root_motion::RootMotionMode::Extract:
      break;
  }
  return ClipsPanel::tr("Extract");
}

void ClipsPanel::push(const QString& text, const std::vector<ClipRow>& rows) {
  m_workshop.document().setClips(text, listsOf(rows));
}

void ClipsPanel::edit(const QString& text, const std::function<void(ClipRow&)>& change) {
  std::vector<ClipRow> rows = m_rows;
  for (const int row : selectedRows()) {
    if (rows[static_cast<std::size_t>(row)].source.isValid()) {
      change(rows[static_cast<std::size_t>(row)]);
    }
  }
  push(text, rows);
}

void ClipsPanel::setRootMotion(std::optional<root_motion::RootMotionMode> mode) {
  edit(tr("Change root motion of clip"), [mode](ClipRow& row) { row.clip.rootMotion = mode; });
}

void ClipsPanel::tick(const QString& text, const std::function<bool(int row)>& wanted) {
  std::vector<ClipRow> rows = m_rows;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].ticked = wanted(static_cast<int>(i));
  }
  push(text, rows);
}

void ClipsPanel::moveSelected(int before) {
  if (m_rows.empty()) {
    return;
  }
  const std::vector<int> selected = selectedRows();
  std::vector<ClipRow> moved;
  std::vector<ClipRow> rows;
  std::size_t place = 0;
  for (std::size_t i = 0; i <= m_rows.size(); ++i) {
    if (static_cast<int>(i) == before) {
      place = rows.size();
    }
    if (i == m_rows.size()) {
      break;
    }
    const bool takes = m_rows[i].ticked && std::binary_search(selected.begin(), selected.end(), static_cast<int>(i));
    (takes ? moved : rows).push_back(m_rows[i]);
  }
  if (moved.empty()) {
    emit refused(tr("Only clips that are baked have an order: tick them first."));
    return;
  }
  rows.insert(rows.begin() + static_cast<std::ptrdiff_t>(place), moved.begin(), moved.end());
  push(tr("Move %Ln clip(s)", "", static_cast<int>(moved.size())), rows);
  // What was moved stays selected.
  m_list->clearSelection();
  for (std::size_t i = 0; i < m_rows.size(); ++i) {
    if (std::find_if(moved.begin(), moved.end(), [&](const ClipRow& row) { return row.clip == m_rows[i].clip; }) !=
        moved.end()) {
      m_items[i]->setSelected(true);
      m_selection.selectClipRow(static_cast<int>(i));
    }
  }
}

void ClipsPanel::moveByOne(int by) {
  const std::vector<int> selected = selectedRows();
  if (selected.empty()) {
    return;
  }
  // Past the next one that has an order.
  const int count = static_cast<int>(m_rows.size());
  int place = by < 0 ? selected.front() - 1 : selected.back() + 1;
  while (place >= 0 && place < count && !m_rows[static_cast<std::size_t>(place)].ticked) {
    place += by;
  }
  if (place >= 0 && place < count) {
    moveSelected(by < 0 ? place : place + 1);
  }
}

void ClipsPanel::renameSeveral() {
  std::vector<int> which = selectedRows();
  if (which.size() < 2) {
    which.clear();
    for (std::size_t i = 0; i < m_items.size(); ++i) {
      if (!m_items[i]->isHidden()) {
        which.push_back(static_cast<int>(i));
      }
    }
  }
  std::erase_if(which, [this](int row) { return !m_rows[static_cast<std::size_t>(row)].source.isValid(); });
  if (which.empty()) {
    return;
  }
  const model::Model& model = *m_workshop.model();
  std::vector<std::string> names;
  std::set<std::string> taken;
  for (std::size_t i = 0; i < m_rows.size(); ++i) {
    if (!std::binary_search(which.begin(), which.end(), static_cast<int>(i))) {
      taken.insert(m_rows[i].name(model));
    }
  }
  names.reserve(which.size());
  for (const int row : which) {
    names.push_back(m_rows[static_cast<std::size_t>(row)].name(model));
  }
  auto* dialog = new RenameDialog(std::move(names), std::move(taken), this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &QDialog::accepted, this, [this, dialog, which] {
    std::vector<ClipRow> rows = m_rows;
    for (std::size_t i = 0; i < which.size() && which[i] < static_cast<int>(rows.size()); ++i) {
      ClipRow& row = rows[static_cast<std::size_t>(which[i])];
      const bool own = m_workshop.model()->clips[row.source.value].name == dialog->names()[i];
      row.clip.name = own ? std::string() : dialog->names()[i];
    }
    push(tr("Rename %Ln clip(s)", "", static_cast<int>(which.size())), rows);
  });
  dialog->open();
}

void ClipsPanel::shortenNames() {
  std::vector<ClipRow> rows = m_rows;
  for (ClipRow& row : rows) {
    if (row.source.isValid()) {
      const std::string name = retargeting::withoutAffixes(row.name(*m_workshop.model()), m_names->affixes());
      row.clip.name = m_workshop.model()->clips[row.source.value].name == name ? std::string() : name;
    }
  }
  push(tr("Shorten names"), rows);
}

void ClipsPanel::duplicate() {
  const std::vector<int> selected = selectedRows();
  if (selected.empty() || !m_rows[static_cast<std::size_t>(selected.front())].source.isValid()) {
    emit refused(tr("Select a clip first."));
    return;
  }
  std::vector<ClipRow> rows = m_rows;
  ClipRow copy = rows[static_cast<std::size_t>(selected.front())];
  const std::string stem = copy.name(*m_workshop.model());
  std::set<std::string> names;
  for (const ClipRow& row : rows) {
    names.insert(row.name(*m_workshop.model()));
  }
  int number = 2;
  while (names.count(stem + " " + std::to_string(number)) != 0) {
    ++number;
  }
  copy.clip.name = stem + " " + std::to_string(number);
  copy.ticked = true;
  rows.insert(rows.begin() + selected.front() + 1, copy);
  push(tr("Add another cut"), rows);
}

bool ClipsPanel::isRemovable(int row) const {
  const ClipIndex source = m_rows[static_cast<std::size_t>(row)].source;
  return !source.isValid() || std::count_if(m_rows.begin(), m_rows.end(),
                                            [source](const ClipRow& other) { return other.source == source; }) > 1;
}

void ClipsPanel::removeSelected() {
  const std::vector<int> selected = selectedRows();
  std::vector<ClipRow> rows = m_rows;
  // From the end: of several cuts of a clip the last one stays.
  for (auto row = selected.rbegin(); row != selected.rend(); ++row) {
    const ClipIndex source = m_rows[static_cast<std::size_t>(*row)].source;
    const auto others =
        std::count_if(rows.begin(), rows.end(), [source](const ClipRow& other) { return other.source == source; });
    if (!source.isValid() || others > 1) {
      rows.erase(rows.begin() + *row);
    }
  }
  if (rows.size() == m_rows.size()) {
    if (!selected.empty()) {
      emit refused(
          tr("A clip of the model stays in the list: untick it to leave it out. Further cuts can be removed."));
    }
    return;
  }
  push(tr("Remove %Ln cut(s)", "", static_cast<int>(m_rows.size() - rows.size())), rows);
}

void ClipsPanel::itemEdited(QTreeWidgetItem* item, int column) {
  const QVariant number = item->data(kName, Qt::UserRole);
  if (m_showing || column != kName || !number.isValid()) {
    return;
  }
  const auto place = static_cast<std::size_t>(number.toInt());
  std::vector<ClipRow> rows = m_rows;
  const bool ticked = item->checkState(kName) == Qt::Checked;
  if (ticked != rows[place].ticked) {
    // The box of one of several selected clips ticks all of them.
    const std::vector<int> selected = selectedRows();
    const bool several = std::binary_search(selected.begin(), selected.end(), number.toInt());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (i == place || (several && std::binary_search(selected.begin(), selected.end(), static_cast<int>(i)))) {
        rows[i].ticked = ticked;
      }
    }
    // Not while the list is telling of it.
    QMetaObject::invokeMethod(
        this, [this, rows, ticked] { push(ticked ? tr("Tick clip") : tr("Untick clip"), rows); }, Qt::QueuedConnection);
    return;
  }
  const std::string name = item->text(kName).trimmed().toStdString();
  if (name != rows[place].name(*m_workshop.model())) {
    const bool own = rows[place].source.isValid() && m_workshop.model()->clips[rows[place].source.value].name == name;
    rows[place].clip.name = own ? std::string() : name;
    QMetaObject::invokeMethod(
        this, [this, rows] { push(tr("Rename clip"), rows); }, Qt::QueuedConnection);
  }
}

void ClipsPanel::addMapMenu(QMenu& menu, std::size_t row) {
  if (m_rows[row].source.isValid()) {
    return;
  }
  QMenu* clips = menu.addMenu(tr("Map to…"));
  const model::Model& model = *m_workshop.model();
  for (std::uint32_t i = 0; i < model.clips.size(); ++i) {
    clips->addAction(QString::fromStdString(model.clips[i].name), this, [this, row, i] { mapRow(row, ClipIndex(i)); });
  }
  clips->setEnabled(!model.clips.empty());
}

void ClipsPanel::addRootMotionMenu(QMenu& menu) {
  QMenu* modes = menu.addMenu(tr("Root motion"));
  modes->setObjectName("rootMotionMenu");
  const std::vector<int> selected = selectedRows();
  const auto all = [&](std::optional<root_motion::RootMotionMode> mode) {
    return std::all_of(selected.begin(), selected.end(),
                       [&](int row) { return m_rows[static_cast<std::size_t>(row)].clip.rootMotion == mode; });
  };
  const auto add = [&](const QString& text, std::optional<root_motion::RootMotionMode> mode) {
    QAction* action = modes->addAction(text, this, [this, mode] { setRootMotion(mode); });
    action->setCheckable(true);
    action->setChecked(all(mode));
  };
  add(tr("As all clips"), std::nullopt);
  for (const root_motion::RootMotionMode mode :
       {root_motion::RootMotionMode::Keep, root_motion::RootMotionMode::Remove, root_motion::RootMotionMode::Extract}) {
    add(rootMotionText(mode), mode);
  }
}

void ClipsPanel::mapRow(std::size_t row, ClipIndex clip) {
  if (row >= m_rows.size() || m_rows[row].source.isValid() || !m_workshop.model() ||
      clip.value >= m_workshop.model()->clips.size()) {
    return;  // The menu was open while something changed.
  }
  push(tr("Map clip"), withMapped(m_rows, row, clip, m_workshop.document().recipe(), *m_workshop.model()));
}

void ClipsPanel::menuAt(const QPoint& place) {
  const QTreeWidgetItem* item = m_list->itemAt(place);
  if (const QVariant motion = item == nullptr ? QVariant() : item->data(kName, kMotionRole); motion.isValid()) {
    sourceMenuAt(place, static_cast<std::size_t>(motion.toInt()));
    return;
  }
  if (selectedRows().empty()) {
    return;
  }
  auto* menu = new QMenu(this);
  menu->setObjectName("clipMenu");
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->addAction(tr("Rename"), this, [this] {
    if (const std::vector<int> rows = selectedRows(); !rows.empty()) {
      m_list->editItem(itemOf(rows.front()), kName);
    }
  });
  if (selectedRows().size() > 1) {
    menu->addAction(tr("Rename…"), this, &ClipsPanel::renameSeveral);
  }
  menu->addAction(icon("copy"), tr("Another cut"), this, &ClipsPanel::duplicate);
  const std::vector<int> rows = selectedRows();
  QAction* remove = menu->addAction(icon("remove"), tr("Remove"), this, &ClipsPanel::removeSelected);
  remove->setEnabled(std::any_of(rows.begin(), rows.end(), [this](int row) { return isRemovable(row); }));
  menu->addSeparator();
  menu->addAction(tr("Move up"), this, [this] { moveByOne(-1); });
  menu->addAction(tr("Move down"), this, [this] { moveByOne(1); });
  addRootMotionMenu(*menu);
  addMapMenu(*menu, static_cast<std::size_t>(selectedRows().front()));
  menu->popup(m_list->viewport()->mapToGlobal(place));
}

void ClipsPanel::sourceMenuAt(const QPoint& place, std::size_t motion) {
  auto* menu = new QMenu(this);
  menu->setObjectName("sourceMenu");
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->addAction(icon("add"), tr("Add motions…"), this, &ClipsPanel::motionsAsked);
  const recipe::Recipe& recipe = m_workshop.document().recipe();
  const std::vector<std::size_t> motions = motionNumbers(recipe);
  if (motion > 0 && motion <= motions.size()) {
    const QString path = QString::fromStdString(recipe.sources[motions[motion - 1]].path);
    const QString name = QFileInfo(path).fileName();
    menu->addAction(icon("remove"), tr("Remove %1").arg(QString(name).replace('&', "&&")), this,
                    [this, path] { removeMotion(path); });
  }
  menu->popup(m_list->viewport()->mapToGlobal(place));
}

// By its path: while a menu is open, an import may have ended or an edit been undone.
void ClipsPanel::removeMotion(const QString& path) {
  Document& document = m_workshop.document();
  for (const std::size_t number : motionNumbers(document.recipe())) {
    if (document.recipe().sources[number].path == path.toStdString()) {
      SourcesAndClips rest = withoutSource(document.state(), number);
      document.setSources(tr("Remove %1").arg(QFileInfo(path).fileName()), std::move(rest.sources),
                          std::move(rest.lists));
      return;
    }
  }
}

}  // namespace texeleton::editor
