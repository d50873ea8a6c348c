#pragma once

#include <QMenu>
#include <QStringList>
#include <filesystem>
#include <string>
#include <vector>

#include "app/editor/document/missing_sources.h"
#include "app/editor/jobs/recovery.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/window/notices.h"

namespace texeleton::editor {

/// Opens and saves documents: by dialogs, from recent files and samples; recovers lost documents and locates missing
/// files.
class FileCommands : public QObject {
  Q_OBJECT

 public:
  /// `window`: the parent of its dialogs. `remembers`: stores recent files in the user's settings.
  FileCommands(QWidget& window, Workshop& workshop, Recovery& recovery, Notices& notices, bool remembers);

  /// Opens a model or a document; for a pack, offers its document. Errors are reported and keep the current document.
  void openFile(const std::filesystem::path& file);
  void openWithDialog();
  void openRecent(const QString& file);
  void openSample();
  /// Opens a document as an unsaved one.
  void openSampleFile(const std::filesystem::path& sample);
  /// A bundled document; empty: not installed.
  static std::filesystem::path sampleFile(const std::string& name = "lantern-knight");
  void startNew();
  /// A new document for a model and motions.
  void startFrom(const std::filesystem::path& model, const std::vector<std::filesystem::path>& motions = {});

  /// Asks whether to save edits, if any. Returns false if the pending action must be cancelled.
  bool maySave();
  bool save();
  bool saveAs();

  /// Offers to recover documents of editors that ended abnormally. Returns false if there are none.
  bool offerLost();
  void offerLostOrSay();
  /// Asks for the location of missing files. Returns false if none is missing.
  bool locateMissing();
  /// Asks for the location of missing files or, if none is missing, of textures that the model's files name.
  void locateOrSay();
  /// If no file is missing any more, imports it.
  void locateOrImport();

  /// Recent files, newest first; empty if they are not remembered.
  QStringList recent() const;
  void fillRecent(QMenu& menu);
  void fillSamples(QMenu& menu);

 signals:
  /// recent() changed.
  void recentChanged();

 private:
  void openDocument(const std::filesystem::path& file);
  bool saveTo(const std::filesystem::path& file);
  bool locate(std::vector<MissingSource> missing);
  bool locateAll();
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
