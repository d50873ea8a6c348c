#include "app/editor/window/export_dialog.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <utility>

#include "app/editor/document/export_edit.h"
#include "app/editor/document/paths.h"
#include "app/editor/messages/localized.h"
#include "app/editor/theme/icons.h"
#include "app/editor/theme/theme.h"
#include "app/editor/widgets/controls.h"
#include "app/editor/widgets/numbers.h"
#include "app/editor/window/file_manager.h"

namespace texeleton::editor {

namespace fs = std::filesystem;

namespace {

enum ExportColumn { kFileName, kFileSize, kFileFate };
constexpr int kTypingMilliseconds = 300;
constexpr int kExportSteps = 1000;
constexpr int kSizeWidth = 90;
constexpr int kFateWidth = 110;

QString fateText(exporting::FileFate fate) {
  // In the order of FileFate.
  const std::array<QString, 5> texts = {ExportDialog::tr("new"), ExportDialog::tr("changed"),
                                        ExportDialog::tr("unchanged"), ExportDialog::tr("edited, kept"),
                                        ExportDialog::tr("removed")};
  return texts[static_cast<std::size_t>(fate)];
}

Token fateToken(exporting::FileFate fate) {
  return fate == exporting::FileFate::Same     ? Token::Muted
         : fate == exporting::FileFate::Edited ? Token::Warning
                                               : Token::Text;
}

/// Whether two places give the same files.
bool isSame(const exporting::ExportPlace& a, const exporting::ExportPlace& b) {
  return a.target == b.target && a.folder == b.folder && a.pack == b.pack && a.options == b.options;
}

}  // namespace

ExportDialog::ExportDialog(Workshop& workshop, MayExport mayExport, QWidget* parent)
    : QDialog(parent), m_workshop(workshop), m_mayExport(std::move(mayExport)) {
  setObjectName("exportDialog");
  setWindowTitle(tr("Export %1").arg(m_workshop.document().name()));
  setAttribute(Qt::WA_DeleteOnClose);
  resize(720, 680);
  m_targets = new ExportTargets(m_workshop.document());
  m_files = makeFiles();
  auto* layout = put(spaced(new QVBoxLayout(this), 10, {12, 12, 12, 12}), {m_targets});
  m_about = named(wrappedLabel({}, "muted"), "exportAbout");
  put(layout, {m_about, makeWarning(), {makeDetails(), 1}, makeResult()});

  afterPause(m_typing, kTypingMilliseconds, this, &ExportDialog::rehearse);
  connect(m_targets, &ExportTargets::typed, this, [this] { m_typing.start(); });
  connect(m_targets, &ExportTargets::chosen, this, &ExportDialog::targetChosen);
  connect(m_targets, &ExportTargets::refused, this, [this](const QString& why) { showState("error", why); });
  connect(&m_workshop, &Workshop::bakeChanged, this, [this] { m_typing.start(); });
  for (const auto signal : {&Workshop::bakeChanged, &Workshop::measured}) {
    connect(&m_workshop, signal, this, &ExportDialog::showWarning);
  }
  connect(&m_workshop.document(), &Document::titleChanged, this, &ExportDialog::showCommand);
  connect(&m_workshop, &Workshop::exported, this,
          [this](const QString& pack) { m_targets->showWritten(toPath(pack)); });
  connect(&m_workshop, &Workshop::exportFailed, this, [this](const Error& why) {
    m_failed = true;
    showState("error",
              m_isExporting ? failureText(why, m_targets->writtenCount(), m_targets->count()) : localized(why));
  });
  connect(&m_workshop, &Workshop::exportEnded, this, &ExportDialog::ended);
  connect(&m_workshop.rehearser(), &JobRunner::ranOutOfMemory, this, [this](const Error& why) {
    setBusy(false);
    showState("error", localized(why));
  });
  for (JobRunner* runner : {&m_workshop.rehearser(), &m_workshop.exporter()}) {
    connect(runner, &JobRunner::progressed, this,
            [this](double fraction) { m_progress->setValue(static_cast<int>(fraction * kExportSteps)); });
  }
  showCommand();
  showWarning();
  showTarget();
  rehearse();
  m_export->setFocus();
}

ExportDialog::~ExportDialog() {
  m_workshop.rehearser().cancel();  // Its results would be delivered to this.
}

// Unapplied text is discarded.
void ExportDialog::reject() {
  m_targets->forgetTyped();
  QDialog::reject();
}

// Enter takes the text of a field or presses the focused button; only the export button exports.
void ExportDialog::keyPressEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_Return && event->key() != Qt::Key_Enter) {
    QDialog::keyPressEvent(event);
  } else if (auto* const button = qobject_cast<QPushButton*>(focusWidget())) {
    button->click();
  }
}

QWidget* ExportDialog::makeWarning() {
  m_warning = new QWidget;
  auto* sign = new QLabel;
  sign->setPixmap(icon("warning", Token::Warning).pixmap(QSize(16, 16), devicePixelRatioF()));
  m_warningText = named(label({}, "warning"), "exportWarning");
  put(spaced(new QHBoxLayout(m_warning), 8), {sign, {m_warningText, 1}});
  return m_warning;
}

void ExportDialog::showWarning() {
  const auto over = m_workshop.overLimit();
  m_warning->setVisible(over.has_value());
  if (over) {
    m_warningText->setText(tr("%1 over your error limit in %2")
                               .arg(millimetres(over->millimetres),
                                    QString::fromStdString(m_workshop.bake()->animation->clips[over->clip].name)));
  }
}

QTreeWidget* ExportDialog::makeFiles() {
  auto* files = named(columnList({tr("File"), tr("Size"), tr("State")}), "exportFiles");
  files->headerItem()->setTextAlignment(kFileSize, Qt::AlignRight | Qt::AlignVCenter);
  files->header()->setStretchLastSection(false);
  files->header()->setSectionResizeMode(kFileName, QHeaderView::Stretch);
  const auto fix = [header = files->header()](ExportColumn column, int width) {
    header->setSectionResizeMode(column, QHeaderView::Fixed);
    header->resizeSection(column, width);
  };
  fix(kFileSize, kSizeWidth);
  fix(kFileFate, kFateWidth);
  return files;
}

// Files first; then the target's options and abilities.
QWidget* ExportDialog::makeDetails() {
  m_details = named(new QTabWidget, "exportDetails");
  m_details->setDocumentMode(true);
  m_options = new ExportOptionsForm([this](const std::string& key, const std::optional<recipe::OptionValue>& value) {
    m_targets->setOption(key, value);
  });
  m_abilities = new ExportAbilities;
  m_details->addTab(m_files, tr("Files"));
  m_details->addTab(m_options, tr("Options"));
  m_details->addTab(m_abilities, tr("Supported features"));
  return m_details;
}

void ExportDialog::showTarget() {
  const recipe::RecipeExport* const current = m_targets->current();
  const exporting::ExportTarget* const target =
      current == nullptr ? nullptr : exporting::exportTargetNamed(current->target);
  m_about->setText(target != nullptr    ? localized(target->summary)
                   : current == nullptr ? QString()
                                        : tr("Unknown target “%1”. It is kept, and nothing is written to it.")
                                              .arg(QString::fromStdString(current->target)));
  m_options->show(target, current == nullptr ? recipe::OptionValues() : current->options);
  m_details->setTabVisible(m_details->indexOf(m_options), target != nullptr && !target->options.empty());
  m_abilities->show(target);
}

QWidget* ExportDialog::makeResult() {
  auto* box = new QWidget;
  m_summary = named(label({}), "exportSummary");
  m_state = named(wrappedLabel({}, "muted"), "exportState");
  m_progress = named(new QProgressBar, "exportProgress");
  m_progress->setRange(0, kExportSteps);
  m_progress->setTextVisible(false);
  m_keep = named(new QCheckBox(tr("Keep exports up to date")), "keepExports",
                 tr("Exports after every successful bake, without asking"));
  m_keep->setChecked(m_workshop.document().state().keepExports);
  connect(m_keep, &QCheckBox::clicked, this, [this](bool keep) {
    m_workshop.document().set(tr("Keep exports up to date"), &DocumentState::keepExports, keep);
  });
  put(spaced(new QVBoxLayout(box), 10), {m_summary, m_progress, m_state, m_keep, makeCommand(), makeButtons()});
  return box;
}

QWidget* ExportDialog::makeCommand() {
  auto* row = new QWidget;
  m_command = named(new QLineEdit, "exportCommand", tr("Command that does the same"));
  m_command->setReadOnly(true);
  auto* copy = iconButton("copy", tr("Copy the command"), "copyCommand");
  connect(copy, &QToolButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(m_command->text()); });
  put(spaced(new QHBoxLayout(row)), {labelOf(m_command, tr("Command line")), {m_command, 1}, copy});
  return row;
}

QWidget* ExportDialog::makeButtons() {
  auto* buttons = new QDialogButtonBox;
  m_export = named(buttons->addButton(QString(), QDialogButtonBox::AcceptRole), "exportNow");
  m_show = named(buttons->addButton(tr("Show in folder"), QDialogButtonBox::ActionRole), "showExport");
  m_show->setEnabled(false);
  auto* close = buttons->addButton(tr("Close"), QDialogButtonBox::RejectRole);
  for (QPushButton* other : {m_show, close}) {
    other->setAutoDefault(false);
  }
  m_export->setDefault(true);
  connect(m_export, &QPushButton::clicked, this, &ExportDialog::exportNow);
  connect(m_show, &QPushButton::clicked, this, [this] { showInFileManager(m_targets->folder()); });
  connect(close, &QPushButton::clicked, this, &QDialog::reject);
  return buttons;
}

void ExportDialog::showExportButton() {
  const int many = m_targets->count();
  m_export->setText(many > 1 ? tr("Export to %Ln target(s)", "", many) : tr("Export"));
  m_export->setEnabled(!m_isExporting && m_workshop.bake() && !m_targets->folder().empty());
  std::error_code error;
  m_show->setEnabled(fs::is_directory(m_targets->folder(), error));
}

void ExportDialog::setBusy(bool busy) {
  m_progress->setVisible(busy);
  m_targets->setBusy(m_isExporting);
  showExportButton();
}

void ExportDialog::targetChosen() {
  showTarget();
  if (!m_isExporting) {
    rehearse();
  }
}

void ExportDialog::rehearse() {
  if (m_isExporting) {
    return;
  }
  m_typing.stop();
  m_workshop.rehearser().cancel();
  m_files->clear();
  m_found.clear();
  m_rehearsed.reset();
  m_summary->clear();
  m_targets->showWritten({});
  setBusy(true);
  const std::optional<exporting::ExportPlace> place = m_targets->place();
  if (!m_workshop.bake() || !place) {
    setBusy(false);
    const recipe::RecipeExport* const current = m_targets->current();
    const bool isKnown = current == nullptr || exporting::exportTargetNamed(current->target) != nullptr;
    showState("error", !m_workshop.bake()                       ? tr("There is no bake to export yet.")
                       : isKnown && m_targets->folder().empty() ? tr("Choose a folder.")
                       : isKnown                                ? tr("An option of this export is wrong.")
                                                                : tr("Nothing is written to this target."));
    return;
  }
  showState("muted", tr("Comparing with the existing files…"));
  m_progress->setValue(0);
  m_workshop.rehearser().start(
      [this, order = m_workshop.exportOrder(), place = *place](JobContext& job, const JobRunner::Deliver& deliver) {
        auto files = rehearseExport(order, place, job);
        if (files) {
          deliver([this, place, files = std::move(*files)] {
            m_rehearsed = place;
            showFiles(files);
          });
        } else {
          deliver([this, error = files.error()] {
            setBusy(false);
            showState("error", localized(error));
          });
        }
      });
}

void ExportDialog::showFile(const exporting::PlannedFile& file, const QString& state, const QColor& stateColor) {
  auto* item = new QTreeWidgetItem(m_files, {QString::fromStdString(file.path), megabytes(file.bytes), state});
  item->setToolTip(kFileName, QString::fromStdString(file.path));
  if (file.fate == exporting::FileFate::Edited) {
    item->setToolTip(kFileFate, tr("You have edited this file. Remove it to write it again."));
  }
  item->setTextAlignment(kFileSize, Qt::AlignRight | Qt::AlignVCenter);
  item->setForeground(kFileFate, stateColor);
}

void ExportDialog::showFiles(std::vector<exporting::PlannedFile> files) {
  setBusy(false);
  m_files->clear();
  m_found = std::move(files);
  for (const exporting::PlannedFile& file : m_found) {
    showFile(file, fateText(file.fate), color(fateToken(file.fate)));
  }
  showSummary(false);
  const bool same =
      std::ranges::all_of(m_found, [](const exporting::PlannedFile& f) { return f.fate == exporting::FileFate::Same; });
  showState("muted", same ? tr("The existing files are up to date.") : QString());
}

// "4 files: 3 new, 1 changed · 0.8 MB"
void ExportDialog::showSummary(bool written) {
  std::array<int, 5> of = {};
  std::uint64_t bytes = 0;
  for (const exporting::PlannedFile& file : m_found) {
    ++of[static_cast<std::size_t>(file.fate)];
    bytes += file.fate == exporting::FileFate::Removed ? 0 : file.bytes;
  }
  const auto number = [&of](exporting::FileFate fate) { return of[static_cast<std::size_t>(fate)]; };
  QStringList parts;
  const auto add = [&parts](int many, const QString& text) {
    if (many > 0) {
      parts << text.arg(count(static_cast<std::uint64_t>(many)));
    }
  };
  if (written) {
    add(number(exporting::FileFate::New) + number(exporting::FileFate::Changed), tr("%1 written", "files"));
  } else {
    add(number(exporting::FileFate::New), tr("%1 new", "files"));
    add(number(exporting::FileFate::Changed), tr("%1 changed", "files"));
  }
  add(number(exporting::FileFate::Same), tr("%1 unchanged", "files"));
  add(number(exporting::FileFate::Edited), tr("%1 edited and kept", "files"));
  add(number(exporting::FileFate::Removed), tr("%1 removed", "files"));
  const int all = static_cast<int>(m_found.size()) - number(exporting::FileFate::Removed);
  m_summary->setText(tr("%1: %2 · %3", "files: states · size")
                         .arg(tr("%Ln file(s)", "", all), parts.join(tr(", ", "between states")), megabytes(bytes)));
}

// The resulting files: from the rehearsal, or from the folder if there was none.
void ExportDialog::showWritten() {
  const std::optional<exporting::ExportPlace> place = m_targets->place();
  if (place && (!m_rehearsed || !isSame(*m_rehearsed, *place))) {
    m_rehearsed = place;
    m_found = writtenFiles(*place);
  }
  m_files->clear();
  for (const exporting::PlannedFile& file : m_found) {
    const bool isWritten = file.fate == exporting::FileFate::New || file.fate == exporting::FileFate::Changed;
    showFile(file, isWritten ? tr("written") : fateText(file.fate),
             color(isWritten ? Token::Good : fateToken(file.fate)));
  }
  showSummary(true);
}

void ExportDialog::showState(const char* role, const QString& text) {
  setRole(*m_state, role);
  m_state->setText(text);
}

void ExportDialog::showCommand() {
  const Document& document = m_workshop.document();
  m_command->setText(
      QString::fromStdString(exportCommand(document.file().empty() ? toPath(document.name()) : document.file())));
  m_command->setCursorPosition(0);
}

void ExportDialog::exportNow() {
  if (!m_workshop.bake() || !m_targets->commit() || !m_mayExport(this)) {
    return;
  }
  m_typing.stop();  // Comparing would start after the export and hide its result.
  m_workshop.rehearser().cancel();
  Document& document = m_workshop.document();
  if (document.exportFolders().empty() && m_targets->place()) {  // The proposed target becomes the document's.
    auto exports = exportsOf(document);
    if (!exports.empty()) {
      exports.front().folder = utf8Of(m_targets->folder());
    }
    document.set(tr("Add export target"), &recipe::Recipe::exports, exports);
  }
  m_isExporting = true;
  m_failed = false;
  m_written = 0;
  m_targets->showWritten({});
  setBusy(true);
  m_progress->setValue(0);
  showState("muted", tr("Writing and verifying…"));
  m_workshop.exportPacks(document.exportFolders());
}

QString ExportDialog::failureText(const Error& why, int written, int wanted) {
  const bool isRefused = why.code == ErrorCode::InvalidArgument;  // Before the first file of its target.
  return localized(why) + "\n" +
         (written == 0 && isRefused ? tr("Nothing was written.")
                                    : tr("%1 of %2 targets were written.").arg(written).arg(wanted));
}

void ExportDialog::ended() {
  if (!m_isExporting) {
    return;
  }
  m_isExporting = false;
  setBusy(false);
  m_written = m_targets->writtenCount();
  if (m_failed || m_written == 0) {
    return;
  }
  showWritten();
  showState("good", m_written == 1 ? tr("Exported, read again and verified: %1").arg(toQString(m_targets->folder()))
                                   : tr("%Ln target(s) exported, read again and verified.", "", m_written));
}

}  // namespace texeleton::editor
