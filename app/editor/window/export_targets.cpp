#include "app/editor/window/export_targets.h"

#include <QHBoxLayout>
#include <QShortcut>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "app/editor/document/export_edit.h"
#include "app/editor/document/paths.h"
#include "app/editor/messages/localized.h"
#include "app/editor/theme/icons.h"
#include "app/editor/theme/theme.h"
#include "app/editor/widgets/controls.h"
#include "app/editor/widgets/file_dialogs.h"

namespace texeleton::editor {

namespace fs = std::filesystem;

namespace {

enum TargetColumn { kTarget, kTargetFolder, kTargetState, kTargetColumns };
constexpr int kRowHeight = 24;
constexpr int kMostListRows = 5;

/// A path that may wrap after its separators.
QString breakable(const QString& path) { return QString(path).replace('/', "/" + QString(QChar(0x200b))); }

}  // namespace

ExportTargets::ExportTargets(Document& document, QWidget* parent) : QWidget(parent), m_document(document) {
  auto* layout = put(spaced(new QVBoxLayout(this), 8), {makeList()});
  m_folder = named(new QLineEdit, "exportFolder");
  m_browse = new QPushButton(tr("Choose…"));
  m_browse->setAutoDefault(false);
  auto* row = put(new QHBoxLayout, {labelOf(m_folder, tr("Folder")), {m_folder, 1}, m_browse});
  m_whole = named(wrappedLabel({}, "muted"), "exportWhole");
  m_whole->setTextInteractionFlags(Qt::TextSelectableByMouse);
  put(layout, {row, m_whole});

  connect(m_folder, &QLineEdit::textEdited, this, [this] {
    showWhole();
    emit typed();
  });
  connect(m_folder, &QLineEdit::editingFinished, this, &ExportTargets::commit);
  connect(m_browse, &QPushButton::clicked, this, &ExportTargets::browse);
  connect(m_remove, &QToolButton::clicked, this, &ExportTargets::removeCurrent);
  auto* removeKey = new QShortcut(QKeySequence::Delete, m_list, nullptr, nullptr, Qt::WidgetShortcut);
  connect(removeKey, &QShortcut::activated, this, &ExportTargets::removeCurrent);
  connect(m_list, &QTreeWidget::currentItemChanged, this,
          [this](QTreeWidgetItem* item) { select(m_list->indexOfTopLevelItem(item)); });
  connect(&m_document, &Document::changed, this, &ExportTargets::reload);
  reload();
}

QWidget* ExportTargets::makeList() {
  auto* box = new QWidget;
  m_add = iconButton("add", tr("Add an export target"), "addTarget");
  m_add->setPopupMode(QToolButton::InstantPopup);
  m_add->setMenu(makeMenu());
  m_remove = iconButton("delete", tr("Remove the selected export target"), "removeTarget");
  auto* head = put(new QHBoxLayout, {{label(tr("Exports"), "title"), 1}, m_add, m_remove});
  m_list = named(columnList(kTargetColumns), "exportTargets");
  m_list->setTextElideMode(Qt::ElideMiddle);
  stretchColumn(*m_list, kTargetFolder);
  put(spaced(new QVBoxLayout(box), 4), {head, m_list});
  return box;
}

QMenu* ExportTargets::makeMenu() {
  auto* menu = named(new QMenu(this), "targetChoice");
  fillTargetMenu(*menu, [this](const exporting::ExportTarget& target) { add(target); });
  return menu;
}

void fillTargetMenu(QMenu& menu, const std::function<void(const exporting::ExportTarget&)>& chosen) {
  menu.setToolTipsVisible(true);
  for (const exporting::ExportTarget& target : exporting::exportTargets()) {
    QAction* action = menu.addAction(icon(targetIcon(target.name)), targetTitle(target.name));
    action->setToolTip(localized(target.summary));
    QObject::connect(action, &QAction::triggered, &menu, [chosen, &target] { chosen(target); });
  }
}

const recipe::RecipeExport* ExportTargets::current() const {
  return m_row < count() ? &m_rows[static_cast<std::size_t>(m_row)] : nullptr;
}

fs::path ExportTargets::folder() const {
  return current() == nullptr ? fs::path() : typedFolder(m_document, current()->target, m_folder->text());
}

std::optional<exporting::ExportPlace> ExportTargets::place() const {
  const fs::path to = folder();
  if (to.empty()) {
    return std::nullopt;
  }
  recipe::RecipeExport typedNow = *current();
  typedNow.folder = utf8Of(to);
  return placeOf(m_document, typedNow);
}

// The document's rows, and the pending one.
void ExportTargets::reload() {
  auto rows = exportsOf(m_document);
  if (m_pending && !m_rows.empty()) {
    rows.push_back(m_rows.back());
  }
  if (rows == m_rows) {
    return;
  }
  m_rows = std::move(rows);
  const QSignalBlocker quiet(*m_list);
  m_list->clear();
  for (const recipe::RecipeExport& row : m_rows) {
    addRow(row);
  }
  m_row = std::clamp(m_row, 0, std::max(count() - 1, 0));
  m_list->setCurrentItem(m_list->topLevelItem(m_row));
  showRow();
  emit chosen();
}

void ExportTargets::addRow(const recipe::RecipeExport& row) {
  const fs::path to = folderOf(m_document, row);
  const bool isKnown = exporting::exportTargetNamed(row.target) != nullptr;
  auto* item = new QTreeWidgetItem(m_list, {targetTitle(row.target), shortFolder(m_document, to), QString()});
  item->setIcon(kTarget, icon(targetIcon(row.target)));
  item->setToolTip(kTargetFolder, toQString(to));
  if (!isKnown) {
    item->setText(kTargetState, tr("unknown to this version"));
    item->setForeground(kTargetState, color(Token::Warning));
  }
  m_list->setFixedHeight(std::clamp(m_list->topLevelItemCount(), 1, kMostListRows) * kRowHeight + 2);
}

// Removes a pending row that was left without a valid folder.
void ExportTargets::dropPending() {
  if (std::exchange(m_pending, false)) {
    const QSignalBlocker quiet(*m_list);
    m_rows.pop_back();
    delete m_list->takeTopLevelItem(count());
  }
}

void ExportTargets::showRow() {
  // Keeps the typed text if it means the same folder.
  if (current() != nullptr && folder() != folderOf(m_document, *current())) {
    m_folder->setText(shortFolder(m_document, folderOf(m_document, *current())));
  }
  showWhole();
  showButtons();
}

void ExportTargets::showWhole() {
  const fs::path to = folder();
  m_whole->setText(to.empty() ? QString() : breakable(toQString(to)));
}

void ExportTargets::showButtons() {
  const bool isKnown = current() != nullptr && exporting::exportTargetNamed(current()->target) != nullptr;
  m_folder->setEnabled(!m_busy && isKnown);
  m_browse->setEnabled(!m_busy && isKnown);
  m_list->setEnabled(!m_busy);
  m_add->setEnabled(!m_busy && !m_document.isEmpty());
  m_add->setToolTip(m_busy ? tr("Targets can be added once the export has ended") : tr("Add an export target"));
  m_remove->setEnabled(!m_busy && count() > 1);
}

void ExportTargets::setBusy(bool busy) {
  m_busy = busy;
  showButtons();
}

void ExportTargets::select(int row) {
  if (row < 0 || row == m_row) {
    return;
  }
  m_row = row;
  dropPending();
  showRow();
  emit chosen();
}

void ExportTargets::add(const exporting::ExportTarget& target) {
  if (!commit()) {
    return;
  }
  const QSignalBlocker quiet(*m_list);
  m_rows.push_back(proposedExport(m_document, target));
  m_pending = true;
  m_row = count() - 1;
  addRow(m_rows.back());
  m_list->setCurrentItem(m_list->topLevelItem(m_row));
  showRow();
  m_folder->setFocus();
  m_folder->selectAll();
  emit chosen();
}

void ExportTargets::removeCurrent() {
  if (count() < 2) {
    return;
  }
  if (m_pending && m_row == count() - 1) {
    dropPending();
    m_row = count() - 1;
    m_list->setCurrentItem(m_list->topLevelItem(m_row));
    showRow();
    emit chosen();
  } else {
    auto rows = exportsOf(m_document);
    rows.erase(rows.begin() + m_row);
    m_document.set(tr("Remove export target"), &recipe::Recipe::exports, rows);
  }
}

bool ExportTargets::commit() {
  if (current() == nullptr) {
    emit refused(tr("Choose a folder."));
    return false;
  }
  if (exporting::exportTargetNamed(current()->target) == nullptr) {
    return true;  // Kept unchanged.
  }
  const fs::path to = folder();
  if (to.empty()) {
    emit refused(tr("Choose a folder."));
    return false;
  }
  const auto row = static_cast<std::size_t>(m_row);
  for (std::size_t i = 0; i < m_rows.size(); ++i) {
    if (i != row && m_rows[i].target == m_rows[row].target && folderOf(m_document, m_rows[i]) == to) {
      emit refused(tr("This folder is in the list already."));
      return false;
    }
  }
  const bool isNew = m_pending && m_row == count() - 1;
  if (!isNew && to == folderOf(m_document, m_rows[row])) {
    return true;
  }
  auto rows = exportsOf(m_document);
  if (isNew) {
    m_pending = false;
    rows.push_back(m_rows[row]);
    m_rows.pop_back();  // It is in the document now.
  }
  rows[row].folder = utf8Of(to);
  m_document.set(isNew ? tr("Add export target") : tr("Change export folder"), &recipe::Recipe::exports, rows);
  return true;
}

void ExportTargets::setOption(const std::string& key, const std::optional<recipe::OptionValue>& value) {
  if (!commit() || current() == nullptr) {
    return;
  }
  auto rows = exportsOf(m_document);
  recipe::OptionValues& options = rows[static_cast<std::size_t>(m_row)].options;
  const auto known = std::ranges::find_if(options, [&](const auto& option) { return option.first == key; });
  if (!value) {
    if (known != options.end()) {
      options.erase(known);
    }
  } else if (known != options.end()) {
    known->second = *value;
  } else {
    options.emplace_back(key, *value);
  }
  m_document.set(tr("Change export option"), &recipe::Recipe::exports, rows);
}

void ExportTargets::forgetTyped() {
  dropPending();
  m_row = std::clamp(m_row, 0, std::max(count() - 1, 0));
  showRow();
}

void ExportTargets::browse() {
  const exporting::ExportTarget* const target =
      current() == nullptr ? nullptr : exporting::exportTargetNamed(current()->target);
  if (target == nullptr) {
    return;
  }
  const fs::path to = target->isPackFolder
                          ? FileDialogs::save(this, tr("Export the pack"), folder(), tr("Packs (*.texpack)"),
                                              QFileDialog::DontConfirmOverwrite)
                          : FileDialogs::folder(this, tr("Export to %1").arg(targetTitle(target->name)), folder());
  if (!to.empty()) {
    m_folder->setText(shortFolder(m_document, to));
    showWhole();
    commit();
  }
}

void ExportTargets::showWritten(const fs::path& pack) {
  m_written = pack.empty() ? 0 : m_written;
  for (int i = 0; i < m_list->topLevelItemCount(); ++i) {
    QTreeWidgetItem* item = m_list->topLevelItem(i);
    const auto place = placeOf(m_document, m_rows[static_cast<std::size_t>(i)]);
    if (!place) {
      continue;
    }
    if (pack.empty()) {
      item->setText(kTargetState, {});
    } else if (place->pack == pack) {
      ++m_written;
      item->setText(kTargetState, tr("written"));
      item->setForeground(kTargetState, color(Token::Good));
    }
  }
}

}  // namespace texeleton::editor
