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

/// Stores the unsaved edits of a document in a recovery file within two seconds after an edit, on another thread. The
/// file is removed when the document is saved, undone or closed, and when the editor ends. Each editor has its own file
/// with a lock; the next editor finds files without a living editor. Locks of dead processes are released
/// automatically.
class Recovery : public QObject {
  Q_OBJECT

 public:
  /// `folder` is created on demand.
  Recovery(Document& document, std::filesystem::path folder, QObject* parent = nullptr);
  ~Recovery() override;

  /// In the user's application data.
  static std::filesystem::path usualFolder();

  /// A file that an editor has left behind, locked during the lifetime of this, so that only one editor restores it.
  struct Lost {
    std::filesystem::path path;
    std::optional<KeptDocument> document;
    std::optional<Error> damage;  ///< Why it could not be read.
    std::shared_ptr<QLockFile> lock;
  };
  /// Newest first.
  std::vector<Lost> findLost() const;
  /// Loads the lost document as unsaved and takes over its recovery. Errors: those of writeKept; the lost file is kept
  /// then.
  Result<void> restore(const Lost& lost);
  static void discard(const Lost& lost);

  /// Stores pending edits immediately.
  void keepNow();
  const std::filesystem::path& file() const { return m_file; }

 signals:
  /// Edits cannot be stored: a full disk, a read-only folder.
  void failed(const texeleton::Error& why);

 private:
  void note();
  bool makeFolder();
  KeptDocument kept() const;

  Document& m_document;
  const std::filesystem::path m_folder;
  std::filesystem::path m_file;
  std::unique_ptr<QLockFile> m_lock;  ///< Null before the first edit.
  QTimer m_timer;
  std::unique_ptr<JobRunner> m_writer;
  bool m_toldFailure = false;
};

}  // namespace texeleton::editor
