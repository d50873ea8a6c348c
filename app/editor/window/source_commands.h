#pragma once

#include <QString>
#include <filesystem>
#include <string>
#include <vector>

#include "app/editor/jobs/workshop.h"
#include "app/editor/widgets/file_dialogs.h"
#include "app/editor/window/notices.h"

namespace texeleton::editor {

/// Adds files to the document beside its model: motions, characters, and what is attached.
class SourceCommands : public QObject {
  Q_OBJECT

 public:
  /// `window`: the parent of its dialogs.
  SourceCommands(QWidget& window, Workshop& workshop, Notices& notices);

  /// As models whose clips the document's model takes too; ticked once they are there.
  void addMotions(const std::vector<std::filesystem::path>& files);
  /// Asks for motion files, without blocking anything.
  void addMotionsWithDialog();
  /// As characters that share the model's animation.
  void addCharacters(const std::vector<std::filesystem::path>& files);
  void addCharactersWithDialog();
  /// Asks for a model to attach; empty: none was chosen.
  std::filesystem::path askForAttachment();

 private:
  /// A dialog for several model files, open; `kind`: what they are called, with %1 for their patterns.
  QFileDialog* askForModels(const QString& title, FileDialogs::Purpose purpose, const QString& kind);
  void tickNewMotions();

  QWidget& m_window;
  Workshop& m_workshop;
  Document& m_document;
  Notices& m_notices;
  std::vector<std::string> m_newMotions;  ///< Whose clips are to be ticked when they are there.
  int m_motionsKey = kMergeMotions;       ///< Of the last drop of motions.
};

}  // namespace texeleton::editor
