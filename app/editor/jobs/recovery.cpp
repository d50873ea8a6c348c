#include "app/editor/jobs/recovery.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>
#include <QUuid>
#include <algorithm>
#include <utility>

#include "app/editor/document/paths.h"

namespace texeleton::editor {

namespace fs = std::filesystem;

namespace {

constexpr int kMillisecondsToKeep = 2000;
constexpr const char* kEnding = ".recovery";

std::unique_ptr<QLockFile> lockOf(const fs::path& file) {
  auto lock = std::make_unique<QLockFile>(toQString(file) + ".lock");
  lock->setStaleLockTime(0);  // Valid as long as its process lives.
  return lock;
}

void removeFile(const fs::path& file) { QFile::remove(toQString(file)); }

}  // namespace

Recovery::Recovery(Document& document, fs::path folder, QObject* parent)
    : QObject(parent), m_document(document), m_folder(std::move(folder)), m_writer(std::make_unique<JobRunner>()) {
  m_file = m_folder / toPath(QUuid::createUuid().toString(QUuid::WithoutBraces) + kEnding);
  m_timer.setSingleShot(true);
  m_timer.setInterval(kMillisecondsToKeep);
  connect(&m_timer, &QTimer::timeout, this, &Recovery::keepNow);
  connect(&m_document, &Document::changed, this, &Recovery::note);
  connect(&m_document, &Document::titleChanged, this, &Recovery::note);  // For the saved status.
}

Recovery::~Recovery() {
  m_writer.reset();  // Waits for the current write before the file is removed.
  if (m_lock) {
    removeFile(m_file);
  }
}

fs::path Recovery::usualFolder() {
  return toPath(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation)) / "recovery";
}

bool Recovery::makeFolder() {
  if (!m_lock && QDir().mkpath(toQString(m_folder))) {
    m_lock = lockOf(m_file);
    if (!m_lock->tryLock(0)) {
      m_lock.reset();
    }
  }
  return m_lock != nullptr;
}

KeptDocument Recovery::kept() const {
  return {m_document.name().toStdString(), m_document.file(), QDateTime::currentDateTimeUtc(), m_document.state()};
}

void Recovery::note() {
  if (m_document.isModified()) {
    if (!m_timer.isActive()) {
      m_timer.start();
    }
    return;
  }
  m_timer.stop();
  if (m_lock) {
    m_writer->start([file = m_file](JobContext&, const JobRunner::Deliver&) { removeFile(file); });
  }
}

void Recovery::keepNow() {
  m_timer.stop();
  if (!m_document.isModified()) {
    return;
  }
  const auto tell = [this](const Error& error) {
    if (!m_toldFailure) {
      m_toldFailure = true;
      emit failed(error);
    }
  };
  if (!makeFolder()) {
    tell({ErrorCode::Io, message("cannot be written"), m_folder.string()});
    return;
  }
  m_writer->start([file = m_file, document = kept(), tell](JobContext&, const JobRunner::Deliver& deliver) {
    if (auto written = writeKept(file, document); !written) {
      deliver([tell, error = written.error()] { tell(error); });
    }
  });
}

std::vector<Recovery::Lost> Recovery::findLost() const {
  std::vector<Lost> found;
  const QDir folder(toQString(m_folder));
  for (const QString& name : folder.entryList({QString("*") + kEnding}, QDir::Files)) {
    const fs::path path = m_folder / toPath(name);
    std::shared_ptr<QLockFile> lock = lockOf(path);
    if (path == m_file || !lock->tryLock(0)) {
      continue;  // Its editor lives, or another editor is checking it.
    }
    auto document = readKept(path);
    if (document) {
      found.push_back({path, std::move(*document), std::nullopt, std::move(lock)});
    } else if (document.error().code != ErrorCode::NotFound) {  // Otherwise its editor has just ended normally.
      found.push_back({path, std::nullopt, std::move(document.error()), std::move(lock)});
    }
  }
  std::ranges::stable_sort(found, [](const Lost& a, const Lost& b) {
    const QDateTime none;
    return (a.document ? a.document->time : none) > (b.document ? b.document->time : none);
  });
  return found;
}

Result<void> Recovery::restore(const Lost& lost) {
  if (!lost.document) {
    return lost.damage ? fail(*lost.damage) : fail(ErrorCode::BadFile, "holds nothing", lost.path.string());
  }
  if (!makeFolder()) {
    return fail(ErrorCode::Io, "cannot be written", m_folder.string());
  }
  // Written here before it is removed there, so that it exists at every moment.
  m_writer = std::make_unique<JobRunner>();
  if (auto written = writeKept(m_file, *lost.document); !written) {
    return written;
  }
  m_document.restore(lost.document->state, lost.document->file);
  discard(lost);
  return {};
}

void Recovery::discard(const Lost& lost) {
  removeFile(lost.path);
  lost.lock->unlock();
}

}  // namespace texeleton::editor
