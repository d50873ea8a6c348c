#include "app/editor/window/export_commands.h"

#include <QMessageBox>

#include "app/editor/document/export_edit.h"
#include "app/editor/document/paths.h"
#include "app/editor/messages/localized.h"
#include "app/editor/theme/icons.h"
#include "app/editor/window/export_dialog.h"
#include "app/editor/window/file_manager.h"

namespace texeleton::editor {

namespace fs = std::filesystem;

ExportCommands::ExportCommands(QWidget& window, Workshop& workshop, const WindowActions& actions, Notices& notices)
    : m_window(window), m_workshop(workshop), m_document(workshop.document()), m_actions(actions), m_notices(notices) {
  connect(&m_document, &Document::replaced, this, [this] { m_exportsWrong = false; });
  connect(&m_document, &Document::titleChanged, this, &ExportCommands::showState);
  for (const auto signal : {&Workshop::modelChanged, &Workshop::bakeChanged}) {
    connect(&m_workshop, signal, this, &ExportCommands::showState);
  }
  connect(&m_workshop, &Workshop::exported, this, &ExportCommands::tellExported);
  connect(&m_workshop, &Workshop::exportFailed, this, &ExportCommands::tellNotExported);
  connect(&m_workshop, &Workshop::exportEnded, this, [this] {
    m_isAsked = false;
    m_written = 0;
  });
  connect(&m_document, &Document::changed, this, &ExportCommands::showState);
}

bool ExportCommands::mayExport(QWidget* asking) {
  if (!m_workshop.bake()) {
    return false;
  }
  if (m_workshop.overLimit() && !m_exportsWrong) {
    const auto answer =
        QMessageBox::warning(asking, "Texeleton", tr("The bake is over your error limit. Export it all the same?"),
                             QMessageBox::Yes | QMessageBox::Cancel, QMessageBox::Cancel);
    m_exportsWrong = answer == QMessageBox::Yes;
    return m_exportsWrong;
  }
  return true;
}

void ExportCommands::exportNow() {
  const auto folders = m_document.exportFolders();
  if (folders.empty()) {
    openDialog();
    return;
  }
  exportPacks(folders);
}

void ExportCommands::exportPacks(const std::vector<fs::path>& folders) {
  if (!mayExport(&m_window)) {
    return;
  }
  m_isAsked = true;
  m_wanted = static_cast<int>(folders.size());
  m_written = 0;
  m_notices.say(tr("Exporting…"));
  m_workshop.exportPacks(folders);
}

ExportDialog* ExportCommands::openDialog() {
  if (!m_workshop.bake()) {
    return nullptr;
  }
  auto* dialog = new ExportDialog(
      m_workshop, [this](QWidget* asking) { return mayExport(asking); }, &m_window);
  dialog->open();
  return dialog;
}

void ExportCommands::closeDialog() { delete m_window.findChild<ExportDialog*>(); }

void ExportCommands::setKept(bool keep) {
  m_document.set(tr("Keep exports up to date"), &DocumentState::keepExports, keep);
}

// A pack may be shared by several targets, and lie deep in their folder.
void ExportCommands::tellExported(const QString& pack) {
  ++m_written;
  QStringList folders;
  for (const recipe::RecipeExport& wanted : exportsOf(m_document)) {
    const auto place = placeOf(m_document, wanted);
    if (place && place->pack == toPath(pack) && !folders.contains(toQString(place->folder))) {
      folders << toQString(place->folder);
    }
  }
  m_notices.say(
      tr("Exported and verified: %1").arg(folders.isEmpty() ? pack : folders.join(tr(", ", "between folders"))));
}

void ExportCommands::tellNotExported(const Error& why) {
  if (m_window.findChild<ExportDialog*>() != nullptr) {
    return;  // It reports the result itself.
  }
  const QString title = m_written == 0 ? tr("The export was not written") : tr("Not every target was written");
  if (m_isAsked) {
    m_notices.tell(title, ExportDialog::failureText(why, m_written, m_wanted));
    return;
  }
  m_notices.say(title);  // An automatic export: an issue instead of a message box.
}

void ExportCommands::addTo(QToolBar& bar) {
  m_folder = new ElidedLabel;
  m_folder->setProperty("role", "muted");
  m_folder->setAlignment(Qt::AlignRight);
  m_folder->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  bar.addWidget(m_folder);
  m_button = named(new QToolButton, "export", tr("Writes and verifies every export target (Ctrl+E)"));
  m_button->setPopupMode(QToolButton::MenuButtonPopup);
  m_button->setText(tr("Export pack"));
  auto* targets = new QMenu(m_button);
  targets->setToolTipsVisible(true);
  connect(targets, &QMenu::aboutToShow, this, [this, targets] { fillTargets(*targets); });
  m_button->setMenu(targets);
  bar.addWidget(m_button);
  connect(m_button, &QToolButton::clicked, this, &ExportCommands::exportNow);
}

void ExportCommands::showState() {
  const auto exports = exportsOf(m_document);
  const int many = static_cast<int>(exports.size());
  QString where = exports.empty() ? QString() : shortFolder(m_document, folderOf(m_document, exports.front()));
  QString all;
  for (const recipe::RecipeExport& wanted : exports) {
    all += (all.isEmpty() ? "" : "\n") +
           tr("%1: %2", "target: folder").arg(targetTitle(wanted.target), toQString(folderOf(m_document, wanted)));
  }
  if (many > 1) {
    where = tr("%1 and %Ln more", "folders", many - 1).arg(where);
  }
  m_folder->setWholeText(where);
  m_folder->setToolTip(all);
  const bool isPack = exports.empty() || exports.front().target == recipe::kPackTarget;
  m_button->setText(many > 1 ? tr("Export to %Ln target(s)", "", many)
                    : isPack ? tr("Export pack")
                             : tr("Export to %1").arg(targetTitle(exports.front().target)));
  m_actions.keepExports->setChecked(m_document.state().keepExports);
  const bool can = m_workshop.bake() != nullptr;
  m_actions.exportAgain->setEnabled(can);
  m_actions.exportTo->setEnabled(can);
  m_button->setEnabled(can);
}

// The targets of Ctrl+E, each to be exported alone; then entries that change them.
void ExportCommands::fillTargets(QMenu& menu) {
  menu.clear();
  delete menu.findChild<QMenu*>("furtherTargets");  // Submenus outlive their entries.
  const auto exports = exportsOf(m_document);
  for (const recipe::RecipeExport& wanted : exports) {
    const auto place = placeOf(m_document, wanted);
    const QString where = shortFolder(m_document, folderOf(m_document, wanted));
    QAction* one = menu.addAction(icon(targetIcon(wanted.target)),
                                  tr("%1: %2", "target: folder").arg(targetTitle(wanted.target), where));
    one->setEnabled(place && m_workshop.bake());
    if (place) {
      connect(one, &QAction::triggered, this, [this, pack = place->pack] { exportPacks({pack}); });
      one->setToolTip(tr("Exports only to %1").arg(toQString(place->folder)));
    }
  }
  for (const recipe::RecipeExport& wanted : exports) {
    const fs::path folder = folderOf(m_document, wanted);
    std::error_code error;
    if (fs::is_directory(folder, error)) {
      QAction* show = menu.addAction(tr("Show %1 in folder").arg(shortFolder(m_document, folder)), this,
                                     [folder] { showInFileManager(folder); });
      show->setToolTip(toQString(folder));
    }
  }
  menu.addSeparator();
  QMenu* const further = named(menu.addMenu(tr("Add an export target")), "furtherTargets");
  fillTargetMenu(*further, [this](const exporting::ExportTarget& target) {
    if (ExportDialog* dialog = openDialog()) {
      dialog->addTarget(target);
    }
  });
  further->setEnabled(m_workshop.bake() != nullptr);
  menu.addAction(m_actions.exportTo);
  menu.addSeparator();
  menu.addAction(m_actions.keepExports);
}

}  // namespace texeleton::editor
