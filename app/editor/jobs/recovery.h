#pragma once

#include <QLockFile>
#include <QObject>
#include <QTimer>
#include <filesystem>
#include <memory>
#include <vector>

#include "app/editor/document/document.h"
#include "app/editor/document/recovery_file.h"
#include "app/editor/jobs/job_runner.h"

namespace texeleton::editor {

/// Keeps the unsaved edits of a document in a file of their own, for the case that the program does not end as it
/// should: two seconds after an edit at the latest, written by another thread. Gone once the document is saved, undone
/// or given up, and when the editor ends. Each editor has a file of its own and a lock on it; a file without a living
/// editor is lost and found by the next one. A lock also dies with its process, so that nobody waits for a dead one.
class Recovery : public QObject {
  Q_OBJECT

 public:
  /// `folder` is made when it is needed.
  Recovery(Document& document, std::filesystem::path folder, QObject* parent = nullptr);
  ~Recovery() override;

  /// In the user's application data.
  static std::filesystem::path usualFolder();

  /// A file that an editor has left behind, locked as long as this lives, so that of several editors one has it.
  struct Lost {
    std::filesystem::path path;
    std::optional<KeptDocument> document;
    std::optional<Error> damage;  ///< Why there is no document.
    std::shared_ptr<QLockFile> lock;
  };
  /// The newest first.
  std::vector<Lost> findLost() const;
  /// The document becomes the lost one, not saved, and its file is this editor's from then on. Errors: none are lost
  /// over: those of writeKept, and the lost file stays.
  Result<void> restore(const Lost& lost);
  static void discard(const Lost& lost);

  /// Keeps at once what is not kept yet.
  void keepNow();
  const std::filesystem::path& file() const { return m_file; }

 signals:
  /// The edits cannot be kept: a full disk, a folder that cannot be written.
  void failed(const texeleton::Error& why);

 private:
  void note();
  bool makeFolder();
  KeptDocument kept() const;

  Document& m_document;
  const std::filesystem::path m_folder;
  std::filesystem::path m_file;
  std::unique_ptr<QLockFile> m_lock;  ///< None before the first edit.
  QTimer m_timer;
  std::unique_ptr<JobRunner> m_writer;
  bool m_toldFailure = false;
};

}  // namespace texeleton::editor
