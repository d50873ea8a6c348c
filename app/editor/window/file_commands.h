#pragma once

#include <QMenu>
#include <QStringList>
#include <filesystem>
#include <string>
#include <vector>

#include "app/editor/jobs/recovery.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/window/notices.h"

namespace texeleton::editor {

/// Opens and saves documents: by dialogs, from the lists of recent files and samples, and what was lost or is missing.
class FileCommands : public QObject {
  Q_OBJECT

 public:
  /// `window`: the parent of its dialogs. `remembers`: recent files, in the user's settings.
  FileCommands(QWidget& window, Workshop& workshop, Recovery& recovery, Notices& notices, bool remembers);

  /// A model or a document; of a pack its document is offered. What cannot be opened is told, and nothing is lost.
  void openFile(const std::filesystem::path& file);
  void openWithDialog();
  void openRecent(const QString& file);
  void openSample();
  /// A document that is opened as one that was never saved.
  void openSampleFile(const std::filesystem::path& sample);
  /// A bundled document; empty: it is not installed.
  static std::filesystem::path sampleFile(const std::string& name = "lantern-knight");
  void startNew();
  /// A new document for a model and motions.
  void startFrom(const std::filesystem::path& model, const std::vector<std::filesystem::path>& motions = {});

  /// Asks whether edits are to be saved, where there are some. False: what would lose them must not go on.
  bool maySave();
  bool save();
  bool saveAs();

  /// Offers what editors have left behind that did not end as they should. False: there is nothing.
  bool offerLost();
  void offerLostOrSay();
  /// Asks where the files are that are missing. False: none is.
  bool locateMissing();
  void locateOrSay();
  /// Where none is missing any more, it has come back and is imported.
  void locateOrImport();

  /// Recent files, the last one first; none where they are not remembered.
  QStringList recent() const;
  void fillRecent(QMenu& menu);
  void fillSamples(QMenu& menu);

 signals:
  /// recent() is another.
  void recentChanged();

 private:
  void openDocument(const std::filesystem::path& file);
  enum class OtherVersion : std::uint8_t { Cancel, KeepMine, LoadTheirs };
  /// Asks what to do with changes that another program made to the document's file; shows what differs.
  OtherVersion askAboutOtherVersion();
  void remember(const std::filesystem::path& file);

  QWidget& m_window;
  Workshop& m_workshop;
  Document& m_document;
  Recovery& m_recovery;
  Notices& m_notices;
  const bool m_remembers;
};

}  // namespace texeleton::editor
