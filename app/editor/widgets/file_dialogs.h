#pragma once

#include <QFileDialog>
#include <filesystem>
#include <memory>

namespace texeleton::editor {

/// File dialogs that start in the folder last used for the same purpose. The desktop's own dialog uses the desktop's
/// language; if the interface uses another one, Qt's dialog is shown.
class FileDialogs {
 public:
  /// Each purpose remembers its folder in the user's settings (folderKey()).
  enum class Purpose { Open, Motions, Events, Pictures };

  /// Asks for a file to open; empty: cancelled. `proposed`: the initial folder if there is none for this purpose;
  /// empty: the current one.
  static std::filesystem::path open(QWidget* parent, const QString& title, Purpose purpose,
                                    const std::filesystem::path& proposed, const QString& filter);
  /// Asks for a file to write, initially `proposed`.
  static std::filesystem::path save(QWidget* parent, const QString& title, const std::filesystem::path& proposed,
                                    const QString& filter, QFileDialog::Options options = {});
  /// Asks for a folder to write into, which need not exist; empty: cancelled.
  static std::filesystem::path folder(QWidget* parent, const QString& title, const std::filesystem::path& proposed);
  /// A non-blocking dialog for several files to open; it deletes itself.
  static QFileDialog* several(QWidget* parent, const QString& title, Purpose purpose,
                              const std::filesystem::path& proposed, const QString& filter);

  /// The initial folder of a dialog for this purpose.
  static QString folderFor(Purpose purpose, const std::filesystem::path& proposed);

 private:
  static void keepFolder(Purpose purpose, const QString& file);
  static QFileDialog::Options usualOptions();
};

}  // namespace texeleton::editor
