#include "app/editor/window/blender_dialog.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "app/editor/document/paths.h"
#include "app/editor/messages/localized.h"
#include "app/editor/theme/theme.h"
#include "app/editor/widgets/controls.h"
#include "app/editor/widgets/file_dialogs.h"
#include "core/base/save_file.h"
#include "core/export/blender/blender_addon.h"
#include "core/import/blender/blender_program.h"

namespace texeleton::editor {

namespace fs = std::filesystem;

namespace {

enum BlenderColumn { kVersion, kProgram };
constexpr const char* kArchiveName = "texeleton-blender.zip";

/// Puts the archive where Blender may read it, also one of Flatpak, which has a folder /tmp of its own.
Result<void> installInto(const fs::path& program, const importing::BlenderVersion& version, JobContext& job) {
  const QString cache = QStandardPaths::writableLocation(QStandardPaths::CacheLocation);
  QDir().mkpath(cache);
  const QTemporaryDir folder(cache + "/blender-XXXXXX");
  const fs::path archive = toPath(folder.path()) / kArchiveName;
  if (auto saved = saveFile(archive, exporting::blenderAddon()); !saved) {
    return saved;
  }
  return importing::installAddon(program, version, archive, job);
}

}  // namespace

BlenderDialog::BlenderDialog(QWidget* parent) : QDialog(parent) {
  setObjectName("blender");
  setWindowTitle(tr("Blender add-on"));
  resize(640, 340);
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(
      wrappedLabel(tr("The add-on bakes and exports from inside Blender 3.4 or later: a panel “Texeleton” in the "
                      "sidebar of the 3D view. Installing it again updates it.")));
  m_list = named(columnList({tr("Blender"), tr("Program")}), "blenders");
  m_list->setTextElideMode(Qt::ElideMiddle);
  m_list->setAccessibleName(tr("Blenders on this machine"));
  layout->addWidget(m_list, 1);
  m_state = named(wrappedLabel({}, "muted"), "blenderState");
  m_state->setTextInteractionFlags(Qt::TextSelectableByMouse);
  layout->addWidget(m_state);
  auto* buttons = new QDialogButtonBox;
  m_install = named(buttons->addButton(tr("Install"), QDialogButtonBox::ActionRole), "installAddon");
  m_install->setDefault(true);
  auto* other = named(buttons->addButton(tr("Other Blender…"), QDialogButtonBox::ActionRole), "otherBlender");
  auto* save = named(buttons->addButton(tr("Save as file…"), QDialogButtonBox::ActionRole), "saveAddon");
  auto* close = buttons->addButton(tr("Close"), QDialogButtonBox::RejectRole);
  layout->addWidget(buttons);
  connect(m_install, &QPushButton::clicked, this, &BlenderDialog::install);
  connect(m_list, &QTreeWidget::itemActivated, this, &BlenderDialog::install);
  connect(m_list, &QTreeWidget::currentItemChanged, this, &BlenderDialog::showButtons);
  connect(close, &QPushButton::clicked, this, &QDialog::reject);
  connect(other, &QPushButton::clicked, this, [this] {
    const fs::path program = FileDialogs::open(this, tr("Locate the Blender program"), FileDialogs::Purpose::Open,
                                               fs::path("/"), tr("All files (*)"));
    if (!program.empty()) {
      addProgram(program);
    }
  });
  connect(save, &QPushButton::clicked, this, [this] {
    const fs::path file =
        FileDialogs::save(this, tr("Save the add-on"), toPath(QDir::homePath()) / kArchiveName, tr("Archives (*.zip)"));
    if (!file.empty()) {
      saveTo(file);
    }
  });
  connect(&m_search, &JobRunner::finished, this, &BlenderDialog::searched);
  connect(&m_installation, &JobRunner::finished, this, &BlenderDialog::showButtons);
  find(importing::findBlenders());
}

void BlenderDialog::addProgram(const fs::path& program) {
  if (m_search.isBusy()) {
    return;
  }
  find({program});
}

void BlenderDialog::find(const std::vector<fs::path>& programs) {
  say(tr("Looking for Blender…"), "muted");
  m_search.start([this, programs](JobContext& job, const JobRunner::Deliver& deliver) {
    for (const fs::path& program : programs) {
      FoundBlender found{program, std::nullopt, {}};
      if (auto version = importing::versionOfBlender(program, job)) {
        found.version = std::move(*version);
      } else if (job.isCancelled()) {
        return;
      } else {
        found.problem = localized(version.error());
      }
      deliver([this, found] { showFound(found); });
    }
  });
  showButtons();
}

void BlenderDialog::showFound(const FoundBlender& found) {
  const auto known = std::ranges::find(m_found, found.program, &FoundBlender::program);
  const auto row = static_cast<int>(known - m_found.begin());
  if (known == m_found.end()) {
    m_found.push_back(found);
    new QTreeWidgetItem(m_list);
  } else {
    *known = found;
  }
  QTreeWidgetItem& item = *m_list->topLevelItem(row);
  const bool isGood = found.version && found.version->isSupported();
  item.setText(kVersion, !found.version ? tr("unknown")
                         : isGood       ? QString::fromStdString(found.version->text)
                                        : tr("%1, too old").arg(QString::fromStdString(found.version->text)));
  item.setText(kProgram, toQString(found.program));
  item.setForeground(kVersion, color(isGood ? Token::Text : Token::Warning));
  item.setToolTip(kVersion, !found.version                   ? found.problem
                            : !isGood                        ? tr("The add-on needs Blender 3.4 or later")
                            : found.version->hasExtensions() ? tr("Installed as an extension")
                                                             : tr("Installed as an add-on"));
  item.setToolTip(kProgram, item.text(kProgram));
  m_list->resizeColumnToContents(kVersion);
  if (m_list->currentItem() == nullptr || known != m_found.end() || m_found.size() == 1) {
    m_list->setCurrentItem(&item);
  }
}

void BlenderDialog::searched() {
  if (m_found.empty()) {
    say(tr("No Blender was found. Install Blender 3.4 or later, or choose its program with Other Blender…; or save the "
           "add-on as a file and install it in Blender with Edit ▸ Preferences ▸ Add-ons ▸ Install from Disk."),
        "warning");
  } else if (const FoundBlender& last = m_found.back(); !last.version) {
    say(last.problem, "warning");
  } else {
    say({}, "muted");
  }
  showButtons();
}

const BlenderDialog::FoundBlender* BlenderDialog::chosen() const {
  const int row = m_list->indexOfTopLevelItem(m_list->currentItem());
  return row < 0 ? nullptr : &m_found[static_cast<std::size_t>(row)];
}

void BlenderDialog::install() {
  const FoundBlender* const found = chosen();
  if (found == nullptr || !found->version || !found->version->isSupported() || isBusy()) {
    return;
  }
  const QString name = "Blender " + QString::fromStdString(found->version->text);
  say(tr("Installing the add-on into %1…").arg(name), "muted");
  m_installation.start([this, name, program = found->program, version = *found->version](
                           JobContext& job, const JobRunner::Deliver& deliver) {
    const auto installed = installInto(program, version, job);
    const QString problem = installed ? QString() : localized(installed.error());
    deliver([this, name, problem] {
      say(problem.isEmpty() ? tr("The add-on is installed in %1 and enabled. A Blender that is open shows it after a "
                                 "restart: press N in the 3D view, tab Texeleton.")
                                  .arg(name)
                            : problem,
          problem.isEmpty() ? "good" : "error");
    });
  });
  showButtons();
}

void BlenderDialog::saveTo(const fs::path& file) {
  const auto saved = saveFile(file, exporting::blenderAddon());
  if (saved) {
    say(tr("Saved as %1. Install it in Blender with Edit ▸ Preferences ▸ Add-ons ▸ Install from Disk (before 4.2: "
           "Install…).")
            .arg(toQString(file)),
        "good");
  } else {
    say(localized(saved.error()), "error");
  }
}

void BlenderDialog::say(const QString& text, const char* role) {
  setRole(*m_state, role);
  m_state->setText(text);
}

void BlenderDialog::showButtons() {
  const FoundBlender* const found = chosen();
  const bool isGood = found != nullptr && found->version && found->version->isSupported();
  m_install->setEnabled(isGood && !isBusy());
}

}  // namespace texeleton::editor
