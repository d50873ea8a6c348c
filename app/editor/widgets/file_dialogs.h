#pragma once

#include <QFileDialog>
#include <filesystem>
#include <memory>

namespace texeleton::editor {

/// Asks for files, beginning in the folder that was last used for the same purpose. The desktop's own dialog speaks the
/// desktop's language: where the interface speaks another one, Qt's is shown.
class FileDialogs {
 public:
  /// What is asked for; each purpose remembers its folder, in the user's settings.
  enum class Purpose { Open, Motions, Events, Pictures };

  /// One file to open; empty: none was chosen. `proposed`: the folder where nothing was asked before; empty: the
  /// current one.
  static std::filesystem::path open(QWidget* parent, const QString& title, Purpose purpose,
                                    const std::filesystem::path& proposed, const QString& filter);
  /// A file to write, `proposed` at first: beside what it belongs to.
  static std::filesystem::path save(QWidget* parent, const QString& title, const std::filesystem::path& proposed,
                                    const QString& filter, QFileDialog::Options options = {});
  /// A folder to write into, which may not be there yet; empty: none was chosen.
  static std::filesystem::path folder(QWidget* parent, const QString& title, const std::filesystem::path& proposed);
  /// A dialog for several files to open that blocks nothing; it deletes itself.
  static QFileDialog* several(QWidget* parent, const QString& title, Purpose purpose,
                              const std::filesystem::path& proposed, const QString& filter);

  /// Where a dialog for this purpose begins.
  static QString folderFor(Purpose purpose, const std::filesystem::path& proposed);

 private:
  static void keepFolder(Purpose purpose, const QString& file);
  static QFileDialog::Options usualOptions();
};

}  // namespace texeleton::editor
