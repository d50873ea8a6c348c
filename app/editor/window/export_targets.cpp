#include "app/editor/window/export_targets.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QShortcut>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "app/editor/document/export_edit.h"
#include "app/editor/document/paths.h"
#include "app/editor/theme/theme.h"
#include "app/editor/widgets/controls.h"
#include "app/editor/widgets/file_dialogs.h"

namespace texeleton::editor {

namespace fs = std::filesystem;

namespace {

enum TargetColumn { kTarget, kTargetFolder, kTargetState, kTargetColumns };
constexpr int kRowHeight = 24;
constexpr int kMostRows = 4;

/// A path that may be broken into lines behind its separators.
QString breakable(const QString& path) { return QString(path).replace('/', "/" + QString(QChar(0x200b))); }

}  // namespace

ExportTargets::ExportTargets(Document& document, QWidget* parent) : QWidget(parent), m_document(document) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(8);
  layout->addWidget(makeList());
  m_folder = new QLineEdit;
  m_folder->setObjectName("exportFolder");
  m_browse = new QPushButton(tr("Choose…"));
  m_browse->setAutoDefault(false);
  auto* row = new QHBoxLayout;
  row->addWidget(label(tr("Folder"), "muted"));
  row->addWidget(m_folder, 1);
  row->addWidget(m_browse);
  m_whole = label({}, "muted");
  m_whole->setObjectName("exportWhole");
  m_whole->setWordWrap(true);
  m_whole->setTextInteractionFlags(Qt::TextSelectableByMouse);
  layout->addLayout(row);
  layout->addWidget(m_whole);

  connect(m_folder, &QLineEdit::textEdited, this, [this] {
    showWhole();
    emit typed();
  });
  connect(m_folder, &QLineEdit::editingFinished, this, &ExportTargets::commit);
  connect(m_browse, &QPushButton::clicked, this, &ExportTargets::browse);
  connect(m_add, &QToolButton::clicked, this, &ExportTargets::add);
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
  auto* layout = new QVBoxLayout(box);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(4);
  auto* head = new QHBoxLayout;
  m_add = iconButton("add", tr("Add an export target"));
  m_add->setObjectName("addTarget");
  m_remove = iconButton("delete", tr("Remove the selected export target"));
  m_remove->setObjectName("removeTarget");
  head->addWidget(label(tr("What Ctrl+E writes"), "title"), 1);
  head->addWidget(m_add);
  head->addWidget(m_remove);
  m_list = new QTreeWidget;
  m_list->setObjectName("exportTargets");
  m_list->setColumnCount(kTargetColumns);
  m_list->setHeaderHidden(true);
  m_list->setRootIsDecorated(false);
  m_list->setTextElideMode(Qt::ElideMiddle);
  m_list->header()->setStretchLastSection(false);
  m_list->header()->setSectionResizeMode(kTarget, QHeaderView::ResizeToContents);
  m_list->header()->setSectionResizeMode(kTargetFolder, QHeaderView::Stretch);
  m_list->header()->setSectionResizeMode(kTargetState, QHeaderView::ResizeToContents);
  layout->addLayout(head);
  layout->addWidget(m_list);
  return box;
}

fs::path ExportTargets::folder() const { return packFolder(m_document, m_folder->text()); }

// The rows of the document, and the one that is not there yet.
void ExportTargets::reload() {
  auto folders = packTargets(m_document);
  if (m_pending && !m_folders.empty()) {
    folders.push_back(m_folders.back());
  }
  if (folders == m_folders) {
    return;
  }
  m_folders = std::move(folders);
  const QSignalBlocker quiet(*m_list);
  m_list->clear();
  for (const fs::path& folder : m_folders) {
    addRow(folder);
  }
  m_row = std::clamp(m_row, 0, std::max(count() - 1, 0));
  m_list->setCurrentItem(m_list->topLevelItem(m_row));
  showRow();
}

void ExportTargets::addRow(const fs::path& folder) {
  auto* item = new QTreeWidgetItem(m_list, {tr("Pack"), shortFolder(m_document, folder), QString()});
  item->setToolTip(kTargetFolder, toQString(folder));
  m_list->setFixedHeight(std::clamp(m_list->topLevelItemCount(), 1, kMostRows) * kRowHeight + 2);
}

// One that was left without a folder that it can have.
void ExportTargets::dropPending() {
  if (std::exchange(m_pending, false)) {
    const QSignalBlocker quiet(*m_list);
    m_folders.pop_back();
    delete m_list->takeTopLevelItem(count());
  }
}

void ExportTargets::showRow() {
  // What was typed and means it stays as it was typed.
  if (m_row < count() && folder() != m_folders[static_cast<std::size_t>(m_row)]) {
    m_folder->setText(shortFolder(m_document, m_folders[static_cast<std::size_t>(m_row)]));
  }
  showWhole();
  showButtons();
}

void ExportTargets::showWhole() {
  const fs::path to = folder();
  m_whole->setText(to.empty() ? QString() : breakable(toQString(to)));
}

void ExportTargets::showButtons() {
  m_folder->setEnabled(!m_busy);
  m_browse->setEnabled(!m_busy);
  m_list->setEnabled(!m_busy);
  m_add->setEnabled(!m_busy && !m_pending && !m_document.isEmpty());
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

void ExportTargets::add() {
  if (m_pending || !commit()) {
    return;
  }
  const QSignalBlocker quiet(*m_list);
  m_folders.push_back(proposedPack(m_document));
  m_pending = true;
  m_row = count() - 1;
  addRow(m_folders.back());
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
  const fs::path gone = m_folders[static_cast<std::size_t>(m_row)];
  if (m_pending && m_row == count() - 1) {
    dropPending();
    m_row = count() - 1;
    m_list->setCurrentItem(m_list->topLevelItem(m_row));
    showRow();
  } else {
    m_document.setExports(tr("Remove export target"), withoutPack(m_document, gone));
  }
  emit chosen();
}

bool ExportTargets::commit() {
  const fs::path to = folder();
  if (m_row >= count() || to.empty()) {
    emit refused(tr("Choose a folder."));
    return false;
  }
  const auto row = static_cast<std::size_t>(m_row);
  for (std::size_t i = 0; i < m_folders.size(); ++i) {
    if (i != row && m_folders[i] == to) {
      emit refused(tr("This folder is in the list already."));
      return false;
    }
  }
  const bool isNew = m_pending && m_row == count() - 1;
  const fs::path from = std::exchange(m_folders[row], to);
  if (isNew) {
    m_pending = false;
    m_folders.pop_back();  // The document says it now.
    m_document.setExports(tr("Add export target"), withPack(m_document, to));
    emit chosen();
  } else if (to != from) {
    m_folders[row] = from;
    m_document.setExports(tr("Change export folder"), withPackMoved(m_document, from, to));
    emit chosen();
  }
  return true;
}

void ExportTargets::forgetTyped() {
  dropPending();
  m_row = std::clamp(m_row, 0, std::max(count() - 1, 0));
  showRow();
}

void ExportTargets::browse() {
  const QString chosenFolder = toQString(FileDialogs::save(this, tr("Export the pack"), folder(),
                                                           tr("Packs (*.texpack)"), QFileDialog::DontConfirmOverwrite));
  if (!chosenFolder.isEmpty()) {
    m_folder->setText(chosenFolder);
    showWhole();
    commit();
  }
}

void ExportTargets::showWritten(const fs::path& folder) {
  for (int i = 0; i < m_list->topLevelItemCount(); ++i) {
    QTreeWidgetItem* item = m_list->topLevelItem(i);
    if (folder.empty()) {
      item->setText(kTargetState, {});
    } else if (m_folders[static_cast<std::size_t>(i)] == folder) {
      item->setText(kTargetState, tr("written"));
      item->setForeground(kTargetState, color(Token::Good));
    }
  }
}

}  // namespace texeleton::editor
