#include "app/editor/panels/clips/clip_edits.h"

#include <QCoreApplication>
#include <algorithm>
#include <set>
#include <utility>

#include "app/editor/document/clip_names.h"
#include "app/editor/document/motion_sources.h"
#include "app/editor/document/paths.h"

namespace texeleton::editor {

namespace {

std::set<std::string> bakedNames(const std::vector<ClipRow>& rows, const model::Model& model) {
  std::set<std::string> names;
  for (const ClipRow& row : rows) {
    if (row.ticked && row.source.isValid()) {
      names.insert(row.name(model));
    }
  }
  return names;
}

}  // namespace

QString rootMotionText(vat::RootMotionMode mode) {
  switch (mode) {
    case vat::RootMotionMode::Keep:
      return ClipEdits::tr("Keep");
    case vat::RootMotionMode::Remove:
      return ClipEdits::tr("Remove");
    case vat::RootMotionMode::Extract:
      break;
  }
  return ClipEdits::tr("Extract");
}

ClipEdits::ClipEdits(Workshop& workshop, Ask ask, QObject* parent)
    : QObject(parent), m_workshop(workshop), m_ask(std::move(ask)) {}

void ClipEdits::push(const QString& text, const std::vector<ClipRow>& rows) {
  if (!m_workshop.model()) {
    return;
  }
  const model::Model& model = *m_workshop.model();
  DocumentState next = m_workshop.document().state();
  std::set<std::string> gone = bakedNames(clipRows(next, model), model);
  for (const std::string& name : bakedNames(rows, model)) {
    gone.erase(name);
  }
  next.setClips(listsOf(rows));
  leave(text, std::move(next), gone);
}

void ClipEdits::pushRenamed(const QString& text, const std::vector<ClipRow>& before,
                            const std::vector<ClipRow>& after) {
  if (!m_workshop.model()) {
    return;
  }
  DocumentState next = m_workshop.document().state();
  next.setClips(listsOf(after));
  renameClips(next, renamedClips(before, after, *m_workshop.model()));
  m_workshop.document().setState(text, std::move(next));
}

void ClipEdits::leave(const QString& text, DocumentState next, const std::set<std::string>& gone) {
  if (const QString users = usersOfClips(next, gone); !users.isEmpty()) {
    const Leaving answer = m_ask(users);
    if (answer == Leaving::Cancel) {
      return;
    }
    if (answer == Leaving::TakeOut) {
      takeClipsOut(next, gone);
    }
  }
  m_workshop.document().setState(text, std::move(next));
}

void ClipEdits::pushSoon(const QString& text, const std::vector<ClipRow>& rows) {
  QMetaObject::invokeMethod(
      this, [this, text, rows] { push(text, rows); }, Qt::QueuedConnection);
}

// A name equal to the clip's own is not stored in the recipe.
void ClipEdits::setName(ClipRow& row, const std::string& name) const {
  const bool own = row.source.isValid() && m_workshop.model()->clips[row.source.value].name == name;
  row.clip.name = own ? std::string() : name;
}

void ClipEdits::tick(const QString& text, std::vector<ClipRow> rows, const std::function<bool(int row)>& wanted) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].ticked = wanted(static_cast<int>(i));
  }
  push(text, rows);
}

void ClipEdits::tickSoon(ChosenRows list, int row, bool ticked) {
  // The box of one of several selected clips applies to all of them.
  const bool several = list.isSelected(row);
  for (std::size_t i = 0; i < list.rows.size(); ++i) {
    if (static_cast<int>(i) == row || (several && list.isSelected(static_cast<int>(i)))) {
      list.rows[i].ticked = ticked;
    }
  }
  pushSoon(ticked ? tr("Tick clip") : tr("Untick clip"), list.rows);
}

void ClipEdits::renameSoon(std::vector<ClipRow> rows, int row, const QString& name) {
  const std::vector<ClipRow> before = rows;
  setName(rows[static_cast<std::size_t>(row)], name.toStdString());
  QMetaObject::invokeMethod(
      this, [this, before, rows] { pushRenamed(tr("Rename clip"), before, rows); }, Qt::QueuedConnection);
}

void ClipEdits::rename(std::vector<ClipRow> rows, const std::vector<int>& which,
                       const std::vector<std::string>& names) {
  const std::vector<ClipRow> before = rows;
  for (std::size_t i = 0; i < which.size() && which[i] < static_cast<int>(rows.size()); ++i) {
    setName(rows[static_cast<std::size_t>(which[i])], names[i]);
  }
  pushRenamed(tr("Rename %Ln clip(s)", "", static_cast<int>(which.size())), before, rows);
}

void ClipEdits::shortenNames(std::vector<ClipRow> rows, const retargeting::NameAffixes& affixes) {
  const std::vector<ClipRow> before = rows;
  for (ClipRow& row : rows) {
    if (row.source.isValid()) {
      setName(row, retargeting::withoutAffixes(row.name(*m_workshop.model()), affixes));
    }
  }
  pushRenamed(tr("Shorten names"), before, rows);
}

void ClipEdits::change(const QString& text, ChosenRows list, const std::function<void(ClipRow&)>& how) {
  for (const int row : list.selected) {
    if (list.rows[static_cast<std::size_t>(row)].source.isValid()) {
      how(list.rows[static_cast<std::size_t>(row)]);
    }
  }
  push(text, list.rows);
}

void ClipEdits::setRootMotion(ChosenRows list, std::optional<vat::RootMotionMode> mode) {
  change(tr("Change root motion of clip"), std::move(list), [mode](ClipRow& row) { row.clip.rootMotion = mode; });
}

std::vector<ClipRow> ClipEdits::move(const ChosenRows& list, int before) {
  std::vector<ClipRow> moved;
  std::vector<ClipRow> rows;
  std::size_t place = 0;
  for (std::size_t i = 0; i <= list.rows.size(); ++i) {
    if (static_cast<int>(i) == before) {
      place = rows.size();
    }
    if (i == list.rows.size()) {
      break;
    }
    const bool takes = list.rows[i].ticked && list.isSelected(static_cast<int>(i));
    (takes ? moved : rows).push_back(list.rows[i]);
  }
  if (moved.empty()) {
    if (!list.rows.empty()) {
      emit refused(tr("Only baked clips have an order: tick them first."));
    }
    return moved;
  }
  rows.insert(rows.begin() + static_cast<std::ptrdiff_t>(place), moved.begin(), moved.end());
  push(tr("Move %Ln clip(s)", "", static_cast<int>(moved.size())), rows);
  return moved;
}

std::optional<int> ClipEdits::placePastNext(const ChosenRows& list, int by) {
  if (list.selected.empty()) {
    return std::nullopt;
  }
  const int count = static_cast<int>(list.rows.size());
  int place = by < 0 ? list.selected.front() - 1 : list.selected.back() + 1;
  while (place >= 0 && place < count && !list.rows[static_cast<std::size_t>(place)].ticked) {
    place += by;
  }
  if (place < 0 || place >= count) {
    return std::nullopt;
  }
  return by < 0 ? place : place + 1;
}

void ClipEdits::duplicate(ChosenRows list) {
  std::vector<ClipRow>& rows = list.rows;
  if (list.selected.empty() || !rows[static_cast<std::size_t>(list.selected.front())].source.isValid()) {
    emit refused(tr("Select a clip first."));
    return;
  }
  ClipRow copy = rows[static_cast<std::size_t>(list.selected.front())];
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
  rows.insert(rows.begin() + list.selected.front() + 1, copy);
  push(tr("Add sub-clip"), rows);
}

bool ClipEdits::isRemovable(const std::vector<ClipRow>& rows, int row) {
  const ClipIndex source = rows[static_cast<std::size_t>(row)].source;
  return !source.isValid() ||
         std::ranges::count_if(rows, [source](const ClipRow& other) { return other.source == source; }) > 1;
}

void ClipEdits::remove(const ChosenRows& list) {
  std::vector<ClipRow> rows = list.rows;
  // From the end, so that the last of several cuts of a clip stays.
  for (auto row = list.selected.rbegin(); row != list.selected.rend(); ++row) {
    if (isRemovable(rows, *row)) {
      rows.erase(rows.begin() + *row);
    }
  }
  if (rows.size() == list.rows.size()) {
    if (!list.selected.empty()) {
      emit refused(
          tr("A clip of the model stays in the list: untick it to leave it out. Further cuts can be removed."));
    }
    return;
  }
  push(tr("Remove %Ln cut(s)", "", static_cast<int>(list.rows.size() - rows.size())), rows);
}

// The file is identified by its path, because an import or undo may have happened while a menu was open.
void ClipEdits::removeFile(pack::SourceRole role, const std::string& path) {
  DocumentState next = m_workshop.document().state();
  for (const std::size_t number : sourcesOf(next.recipe, role)) {
    if (next.recipe.sources[number].path != path) {
      continue;
    }
    std::set<std::string> gone;
    if (m_workshop.model()) {
      std::vector<ClipRow> rows = clipRows(next, *m_workshop.model());
      gone = bakedNames(rows, *m_workshop.model());
      std::erase_if(rows, [number](const ClipRow& row) { return row.clip.source && *row.clip.source == number; });
      for (const std::string& name : bakedNames(rows, *m_workshop.model())) {
        gone.erase(name);
      }
    }
    next = withoutSource(std::move(next), number);
    leave(QCoreApplication::translate("Sources", "Remove %1").arg(toQString(fromUtf8(path).filename())),
          std::move(next), gone);
    return;
  }
}

void ClipEdits::mapRow(const std::vector<ClipRow>& rows, std::size_t row, ClipIndex clip) {
  if (row >= rows.size() || rows[row].source.isValid() || !m_workshop.model() ||
      clip.value >= m_workshop.model()->clips.size()) {
    return;  // Something changed while the menu was open.
  }
  push(tr("Map clip"), withMapped(rows, row, clip, m_workshop.document().recipe(), *m_workshop.model()));
}

}  // namespace texeleton::editor
