#include "app/editor/window/preset_commands.h"

#include <QDir>
#include <QInputDialog>
#include <QRegularExpression>
#include <QStandardPaths>
#include <utility>

#include "app/editor/document/paths.h"
#include "app/editor/messages/localized.h"
#include "app/editor/window/file_manager.h"
#include "core/recipe/settings.h"
#include "core/vat/encoding.h"

namespace texeleton::editor {

namespace fs = std::filesystem;

namespace {

/// The settings without those that name parts of a model. Defaults are written too, so that they replace other values
/// when applied.
recipe::RecipeBake presetOf(recipe::RecipeBake bake) {
  const bake::BakeSettings usual;
  bake.mode = bake.mode.value_or(usual.mode);
  if (bake.encoding.empty()) {
    bake.encoding = vat::encodingOf(*bake.mode).name;
  }
  bake.pixelFormat = bake.pixelFormat.value_or(usual.pixelFormat);
  bake.size = bake.size.value_or(usual.size);
  bake.maxSize = bake.maxSize.value_or(usual.maxSize);
  bake.rows = bake.rows.value_or(usual.rows);
  bake.rootMotion.node.clear();
  bake.socketNames.clear();
  bake.attachments.clear();
  bake.masks.clear();
  bake.meshes = {};
  bake.variants.clear();
  bake.tint.reset();
  return bake;
}

}  // namespace

PresetCommands::PresetCommands(QWidget& window, Document& document, Notices& notices, fs::path folder)
    : m_window(window), m_document(document), m_notices(notices), m_folder(std::move(folder)) {}

fs::path PresetCommands::usualFolder() {
  return toPath(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation)) / "presets";
}

void PresetCommands::saveWithDialog() {
  auto* dialog = new QInputDialog(&m_window);
  dialog->setObjectName("presetDialog");
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(tr("Save settings"));
  dialog->setLabelText(tr("Name of the settings; those of the same name are replaced"));
  connect(dialog, &QInputDialog::textValueSelected, this, &PresetCommands::save);
  dialog->open();
}

void PresetCommands::save(const QString& name) {
  static const QRegularExpression notInFiles(R"([\\/:*?"<>|])");
  const QString file = QString(name).replace(notInFiles, "-").trimmed();
  if (file.isEmpty() || file.startsWith('.')) {
    return;
  }
  QDir().mkpath(toQString(m_folder));  // If it fails, writing says why.
  recipe::Recipe preset;
  preset.bake = presetOf(m_document.recipe().bake);
  if (const auto written = recipe::writeRecipe(m_folder / toPath(file + ".texeleton"), preset); !written) {
    m_notices.tell(tr("The settings were not saved"), localized(written.error()));
    return;
  }
  m_notices.say(tr("Settings saved as %1.").arg(file));
}

void PresetCommands::apply(const fs::path& file) {
  JobContext unheard;
  const auto preset = recipe::readRecipe(file, unheard);
  if (!preset) {
    m_notices.tell(tr("The settings cannot be read"), localized(preset.error()));
    return;
  }
  recipe::RecipeBake bake = m_document.recipe().bake;
  putOver(preset->bake, bake);
  m_document.set(tr("Apply settings"), &recipe::Recipe::bake, bake);
}

void PresetCommands::fillMenu(QMenu& menu) {
  menu.clear();
  const QStringList files = QDir(toQString(m_folder)).entryList({"*.texeleton"}, QDir::Files, QDir::Name);
  for (const QString& file : files) {
    const fs::path path = m_folder / toPath(file);
    QAction* action = menu.addAction(toQString(path.stem()).replace('&', "&&"), this, [this, path] { apply(path); });
    action->setEnabled(!m_document.isEmpty());
  }
  if (files.isEmpty()) {
    menu.addAction(tr("No settings were saved"))->setEnabled(false);
    return;
  }
  menu.addSeparator();
  menu.addAction(tr("Show files"), this, [path = m_folder / toPath(files.first())] { showInFileManager(path); });
}

}  // namespace texeleton::editor
