#include "app/editor/window/export_dialog.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "app/editor/document/paths.h"
#include "app/editor/messages/localized.h"
#include "app/editor/theme/theme.h"
#include "app/editor/widgets/controls.h"
#include "app/editor/widgets/numbers.h"
#include "app/editor/window/file_manager.h"

namespace texeleton::editor {

namespace fs = std::filesystem;

namespace {

enum ExportColumn { kFileName, kFileSize, kFileFate, kExportColumns };
constexpr int kTypingMilliseconds = 300;
constexpr int kExportSteps = 1000;

QString fateText(FileFate fate) {
  switch (fate) {
    case FileFate::New:
      return ExportDialog::tr("new");
    case FileFate::Changed:
      return ExportDialog::tr("changed");
    case FileFate::Kept:
      return ExportDialog::tr("as it was");
    case FileFate::Removed:
      return ExportDialog::tr("removed");
  }
  return {};
}

/// The document's first pack, or where one belongs that was not chosen yet.
fs::path proposedFolder(const Document& document) {
  const auto folders = document.exportFolders();
  return folders.empty() ? document.modelFile().replace_extension(".texpack") : folders.front();
}

}  // namespace

ExportDialog::ExportDialog(Workshop& workshop, QWidget* parent) : QDialog(parent), m_workshop(workshop) {
  setObjectName("exportDialog");
  setWindowTitle(tr("Export"));
  setAttribute(Qt::WA_DeleteOnClose);
  resize(680, 520);
  auto* layout = new QVBoxLayout(this);
  layout->setSpacing(10);
  layout->addWidget(makeTarget());
  m_files = new QTreeWidget;
  m_files->setObjectName("exportFiles");
  m_files->setColumnCount(kExportColumns);
  m_files->setHeaderLabels({tr("File"), tr("Size"), tr("State")});
  m_files->setRootIsDecorated(false);
  m_files->headerItem()->setTextAlignment(kFileSize, Qt::AlignRight | Qt::AlignVCenter);
  m_files->header()->setStretchLastSection(false);
  m_files->header()->setSectionResizeMode(kFileName, QHeaderView::Stretch);
  layout->addWidget(m_files, 1);
  layout->addWidget(makeResult());

  m_typing.setSingleShot(true);
  m_typing.setInterval(kTypingMilliseconds);
  connect(&m_typing, &QTimer::timeout, this, &ExportDialog::rehearse);
  connect(m_folder, &QLineEdit::textEdited, this, [this] { m_typing.start(); });
  connect(m_browse, &QPushButton::clicked, this, &ExportDialog::browse);
  connect(&m_workshop, &Workshop::bakeChanged, this, [this] { m_typing.start(); });
  connect(&m_workshop.document(), &Document::titleChanged, this, &ExportDialog::showCommand);
  connect(&m_workshop, &Workshop::exportFailed, this, [this](const QString& why) {
    m_failed = true;
    showProblem(localized(why));
  });
  connect(&m_workshop, &Workshop::exportEnded, this, &ExportDialog::ended);
  for (JobRunner* runner : {&m_workshop.rehearser(), &m_workshop.exporter()}) {
    connect(runner, &JobRunner::progressed, this,
            [this](double fraction) { m_progress->setValue(static_cast<int>(fraction * kExportSteps)); });
  }
  showCommand();
  rehearse();
}

ExportDialog::~ExportDialog() {
  m_workshop.rehearser().cancel();  // It would deliver to us.
}

QWidget* ExportDialog::makeTarget() {
  auto* box = new QWidget;
  auto* form = new QFormLayout(box);
  form->setContentsMargins(0, 0, 0, 0);
  auto* target = new QComboBox;
  target->setObjectName("exportTarget");
  target->addItem(tr("Pack"));
  form->addRow(tr("Target"), target);
  m_folder = new QLineEdit(toQString(proposedFolder(m_workshop.document())));
  m_folder->setObjectName("exportFolder");
  m_browse = new QPushButton(tr("Choose…"));
  auto* row = new QHBoxLayout;
  row->addWidget(m_folder, 1);
  row->addWidget(m_browse);
  form->addRow(tr("Folder"), row);
  auto* note = label(
      tr("The pack itself: texture, mesh and manifest, with all clips, events, sockets and variants. Its format is "
         "open; every engine's export is made from it."),
      "muted");
  note->setWordWrap(true);
  form->addRow(QString(), note);
  const std::size_t others = m_workshop.document().exportFolders().size();
  if (others > 1) {
    form->addRow(
        QString(),
        label(tr("%Ln more folder(s) of this document are written too.", "", static_cast<int>(others) - 1), "muted"));
  }
  return box;
}

QWidget* ExportDialog::makeResult() {
  auto* box = new QWidget;
  auto* layout = new QVBoxLayout(box);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(10);
  m_state = label({}, "muted");
  m_state->setObjectName("exportState");
  m_state->setWordWrap(true);
  m_progress = new QProgressBar;
  m_progress->setObjectName("exportProgress");
  m_progress->setRange(0, kExportSteps);
  m_progress->setTextVisible(false);
  m_keep = new QCheckBox(tr("Keep exports up to date"));
  m_keep->setObjectName("keepExports");
  m_keep->setToolTip(tr("Exports after every good bake, without asking"));
  m_keep->setChecked(m_workshop.document().state().keepExports);
  connect(m_keep, &QCheckBox::clicked, this,
          [this](bool keep) { m_workshop.document().setKeepExports(tr("Keep exports up to date"), keep); });
  auto* commandRow = new QHBoxLayout;
  m_command = new QLineEdit;
  m_command->setObjectName("exportCommand");
  m_command->setReadOnly(true);
  m_command->setToolTip(tr("Does the same from the command line"));
  auto* copy = iconButton("copy", tr("Copy the command"));
  copy->setObjectName("copyCommand");
  connect(copy, &QToolButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(m_command->text()); });
  commandRow->addWidget(label(tr("Command line"), "muted"));
  commandRow->addWidget(m_command, 1);
  commandRow->addWidget(copy);
  auto* buttons = new QDialogButtonBox;
  m_export = buttons->addButton(tr("Export"), QDialogButtonBox::AcceptRole);
  m_export->setObjectName("exportNow");
  m_show = buttons->addButton(tr("Show in folder"), QDialogButtonBox::ActionRole);
  m_show->setObjectName("showExport");
  m_show->setEnabled(false);
  auto* close = buttons->addButton(tr("Close"), QDialogButtonBox::RejectRole);
  connect(m_export, &QPushButton::clicked, this, &ExportDialog::exportNow);
  connect(m_show, &QPushButton::clicked, this, [this] { showInFileManager(folder()); });
  connect(close, &QPushButton::clicked, this, &QDialog::reject);
  layout->addWidget(m_progress);
  layout->addWidget(m_state);
  layout->addWidget(m_keep);
  layout->addLayout(commandRow);
  layout->addWidget(buttons);
  return box;
}

fs::path ExportDialog::folder() const {
  const QString text = m_folder->text().trimmed();
  if (text.isEmpty()) {
    return {};
  }
  const Document& document = m_workshop.document();
  const fs::path base = document.file().empty() ? document.modelFile() : document.file();
  fs::path folder = (base.parent_path() / toPath(text)).lexically_normal();  // An absolute one stays what it is.
  if (!folder.has_filename()) {
    folder = folder.parent_path();
  }
  if (folder.extension() != ".texpack") {
    folder += ".texpack";
  }
  return folder;
}

void ExportDialog::browse() {
  const QString chosen =
      QFileDialog::getSaveFileName(this, tr("Export the pack"), toQString(folder()), tr("Packs (*.texpack)"), nullptr,
                                   QFileDialog::DontConfirmOverwrite);
  if (!chosen.isEmpty()) {
    m_folder->setText(chosen);
    rehearse();
  }
}

void ExportDialog::setBusy(bool busy) {
  m_progress->setVisible(busy);
  m_folder->setEnabled(!m_isExporting);
  m_browse->setEnabled(!m_isExporting);
  m_export->setEnabled(!m_isExporting && m_workshop.bake() && !folder().empty());
}

void ExportDialog::rehearse() {
  if (m_isExporting) {
    return;
  }
  m_workshop.rehearser().cancel();
  m_files->clear();
  setBusy(true);
  if (!m_workshop.bake() || folder().empty()) {
    setBusy(false);
    showProblem(folder().empty() ? tr("Choose a folder.") : tr("There is no bake to export yet."));
    return;
  }
  setRole(*m_state, "muted");
  m_state->setText(tr("Comparing with what is there…"));
  m_progress->setValue(0);
  m_workshop.rehearser().start(
      [this, order = m_workshop.exportOrder(), to = folder()](JobContext& job, const JobRunner::Deliver& deliver) {
        auto files = rehearseExport(order, to, job);
        if (files) {
          deliver([this, files = std::move(*files)] { showFiles(files); });
        } else {
          deliver([this, error = files.error()] {
            setBusy(false);
            showProblem(localized(error));
          });
        }
      });
}

void ExportDialog::showFiles(const std::vector<ExportFile>& files) {
  setBusy(false);
  m_files->clear();
  for (const ExportFile& file : files) {
    auto* item =
        new QTreeWidgetItem(m_files, {QString::fromStdString(file.name), megabytes(file.bytes), fateText(file.fate)});
    item->setTextAlignment(kFileSize, Qt::AlignRight | Qt::AlignVCenter);
    item->setForeground(kFileFate, color(file.fate == FileFate::Kept ? Token::Muted : Token::Text));
  }
  const bool same =
      std::all_of(files.begin(), files.end(), [](const ExportFile& f) { return f.fate == FileFate::Kept; });
  setRole(*m_state, "muted");
  m_state->setText(same ? tr("What is there is up to date.") : QString());
}

void ExportDialog::showProblem(const QString& text) {
  setRole(*m_state, "error");
  m_state->setText(text);
}

void ExportDialog::showCommand() {
  const Document& document = m_workshop.document();
  m_command->setText(
      QString::fromStdString(exportCommand(document.file().empty() ? toPath(document.name()) : document.file())));
  m_command->setCursorPosition(0);
}

void ExportDialog::exportNow() {
  const fs::path to = folder();
  if (to.empty() || !m_workshop.bake()) {
    return;
  }
  m_typing.stop();  // Comparing would begin after the export, and hide what it says.
  m_workshop.rehearser().cancel();
  // The first pack of the list is the one of this dialog.
  Document& document = m_workshop.document();
  std::vector<RecipeExport> exports = document.recipe().exports;
  const auto pack = std::find_if(exports.begin(), exports.end(), [](const auto& e) { return e.target == kPackTarget; });
  if (pack == exports.end()) {
    exports.push_back({kPackTarget, utf8Of(to), {}});
  } else {
    pack->folder = utf8Of(to);
  }
  document.setExports(tr("Change export folder"), std::move(exports));
  m_isExporting = true;
  m_failed = false;
  setBusy(true);
  m_progress->setValue(0);
  setRole(*m_state, "muted");
  m_state->setText(tr("Writing and verifying…"));
  m_workshop.exportPacks(document.exportFolders());
}

void ExportDialog::ended() {
  if (!m_isExporting) {
    return;
  }
  m_isExporting = false;
  setBusy(false);
  if (m_failed) {
    return;
  }
  m_show->setEnabled(true);
  for (int i = 0; i < m_files->topLevelItemCount(); ++i) {
    m_files->topLevelItem(i)->setForeground(kFileFate, color(Token::Good));
  }
  setRole(*m_state, "good");
  m_state->setText(tr("Exported, read again and verified: %1").arg(toQString(folder())));
}

}  // namespace texeleton::editor
