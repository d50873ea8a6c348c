#include "app/editor/widgets/file_dialogs.h"

#include <QFileInfo>
#include <QLocale>
#include <QSettings>
#include <array>

#include "app/editor/document/paths.h"
#include "app/editor/document/settings_file.h"
#include "app/editor/widgets/controls.h"

namespace texeleton::editor {

namespace fs = std::filesystem;

namespace {

QString folderKey(FileDialogs::Purpose purpose) {
  constexpr std::array<const char*, 4> kKeys = {"folders/open", "folders/motions", "folders/events",
                                                "folders/pictures"};
  return kKeys[static_cast<std::size_t>(purpose)];
}

}  // namespace

QFileDialog::Options FileDialogs::usualOptions() {
  return QLocale().language() == QLocale::system().language() ? QFileDialog::Options()
                                                              : QFileDialog::DontUseNativeDialog;
}

QString FileDialogs::folderFor(Purpose purpose, const fs::path& proposed) {
  const QString kept = QSettings().value(folderKey(purpose)).toString();
  return !kept.isEmpty() && QFileInfo(kept).isDir() ? kept : toQString(proposed);
}

void FileDialogs::keepFolder(Purpose purpose, const QString& file) {
  keepSettings({{folderKey(purpose), QFileInfo(file).absolutePath()}});
}

fs::path FileDialogs::open(QWidget* parent, const QString& title, Purpose purpose, const fs::path& proposed,
                           const QString& filter) {
  const QString file =
      QFileDialog::getOpenFileName(parent, title, folderFor(purpose, proposed), filter, nullptr, usualOptions());
  if (file.isEmpty()) {
    return {};
  }
  keepFolder(purpose, file);
  return toPath(file);
}

fs::path FileDialogs::save(QWidget* parent, const QString& title, const fs::path& proposed, const QString& filter,
                           QFileDialog::Options options) {
  return toPath(
      QFileDialog::getSaveFileName(parent, title, toQString(proposed), filter, nullptr, options | usualOptions()));
}

fs::path FileDialogs::folder(QWidget* parent, const QString& title, const fs::path& proposed) {
  fs::path start = proposed;  // The nearest existing folder.
  std::error_code error;
  while (!start.empty() && start.has_relative_path() && !fs::is_directory(start, error)) {
    start = start.parent_path();
  }
  return toPath(
      QFileDialog::getExistingDirectory(parent, title, toQString(start), QFileDialog::ShowDirsOnly | usualOptions()));
}

QFileDialog* FileDialogs::several(QWidget* parent, const QString& title, Purpose purpose, const fs::path& proposed,
                                  const QString& filter) {
  auto* dialog = shownOnce(new QFileDialog(parent, title, folderFor(purpose, proposed), filter));
  dialog->setOptions(usualOptions());
  dialog->setFileMode(QFileDialog::ExistingFiles);
  QObject::connect(dialog, &QFileDialog::filesSelected, dialog,
                   [purpose](const QStringList& files) { keepFolder(purpose, files.value(0)); });
  return dialog;
}

}  // namespace texeleton::editor
