#pragma once

#include <QMenu>
#include <filesystem>

#include "app/editor/document/document.h"
#include "app/editor/window/notices.h"

namespace texeleton::editor {

/// Presets: bake settings that are kept as recipe files, to be applied to other models.
class PresetCommands : public QObject {
  Q_OBJECT

 public:
  /// `window`: the parent of its dialog. `folder`: holds the presets; created when the first is saved.
  PresetCommands(QWidget& window, Document& document, Notices& notices, std::filesystem::path folder);

  /// In the data folder of the application.
  static std::filesystem::path usualFolder();

  /// Asks for a name, without blocking, and saves the document's settings under it.
  void saveWithDialog();
  /// Replaces a preset of this name.
  void save(const QString& name);
  /// Applies a preset as one edit: settings that it does not give are kept.
  void apply(const std::filesystem::path& file);
  /// An entry for each preset.
  void fillMenu(QMenu& menu);

 private:
  QWidget& m_window;
  Document& m_document;
  Notices& m_notices;
  const std::filesystem::path m_folder;
};

}  // namespace texeleton::editor
