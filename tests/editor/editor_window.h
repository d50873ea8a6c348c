#pragma once

#include <QDir>
#include <QSettings>
#include <QString>
#include <QTemporaryDir>
#include <memory>

#include "app/editor/window/main_window.h"

namespace texeleton::test {

/// The editor's window on the screen, with a copy of the sample to open, forgetting nothing into the user's settings.
class EditorWindow {
 public:
  EditorWindow();

  /// A window that draws on the screen there is, and keeps what it must not lose in a folder below `folder`.
  static editor::WindowOptions optionsIn(const std::filesystem::path& folder);

  editor::MainWindow& window() { return *m_window; }
  /// Opens the copy of the sample and waits until it is baked and measured. False: it was not, in a minute.
  bool openSample();
  bool waitUntilBaked();
  std::filesystem::path sampleFile() const;
  std::filesystem::path folder() const;

  /// Lets what is going on come to its end, then keeps a picture of the whole screen under that name in the folder
  /// that TEXELETON_SCREENSHOTS names; without it does nothing.
  void keepPicture(const QString& name);

 private:
  QTemporaryDir m_folder{QDir::tempPath() + "/knight-XXXXXX"};
  std::unique_ptr<editor::MainWindow> m_window;
};

}  // namespace texeleton::test
