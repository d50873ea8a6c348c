#pragma once

#include <QString>
#include <filesystem>
#include <string>
#include <vector>

#include "app/editor/jobs/workshop.h"
#include "app/editor/widgets/file_dialogs.h"
#include "app/editor/window/notices.h"

namespace texeleton::editor {

/// Adds files to the document: motions, characters, and attachments.
class SourceCommands : public QObject {
  Q_OBJECT

 public:
  /// `window`: the parent of its dialogs.
  SourceCommands(QWidget& window, Workshop& workshop, Notices& notices);

  /// Adds models whose clips the document's model uses too; their clips are ticked after the import.
  void addMotions(const std::vector<std::filesystem::path>& files);
  /// Asks for motion files, without blocking.
  void addMotionsWithDialog();
  /// Adds characters that share the model's animation.
  void addCharacters(const std::vector<std::filesystem::path>& files);
  void addCharactersWithDialog();
  /// Asks for a model to attach; empty: cancelled.
  std::filesystem::path askForAttachment();

 private:
  /// Opens a dialog for several model files, which it adds; `kind`: their description, with %1 for the patterns.
  void addWithDialog(const QString& title, FileDialogs::Purpose purpose, const QString& kind, const char* name,
                     void (SourceCommands::*add)(const std::vector<std::filesystem::path>&));
  void tickNewMotions();

  QWidget& m_window;
  Workshop& m_workshop;
  Document& m_document;
  Notices& m_notices;
  std::vector<std::string> m_newMotions;  ///< Motions whose clips are to be ticked after the import.
  int m_motionsKey = kMergeMotions;       ///< Merge key of the last drop of motions.
};

}  // namespace texeleton::editor
